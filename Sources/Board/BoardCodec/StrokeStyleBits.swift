import BoardContract
import BoardModel

/// The properties of a stroke apart from its colour and points. They are stored in the twelve bits
/// of `style`.
struct StrokeStyleBits: Hashable {
  let width: UInt8
  let stepExponent: UInt8
  let kind: Stroke.Kind
  let filled: Bool
  let continues: Bool

  init(_ stroke: Stroke) {
    width = stroke.ink.width
    stepExponent = stroke.points.stepExponent
    kind = stroke.kind
    filled = stroke.filled
    continues = stroke.continues
  }

  init(_ wet: WetStyle) {
    width = wet.ink.width
    stepExponent = wet.stepExponent
    kind = wet.kind
    filled = wet.filled
    continues = false
  }

  /// Reads the bits; nil for a kind, a step or bits that this version does not know.
  init?(bits: UInt32) {
    guard bits < 1 << 12, let kind = Stroke.Kind(rawValue: UInt8(bits >> 7 & 7)) else { return nil }
    stepExponent = UInt8(bits >> 3 & 15)
    guard stepExponent <= PackedPoints.stepExponentMax else { return nil }
    width = UInt8(bits & 7) + 1
    self.kind = kind
    filled = bits >> 10 & 1 == 1
    continues = bits >> 11 & 1 == 1
  }

  /// Returns whether only a newer version can have set these bits: they name a kind that this
  /// version does not know, or are more than this version has.
  static func isUnknown(bits: UInt32) -> Bool {
    bits >= 1 << 12 || Stroke.Kind(rawValue: UInt8(bits >> 7 & 7)) == nil
  }

  var bits: UInt32 {
    UInt32(width &- 1) & 7 | UInt32(stepExponent) << 3 | UInt32(kind.rawValue) << 7
      | (filled ? 1 << 10 : 0) | (continues ? 1 << 11 : 0)
  }
}
