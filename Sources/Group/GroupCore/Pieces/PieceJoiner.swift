/// Joins one sender's pieces that are not sent again. A message is complete when all its pieces
/// have arrived. If too many messages are incomplete, the message that has received no piece for
/// longest is dropped.
struct PieceJoiner: Hashable, Sendable {
  private var partial: [UInt64: Partial] = [:]
  private var lastTurn: UInt64 = 0
  /// The approximate bytes of all messages that are not complete.
  private(set) var bytes = 0

  /// The joiner waits for at most this many messages at once.
  static let partialMax = 4
  /// A message that is not complete needs this many bytes besides its pieces.
  static let overhead = 512

  private struct Partial: Hashable, Sendable {
    var pieces: [[UInt8]?]
    var missing: Int
    /// A message that received a piece later has a larger number.
    var turn: UInt64

    var bytes: Int { pieces.reduce(PieceJoiner.overhead) { $0 + ($1?.count ?? 0) } }
  }

  var isEmpty: Bool { partial.isEmpty }

  /// - Returns: the complete message if this was its last missing piece. A message that arrives
  ///   twice is returned twice, as may happen to any message that is not sent reliably.
  mutating func add(_ piece: Piece) -> [UInt8]? {
    guard piece.isSound else { return nil }
    makeRoom(for: piece)
    // The sender contradicts itself, or the piece came twice.
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
