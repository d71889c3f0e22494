import BoardLog
import EaselBase

/// A session that this member is in or can join.
package struct KnownSession: Sendable {
  /// The id by which the screen names this member in the session.
  package let participant: ParticipantUUID
  /// The name that the host gave to the board; nil if this member began the session.
  package internal(set) var name: SafeText?
  /// The genesis of the session's board.
  package let genesis: BoardGenesis
  /// The session in which this board was first shared.
  package let board: SessionUUID
  /// The session that this session replaces; nil if it replaces none.
  package let replaces: SessionUUID?
  package let mayDraw: Bool

  package init(
    participant: ParticipantUUID, name: SafeText?, genesis: BoardGenesis, board: SessionUUID,
    replaces: SessionUUID?,
    mayDraw: Bool = true
  ) {
    (self.participant, self.name, self.genesis) = (participant, name, genesis)
    (self.board, self.replaces, self.mayDraw) = (board, replaces, mayDraw)
  }
}

/// A board's file, as the program noted it in an earlier run.
package struct NotedBoard: Codable, Hashable, Sendable {
  /// The full path of the file.
  package let path: String
  /// The time at which the board was begun, in milliseconds since 1970. It shows whether another
  /// board has this path by now.
  package let created: Int64

  /// The names in the file format, independent of the property names.
  private enum CodingKeys: String, CodingKey {
    case path = "path"
    case created = "created"
  }

  package init(at path: String, created: Int64) { (self.path, self.created) = (path, created) }
}
