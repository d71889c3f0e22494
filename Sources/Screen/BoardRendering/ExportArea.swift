import BoardModel
import CellFrame

/// The area that an export of a whole board shows: the text and the ink, or the ink with a margin.
public struct ExportArea: Hashable, Sendable {
  /// The area in cells: of the text, or of the view of a page. Ink may extend it on every side.
  public let area: CellRect
  /// Whether the area contains everything. If false, the board is larger than the largest picture.
  public let isAll: Bool
  /// The view whose upper left cell is the upper left cell of ``area``.
  public let viewport: Viewport

  /// Measures the text and the ink of a picture; nil if there is no text under the ink.
  ///
  /// - Parameter cellsMax: the largest number of cells. The text first gets as many as it needs; the
  ///   ink gets the rest.
  public init?(of picture: Picture, cellsMax: Int) {
    guard !picture.paper.isEmpty else { return nil }
    let sizeMax = Frame.sizeMax
    let width = picture.paper.lazy.map(\.columns).max() ?? 0
    let height = picture.paper.count
    let ink = Self.cells(ofInk: picture)
    let columnsMax = max(min(cellsMax / min(height, sizeMax), sizeMax), min(width, sizeMax), 1)
    let columns = Self.span(width, ink?.columns, max: columnsMax)
    let rows = Self.span(
      height, ink?.rows, max: max(min(cellsMax / columns.shown.count, sizeMax), 1))
    area = CellRect(
      column: columns.shown.lowerBound, row: rows.shown.lowerBound,
      columns: columns.shown.count, rows: rows.shown.count)
    isAll = columns.isAll && rows.isAll
    viewport = .paper(column: area.column, row: area.row)
  }

  /// Cuts the page of a picture without text to its ink and a margin around it. If this is more
  /// than `cellsMax` cells, the picture is made smaller. Nil if there is no ink.
  ///
  /// - Parameters:
  ///   - columns: with `rows`, the size of the page in cells. Things keep the scale that they have
  ///     on this page, unless the picture is made smaller.
  ///   - cellsMax: the largest number of cells.
  public init?(ofInkOf picture: Picture, columns: Int, rows: Int, cellsMax: Int) {
    guard let box = Self.boxOfInk(picture) else { return nil }
    func area(_ view: Viewport) -> CellRect {
      let cells = Self.cells(around: box, in: view)
      return CellRect(
        column: cells.columns.lowerBound - Self.margin.columns,
        row: cells.rows.lowerBound - Self.margin.rows,
        columns: cells.columns.count + 2 * Self.margin.columns,
        rows: cells.rows.count + 2 * Self.margin.rows)
    }
    var view = Viewport.fit(columns: columns, rows: rows)
    var wanted = area(view)
    // Ink may lie anywhere on the board, far from the page.
    if wanted.columns > Frame.sizeMax || wanted.rows > Frame.sizeMax
      || wanted.columns * wanted.rows > cellsMax
    {
      view = Viewport.fit(box, columns: columns, rows: rows)
      wanted = area(view)
    }
    self.area = wanted
    isAll = true
    viewport = view.panned(columns: Double(wanted.column), rows: Double(wanted.row))
  }

  /// Extends the page of a picture without text on all sides as far as there is ink. If this is more than
  /// `cellsMax` cells, the picture is made smaller. Nil if the page shows all ink.
  ///
  /// - Parameter columns: with `rows` the size of the page in cells.
  package init?(ofPageAndInkOf picture: Picture, columns: Int, rows: Int, cellsMax: Int) {
    let view = Viewport.fit(columns: columns, rows: rows)
    // The right and the lower edge belong to the next cell.
    let page = view.visible(columns: columns, rows: rows).grown(by: -1)
    guard let withPage = Self.boxOfInk(picture, and: page) else { return nil }
    let cells = Self.cells(around: withPage, in: view)
    let across = min(cells.columns.lowerBound, 0)..<max(cells.columns.upperBound + 1, columns)
    let down = min(cells.rows.lowerBound, 0)..<max(cells.rows.upperBound + 1, rows)
    guard across.count > columns || down.count > rows else { return nil }
    isAll = true
    guard across.count <= Frame.sizeMax, down.count <= Frame.sizeMax,
      across.count * down.count <= cellsMax
    else {
      // Ink may lie anywhere on the board, far from the page.
      area = CellRect(column: 0, row: 0, columns: columns, rows: rows)
      viewport = .fit(Self.boxOfInk(picture) ?? page, columns: columns, rows: rows)
      return
    }
    area = CellRect(
      column: across.lowerBound, row: down.lowerBound, columns: across.count, rows: down.count)
    viewport = view.panned(columns: Double(area.column), rows: Double(area.row))
  }

  /// Returns the number of things of which a part lies outside of the page.
  ///
  /// - Parameter columns: with `rows` the size of the page in cells.
  package static func countOfCutThings(in picture: Picture, columns: Int, rows: Int) -> Int {
    let view = Viewport.fit(columns: columns, rows: rows)
    func isCut(_ rect: BoardRect) -> Bool {
      let cells = cells(around: rect, in: view)
      return !(0..<columns).contains(cells.columns.lowerBound)
        || !(0..<columns).contains(cells.columns.upperBound)
        || !(0..<rows).contains(cells.rows.lowerBound)
        || !(0..<rows).contains(cells.rows.upperBound)
    }
    return picture.things.count { thing in
      isCut(thing.bounds) && box(ofInkOf: thing).map(isCut) ?? false
    }
  }

  /// The cells around the ink that stay empty.
  private static let margin = (columns: 2, rows: 1)

  /// Returns the range of the text, which begins at 0, extended on both sides as far as there are
  /// ink and room.
  private static func span(
    _ text: Int, _ ink: ClosedRange<Int>?, max limit: Int
  ) -> (shown: Range<Int>, isAll: Bool) {
    let low = min(0, ink?.lowerBound ?? 0)
    let high = max(text, 1, (ink?.upperBound ?? 0) + 1)
    let start = max(low, min(0, text - limit))
    let end = min(high, start + limit)
    return (start..<end, start == low && end == high)
  }

  private static func cells(
    ofInk picture: Picture
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    boxOfInk(picture).map { cells(around: $0, in: .paper()) }
  }

  private static func cells(
    around area: BoardRect, in view: Viewport
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let first = view.cell(of: BoardPoint(x: area.minX, y: area.minY))
    let last = view.cell(of: BoardPoint(x: area.maxX, y: area.maxY))
    return (first.column...last.column, first.row...last.row)
  }

  /// Returns the box of all ink. It is tighter than the boxes that the picture uses to find things,
  /// because these have a margin.
  ///
  /// - Parameter area: an area that the box contains as well. Things in it are not measured.
  private static func boxOfInk(_ picture: Picture, and area: BoardRect? = nil) -> BoardRect? {
    picture.things.reduce(area) { all, thing in
      // A thing whose larger box lies inside cannot extend the ink, and is not measured.
      if let all, all.union(thing.bounds) == all { return all }
      guard let box = box(ofInkOf: thing) else { return all }
      return all?.union(box) ?? box
    }
  }

  private static func box(ofInkOf thing: BoardItem) -> BoardRect? {
    BoardRect(around: thing.outlines().flatMap(\.paths).flatMap(\.points))?
      .grown(by: thing.item.reach)
  }
}
