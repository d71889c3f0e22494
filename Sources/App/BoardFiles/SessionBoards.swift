import EaselBase
import Foundation
import SessionCore
import SystemFiles

/// Stores which board this user had open in each session. A later run that enters the session again
/// goes on with that board instead of a new copy. The list lies in Easel's own folder.
///
/// A session is also identified by its call, that is, by the fingerprint of the host's key. So a
/// host of another call cannot get a board by claiming a session id.
package struct SessionBoards {
  private let path: String

  /// A session, and the session in which its board was first shared.
  package struct Session: Codable, Hashable {
    let call: UUID
    package let id: UUID
    package let first: UUID

    /// The keys of the encoded format. They stay the same when a property is renamed.
    private enum CodingKeys: String, CodingKey {
      case call = "call"
      case id = "id"
      case first = "first"
    }

    package init(_ id: SessionUUID, on first: SessionUUID, in call: Bytes16) {
      (self.call, self.id, self.first) = (UUID(call), UUID(id), UUID(first))
    }
  }

  struct Entry: Codable, Hashable {
    let session: Session
    let board: NotedBoard

    /// The keys of the encoded format. They stay the same when a property is renamed.
    private enum CodingKeys: String, CodingKey {
      case session = "session"
      case board = "board"
    }
  }

  static let entriesMax = 256
  private static let bytesMax = 2 << 20

  package init(_ paths: AppPaths) { path = paths.data + "/sessions" }

  /// Returns the board of a session. Also returns nil if the file is unreliable: the run then makes
  /// a copy, and nothing is lost.
  package func board(of session: Session) -> NotedBoard? {
    (try? read())?.last { $0.session == session }?.board
  }

  /// Notes the board of a session. If two runs do this at once, one of the notes may be lost: a
  /// later run then makes a copy.
  package func note(_ board: NotedBoard, of session: Session) throws(UserError) {
    var entries = (try? read()) ?? []
    let entry = Entry(session: session, board: board)
    guard entries.last != entry else { return }
    entries.removeAll { $0.session == session }
    entries = (entries + [entry]).suffix(Self.entriesMax)
    do {
      let bytes = try JSONEncoder().encode(entries)
      try PrivateFile.replace(path, with: Array(bytes))
    } catch {
      throw .cannot("write", path, error as? FileError ?? FileError(code: EINVAL))
    }
  }

  private func read() throws -> [Entry] {
    guard let bytes = try PrivateFile.read(path, limit: Self.bytesMax) else { return [] }
    return try JSONDecoder().decode([Entry].self, from: Data(bytes))
  }
}
