import EaselBase

/// Notes which boards were shared, and the path of each on this machine. A member that returns to a
/// shared board brings the entries that only this member has.
///
/// A board is identified by the session in which it was first shared. This id is no secret, so it
/// alone must not open a private board: a path is returned only for a session that follows a
/// session of this member.
struct SharedBoards: Sendable {
  /// The open board; nil if it was never shared.
  private(set) var current: SessionUUID?
  private var paths: [SessionUUID: String] = [:]
  /// The boards that the people of this session have shared.
  private var lineage: Set<SessionUUID> = []
  /// The board of each session that this member was in. All of these sessions belong to a single
  /// call.
  private var sessions: [SessionUUID: SessionUUID] = [:]

  /// The latest session of this member.
  private var session: SessionUUID?

  /// Notes that this member begins a session with the open board, or joins a session on it.
  mutating func enter(_ new: SessionUUID, on board: SessionUUID, replacing old: SessionUUID?) {
    if !follows(old) { lineage = [] }
    lineage.insert(board)
    sessions[new] = board
    (current, session) = (board, new)
  }

  /// Notes in which session of an earlier run the open board was first shared.
  mutating func resume(on board: SessionUUID) { current = board }

  /// - Parameter path: the path of the board that was open until now.
  mutating func leave(_ path: String?) {
    if let current, let path { paths[current] = path }
    current = nil
  }

  /// Notes the path of the board that is open now. If it is the path of a shared board, this board
  /// is open again.
  mutating func open(_ path: String?) {
    current = paths.first { $0.value == path }?.key
  }

  /// Returns the path of a board that this member goes back to; nil if it goes back to none. The
  /// member goes back if it was in this session on this board before. It also goes back if the
  /// session follows its latest session, and the people of that session have shared this board.
  func path(of board: SessionUUID, in session: SessionUUID, replacing old: SessionUUID?) -> String?
  {
    let isSame = sessions[session] == board
    return isSame || follows(old) && lineage.contains(board) ? paths[board] : nil
  }

  private func follows(_ old: SessionUUID?) -> Bool { old != nil && old == session }
}
