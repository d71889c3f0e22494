import EaselBase

/// Notes which boards were shared, and where this member keeps them. A member that returns to a
/// shared board brings the entries that only it has.
///
/// A board is identified by the session in which it was first shared. That is no secret, and must
/// not open a private board: a path is returned only for a session that follows a session of this
/// member.
struct SharedBoards: Sendable {
  /// The open board; nil if it never was shared.
  private(set) var current: Bytes16?
  private var paths: [Bytes16: String] = [:]
  /// The boards that the people of this session have shared.
  private var lineage: Set<Bytes16> = []
  /// The board of each session that this member was in. All of these sessions belong to a single
  /// call.
  private var sessions: [Bytes16: Bytes16] = [:]

  /// The latest session of this member.
  private var session: Bytes16?

  /// Notes that this member begins a session with the open board, or joins a session on it.
  mutating func enter(_ new: Bytes16, on board: Bytes16, replacing old: Bytes16?) {
    if !follows(old) { lineage = [] }
    lineage.insert(board)
    sessions[new] = board
    (current, session) = (board, new)
  }

  /// Notes the session in which the open board was first shared, before this run.
  mutating func resume(on board: Bytes16) { current = board }

  /// - Parameter path: the path of the board that was open until now.
  mutating func leave(_ path: String?) {
    if let current, let path { paths[current] = path }
    current = nil
  }

  /// Notes that a kept board is open again.
  mutating func open(_ path: String?) {
    current = paths.first { $0.value == path }?.key
  }

  /// Returns the path of a board that this member goes back to: into its earlier session on that
  /// board, or with the people of the latest session.
  func path(of board: Bytes16, in session: Bytes16, replacing old: Bytes16?) -> String? {
    let isSame = sessions[session] == board
    return isSame || follows(old) && lineage.contains(board) ? paths[board] : nil
  }

  private func follows(_ old: Bytes16?) -> Bool { old != nil && old == session }
}
