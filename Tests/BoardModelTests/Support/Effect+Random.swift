import BoardModel

extension Operation.Effect {
  /// Another size, width, fill or place in the order of drawing; at times at the very edge.
  static func anyLook(using chance: inout some RandomNumberGenerator) -> Self {
    switch Int.random(in: 0..<6, using: &chance) {
    case 0...1: return .resize(.any(using: &chance))
    case 2: return .setWidth(UInt8.random(in: 1...8, using: &chance))
    case 3: return .setFilled(Bool.random(using: &chance))
    default: return .reorder(Bool.random(using: &chance) ? .front : .back)
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
