import CellFrame
import ScreenContract

/// The top line and the control bar.
enum BarsPart: ScreenPart {
  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool {
    guard case .press = mouse.action else { return false }
    let cell = mouse.at.cell
    if cell.row > 0 { whiteboard.notices.dismiss(for: .openLast) }
    guard whiteboard.composer.isBar(cell.row) else { return false }
    if let command = whiteboard.composer.command(at: cell) { whiteboard.perform(command) }
    return true
  }

  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard) {
    if changes.surface.isGuestInkStale { whiteboard.composer.forgetBars() }
  }
}
