import BoardEditor
import CellFrame
import ScreenContract

/// The notice above the canvas. It stands below the top line, or above the control bar while
/// something else is in its way. Without bars, it is one line at the bottom. It is drawn again only if
/// it changes, so it costs nothing while the user draws.
struct Toast: Sendable {
  private var shown: Shown?
  private var surroundings: Surroundings?
  /// The cells round the ink of the gesture in progress, or round the place where the user types.
  private var pen: CellRect?
  /// The place on the screen; nil if no notice is shown, or if the pen needs its place.
  private(set) var rect: CellRect?

  private struct Shown: Sendable {
    let layout: ToastLayout
    let theme: Theme
    let frame: Frame
  }

  /// The parts of the screen round the notice.
  struct Surroundings: Hashable, Sendable {
    /// The cells that the notice may use.
    let area: CellRect
    /// Whether the notice stands at the right end of the area. Text paper begins at the left.
    let isRight: Bool
    /// Whether there are no bars, so that the notice is one line.
    let isLine: Bool
    /// The open sheet; nil if none is open.
    let sheet: CellRect?
  }

  var frame: Frame? { rect == nil ? nil : shown?.frame }
  /// The notice on the screen; nil if there is none.
  var notice: Notice? { rect == nil ? nil : shown?.layout.notice }

  /// Lays a notice out, and draws it if it changed.
  ///
  /// - Parameter notice: nil removes the notice from the screen.
  mutating func show(_ notice: Notice?, _ content: BarContent, in style: PanelStyle) {
    let surroundings = content.surroundings
    let layout = notice.map {
      ToastLayout(
        $0, moreKey: content.moreKey, in: surroundings.area, isLine: surroundings.isLine,
        chrome: style.chrome)
    }
    if layout != shown?.layout || style.theme != shown?.theme {
      shown = layout.map {
        Shown(layout: $0, theme: style.theme, frame: $0.frame(style.theme))
      }
    }
    self.surroundings = surroundings
    position()
  }

  /// Makes room for the pen, so that the user sees the ink.
  mutating func giveWay(to cell: CellPoint) {
    let cell = CellRect(column: cell.column, row: cell.row, columns: 1, rows: 1)
    pen = pen?.union(cell) ?? cell
    position()
  }

  /// Comes back to its place, unless the keyboard's pen or the caret is there.
  mutating func comeBack(besides cell: CellPoint?) {
    pen = cell.map { CellRect(column: $0.column, row: $0.row, columns: 1, rows: 1) }
    position()
  }

  /// The number of cells between the notice and a pen.
  private static let distance = 1

  private mutating func position() {
    guard let layout = shown?.layout, let surroundings else { return rect = nil }
    let (area, sheet) = (surroundings.area, surroundings.sheet)
    let column =
      surroundings.isLine
      ? area.column
      : surroundings.isRight ? area.column + area.columns - layout.columns - 1 : area.column + 1
    let rows = [area.row, area.row + area.rows - layout.rows]
    let candidates = (surroundings.isLine ? rows.reversed() : rows).map {
      CellRect(column: max(column, 0), row: $0, columns: layout.columns, rows: layout.rows)
    }
    let pen = pen?.shrunk(by: -Self.distance)
    let visible = candidates.filter { candidate in pen.map { !$0.meets(candidate) } ?? true }
    rect = visible.first { candidate in sheet.map { !$0.meets(candidate) } ?? true } ?? visible.last
  }

  // MARK: The mouse

  func contains(_ cell: CellPoint) -> Bool { rect?.contains(cell) ?? false }

  /// Returns the command of a click; nil if the click goes through to the board.
  func command(at cell: CellPoint) -> Command? {
    guard let rect, let layout = shown?.layout else { return nil }
    return layout.command(
      at: CellPoint(column: cell.column - rect.column, row: cell.row - rect.row))
  }
}

extension CellRect {
  /// Returns the smallest block that contains both blocks.
  fileprivate func union(_ other: CellRect) -> CellRect {
    let (left, top) = (min(column, other.column), min(row, other.row))
    let right = max(column + columns, other.column + other.columns)
    let bottom = max(row + rows, other.row + other.rows)
    return CellRect(column: left, row: top, columns: right - left, rows: bottom - top)
  }
}
