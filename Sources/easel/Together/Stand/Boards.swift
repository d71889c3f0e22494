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
