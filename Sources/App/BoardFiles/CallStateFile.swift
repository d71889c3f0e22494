import BoardStore
import EaselBase
import EaselPlatform
import Foundation
import GroupSecurity
import Synchronization
import SystemFiles

/// The saved state of the call in which a board is hosted. It lies beside the board in a file that
/// only its owner can read, as long as the board. A host that starts again goes on in that call,
/// with the same tickets. A file that another identity made is not used.
package final class CallStateFile: Sendable {
  /// Whether the host has no screen. Then its user's other runs find it by its addresses.
  private let isHeadless: Bool
  /// The root keys from the file; nil if a new call begins.
  package let rootKeys: CallRootKeys?
  /// The port at which the host listened; nil if a new call begins, or the user names the
  /// addresses.
  package let port: UInt16?
  /// When the call began that goes on, in milliseconds since 1970; nil if a new call begins.
  package let continued: Int64?
  /// Why the existing file cannot be used.
  package let complaint: String?
  private let begun: Int64
  private let signature: OwnFileSignature
  private let state: Mutex<State>

  private struct State {
    /// The path of the hosted board; nil if the board has no file yet.
    var board: String?
    /// The session to resume. ``dequeueLost()`` returns it only once. It stays in the file until
    /// another session replaces it.
    var lost: Session?
    var isDequeued = false
    var content: Content?
    /// If true, the file is neither written nor removed, because it is not this user's.
    var isForeign: Bool
  }

  /// A session on the board, and the session in which the board was first shared.
  package struct Session: Codable, Hashable {
    package let id: UUID
    package let first: UUID

    package init(id: UUID, first: UUID) { (self.id, self.first) = (id, first) }

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
    /// When the call began, in milliseconds since 1970.
    var begun: Int64
    var session: Session?
    /// The addresses at which other runs of the same user meet the host; nil if they find the host
    /// without addresses.
    var addresses: [String]?
    /// The port at which guests reach the host; nil if the user names the addresses.
    var port: UInt16?

    /// The keys of the encoded format. They stay the same when a property is renamed.
    private enum CodingKeys: String, CodingKey {
      case rootKeys = "founding"
      case created = "created"
      case begun = "begun"
      case session = "session"
      case addresses = "addresses"
      case port = "port"
    }
  }

  /// The fields that the files of all unreleased versions have.
  private struct UnreleasedContent: Decodable {
    let rootKeys: Data
    let created: Int64

    private enum CodingKeys: String, CodingKey {
      case rootKeys = "founding"
      case created = "created"
    }
  }

  private static let bytesMax = 32 << 10
  /// The first line of the file. The signature and the content as JSON follow; files of versions
  /// that were never released hold the JSON alone.
  private static let heading = "easel call 1\n"

  /// - Parameters:
  ///   - board: the path of the hosted board; nil if its file will be made later.
  ///   - now: milliseconds since 1970.
  package init(
    of board: String?, madeBy identity: Identity, isHeadless: Bool, at now: Int64 = WallClock.now()
  ) {
    let signature = OwnFileSignature(identity)
    (self.isHeadless, self.signature) = (isHeadless, signature)
    var found: Content?
    do throws(UserError) {
      found = try board.flatMap { board throws(UserError) in try Self.read(of: board, signature) }
      complaint = nil
    } catch {
      complaint = """
        the session in \(Self.path(of: board ?? "")) is not taken up: \(SafeText(error.sentence).clause). A new \
        session begins, and is not kept. Remove that file to keep it.
        """
    }
    if let board, let content = found, !Self.isSame(board, as: content) { found = nil }
    (port, continued) = (found?.port, found?.begun)
    begun = found?.begun ?? now
    rootKeys = found.flatMap { CallRootKeys(Array($0.rootKeys)) }
    state = Mutex(State(board: board, lost: found?.session, isForeign: complaint != nil))
  }

  /// Whether a later run will go on with the call.
  package var isKept: Bool { state.withLock { $0.content != nil && !$0.isForeign } }

  /// The board with which the call is kept; nil if it is not kept.
  package var keptBoard: String? { isKept ? state.withLock { $0.board } : nil }

  /// Returns whether this is the path of the hosted board.
  package func isBoard(at path: String?) -> Bool {
    path != nil && state.withLock { $0.board } == path
  }

  var path: String { Self.path(of: state.withLock { $0.board } ?? "") }
  private static func path(of board: String) -> String { board + ".call" }

  /// Follows the hosted board, which got its first file or another name.
  package func boardMoved(from old: String?, to new: String) {
    state.withLock { state in
      guard state.board == old else { return }
      state.board = new
      if old == nil, FileSystem.exists(Self.path(of: new)) { state.isForeign = true }
    }
  }

  /// Reads the file; returns nil if there is none.
  ///
  /// - Parameter signature: checks who made the file; nil checks only the form of the file.
  private static func read(of board: String, _ signature: OwnFileSignature?) throws(UserError)
    -> Content?
  {
    do {
      guard let bytes = try PrivateFile.read(path(of: board), limit: bytesMax) else { return nil }
      guard bytes.starts(with: heading.utf8) else {
        _ = try JSONDecoder().decode(UnreleasedContent.self, from: Data(bytes))
        throw UserError.unreleasedVersion
      }
      let inner =
        try signature?.content(of: bytes, under: heading)
        ?? OwnFileSignature.parts(of: bytes, under: heading).content
      let content = try JSONDecoder().decode(Content.self, from: Data(inner))
      guard CallRootKeys(Array(content.rootKeys)) != nil else {
        throw UserError("no session that this Easel knows")
      }
      return content
    } catch {
      throw error is DecodingError ? UserError("it is none") : UserError(wording: error)
    }
  }

  /// Returns whether the file at this path is the board that the call was for, and not a later
  /// board of the same name. A board whose header cannot be read is treated as the same board,
  /// since it may only need a repair.
  private static func isSame(_ board: String, as content: Content) -> Bool {
    guard FileSystem.exists(board) else { return false }
    do throws(BoardFileError) {
      return try BoardFile.summary(at: board).header.created == content.created
    } catch { return true }
  }

  /// Returns whether a host without a screen has saved a call for this board, and may have the
  /// board open.
  static func hasHost(of board: String, madeBy identity: Identity) -> Bool {
    do { return try read(of: board, OwnFileSignature(identity))?.addresses != nil } catch {
      return false
    }
  }

  /// Returns a ticket to the host without a screen that has a board open; nil if there is no such
  /// file, another identity made it, or it cannot be read.
  package static func ticket(to board: String, madeBy identity: Identity) -> Ticket? {
    do {
      guard let content = try read(of: board, OwnFileSignature(identity)),
        let addresses = content.addresses, let rootKeys = CallRootKeys(Array(content.rootKeys))
      else { return nil }
      return try rootKeys.epoch().ticket(to: .draw, at: addresses)
    } catch { return nil }
  }

  /// Returns the lost session on the first call, and nil on later calls.
  package func dequeueLost() -> Session? {
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
  ///   - port: the port at which guests reach the host; nil if the user names the addresses.
  package func save(
    _ rootKeys: CallRootKeys, created: Int64?, session: Session?, at addresses: [String] = [],
    port: UInt16? = nil
  ) throws(UserError) {
    try state.withLock { state throws(UserError) in
      guard let created = created ?? state.content?.created else { return }
      if session != nil { state.lost = nil }
      try write(
        Content(
          rootKeys: Data(rootKeys.bytes), created: created, begun: begun,
          session: session ?? state.lost, addresses: isHeadless ? addresses : nil, port: port),
        &state)
    }
  }

  /// Saves changed keys; all other saved data stays unchanged.
  package func save(_ rootKeys: CallRootKeys) throws(UserError) {
    try state.withLock { state throws(UserError) in
      guard var content = state.content else { return }
      content.rootKeys = Data(rootKeys.bytes)
      try write(content, &state)
    }
  }

  private func write(_ content: Content, _ state: inout State) throws(UserError) {
    // A board that has no file yet holds no ink, so its call is not saved.
    guard let board = state.board, content != state.content, !state.isForeign,
      FileSystem.exists(board)
    else { return }
    let path = Self.path(of: board)
    let bytes = try signature.signed(Array(Self.encoded(content)), under: Self.heading)
    do throws(FileError) { try PrivateFile.replace(path, with: bytes) } catch {
      throw .cannot("write", path, error)
    }
    state.content = content
  }

  private static func encoded(_ content: Content) throws(UserError) -> Data {
    do { return try JSONEncoder().encode(content) } catch { throw UserError("\(error)") }
  }

  /// Deletes the file of a board that goes into the trash, if it has the form of a saved call.
  static func forget(of board: String) {
    do throws(UserError) {
      if try read(of: board, nil) != nil { unlink(path(of: board)) }
    } catch { return }
  }

  /// Moves the file of a board that got another name, if it has the form of a saved call.
  static func move(from old: String, to new: String) {
    do throws(UserError) {
      guard old != new, try read(of: old, nil) != nil, !FileSystem.exists(path(of: new)) else {
        return
      }
      rename(path(of: old), path(of: new))
    } catch { return }
  }
}
