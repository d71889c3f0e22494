import BoardModel
import CellFrame

/// The page's outline, if the screen shows more than the page: a faint line in the cells just
/// outside the page.
struct PageHint {
  private let left: Int
  private let top: Int
  private let right: Int
  private let bottom: Int
  private let style: Style
  private let isAscii: Bool

  init(viewport: Viewport, raster: Raster, theme: Theme) {
    let low = viewport.position(of: BoardPoint(x: 0, y: 0))
    let high = viewport.position(of: BoardPoint(x: Page.width, y: Page.height))
    func cell(_ position: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(max(position, -1_000_000), 1_000_000).rounded(rule))
    }
    // A cell that the page covers only partly still belongs to the page.
    (left, top) = (cell(low.column + 0.01, .down) - 1, cell(low.row + 0.01, .down) - 1)
    (right, bottom) = (cell(high.column - 0.01, .up), cell(high.row - 0.01, .up))
    style = theme[.page]
    isAscii = raster == .ascii
  }

  /// Returns the cells of an empty canvas with the outline; no cells if the outline is not visible.
  func cells(_ columns: Int, _ rows: Int, blank: Cell) -> [Cell] {
    let sides = [left, right].filter { (0..<columns).contains($0) }
    let ends = [top, bottom].filter { (0..<rows).contains($0) }
    guard !sides.isEmpty || !ends.isEmpty else { return [] }
    var cells = Array(repeating: blank, count: columns * rows)
    for row in max(top + 1, 0)..<max(min(bottom, rows), max(top + 1, 0)) {
      for column in sides {
        cells[row * columns + column] = Cell(Glyph(isAscii ? ":" : "┊"), style)
      }
    }
    for column in max(left + 1, 0)..<max(min(right, columns), max(left + 1, 0)) {
      for row in ends { cells[row * columns + column] = Cell(Glyph(isAscii ? "." : "┈"), style) }
    }
    return cells
  }
}
