import BoardEditor
import BoardView
import CellFrame
import ScreenContract

/// The search in text paper.
enum SearchPart: ScreenPart {
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? {
    whiteboard.search.isOpen ? KeyUse(letters: .text, isFree: { _ in false }) : nil
  }

  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool {
    let cancelsGesture = key == .escape && !whiteboard.drawing.editor.gesture.isIdle
    guard !cancelsGesture else { return false }
    return whiteboard.search.handle(
      key, modifiers, in: whiteboard.drawing.recorder.picture, on: &whiteboard.drawing.surface)
  }

  static func insert(pasted text: String, in whiteboard: inout Whiteboard) {
    whiteboard.search.paste(
      text, in: whiteboard.drawing.recorder.picture, on: &whiteboard.drawing.surface)
  }

  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard) {
    if changes.isPictureNew { whiteboard.search.follow(whiteboard.drawing.recorder.picture) }
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard whiteboard.film.mode == nil,
      let bar = whiteboard.search.bar(whiteboard.drawing.surface.chrome)
    else { return }
    let surface = whiteboard.drawing.surface
    let last = surface.view.rows - 1
    whiteboard.search.mark(in: &overlay, on: surface)
    if surface.view.bars == .none {
      let cells = bar.layout(columns: surface.view.columns).cells(surface.theme)
      overlay.runs.append(Overlay.Run(at: CellPoint(column: 0, row: last), cells: cells))
    }
    overlay.cursor = CellPoint(
      column: bar.cursorColumn(columns: surface.view.columns), row: last)
  }
}
