import BoardView
import CellFrame
import ScreenContract

/// The line with the properties of the selection.
enum SelectionLinePart: ScreenPart {
  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool {
    let line = whiteboard.drawing.editor.selecting.line
    guard case .press = mouse.action, line.contains(mouse.at.cell) else { return false }
    whiteboard.heldPress = HeldPress(
      press: mouse, target: .button(line.command(at: mouse.at.cell)))
    return true
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard whiteboard.film.mode == nil,
      let line = whiteboard.drawing.editor.selecting.line.shown
    else { return }
    overlay.draw(line.frame, at: line.at)
  }
}
