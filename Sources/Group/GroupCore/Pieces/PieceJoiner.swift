import OrderedCollections

/// Joins one sender's pieces that are not sent again. A message is complete when all its pieces
/// have arrived. If too many messages are incomplete, the message that has received no piece for
/// longest is dropped.
struct PieceJoiner: Hashable, Sendable {
  /// The messages that are not complete; the one that received a piece last comes last.
  private var partial: OrderedDictionary<UInt64, Partial> = [:]
  /// The approximate bytes of all messages that are not complete.
  private(set) var bytes = 0

  /// The joiner waits for at most this many messages at once.
  static let partialMax = 4
  /// A message that is not complete needs this many bytes besides its pieces.
  static let overhead = 512

  private struct Partial: Hashable, Sendable {
    var pieces: [[UInt8]?]
    var missing: Int

    var bytes: Int { pieces.reduce(PieceJoiner.overhead) { $0 + ($1?.count ?? 0) } }
  }

  var isEmpty: Bool { partial.isEmpty }

  /// - Returns: the complete message if this was its last missing piece. A message that arrives
  ///   twice is returned twice, as may happen to any message that is not sent reliably.
  mutating func add(_ piece: Piece) -> [UInt8]? {
    guard piece.isSound else { return nil }
    makeRoom(for: piece)
    // The guard fails if the sender contradicts itself, or if the piece came twice.
    guard var message = partial[piece.message], message.pieces.count == piece.count,
      message.pieces[piece.index] == nil
    else { return nil }
    partial[piece.message] = nil
    bytes -= message.bytes
    message.pieces[piece.index] = piece.bytes
    message.missing -= 1
    guard message.missing > 0 else { return message.pieces.compactMap { $0 }.flatMap { $0 } }
    add(message, piece.message)
    return nil
  }

  private mutating func add(_ message: Partial, _ number: UInt64) {
    partial[number] = message
    bytes += message.bytes
  }

  private mutating func makeRoom(for piece: Piece) {
    guard partial[piece.message] == nil else { return }
    if partial.count >= Self.partialMax { bytes -= partial.removeFirst().value.bytes }
    add(
      Partial(pieces: Array(repeating: nil, count: piece.count), missing: piece.count),
      piece.message)
  }
}
