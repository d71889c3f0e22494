import BoardFiles
import BoardSessions
import BoardStore
import SystemFiles

extension NamedOutput {
  /// Refuses a board, because what is written to it would replace the drawing. Call it before the
  /// process opens a board.
  func refuseBoard() throws(UserError) {
    guard !isOpen, BoardFileSignature.isBoard(at: name) else { return }
    throw UserError(
      "\(UserError.shown(name)) is a board. Choose another file.", code: UserError.usage)
  }
}
