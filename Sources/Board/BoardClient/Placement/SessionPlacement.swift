import BoardDocument
import BoardLog
import EaselBase

/// Which session this member is in, on which board, and with which board it joins another session.
public struct SessionPlacement: Sendable {
  /// The session that this member is in.
  public private(set) var current: Bytes16?
  /// The session whose board is open, though this member may have left it.
  public private(set) var home: Bytes16?
  /// The sessions that this member is in or can join.
  private var known: [Bytes16: KnownSession] = [:]
  private var shared = SharedBoards()
  /// The session in whose place this member begins another.
  private var replaced: Bytes16?

  public init() {}

  /// The session in which the open board was first shared; nil where it never was.
  public var first: Bytes16? { shared.current }

  /// A session on the board that is open, in which this member is.
  public var open: (session: Bytes16, first: Bytes16)? {
    guard let current, home == current else { return nil }
    return (current, first ?? current)
  }

  public subscript(_ session: Bytes16) -> KnownSession? { known[session] }

  // MARK: Sessions

  /// Another member has begun this session.
  public mutating func offered(_ session: Bytes16, _ offer: KnownSession) {
    known[session] = offer
  }

  /// This member is about to begin a session, in place of the one that it is in.
  ///
  /// - Returns: the session that is replaced.
  public mutating func share() -> Bytes16? {
    replaced = current
    return current
  }

  /// This member prepares a session, which begins when others come.
  public mutating func stage() { replaced = nil }

  /// This member has begun a session with the board that is open.
  public mutating func begun(_ session: Bytes16, seat: Bytes16, on genesis: BoardGenesis) {
    known[session] = KnownSession(
      seat: seat, name: nil, genesis: genesis, board: first ?? session, replaces: replaced)
  }

  /// The open board was first shared in this session, in a run before.
  public mutating func resume(on first: Bytes16) { shared.resume(on: first) }

  /// This member is in the session from now on, with the board that is open. Does nothing where the session
  /// is over.
  public mutating func enter(_ session: Bytes16) {
    guard let known = known[session] else { return }
    (home, current) = (session, session)
    shared.enter(session, on: known.board, replacing: known.replaces)
  }

  /// The session is over, for this member at least.
  ///
  /// - Returns: whether this member was in it.
  public mutating func forget(_ session: Bytes16) -> Bool {
    known[session] = nil
    guard session == current else { return false }
    current = nil
    return true
  }

  // MARK: Boards

  /// Another board is open.
  ///
  /// - Parameters:
  ///   - old: where the board before is kept; nil where it has no file.
  ///   - new: where the new one is kept.
  public mutating func boardChanged(from old: String?, to new: String?) {
    shared.leave(old)
    shared.open(new)
    home = nil
  }

  /// A way to get the board of a session.
  public enum Way: Sendable {
    /// Go on with the board that is open.
    case stay
    /// Open the file, if it holds this board and can be written.
    case file(String, of: BoardID)
    /// The same, if the board in it was begun at that time.
    case notedFile(NotedBoard, of: BoardID)
    /// Begin an empty copy; the others have the rest.
    case copy(BoardBeginning)
    /// Enter the session without the board, and ask the others what it begins with.
    case ask(BoardGenesis)
  }

  /// The ways to get the board of a session, the best first. The last of them always works. Empty where
  /// the session is over.
  ///
  /// - Parameters:
  ///   - open: the file that is open, with the id of the board in it; nil where it has no file.
  ///   - noted: the file in which this member had the board of that session in a run before.
  public func ways(
    to session: Bytes16, open: (file: NotedBoard, board: BoardID)?, noted: NotedBoard?
  ) -> [Way] {
    guard let known = known[session] else { return [] }
    if home == session { return [.stay] }
    let id = known.genesis.id
    var ways: [Way] = []
    if let path = shared.path(of: known.board, in: session, replacing: known.replaces) {
      ways.append(.file(path, of: id))
    }
    if let noted {
      if let open, open.file == noted, open.board == id { return ways + [.stay] }
      ways.append(.notedFile(noted, of: id))
    }
    return ways + [BoardBeginning(joining: known.genesis).map(Way.copy) ?? .ask(known.genesis)]
  }
}
