/// Joins one sender's pieces that are not sent again: a message of which all came is whole, and of
/// the others the oldest gives way.
struct PieceJoiner: Hashable, Sendable {
  private var partial: [UInt64: Partial] = [:]

  /// As many messages are waited for at once.
  static let partialMax = 4

  private struct Partial: Hashable, Sendable {
    var pieces: [[UInt8]?]
    var missing: Int
  }

  /// - Returns: the whole where this was the last that lacked. A message that comes twice is whole
  ///   twice, as any that is not sent for sure may be.
  mutating func take(_ piece: Piece) -> [UInt8]? {
    guard piece.isSound, makeRoom(for: piece),
      // Its sender contradicts itself, or it came twice.
      let known = partial[piece.message], known.pieces.count == piece.count,
      known.pieces[piece.index] == nil
    else { return nil }
    partial[piece.message]?.pieces[piece.index] = piece.bytes
    partial[piece.message]?.missing -= 1
    guard known.missing == 1 else { return nil }
    return partial.removeValue(forKey: piece.message)?.pieces.compactMap { $0 }.flatMap { $0 }
  }

  /// - Returns: false for a piece of a message older than all that are waited for.
  private mutating func makeRoom(for piece: Piece) -> Bool {
    guard partial[piece.message] == nil else { return true }
    if partial.count >= Self.partialMax, let oldest = partial.keys.min() {
      guard piece.message > oldest else { return false }
      partial[oldest] = nil
    }
    partial[piece.message] = Partial(
      pieces: Array(repeating: nil, count: piece.count), missing: piece.count)
    return true
  }
}
