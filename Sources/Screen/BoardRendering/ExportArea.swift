import BoardModel
import BoardPaper
import CellFrame

/// The size of an export in cells.
public enum ExportSize: Hashable, Sendable {
  /// All that is drawn, at 100 %. If it needs more cells than this, it is made smaller.
  case all(columnsMax: Int = 200, rowsMax: Int = 100)
  /// This size, at 100 %, from the upper left corner of all that is drawn.
  case corner(columns: Int, rows: Int)
  /// This size, with the whole page in it.
  case page(columns: Int, rows: Int)
}

/// The part of a board that an export shows. Text paper is shown cell for cell: without a margin from its
/// first line and column, and with one from its first letters.
public struct ExportArea: Sendable {
  /// The size in cells.
  public let columns: Int
  /// The size in cells.
  public let rows: Int
  /// The view whose upper left cell is the upper left cell of the export.
  public let viewport: Viewport
  /// The cells that all would need at 100 %, if they are more than the export may have; else nil.
  public private(set) var whole: (columns: Int, rows: Int)?
  /// Whether the size was chosen, so that things may lie outside.
  private var isChosen = false

  /// - Parameters:
  ///   - cell: the cell of the board.
  ///   - hasMargin: whether one cell on each side of all that is drawn stays empty, and nothing else does.
  ///   - cellsMax: the largest number of cells. Text paper first gets as many as it needs; the ink beside
  ///     it gets the rest.
  public init(
    of picture: Picture, _ size: ExportSize, cell: BoardCell, hasMargin: Bool = false,
    cellsMax: Int = 1_000_000
  ) {
    switch size {
    case .all where !picture.paper.isEmpty:
      self.init(ofPaperOf: picture, cellsMax: cellsMax, hasMargin: hasMargin)
    case .all(let columnsMax, let rowsMax):
      self.init(
        ofInkOf: picture, cell, columnsMax: columnsMax, rowsMax: rowsMax, hasMargin: hasMargin)
    case .corner(let columns, let rows):
      let start = Viewport.natural(cell, at: CellPoint(column: 0, row: 0))
      let ink = picture.inkBox ?? Page.rect
      let corner = start.cell(of: BoardPoint(x: ink.minX, y: ink.minY))
      self.init(
        columns, rows, picture.paper.isEmpty ? .natural(cell, at: corner) : .paper())
    case .page(let columns, let rows):
      self.init(
        columns, rows, picture.paper.isEmpty ? .fit(columns: columns, rows: rows) : .paper())
    }
  }

  private init(_ columns: Int, _ rows: Int, _ viewport: Viewport) {
    (self.columns, self.rows, self.viewport) = (columns, rows, viewport)
    isChosen = true
  }

  private init(ofPaperOf picture: Picture, cellsMax: Int, hasMargin: Bool) {
    let sizeMax = Frame.sizeMax
    let margin = hasMargin ? 1 : 0
    let text = PaperExtent(picture.paper, isCut: hasMargin)
    let (width, height) = (text.columns.grown(by: margin), text.rows.grown(by: margin))
    let ink = picture.inkBox.map { Self.cells(around: $0, in: .paper()) }
    let columnsMax = max(
      min(cellsMax / min(height.count, sizeMax), sizeMax), min(width.count, sizeMax), 1)
    let columns = Self.span(width, ink.map { Range($0.columns).grown(by: margin) }, max: columnsMax)
    let rowsMax = max(min(cellsMax / columns.shown.count, sizeMax), 1)
    let rows = Self.span(height, ink.map { Range($0.rows).grown(by: margin) }, max: rowsMax)
    (self.columns, self.rows) = (columns.shown.count, rows.shown.count)
    viewport = .paper(column: columns.shown.lowerBound, row: rows.shown.lowerBound)
    if !columns.isAll || !rows.isAll { whole = (columns.count, rows.count) }
  }

