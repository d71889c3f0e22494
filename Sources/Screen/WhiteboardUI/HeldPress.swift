import CellFrame
import ScreenCommands

/// A press on a part of the screen that opens by itself: the selection line, a notice or an offer.
/// Such a part acts on a click only. If the mouse moves away before the user
/// releases the button, the press belongs to the drawing.
struct HeldPress: Sendable {
  /// The part that the user pressed.
  enum Target: Sendable {
    /// A sheet; it finds its row or button again when the user releases the button.
    case sheet
    /// A button with its command; nil between two buttons.
    case button(Command?)
  }

  let press: MouseEvent
  let target: Target

  /// Whether the mouse has moved so far that the press is no click. A hand may move by one column.
  func isDragged(to cell: CellPoint) -> Bool {
    cell.row != press.at.cell.row || abs(cell.column - press.at.cell.column) > 1
  }
}
