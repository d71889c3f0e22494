import BoardDocument
import BoardLog
import BoardStore
import EaselBase
import GroupSecurity

/// Where boards come from. Opening one reads its file, which takes its time: see ``besideMainThread(_:)``.
protocol Boards: Sendable {
  /// A board that nobody has seen yet.
  ///
  /// - Parameters:
  ///   - name: nil is a name made of the date.
  ///   - beginning: nil is a board of one's own with nothing on it.
  func fresh(_ name: SafeText?, _ beginning: BoardBeginning?) -> BoardLibrary.Opened
  /// The public key of this user, who owns the boards that they make.
  var owner: [UInt8] { get }
  /// A board that was left.
  func open(_ path: String) throws(UserError) -> BoardLibrary.Opened
  /// What is known of runs before this one; nil where nothing outlasts it.
  var sessions: SessionBoards? { get }
}

extension Boards {
  var sessions: SessionBoards? { nil }

  /// A shared board as this user has kept it: the others may lack its last entries. Nil where the file is
  /// gone, or cannot be written, or holds another board.
  ///
  /// - Parameter created: when the board was begun; nil is any time.
  func again(
    _ path: String, being board: BoardID, begunAt created: Int64? = nil,
    withinMilliseconds patience: Int64
  ) -> BoardLibrary.Opened? {
    do {
      let opened = try open(path)
      if opened.board.readOnly == nil, opened.board.log.board == board,
        created == nil || opened.header.created == created
      {
        return opened
      }
      _ = opened.writer.finish(withinMilliseconds: patience)
      return nil
    } catch {
      // What the others have of it comes into a fresh one.
      return nil
    }
  }
}
