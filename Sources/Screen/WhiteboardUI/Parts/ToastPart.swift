import BoardView
import CellFrame
import ScreenContract

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

  /// Removes the notice if its subject is over.
  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard) {
    guard let subject = whiteboard.notices.shown?.subject, isOver(subject, in: whiteboard) else {
      return
    }
    whiteboard.notices.dismiss()
  }

  private static func isOver(_ subject: NoticeSubject, in whiteboard: borrowing Whiteboard) -> Bool
  {
    switch subject {
    case .selection: whiteboard.drawing.editor.selection.isEmpty
    case .picture: whiteboard.pictures.hanging == nil
    case .typing: whiteboard.keyUse.letters == .commands
    case .reach: !whiteboard.sessions.panel.reachability.isLossReported
    case .saving: !whiteboard.drawing.recorder.board.saving.isTrouble
    case .admission(let number):
      !whiteboard.sessions.panel.admissions.waiting.contains { $0.number == number }
    case .participant(let id): whiteboard.sessions.presence.session?.guest(id) == nil
    case .film(let id): whiteboard.film.shared.item(id) == nil
    case .leaving: !whiteboard.drawing.recorder.isInSession
    }
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
