import EaselBase

/// Which boards were shared, and where this member keeps them: a member that goes back to one with the
/// others brings what only it has of that board.
///
/// A board is known by the session that it was first shared in. That is no secret, and must not open a
/// private board: a path is given only for a session that follows one this member was in.
struct SharedBoards: Sendable {
  /// The board that is open; nil where it was never shared.
  private(set) var current: Bytes16?
  private var paths: [Bytes16: String] = [:]
  /// The boards that the people of this session have had.
  private var lineage: Set<Bytes16> = []
  /// The board of each session that this member was in. All of them are of one call.
  private var sessions: [Bytes16: Bytes16] = [:]

  /// The session that this member was in last.
  private var session: Bytes16?

  /// This member begins a session with the board that is open, or joins one on it.
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

  /// The path of a board that this member goes back to: into the session that it was in on that board, or
  /// with the people of the last session.
  func path(of board: Bytes16, in session: Bytes16, replacing old: Bytes16?) -> String? {
    let isSame = sessions[session] == board
    return isSame || follows(old) && lineage.contains(board) ? paths[board] : nil
  }

  private func follows(_ old: Bytes16?) -> Bool { old != nil && old == session }
}
