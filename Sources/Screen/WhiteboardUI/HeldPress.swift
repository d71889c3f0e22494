import BoardEditor
import CellFrame
import ScreenContract

/// A press on a part of the screen that opens by itself: the selection line, a notice or an offer.
/// Such a part acts on a click only. If the mouse moves away before the user releases the button,
/// the press belongs to the drawing.
struct HeldPress: Sendable {
  /// The part that the user pressed.
  enum Target: Sendable {
    /// A sheet; it finds its row or button again when the user releases the button.
    case sheet
    /// A button with its command; nil between two buttons.
    case button(Command?)
  }

  enum Step: Sendable {
    case wait, click, none
    case draw(MouseEvent.Button)
  }

  let press: MouseEvent
  let target: Target

  /// Decides what the next event of the mouse means. A hand may move by one column in a click.
  func step(after mouse: MouseEvent) -> Step {
    switch mouse.action {
    case .drag(let button):
      let (cell, first) = (mouse.at.cell, press.at.cell)
      let isDragged = cell.row != first.row || abs(cell.column - first.column) > 1
      return isDragged ? .draw(button) : .wait
    case .release: return .click
    default: return .none
    }
  }
}
