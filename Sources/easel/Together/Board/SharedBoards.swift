import Vocabulary

/// Which boards were shared, and where this person keeps them: so that whoever goes back to one with
/// the others brings what of it only they have.
struct SharedBoards {
  /// The one that is open, by the session that it was first shared in; nil where it never was.
  private(set) var current: Bytes16?
  private var paths: [Bytes16: String] = [:]
  /// The boards that the people of this session have had. What was shared with others is not opened
  /// because somebody claims that theirs is the same.
  private var lineage: Set<Bytes16> = []
  /// On which board each session was that this person was in. All of them are of one call.
  private var sessions: [Bytes16: Bytes16] = [:]

  /// The session that one was in last.
  private var session: Bytes16?

  /// Somebody begins a session with the board that is open, or joins one on it.
  mutating func enter(_ new: Bytes16, on board: Bytes16, replacing old: Bytes16?) {
    if !follows(old) { lineage = [] }
    lineage.insert(board)
    sessions[new] = board
    (current, session) = (board, new)
  }

  /// The board that is open was first shared in this session, before this run.
  mutating func resume(on board: Bytes16) { current = board }

  /// - Parameter path: where the board is kept that was open until now.
  mutating func leave(_ path: String?) {
    if let current, let path { paths[current] = path }
    current = nil
  }

  /// A board that is kept is open again.
  mutating func open(_ path: String?) {
    current = paths.first { $0.value == path }?.key
  }

  /// Where a board is kept to which one comes back: into the session that one was in on it, or with
  /// the people of the last session.
  func path(of board: Bytes16, in session: Bytes16, replacing old: Bytes16?) -> String? {
    let isSame = sessions[session] == board
    return isSame || follows(old) && lineage.contains(board) ? paths[board] : nil
  }

  private func follows(_ old: Bytes16?) -> Bool { old != nil && old == session }
}
