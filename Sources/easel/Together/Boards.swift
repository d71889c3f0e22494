import BoardStore
import Log
import Trust
import Vocabulary
import Whiteboard

/// Where boards come from.
protocol Boards {
  /// A board that nobody has seen yet.
  ///
  /// - Parameter name: nil is a name made of the date.
  func fresh(_ name: SafeText?, _ beginning: Beginning?) -> Desk.Opened
  /// A board that was left.
  func open(_ path: String) throws(Refusal) -> Desk.Opened
  /// What is known of runs before this one; nil where nothing outlasts it.
  var sessions: SessionBoards? { get }
}

extension Boards {
  var sessions: SessionBoards? { nil }

  /// The board on which this person was in a session in a run before.
  func again(
    in session: SessionBoards.Session, from base: Digest?, withinMilliseconds patience: Int64
  ) -> Desk.Opened? {
    guard let known = sessions?.board(of: session),
      let opened = again(known.path, from: base, withinMilliseconds: patience)
    else { return nil }
    if opened.header.created == known.created { return opened }
    _ = opened.keeper.finish(withinMilliseconds: patience)
    return nil
  }

  /// A shared board as one has kept it, which others may lack the last of. Nil where it is gone, or
  /// cannot be written, or began from another picture than theirs.
  func again(
    _ path: String, from base: Digest?, withinMilliseconds patience: Int64
  ) -> Desk.Opened? {
    do {
      let opened = try open(path)
      if opened.board.readOnly == nil, opened.board.log.base == base { return opened }
      _ = opened.keeper.finish(withinMilliseconds: patience)
      return nil
    } catch {
      // What the others have of it comes into a fresh one.
      return nil
    }
  }
}

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

/// When to look whether all have made the same of the same entries: after a pause, for it costs as
/// much as painting.
struct StateHashing {
  /// Milliseconds after the last change.
  static let pause: Int64 = 2_000
  /// By the uptime; nil while nothing changed.
  private(set) var due: Int64?

  mutating func changed(at now: Int64) { due = now + Self.pause }

  /// True once when it is time.
  mutating func isDue(at now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
