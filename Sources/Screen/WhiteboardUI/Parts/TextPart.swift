import BoardEditor
import BoardView
import CellFrame
import ScreenContract

/// The text that the user types on the board.
enum TextPart: ScreenPart {
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? {
    guard whiteboard.drawing.editor.text.isTyping else { return nil }
    return KeyUse(letters: .textBesideTools, isFree: { _ in false })
  }

  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool {
    whiteboard.drawing.type(key, modifiers)
    pointAtCaret(in: &whiteboard)
    return true
  }

  static func insert(pasted text: String, in whiteboard: inout Whiteboard) {
    whiteboard.notices.dismiss(for: .openLast)
    if whiteboard.drawing.insert(pasted: text) { pointAtCaret(in: &whiteboard) }
  }

  /// Moves the pointer that others see to the caret, so that the pointer does not cover the text.
  private static func pointAtCaret(in whiteboard: inout Whiteboard) {
    let caret = whiteboard.drawing.editor.text.visibleCaret(in: whiteboard.drawing.surface.view)
    if let caret { whiteboard.sessions.presence.point(at: caret) }
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard whiteboard.film.mode == nil, let draft = whiteboard.drawing.editor.text.draft else {
      return
    }
    let surface = whiteboard.drawing.surface
    let (view, theme) = (surface.view, surface.theme)
    let origin = TextEditor.corner(of: draft, in: view)
    let style = Style(
      foreground: .rgb(theme.shade(of: draft.color)), background: theme.background)
    for (index, line) in draft.rows(isASCII: surface.chrome.isASCII).enumerated() {
      let row = origin.row + index
      guard (0..<view.canvasRows).contains(row) else { continue }
      overlay.write(
        letters: line.text, at: CellPoint(column: origin.column, row: row + view.top),
        style: style
      ) { surface.shown.hasLetter(column: $0, row: row) }
    }
    let caret = TextEditor.caret(of: draft, in: view)
    overlay.cursor = CellPoint(
      column: min(max(caret.column, 0), max(view.columns - 1, 0)),
      row: min(max(caret.row, 0), max(view.canvasRows - 1, 0)) + view.top)
  }
}
