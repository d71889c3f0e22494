/// The colour of the next dots, and their layer.
struct Pigment {
  let layer: InkLayer
  let word: UInt64
  /// The word of the colour inside a filled box or oval.
  private let inside: UInt64

  /// - Parameter inside: the colour inside a filled box or oval.
  init(rgb: UInt32, alpha: UInt8, inside: UInt32) {
    layer = alpha == 255 ? .line : .wash
    word = alpha == 255 ? UInt64(rgb) << 8 : (UInt64(rgb) << 8 | UInt64(alpha)) << 8
    self.inside = alpha == 255 ? UInt64(inside) << 8 : word
  }

  /// A flag in the word of `wash` for a pen that is at least three dots broad. Such ink is shown
  /// only as tinted cells, without a ragged edge of dots.
  static let broad: UInt64 = 1 << 40

  private init(_ layer: InkLayer, _ word: UInt64, inside: UInt64) {
    self.layer = layer
    self.word = word
    self.inside = inside
  }

  func laid(byPenOf dots: Double) -> Pigment {
    guard layer == .wash else { return self }
    return Pigment(layer, dots >= 3 ? word | Self.broad : word & ~Self.broad, inside: inside)
  }

  /// The same pigment for an area.
  func filling(_ layer: InkLayer) -> Pigment {
    self.layer == .wash ? self : Pigment(layer, word, inside: inside)
  }

  /// Whether the inside of a filled box or oval has another colour than its edge.
  var hasOtherInside: Bool { layer != .wash && inside != word }

  /// The pigment for the inside of a filled box or oval.
  var ofInside: Pigment { layer == .wash ? self : Pigment(.fill, inside, inside: inside) }
}

/// The place of opaque ink among the ink in a cell, and translucent ink.
enum InkLayer {
  /// Over all ink.
  case line
  /// Over the fills. It removes the dots of the lines that it covers.
  case fill
  /// Over the fills, but under the lines.
  case fillUnderLines
  /// Translucent.
  case wash
}
