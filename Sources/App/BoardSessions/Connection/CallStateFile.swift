import BoardStore
import EaselBase
import EaselPlatform
import Foundation
import GroupSecurity
import Synchronization
import SystemFiles

/// The saved state of the call in which a board is hosted. It lies beside the board in a file that
/// only its owner can read. A host that ended unexpectedly goes on in that call after a restart,
/// with the same tickets.
package final class CallStateFile: Sendable {
  let board: String
  /// Whether the file stays on the disk when the host ends normally.
  let isLasting: Bool
  /// The root keys from the file; nil if a new call begins.
  let rootKeys: CallRootKeys?
  /// Why the existing file cannot be used.
  package let complaint: String?
  private let state: Mutex<State>

  private struct State {
    /// The session to resume. ``dequeueLost()`` returns it only once. It stays in the file until
    /// another session replaces it.
    var lost: Session?
    var isDequeued = false
    var content: Content?
    /// If true, the file is neither written nor removed from now on: the host has ended, or the
    /// file is not Easel's.
    var isOver: Bool
  }

  /// A session on the board, and the session in which the board was first shared.
  struct Session: Codable, Hashable {
    let id: UUID
    let first: UUID

    /// The keys of the encoded format. They stay the same when a property is renamed.
    private enum CodingKeys: String, CodingKey {
      case id = "id"
      case first = "first"
    }
  }

  struct Content: Codable, Hashable {
    var rootKeys: Data
    /// When the board was created. A new board of the same name begins another call.
    var created: Int64
    var session: Session?
    /// The addresses at which other runs of the same user meet the host; nil if they find the host
    /// without addresses.
    var addresses: [String]?

    /// The keys of the encoded format. They stay the same when a property is renamed.
    private enum CodingKeys: String, CodingKey {
      case rootKeys = "founding"
      case created = "created"
      case session = "session"
      case addresses = "addresses"
    }
  }

  private static let bytesMax = 4_096
  /// The first line of the file. The content follows as JSON; files of versions that were never
  /// released hold the JSON alone.
  private static let heading = Array("easel call 1\n".utf8)

  package init(of board: String, isLasting: Bool) {
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
    rootKeys = found.flatMap { CallRootKeys(Array($0.rootKeys)) }
    state = Mutex(State(lost: found?.session, isOver: complaint != nil))
  }

  var path: String { Self.path(of: board) }
  private static func path(of board: String) -> String { board + ".call" }

  /// Reads the file; returns nil if there is none.
  private static func read(of board: String) throws(UserError) -> Content? {
    do {
      guard let bytes = try PrivateFile.read(path(of: board), limit: bytesMax) else { return nil }
      let isHeaded = bytes.starts(with: heading)
      let content = try JSONDecoder().decode(
        Content.self, from: Data(isHeaded ? Array(bytes.dropFirst(heading.count)) : bytes))
      guard isHeaded else { throw UserError.unreleasedVersion }
      guard CallRootKeys(Array(content.rootKeys)) != nil else {
        throw UserError("no call that this Easel knows")
      }
      return content
    } catch {
      throw error is DecodingError ? UserError("it is none") : UserError(wording: error)
    }
  }

  /// Returns whether the file at this path is the board that the call was for, and not a later
  /// board of the same name. A board whose header cannot be read counts as the same board, since it
  /// may only need a repair.
  private static func isSame(_ board: String, as content: Content) -> Bool {
    guard FileSystem.exists(board) else { return false }
    do throws(BoardFileError) {
      return try BoardFile.summary(at: board).header.created == content.created
    } catch { return true }
  }

  /// Returns whether a host without a screen has saved a call for this board, and may have the
  /// board open.
  static func hasHost(of board: String) -> Bool {
    do { return try read(of: board)?.addresses != nil } catch { return false }
  }

  /// Returns a ticket to the host without a screen that has a board open; nil if there is no such
  /// file, or it cannot be read.
  package static func ticket(to board: String) -> Ticket? {
    do {
      guard let content = try read(of: board), let addresses = content.addresses,
        let rootKeys = CallRootKeys(Array(content.rootKeys))
      else { return nil }
      return try rootKeys.epoch().ticket(to: .draw, at: addresses)
    } catch { return nil }
  }

  /// Returns the lost session on the first call, and nil on later calls.
  func dequeueLost() -> Session? {
    state.withLock { state in
      defer { state.isDequeued = true }
      return state.isDequeued ? nil : state.lost
    }
  }

  /// Saves the present state of the call.
  ///
  /// - Parameters:
  ///   - created: when the board was created; nil if another board is open and the time is known
  ///     already.
  ///   - session: the session in which the board is open.
  ///   - addresses: the addresses at which the host listens.
  func save(
    _ rootKeys: CallRootKeys, created: Int64?, session: Session?, at addresses: [String] = []
  ) throws(FileError) {
    try state.withLock { state throws(FileError) in
      guard let created = created ?? state.content?.created else { return }
      if session != nil { state.lost = nil }
      try Self.write(
        Content(
          rootKeys: Data(rootKeys.bytes), created: created, session: session ?? state.lost,
          addresses: isLasting ? addresses : nil),
        of: board, &state)
    }
  }

  /// Saves changed keys; all other saved data stays unchanged.
  func save(_ rootKeys: CallRootKeys) throws(FileError) {
    try state.withLock { state throws(FileError) in
      guard var content = state.content else { return }
      content.rootKeys = Data(rootKeys.bytes)
      try Self.write(content, of: board, &state)
    }
  }

  private static func write(
    _ content: Content, of board: String, _ state: inout State
  ) throws(FileError) {
    // A board that has no file yet holds no ink, so its call is not saved.
    guard content != state.content, !state.isOver, FileSystem.exists(board) else { return }
    try PrivateFile.replace(path(of: board), with: heading + encoded(content))
    state.content = content
  }

  private static func encoded(_ content: Content) throws(FileError) -> Data {
    do { return try JSONEncoder().encode(content) } catch { throw FileError(code: EINVAL) }
  }

  /// Removes the file when the host ends normally, unless `isLasting` is true.
  func end() {
    if isLasting { return }
    state.withLock { state in
      if !state.isOver { Self.forget(of: board) }
      state.isOver = true
    }
  }

  /// Deletes the file only if it parses as saved call state.
  static func forget(of board: String) {
    do throws(UserError) {
      if try read(of: board) != nil { unlink(path(of: board)) }
    } catch { return }
  }
}
