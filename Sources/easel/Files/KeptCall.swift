import BoardStore
import Foundation
import Glibc
import Synchronization
import Trust
import Vocabulary

/// The call in which a board is hosted, kept beside the board in a file that only its owner can read: where
/// its host ended unasked, it goes on in that call once it is started again, under the same tickets.
final class KeptCall: Sendable {
  let board: String
  /// Whether it outlives a host that is told to end.
  let isLasting: Bool
  /// As it was found; nil where it begins.
  let founding: Founding?
  /// Why a file that is there is of no use.
  let complaint: String?
  private let state: Mutex<State>

  private struct State {
    /// To be taken up once.
    var lost: Session?
    var content: Content?
  }

  /// A session on the board, and the one in which the board was first shared.
  struct Session: Codable, Hashable {
    let id: UUID
    let first: UUID
  }

  private struct Content: Codable, Hashable {
    var version = 1
    var founding: Data
    /// When the board was, so that a new one of its name begins another.
    var created: Int64
    var session: Session?
  }

  private static let bytesMax = 4_096

  init(of board: String, isLasting: Bool) {
    (self.board, self.isLasting) = (board, isLasting)
    let (found, complaint) = Self.read(Self.path(of: board), board)
    founding = found.flatMap { Founding(Array($0.founding)) }
    self.complaint = complaint
    state = Mutex(State(lost: found?.session, content: nil))
  }

  var path: String { Self.path(of: board) }
  private static func path(of board: String) -> String { board + ".call" }

  private static func read(_ path: String, _ board: String) -> (Content?, complaint: String?) {
    do {
      guard let bytes = try FileSystem.readOwn(path, limit: bytesMax), FileSystem.exists(board)
      else { return (nil, nil) }
      let content = try JSONDecoder().decode(Content.self, from: Data(bytes))
      guard content.version == 1, Founding(Array(content.founding)) != nil else {
        throw Refusal("no call that this Easel knows")
      }
      let (header, _) = try BoardFile.summary(at: board)
      // Else it is of another board that had the name before.
      return (header.created == content.created ? content : nil, nil)
    } catch {
      let reason = error is DecodingError ? "it is damaged" : Refusal(wording: error).sentence
      return (nil, "the call in \(path) cannot be gone on with, and a new one begins: \(reason)")
    }
  }

  /// The session that was lost, the first time.
  func takeLost() -> Session? {
    state.withLock { state in
      defer { state.lost = nil }
      return state.lost
    }
  }

  /// Keeps what is true now.
  ///
  /// - Parameters:
  ///   - created: when the board was; nil where another is open, and that is known.
  ///   - session: the session that it is open in.
  func keep(_ founding: Founding, created: Int64?, session: Session?) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      // A board without a file has nobody's ink on it.
      guard let created = created ?? state.content?.created, FileSystem.exists(board) else {
        return
      }
      let content = Content(
        founding: Data(founding.bytes), created: created, session: session ?? state.lost)
      guard content != state.content else { return }
      try FileSystem.replace(path, Array(Self.encoded(content)))
      state.content = content
    }
  }

  /// The host ends, and nothing is wrong.
  func end() {
    if !isLasting { Self.forget(of: board) }
  }

  static func forget(of board: String) { unlink(path(of: board)) }

  private static func encoded(_ content: Content) throws(SystemError) -> Data {
    do { return try JSONEncoder().encode(content) } catch { throw SystemError(EINVAL) }
  }
}