  private init(
    ofInkOf picture: Picture, _ cell: BoardCell, columnsMax: Int, rowsMax: Int, hasMargin: Bool
  ) {
    guard let box = picture.inkBox else {
      (columns, rows, viewport) = (80, 24, .natural(cell, at: .init(column: 0, row: 0)))
      return
    }
    let margin = hasMargin ? 1 : 0
    func area(_ view: Viewport) -> CellRect {
      let cells = Self.cells(around: box, in: view)
      return CellRect(
        column: cells.columns.lowerBound - margin,
        row: cells.rows.lowerBound - margin,
        columns: cells.columns.count + 2 * margin,
        rows: cells.rows.count + 2 * margin)
    }
    var view = Viewport.natural(cell, at: .init(column: 0, row: 0))
    var wanted = area(view)
    let (columnsMax, rowsMax) = (columnsMax + 2 * margin, rowsMax + 2 * margin)
    if wanted.columns > columnsMax || wanted.rows > rowsMax {
      whole = (wanted.columns, wanted.rows)
      // The box can begin and end inside of a cell, which needs a column and a row more.
      view = .fit(
        box, columns: columnsMax - 2 * margin - 1, rows: rowsMax - 2 * margin - 1)
      wanted = area(view)
    }
    (columns, rows) = (wanted.columns, wanted.rows)
    viewport = view.panned(columns: Double(wanted.column), rows: Double(wanted.row))
  }

  /// Returns the number of things of which a part lies outside.
  package func countOfCutThings(in picture: Picture) -> Int {
    guard isChosen else { return 0 }
    func isCut(_ rect: BoardRect) -> Bool {
      let cells = Self.cells(around: rect, in: viewport)
      return !(0..<columns).contains(cells.columns.lowerBound)
        || !(0..<columns).contains(cells.columns.upperBound)
        || !(0..<rows).contains(cells.rows.lowerBound)
        || !(0..<rows).contains(cells.rows.upperBound)
    }
    return picture.things.count { thing in
      isCut(thing.bounds) && thing.inkBox.map(isCut) ?? false
    }
  }

  /// Returns the range of the text, extended on both sides as far as there are ink and room.
  private static func span(
    _ text: Range<Int>, _ ink: Range<Int>?, max limit: Int
  ) -> (shown: Range<Int>, isAll: Bool, count: Int) {
    let all = ink.map { min(text.lowerBound, $0.lowerBound)..<max(text.upperBound, $0.upperBound) }
    let whole = all ?? text
    let start = max(whole.lowerBound, min(text.lowerBound, text.upperBound - limit))
    let shown = start..<min(whole.upperBound, start + limit)
    return (shown, shown == whole, whole.count)
  }

  private static func cells(
    around area: BoardRect, in view: Viewport
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let first = view.cell(of: BoardPoint(x: area.minX, y: area.minY))
    let last = view.cell(of: BoardPoint(x: area.maxX, y: area.maxY))
    return (first.column...last.column, first.row...last.row)
  }
}

/// The cells of text paper that an export shows.
private struct PaperExtent {
  private(set) var columns = 0..<1
  private(set) var rows = 0..<1

  /// - Parameter isCut: whether empty cells around the letters are left out. Otherwise the text begins
  ///   with its first line and column.
  init(_ lines: [PaperText.Line], isCut: Bool) {
    guard isCut else {
      columns = 0..<max(lines.lazy.map(\.columns).max() ?? 0, 1)
      rows = 0..<max(lines.count, 1)
      return
    }
    var seen: (columns: Range<Int>, rows: Range<Int>)?
    for (row, line) in lines.enumerated() {
      guard let columns = line.seenColumns else { continue }
      let before = seen ?? (columns, row..<row)
      seen = (
        min(
          before.columns.lowerBound, columns.lowerBound)..<max(
            before.columns.upperBound, columns.upperBound), before.rows.lowerBound..<row + 1
      )
    }
    if let seen { (columns, rows) = seen }
  }
}

extension PaperText.Line {
  /// The columns from the first cell in which something is seen to the last one; nil for an empty line.
  fileprivate var seenColumns: Range<Int>? {
    var (column, seen) = (0, Range<Int>?.none)
    for run in runs {
      let hasGround =
        run.look.background != .plain
        || !run.look.attributes.isDisjoint(with: [.underline, .reverse])
      for glyph in GlyphLine(run.text.string).glyphs {
        let end = column + (glyph.isWide ? 2 : 1)
        if hasGround || glyph.shown != " " { seen = (seen?.lowerBound ?? column)..<end }
        column = end
      }
    }
    return seen
  }
}

extension Range<Int> {
  fileprivate func grown(by margin: Int) -> Range<Int> { lowerBound - margin..<upperBound + margin }
}
