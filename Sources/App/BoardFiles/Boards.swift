import BoardDocument
import BoardLog
import BoardStore
import EaselBase
import GroupSecurity

/// A source of boards. Opening a board reads its file, which takes time: see
/// `besideMainThread`.
package protocol Boards: Sendable {
  /// Returns a new board that has not been shown yet.
  ///
  /// - Parameters:
  ///   - name: nil means a name made of the date.
  ///   - beginning: nil means an empty board that this user owns.
  func fresh(_ name: SafeText?, _ beginning: BoardBeginning?) -> OpenBoardFile
  /// The public key of this user, who owns the boards that they make.
  var owner: [UInt8] { get }
  /// Opens a board that the user left earlier.
  func open(_ path: String) throws(UserError) -> OpenBoardFile
  /// The boards of sessions from earlier runs; nil if nothing outlasts this run.
  var sessions: SessionBoards? { get }
}

extension Boards {
  package var sessions: SessionBoards? { nil }

  /// Opens the board of a session from this user's file, which may hold entries that the other
  /// members lack. Returns nil if the file is gone, or cannot be written, or holds another board.
  ///
  /// - Parameter created: when the board was begun; nil accepts any time.
  package func reopen(
    _ path: String, being board: BoardID, begunAt created: Int64? = nil,
    withinMilliseconds patience: Int64
  ) -> OpenBoardFile? {
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
      // The caller then tries another way to the board, such as a fresh copy.
      return nil
    }
  }
}
