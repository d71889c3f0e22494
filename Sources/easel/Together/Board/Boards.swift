import BoardDocument
import BoardStore
import Log
import Trust
import Vocabulary

/// Where boards come from. Opening one reads its file, which takes its time: see ``besideMainThread(_:)``.
protocol Boards: Sendable {
  /// A board that nobody has seen yet.
  ///
  /// - Parameters:
  ///   - name: nil is a name made of the date.
  ///   - beginning: nil is a board of one's own with nothing on it.
  func fresh(_ name: SafeText?, _ beginning: Beginning?) -> Desk.Opened
  /// The public key of this user, who owns the boards that they make.
  var owner: [UInt8] { get }
  /// A board that was left.
  func open(_ path: String) throws(Refusal) -> Desk.Opened
  /// What is known of runs before this one; nil where nothing outlasts it.
  var sessions: SessionBoards? { get }
}

extension Boards {
  var sessions: SessionBoards? { nil }

  /// The board on which this person was in a session in a run before.
  func again(
    in session: SessionBoards.Session, being board: BoardID, withinMilliseconds patience: Int64
  ) -> Desk.Opened? {
    guard let known = sessions?.board(of: session),
      let opened = again(known.path, being: board, withinMilliseconds: patience)
    else { return nil }
    if opened.header.created == known.created { return opened }
    _ = opened.keeper.finish(withinMilliseconds: patience)
    return nil
  }

  /// A shared board as one has kept it, which others may lack the last of. Nil where it is gone, or
  /// cannot be written, or is another board than theirs.
  func again(
    _ path: String, being board: BoardID, withinMilliseconds patience: Int64
  ) -> Desk.Opened? {
    do {
      let opened = try open(path)
      if opened.board.readOnly == nil, opened.board.log.board == board { return opened }
      _ = opened.keeper.finish(withinMilliseconds: patience)
      return nil
    } catch {
      // What the others have of it comes into a fresh one.
      return nil
    }
  }
}
