import BoardView
import CellFrame
import ScreenContract

/// The tool palette.
enum PalettePart: ScreenPart {
  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool {
    let cell = mouse.at.cell
    guard case .press = mouse.action, whiteboard.palette.contains(cell) else { return false }
    if let command = whiteboard.palette.command(at: cell) { whiteboard.perform(command) }
    return true
  }

  static func followsMouse(in whiteboard: borrowing Whiteboard) -> Bool {
    whiteboard.palette.isOnScreen
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard let frame = whiteboard.palette.frame, let rect = whiteboard.palette.rect else { return }
    // A sheet that needs the room of the palette hides it, because a part of it would be a riddle.
    if let sheet = whiteboard.sheetInput?.layout, sheet.rect.meets(rect) { return }
    overlay.draw(frame, at: CellPoint(column: rect.column, row: rect.row))
  }
}
