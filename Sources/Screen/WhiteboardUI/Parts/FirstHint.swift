import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The line on an empty board that tells a new user how to begin. It disappears with the first dot.
enum FirstHint {
  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard whiteboard.setup.showsFirstHint,
      whiteboard.drawing.recorder.board.picture.operationCount == 0,
      whiteboard.drawing.recorder.mayDraw, whiteboard.drawing.editor.isIdle,
      !whiteboard.drawing.surface.view.isPaper,
      whiteboard.sessions.presence.session?.items.isEmpty != false
    else { return }
    let (view, theme) = (whiteboard.drawing.surface.view, whiteboard.drawing.surface.theme)
    let text = words(whiteboard)
    // There has to be room beside the tool palette.
    let left = whiteboard.palette.rect.map { $0.column + $0.columns + 1 } ?? 0
    let room = view.canvasColumns - left
    guard text.displayWidth <= room else { return }
    let corner = CellPoint(
      column: left + (room - text.displayWidth) / 2, row: view.top + view.canvasRows * 2 / 3)
    overlay.write(text, at: corner, style: theme[.hint])
  }

  private static func words(_ whiteboard: borrowing Whiteboard) -> String {
    let keymap = whiteboard.setup.keymap
    let tools = whiteboard.drawing.editor.tools
    let sharing = whiteboard.sessions.panel.sharingHint(
      isInSession: whiteboard.drawing.recorder.isInSession)
    let parts =
      [
        tools.tool.hint(isFilled: tools.isFilled).short,
        "\(keymap.name(of: .show(.help))) shows all keys",
      ] + (sharing.map { ["\(keymap.name(of: $0.command)) \($0.effect)"] } ?? [])
    return parts.joined(separator: " \(whiteboard.drawing.surface.chrome.dot) ")
  }
}
