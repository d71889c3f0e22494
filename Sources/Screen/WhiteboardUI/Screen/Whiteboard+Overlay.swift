import BoardModel
import CellFrame
import EaselBase

// The parts over the canvas, from the bottom up.
extension Whiteboard {
  func overlay() -> Overlay {
    var overlay = Overlay()
    if let box = selectionBox { drawSelection(box, in: &overlay) }
    if let draft { draw(draft, in: &overlay) }
    if let keyPen, draft == nil { draw(keyPen, in: &overlay) }
    if together.seat != nil { drawPointers(in: &overlay) }
    if case .code(let shown) = sheet?.kind, let layout = codeLayout(shown),
      let picture = layout.picture
    {
      overlay.draw(picture.frame, at: layout.at)
    }
    if let layout = sheetLayout {
      overlay.draw(
        layout.frame(theme), at: CellPoint(column: layout.rect.column, row: layout.rect.row))
      overlay.cursor = layout.cursor
    }
    return overlay
  }

  /// Draws a frame round the selection, in signs and not in colour alone.
  private func drawSelection(_ box: BoardRect, in overlay: inout Overlay) {
    let low = view.viewport.cell(of: BoardPoint(x: box.minX, y: box.minY))
    // A label's box ends where the next cell begins.
    let high = view.viewport.cell(
      of: BoardPoint(x: max(box.maxX - 1, box.minX), y: max(box.maxY - 1, box.minY)))
    let (left, right) = (low.column - 1, high.column + 1)
    let (top, bottom) = (low.row - 1, high.row + 1)
    let chrome = Chrome(raster)
    let style = selectionLine
    func put(_ glyph: Glyph, _ column: Int, _ row: Int) {
      guard (0..<view.canvasColumns).contains(column), (0..<view.canvasRows).contains(row) else {
        return
      }
      overlay.set(Cell(glyph, style), column: column, row: row + View.top)
    }
    let columns = max(left, 0)..<max(min(right, view.canvasColumns), max(left, 0))
    let rows = max(top, 0)..<max(min(bottom, view.canvasRows), max(top, 0))
    /// The sides of the frame do not cover ink.
    func putBeside(_ glyph: Glyph, _ column: Int, _ row: Int) {
      if surface.cell(column: column, row: row).glyph == .space { put(glyph, column, row) }
    }
    for column in columns where column % 2 == 0 {
      putBeside(chrome.ruleAcross, column, top)
      putBeside(chrome.ruleAcross, column, bottom)
    }
    for row in rows {
      putBeside(chrome.ruleDown, left, row)
      putBeside(chrome.ruleDown, right, row)
    }
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
    for (corner, glyph) in zip(corners, chrome.corners) { put(glyph, corner.0, corner.1) }
  }

  /// The style of the frame: thin lines in the selection colour of the theme. If the theme marks a
  /// selection by reversing, which would make broad bars, the terminal's own colour is used.
  private var selectionLine: Style {
    guard case .rgb(let mark) = theme[.selection].background.meaning else {
      return Style(foreground: theme.foreground, background: theme.background, attributes: .bold)
    }
    let seen = RGB.visible(mark, on: theme.backdrop, contrast: 3)
    return Style(foreground: .rgb(seen), background: theme.background, attributes: .bold)
  }

  private func draw(_ draft: TextDraft, in overlay: inout Overlay) {
    let origin = corner(of: draft, in: view)
    let style = Style(
      foreground: .rgb(theme.shade(of: draft.color)), background: theme.background)
    for (index, line) in draft.lines.enumerated() {
      let row = origin.row + index
      guard (0..<view.canvasRows).contains(row) else { continue }
      overlay.write(
        letters: String(line), at: CellPoint(column: origin.column, row: row + View.top),
        style: style)
    }
    let caret = caret(of: draft, in: view)
    overlay.cursor = CellPoint(
      column: min(max(caret.column, 0), max(view.columns - 1, 0)),
      row: min(max(caret.row, 0), max(view.canvasRows - 1, 0)) + View.top)
  }

  /// Draws the keyboard's pen. The ink under it stays visible; a blank cell shows a sign for pen up
  /// or pen down.
  private func draw(_ pen: KeyPen, in overlay: inout Overlay) {
    var cell = surface.cell(column: pen.cell.column, row: pen.cell.row)
    let isBlank = cell.glyph == .space || cell.glyph == .shadow || cell.glyph.isWide
    if isBlank { cell.glyph = gesture.isIdle ? Glyph("+") : Glyph("*") }
    cell.style = theme[.pointer]
    overlay.set(cell, column: pen.cell.column, row: pen.cell.row + View.top)
    overlay.cursor = CellPoint(column: pen.cell.column, row: pen.cell.row + View.top)
  }
}
