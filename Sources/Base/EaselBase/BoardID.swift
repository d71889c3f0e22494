/// The id of a board: the first half of the SHA-256 of its genesis.
public struct BoardID: Hashable, Comparable, Sendable {
  public let raw: Bytes16
  public init(_ raw: Bytes16) { self.raw = raw }
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}
