import BoardDocument
import BoardLog
import EaselBase

/// Tracks which session this member is in and which board is open, and finds the board to open when
/// this member joins another session.
package struct SessionPlacement: Sendable {
  /// The session that this member is in.
  package private(set) var current: SessionUUID?
  /// The session that the open board belongs to. This member may have left the session.
  package private(set) var home: SessionUUID?
  /// The sessions that this member is in or can join.
  private var known: [SessionUUID: KnownSession] = [:]
  private var shared = SharedBoards()
  /// The session that the next session of this member will replace; nil if it replaces none.
  private var replaced: SessionUUID?

  package init() {}

  /// The session in which the open board was first shared; nil if the board was never shared.
  package var first: SessionUUID? { shared.current }

  /// The session that this member is in, and the session in which the open board was first shared.
  /// Nil if this member is in no session, or if its session has another board than the open one.
  package var open: (session: SessionUUID, first: SessionUUID)? {
    guard let current, home == current else { return nil }
    return (current, first ?? current)
  }

  package subscript(_ session: SessionUUID) -> KnownSession? { known[session] }

  // MARK: Sessions

  /// Notes a session that another member has begun.
  package mutating func offered(_ session: SessionUUID, _ offer: KnownSession) {
    known[session] = offer
  }

  /// Notes that this member is about to begin a session that replaces its present session.
  ///
  /// - Returns: the session that is replaced.
  package mutating func share() -> SessionUUID? {
    replaced = current
    return current
  }

  /// Notes that this member prepares a session. The session begins when another person enters the
  /// call, and it replaces no session.
  package mutating func stage() { replaced = nil }

  /// Notes that this member has begun a session with the open board.
  package mutating func begun(
    _ session: SessionUUID, participant: ParticipantUUID, on genesis: BoardGenesis
  ) {
    known[session] = KnownSession(
      participant: participant, name: nil, genesis: genesis, board: first ?? session,
      replaces: replaced)
  }

  /// Notes the session in which the open board was first shared, in an earlier run of the program.
  package mutating func resume(on first: SessionUUID) { shared.resume(on: first) }

  /// Notes that this member has entered the session with the open board. Does nothing if the
  /// session is over.
  package mutating func enter(_ session: SessionUUID) {
    guard let known = known[session] else { return }
    (home, current) = (session, session)
    shared.enter(session, on: known.board, replacing: known.replaces)
  }

  /// Notes that the session is over, at least for this member.
  ///
  /// - Returns: whether this member was in the session.
  package mutating func forget(_ session: SessionUUID) -> Bool {
    known[session] = nil
    guard session == current else { return false }
    current = nil
    return true
  }

  /// Notes that the host has given another name to the board of a session. Does nothing if this
  /// member began the session, or if the name is empty.
  package mutating func renamed(_ session: SessionUUID, to name: SafeText) {
    if known[session]?.name != nil, !name.string.isEmpty { known[session]?.name = name }
  }

  /// The host's name of the open board; nil if this member is in no session, or began it.
  package var hostsName: SafeText? { current.flatMap { known[$0]?.name } }

  // MARK: Boards

  /// Notes that another board is open.
  ///
  /// - Parameters:
  ///   - old: the path of the previous board; nil if it has no file.
  ///   - new: the path of the new board; nil if it has no file.
  package mutating func boardChanged(from old: String?, to new: String?) {
    shared.leave(old)
    shared.open(new)
    home = nil
  }

  /// A way to get the board of a session.
  package enum OpeningOption: Sendable {
    /// Keep the open board.
    case stay
    /// Open this file, if it is writable and holds this board.
    case file(String, of: BoardID)
    /// Open this file, if it is writable and holds this board, and if its board was begun at the
    /// noted time.
    case notedFile(NotedBoard, of: BoardID)
    /// Begin a new copy of the board; the other participants send the entries.
    case copy(BoardBeginning)
    /// Enter the session without a board, and ask the other participants for the board's beginning.
    case ask(BoardGenesis)
  }

  /// Returns the ways to get the board of a session, the best first. The last way always works. The
  /// result is empty if the session is over.
  ///
  /// - Parameters:
  ///   - open: the open file, with the id of its board; nil if the open board has no file.
  ///   - noted: the file in which an earlier run of this user stored the session's board; nil if
  ///     none is noted.
  package func openingOptions(
    to session: SessionUUID, open: (file: NotedBoard, board: BoardID)?, noted: NotedBoard?
  ) -> [OpeningOption] {
    guard let known = known[session] else { return [] }
    if home == session { return [.stay] }
    let id = known.genesis.id
    var options: [OpeningOption] = []
    if let path = shared.path(of: known.board, in: session, replacing: known.replaces) {
      options.append(.file(path, of: id))
    }
    if let noted {
      if let open, open.file == noted, open.board == id { return options + [.stay] }
      options.append(.notedFile(noted, of: id))
    }
    return options + [
      BoardBeginning(joining: known.genesis).map(OpeningOption.copy) ?? .ask(known.genesis)
    ]
  }
}
