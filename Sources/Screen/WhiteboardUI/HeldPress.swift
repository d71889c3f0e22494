import CellFrame
import ScreenCommands

/// A press on a part of the screen that opens by itself, such as the palette, the selection line, a
/// notice or an offer. Such a part acts on a click only. If the mouse moves away before the user
/// releases the button, the press belongs to the drawing.
struct HeldPress: Sendable {
  let press: MouseEvent
  /// The command of a click; nil between two buttons.
  let command: Command?

  init(_ press: MouseEvent, _ command: Command?) {
    (self.press, self.command) = (press, command)
  }

  /// Whether the mouse has moved so far that the press is no click. A hand may move by one column.
  func isDragged(to cell: CellPoint) -> Bool {
    cell.row != press.at.cell.row || abs(cell.column - press.at.cell.column) > 1
  }
}
