import BoardDocument
import BoardView
import CellFrame
import ScreenContract

/// Composes the frame from the canvas, the overlays and the bars. It remembers their last state,
/// and composes only the differences again.
struct Composer: Sendable {
  /// The content of the screen. Rows that did not change are shared with the previous frame.
  private(set) var frame = Frame(columns: 0, rows: 0)
  private(set) var overlay = Overlay()
  private var hasBars = false
  private var top = ShownBar<TopLine>()
  private var bottom = ShownBar<ControlBar>()
  /// The ink that is shown in pixels.
  var tiles = InkTiles()

  /// The content of both bars at one moment.
  struct Bars {
    let top: TopLine
    let bottom: ControlBar
  }

  var bottomLayout: BarLayout { bottom.layout }

  /// Whether a row of the screen is a bar.
  func isBar(_ row: Int) -> Bool { hasBars && (row == 0 || row == frame.rows - 1) }

  /// Returns the command of a click on a bar; nil if there is no button at this cell.
  func command(at cell: CellPoint) -> Command? {
    guard isBar(cell.row) else { return nil }
    return (cell.row == 0 ? top.layout : bottom.layout).piece(at: cell.column)?.command
  }

  /// Forgets the bars, so that they are composed again.
  mutating func forgetBars() { (top, bottom) = (ShownBar(), ShownBar()) }

  /// Updates the frame: the touched cells of the canvas, the overlays that appeared, disappeared or
  /// moved, and the bars if they changed. Does not check any other cell.
  ///
  /// - Parameter bars: nil if they are known to be unchanged.
  /// - Returns: the composed cells between the bars, in rows of the screen.
  @discardableResult
  mutating func compose(
    _ overlay: Overlay, _ bars: Bars?, on surface: inout Surface
  ) -> Touched {
    let view = surface.view
    guard frame.columns == view.columns, frame.rows == view.rows else { return Touched() }
    var touched = surface.takeTouched()
    let furtherCells = tiles.follow(surface.takeInkChanges(), touched, overlay, on: surface)
    if overlay != self.overlay {
      touched.formUnion(overlay.differences(from: self.overlay).onCanvas(of: view))
      self.overlay = overlay
    }
    touched.formUnion(furtherCells)
    let composed = compose(touched, on: surface)
    showTiles()
    if let bars { compose(bars, on: surface) }
    if frame.cursor != overlay.cursor { frame.cursor = overlay.cursor }
    return composed
  }

  /// Whether the frame has the size of the view. If not, the whole frame has to be composed anew.
  func fits(_ view: View) -> Bool {
    frame.columns == view.columns && frame.rows == view.rows && !view.isTooSmall
  }

  /// Updates the frame, or composes it anew if it does not fit the surface.
  ///
  /// - Parameter bars: nil if they are known to be unchanged, and the frame fits.
  mutating func show(_ overlay: Overlay, _ bars: Bars?, on surface: inout Surface) {
    if fits(surface.view) {
      compose(overlay, bars, on: &surface)
    } else if let bars {
      composeAnew(overlay, bars, on: &surface)
    }
  }

  /// Composes the whole frame without the remembered state.
  mutating func composeAnew(_ overlay: Overlay, _ bars: Bars, on surface: inout Surface) {
    let view = surface.view
    forgetAll()
    frame = Frame(columns: view.columns, rows: view.rows)
    let touched = surface.takeTouched()
    _ = tiles.follow(surface.takeInkChanges(), touched, overlay, on: surface)
    self.overlay = overlay
    _ = compose(.all(columns: view.canvasColumns, rows: view.canvasRows), on: surface)
    compose(bars, on: surface)
    frame.cursor = overlay.cursor
    showTiles()
  }

  /// Forgets all that is on the screen.
  mutating func forgetAll() {
    let tiles = tiles
    self = Composer()
    self.tiles = tiles
    self.tiles.forget()
  }

  private mutating func showTiles() {
    guard tiles.isOn || !frame.tiles.isEmpty else { return }
    let placed = tiles.placed
    if placed != frame.tiles { frame.tiles = placed }
  }

