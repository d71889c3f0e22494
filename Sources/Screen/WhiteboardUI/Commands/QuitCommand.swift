import BoardDocument
import ScreenContract

/// The command to quit.
enum QuitCommand {
  /// Quits, or asks first if entries would be lost.
  static func quit(_ board: BoardReplica, _ sheets: inout Sheets) {
    // A second quit command counts as consent if the shell can save the entries elsewhere. It is no
    // consent if the entries would be discarded.
    if board.wouldLose, sheets.open?.isUnsaved != true || board.isReadOnly {
      sheets.show(Sheet(.unsaved(before: nil)))
    } else {
      sheets.requests.append(.quit)
    }
  }
}
