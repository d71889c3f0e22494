import BoardLog
import EaselBase

/// A session that this member is in or can join.
public struct KnownSession: Sendable {
  /// How the screen names this member there.
  public let seat: Bytes16
  /// Nil where the session was begun here.
  public let name: SafeText?
  /// The genesis of its board.
  public let genesis: BoardGenesis
  /// The session in which its board was first shared.
  public let board: Bytes16
  /// The session in whose place it was begun.
  public let replaces: Bytes16?
  public let mayDraw: Bool

  public init(
    seat: Bytes16, name: SafeText?, genesis: BoardGenesis, board: Bytes16, replaces: Bytes16?,
    mayDraw: Bool = true
  ) {
    (self.seat, self.name, self.genesis) = (seat, name, genesis)
    (self.board, self.replaces, self.mayDraw) = (board, replaces, mayDraw)
  }
}

/// A board's file, as this member's program noted it in a run before.
public struct NotedBoard: Codable, Hashable, Sendable {
  /// The whole path.
  public let path: String
  /// When the board was begun, since another may have its path by now; milliseconds since 1970.
  public let created: Int64

  /// The names in the format, whatever the properties are called.
  private enum CodingKeys: String, CodingKey {
    case path = "path"
    case created = "created"
  }

  public init(at path: String, created: Int64) { (self.path, self.created) = (path, created) }
}
