import Vocabulary

/// A board's grow-only log: which entries are known, in what order they stand, and what may follow.
///
/// It keeps heads, not payloads: those are the board file's.
public struct Log: Sendable {
  public private(set) var vector = VersionVector()
  public private(set) var lamport = Lamport(0)

  public init() {}

  /// Makes the next entry of one's own replica, which begins with it if it is the first. The only
  /// place where numbers and times are given. Nil where the numbers end.
  public mutating func record(
    _ payload: [UInt8], as birth: Birth, at: Int64, lasted: UInt32
  ) -> Entry? { nil }

  /// Takes entries from a file or a peer, in any order, any number of times.
  public mutating func merge(_ entries: [Entry]) -> [Entry] { [] }
}
