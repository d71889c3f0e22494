import BoardStore
import EaselBase
import Foundation
import EaselPlatform
import GroupSecurity
import Synchronization

/// The call in which a board is hosted, kept beside the board in a file that only its owner can read: where
/// its host ended unasked, it goes on in that call once it is started again, under the same tickets.
final class CallStateFile: Sendable {
  let board: String
  /// Whether it outlives a host that is told to end.
  let isLasting: Bool
  /// As it was found; nil where it begins.
  let founding: CallRootKeys?
  /// Why a file that is there is of no use.
  let complaint: String?
  private let state: Mutex<State>

  private struct State {
    /// To be taken up once, and kept until another is in its place.
    var lost: Session?
    var isTaken = false
    var content: Content?
    /// Nothing is written or removed there any more, or ever: what lies there is not Easel's.
    var isOver: Bool
  }

  /// A session on the board, and the one in which the board was first shared.
  struct Session: Codable, Hashable {
    let id: UUID
    let first: UUID

    /// The names in the format, whatever the properties are called.
    private enum CodingKeys: String, CodingKey {
      case id = "id"
      case first = "first"
    }
  }

  struct Content: Codable, Hashable {
    var version = 1
    var founding: Data
    /// When the board was, so that a new one of its name begins another.
    var created: Int64
    var session: Session?
    /// Where its host is met by other runs of the same user; nil where that one is met without.
    var addresses: [String]?

    /// The names in the format, whatever the properties are called.
    private enum CodingKeys: String, CodingKey {
      case version = "version"
      case founding = "founding"
      case created = "created"
      case session = "session"
      case addresses = "addresses"
    }
  }

  private static let bytesMax = 4_096

  init(of board: String, isLasting: Bool) {
    (self.board, self.isLasting) = (board, isLasting)
    var found: Content?
    do throws(UserError) {
      found = try Self.read(of: board)
      complaint = nil
    } catch {
      complaint = """
        the call in \(Self.path(of: board)) is left as it is, and a new one begins, which is not kept: \
        \(error.sentence)
        """
    }
    if let content = found, !Self.isSame(board, as: content) { found = nil }
    founding = found.flatMap { CallRootKeys(Array($0.founding)) }
    state = Mutex(State(lost: found?.session, isOver: complaint != nil))
  }

  var path: String { Self.path(of: board) }
  private static func path(of board: String) -> String { board + ".call" }

  /// Nil where there is none.
  private static func read(of board: String) throws(UserError) -> Content? {
    do {
      guard let bytes = try FileSystem.readOwn(path(of: board), limit: bytesMax) else { return nil }
      let content = try JSONDecoder().decode(Content.self, from: Data(bytes))
      guard content.version == 1, CallRootKeys(Array(content.founding)) != nil else {
        throw UserError("no call that this Easel knows")
      }
      return content
    } catch {
      throw error is DecodingError ? UserError("it is none") : UserError(wording: error)
    }
  }

  /// Whether it is the board that the call was for, and not one that has its name by now. One that only
  /// opening it puts in order is taken for it.
  private static func isSame(_ board: String, as content: Content) -> Bool {
    guard FileSystem.exists(board) else { return false }
    do throws(BoardError) {
      return try BoardFile.summary(at: board).header.created == content.created
    } catch { return true }
  }

  /// Whether a host without a screen has kept a board, and may have it open.
  static func hasHost(of board: String) -> Bool {
    do { return try read(of: board)?.addresses != nil } catch { return false }
  }

  /// The way to the host without a screen that has a board open; nil where none said so, or what it
  /// said cannot be read.
  static func ticket(to board: String) -> Ticket? {
    do {
      guard let content = try read(of: board), let addresses = content.addresses,
        let founding = CallRootKeys(Array(content.founding))
      else { return nil }
      return try founding.epoch().ticket(to: .draw, at: addresses)
    } catch { return nil }
  }

  /// The session that was lost, the first time.
  func takeLost() -> Session? {
    state.withLock { state in
      defer { state.isTaken = true }
      return state.isTaken ? nil : state.lost
    }
  }

  /// Keeps what is true now.
  ///
  /// - Parameters:
  ///   - created: when the board was; nil where another is open, and that is known.
  ///   - session: the session that it is open in.
  ///   - addresses: where the host listens.
  func keep(
    _ founding: CallRootKeys, created: Int64?, session: Session?, at addresses: [String] = []
  ) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      guard let created = created ?? state.content?.created else { return }
      if session != nil { state.lost = nil }
      try Self.write(
        Content(
          founding: Data(founding.bytes), created: created, session: session ?? state.lost,
          addresses: isLasting ? addresses : nil),
        of: board, &state)
    }
  }

  /// There are other keys, and nothing else is new.
  func keep(_ founding: CallRootKeys) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      guard var content = state.content else { return }
      content.founding = Data(founding.bytes)
      try Self.write(content, of: board, &state)
    }
  }

  private static func write(
    _ content: Content, of board: String, _ state: inout State
  ) throws(SystemError) {
    // A board without a file has nobody's ink on it.
    guard content != state.content, !state.isOver, FileSystem.exists(board) else { return }
    try FileSystem.replace(path(of: board), Array(encoded(content)))
    state.content = content
  }

  private static func encoded(_ content: Content) throws(SystemError) -> Data {
    do { return try JSONEncoder().encode(content) } catch { throw SystemError(EINVAL) }
  }

  /// The host ends, and nothing is wrong.
  func end() {
    if isLasting { return }
    state.withLock { state in
      if !state.isOver { Self.forget(of: board) }
      state.isOver = true
    }
  }

  /// Only what is one.
  static func forget(of board: String) {
    do throws(UserError) {
      if try read(of: board) != nil { unlink(path(of: board)) }
    } catch { return }
  }
}
