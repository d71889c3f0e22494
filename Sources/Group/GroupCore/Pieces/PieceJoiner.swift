/// Joins one sender's pieces that are not sent again: a message of which all came is whole, and of
/// the others the one gives way of which nothing came for longest.
struct PieceJoiner: Hashable, Sendable {
  private var partial: [UInt64: Partial] = [:]
  private var lastTurn: UInt64 = 0
  /// Bytes of all that is not complete, roughly.
  private(set) var bytes = 0

  /// As many messages are waited for at once.
  static let partialMax = 4
  /// A message that is not complete takes so many bytes besides its pieces.
  static let overhead = 512

  private struct Partial: Hashable, Sendable {
    var pieces: [[UInt8]?]
    var missing: Int
    /// The larger, the later something came of it.
    var turn: UInt64

    var bytes: Int { pieces.reduce(PieceJoiner.overhead) { $0 + ($1?.count ?? 0) } }
  }

  var isEmpty: Bool { partial.isEmpty }

  /// - Returns: the whole where this was the last that lacked. A message that comes twice is whole
  ///   twice, as any that is not sent for sure may be.
  mutating func add(_ piece: Piece) -> [UInt8]? {
    guard piece.isSound else { return nil }
    makeRoom(for: piece)
    // Its sender contradicts itself, or it came twice.
    guard let known = partial[piece.message], known.pieces.count == piece.count,
      known.pieces[piece.index] == nil
    else { return nil }
    lastTurn &+= 1
    partial[piece.message]?.turn = lastTurn
    partial[piece.message]?.pieces[piece.index] = piece.bytes
    partial[piece.message]?.missing -= 1
    bytes += piece.bytes.count
    guard known.missing == 1 else { return nil }
    return remove(piece.message)?.pieces.compactMap { $0 }.flatMap { $0 }
  }

  private mutating func remove(_ message: UInt64) -> Partial? {
    let removed = partial.removeValue(forKey: message)
    bytes -= removed?.bytes ?? 0
    return removed
  }

  private mutating func makeRoom(for piece: Piece) {
    guard partial[piece.message] == nil else { return }
    if partial.count >= Self.partialMax,
      let oldest = partial.min(by: { $0.value.turn < $1.value.turn })?.key
    {
      _ = remove(oldest)
    }
    partial[piece.message] = Partial(
      pieces: Array(repeating: nil, count: piece.count), missing: piece.count, turn: 0)
    bytes += Self.overhead
  }
}
