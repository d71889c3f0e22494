import BoardEditor
import BoardModel
import BoardView
import CellFrame
import ScreenContract

/// The frame round the selection, the guides to which it snaps, and the rings where the end of a line
/// sticks.
struct SelectionSigns {
  private let surface: Surface
  private var view: View { surface.view }
  private var theme: Theme { surface.theme }

  private init(_ surface: Surface) { self.surface = surface }

  /// - Parameter resting: the place to which the mouse moved last without a button; nil if there is none.
  static func draw(
    _ drawing: borrowing DrawingController, from resting: Pointer?, in overlay: inout Overlay
  ) {
    let frame = drawing.editor.selectionFrame(
      in: drawing.surface.view.viewport, mayDraw: drawing.recorder.mayDraw)
    let anchors = drawing.editor.anchors(
      from: drawing.editor.keyPen?.pointer ?? resting, in: drawing.recorder.picture,
      on: drawing.surface)
    let guides = drawing.editor.guideLines
    guard frame != nil || !anchors.isEmpty || !guides.isEmpty else { return }
    let signs = SelectionSigns(drawing.surface)
    for line in guides where !line.isGap { signs.draw(line, in: &overlay) }
    for line in guides where line.isGap { signs.draw(line, in: &overlay) }
    if let frame { signs.draw(frame, in: &overlay) }
    for anchor in anchors { signs.drawRing(at: anchor, in: &overlay) }
  }

  /// Draws a frame round the selection. The frame consists of signs, so it is visible without
  /// colours.
  private func draw(_ frame: SelectionFrame, in overlay: inout Overlay) {
    let (left, right, top, bottom) = (frame.left, frame.right, frame.top, frame.bottom)
    let chrome = surface.chrome
    let style = selectionLine
    func set(_ glyph: Glyph, _ column: Int, _ row: Int) {
      guard (0..<view.canvasColumns).contains(column), (0..<view.canvasRows).contains(row) else {
        return
      }
      overlay.set(Cell(glyph, style), column: column, row: row + view.top)
    }
    // The ends of a line say where it is, without a frame round it.
    guard frame.ends.isEmpty else {
      for (end, cell) in frame.ends {
        set(end.isAttached ? chrome.ring : chrome.handle, cell.column, cell.row)
      }
      return
    }
    let columns = max(left, 0)..<max(min(right, view.canvasColumns), max(left, 0))
    let rows = max(top, 0)..<max(min(bottom, view.canvasRows), max(top, 0))
    /// The sides of the frame do not cover ink.
    func setBeside(_ glyph: Glyph, _ column: Int, _ row: Int) {
      if surface.cell(column: column, row: row).glyph == .space { set(glyph, column, row) }
    }
    for column in columns where column % 2 == 0 {
      setBeside(chrome.ruleAcross, column, top)
      setBeside(chrome.ruleAcross, column, bottom)
    }
    for row in rows {
      setBeside(chrome.ruleDown, left, row)
      setBeside(chrome.ruleDown, right, row)
    }
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
    for (corner, glyph) in zip(corners, chrome.corners) { set(glyph, corner.0, corner.1) }
    for cell in frame.handles.map(frame.cell) { set(chrome.handle, cell.column, cell.row) }
  }

  /// Draws a guide in the cells without ink. A gap has signs at its ends; any other guide is a little
  /// longer than the things that it brings into line.
  private func draw(_ line: GuideLine, in overlay: inout Overlay) {
    let (first, last) = (view.viewport.cell(of: line.from), view.viewport.cell(of: line.to))
    let signs = surface.chrome.guides(isLevel: line.isLevel)
    var style = selectionLine
    style.attributes.remove(.bold)
    func set(_ glyph: Glyph, _ column: Int, _ row: Int) {
      guard view.hasOnCanvas(CellPoint(column: column, row: row)),
        surface.cell(column: column, row: row).glyph == .space
      else { return }
      overlay.set(Cell(glyph, style), column: column, row: row + view.top)
    }
    let margin = line.isGap ? -1 : Self.guideMargin
    let (low, high) =
      line.isLevel
      ? (first.column - margin, last.column + margin) : (first.row - margin, last.row + margin)
    let size = line.isLevel ? view.canvasColumns : view.canvasRows
    for place in stride(from: max(low, 0), through: min(high, size - 1), by: 1) {
      let glyph = line.isGap && (place == low || place == high) ? signs.end : signs.middle
      if line.isLevel { set(glyph, place, first.row) } else { set(glyph, first.column, place) }
    }
  }

  /// The cells by which a guide is longer than the things that it brings into line, at each end.
  private static let guideMargin = 2

  /// Draws a ring where the end of a line sticks to a thing.
  private func drawRing(at point: BoardPoint, in overlay: inout Overlay) {
    let cell = view.viewport.cell(of: point)
    guard view.hasOnCanvas(cell) else { return }
    overlay.set(
      Cell(surface.chrome.ring, selectionLine), column: cell.column, row: cell.row + view.top)
  }

  /// The style of the frame: thin lines in the selection colour of the theme. If the theme marks a
  /// selection by reversed cells, the frame has the theme's text colour, because reversed cells
  /// would make broad bars.
  private var selectionLine: Style {
    guard case .rgb(let mark) = theme[.selection].background.meaning else {
      return Style(foreground: theme.foreground, background: theme.background, attributes: .bold)
    }
    let seen = ColorMath.visible(mark, on: theme.backdrop, contrast: 3)
    return Style(foreground: .rgb(seen), background: theme.background, attributes: .bold)
  }
}
