import BoardView
import CellFrame
import ScreenCommands

/// The notice above the canvas.
enum ToastPart: ScreenPart {
  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool {
    let cell = mouse.at.cell
    guard case .press = mouse.action, whiteboard.toast.contains(cell) else { return false }
    guard let command = whiteboard.toast.command(at: cell) else {
      whiteboard.notices.dismiss()
      return false
    }
    whiteboard.heldPress = HeldPress(press: mouse, target: .button(command))
    return true
  }

  static func nextWake(in whiteboard: borrowing Whiteboard) -> Int64? {
    whiteboard.notices.expires
  }

  static func expire(in whiteboard: inout Whiteboard) {
    whiteboard.notices.expire(at: whiteboard.drawing.uptime)
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard let frame = whiteboard.toast.frame, let rect = whiteboard.toast.rect else { return }
    overlay.draw(frame, at: CellPoint(column: rect.column, row: rect.row))
  }
}