  /// Shows only that the screen is too small.
  mutating func composeTooSmall(on surface: inout Surface) {
    let view = surface.view
    forgetAll()
    frame = Frame(columns: view.columns, rows: view.rows)
    _ = surface.takeTouched()
    let lines = Self.tooSmall(columns: frame.columns, rows: frame.rows, least: view.least)
    for (row, line) in lines.enumerated() {
      frame.write(line, at: CellPoint(column: 0, row: row), style: surface.theme[.warning])
    }
  }

  /// - Parameter touched: cells of the canvas.
  /// - Returns: the composed cells, in rows of the screen.
  private mutating func compose(_ touched: Touched, on surface: Surface) -> Touched {
    guard !touched.isEmpty else { return Touched() }
    // The canvas is read once and not for every cell, because a copy of its many arrays is slow.
    let (canvas, view) = (surface.shown, surface.view)
    var composed = Touched()
    for (row, columns) in touched.rows where (0..<view.canvasRows).contains(row) {
      // The range gets one more cell on either side, because a wide glyph may lie across its edge.
      let widened = overlay.wholeRuns(
        around: columns.lowerBound - 1..<columns.upperBound + 1, row: row + view.top
      ).clamped(to: 0..<view.columns)
      composed.insert(widened, row: row + view.top)
      for column in widened {
        let cell = canvas.cell(column: column, row: row)
        set(tiles.shown(cell, column: column, row: row), column, row + view.top)
      }
    }
    for run in overlay.runs {
      guard let columns = composed[run.at.row]?.clamped(to: run.columns) else { continue }
      for column in columns { frame[column, run.at.row] = run.cells[column - run.at.column] }
    }
    for layer in overlay.layers {
      for row in layer.rows {
        guard let columns = composed[row]?.clamped(to: layer.columns) else { continue }
        for column in columns {
          frame[column, row] = layer.frame[column - layer.at.column, row - layer.at.row]
        }
      }
    }
    return composed
  }

  /// Sets a cell only if it changed. So an unchanged row stays shared with the previous frame, and
  /// a comparison of the two costs nothing.
  private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
    if frame[column, row] != cell { frame[column, row] = cell }
  }

  private mutating func compose(_ bars: Bars, on surface: Surface) {
    hasBars = surface.view.bars == .all
    guard hasBars else { return }
    let (theme, columns) = (surface.theme, surface.view.columns)
    if let cells = top.show(bars.top, theme, layout: { bars.top.layout(columns: columns) }) {
      frame.replace(row: 0, by: cells)
    }
    let bottom = bars.bottom
    if let cells = self.bottom.show(bottom, theme, layout: { bottom.layout(columns: columns) }) {
      frame.replace(row: surface.view.rows - 1, by: cells)
    }
  }

  /// Returns the lines for a screen that is too small to show the board: the longest text that
  /// fits.
  static func tooSmall(
    columns: Int, rows: Int, least: (columns: Int, rows: Int)
  ) -> [String] {
    let (here, needed) = ("\(columns)x\(rows)", "\(least.columns)x\(least.rows)")
    let sentences = [
      "This screen is \(here) and has to be \(needed); the board lives on.",
      "Too small: \(here), not \(needed)", "\(here), not \(needed)", "Too small", "small",
    ]
    return sentences.lazy.map { (sentence: String) -> [String] in
      let words = sentence.split(separator: " ")
      guard words.allSatisfy({ $0.utf8.count <= columns }) else { return [] }
      return Chrome(.ascii).wrap(sentence, columns)
    }.first { !$0.isEmpty && $0.count <= rows } ?? []
  }
}

extension Touched {
  /// Converts rows of the screen, which overlays use, to rows of the canvas.
  fileprivate func onCanvas(of view: View) -> Touched {
    var moved = Touched()
    for (row, columns) in rows { moved.insert(columns, row: row - view.top) }
    return moved
  }
}
