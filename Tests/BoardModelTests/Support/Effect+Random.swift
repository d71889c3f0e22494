import BoardModel
import EaselBase

extension Operation.Effect {
  /// Another size, width, fill, look, group or place in the order of drawing; at times at the very edge.
  static func anyLook(using chance: inout some RandomNumberGenerator) -> Self {
    switch Int.random(in: 0..<7, using: &chance) {
    case 0...1: return .resize(.any(using: &chance))
    case 2: return .setWidth(UInt8.random(in: 1...8, using: &chance))
    case 3: return .setFilled(Bool.random(using: &chance))
    case 4:
      let bits = UInt16.random(in: 0...511, using: &chance)
      if bits < 256 { return .setLook(StrokeLook(rawValue: UInt8(bits))) }
      let group = EntryID(Named.replica(1), SequenceNumber(UInt64(bits % 32)))
      return .setGroup(bits % 32 == 0 ? nil : group)
    default: return .reorder(Bool.random(using: &chance) ? .front : .back)
    }
  }
}

extension PointAttachment {
  /// An attachment of any point to a thing, to a place on the board, or to nothing.
  static func any(
    to target: EntryID, using chance: inout some RandomNumberGenerator
  ) -> PointAttachment {
    let point = Point.allCases.randomElement(using: &chance) ?? .start
    switch Int.random(in: 0..<8, using: &chance) {
    case 0: return PointAttachment(point, to: .nothing)
    case 1:
      let position = BoardPoint(
        x: .random(in: -70_000...70_000, using: &chance),
        y: .random(in: -70_000...70_000, using: &chance))
      return PointAttachment(point, to: .board(position))
    default:
      let parts = Int32(0)...BoxPoint.one
      let position = BoxPoint(
        u: .random(in: parts, using: &chance), v: .random(in: parts, using: &chance))
      return PointAttachment(
        point, to: .thing(target, Bool.random(using: &chance) ? .middle : position ?? .middle))
    }
  }
}

extension BoardScaling {
  static func any(using chance: inout some RandomNumberGenerator) -> BoardScaling {
    let isFar = Int.random(in: 0..<8, using: &chance) == 0
    let scales = isFar ? -limit...limit : -3 * one...3 * one
    let shifts = isFar ? -limit...limit : -50_000...50_000
    return BoardScaling(
      scaleX: .random(in: scales, using: &chance), scaleY: .random(in: scales, using: &chance),
      shiftX: .random(in: shifts, using: &chance), shiftY: .random(in: shifts, using: &chance))
      ?? .identity
  }
}
