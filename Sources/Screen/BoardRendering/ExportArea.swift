import BoardModel
import CellFrame

/// The part of a board with text under its ink that a picture of the whole board shows, in text
/// cells.
public struct ExportArea: Hashable, Sendable {
  /// The text from its first cell, and the ink beside it, which may begin left of the text or above
  /// it.
  public let area: CellRect
  /// Whether the area holds everything; a board may be larger than any picture.
  public let isAll: Bool

  /// Measures the text and the ink of a picture; nil if there is no text under the ink. Walks every
  /// point of the ink.
  ///
  /// - Parameter cellsMax: the number of cells to share; the ink gets those that the text does not
  ///   need.
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
  }

  /// The view whose upper left cell is the upper left cell of ``area``.
  public var viewport: Viewport { .paper(column: area.column, row: area.row) }

  /// Returns the text's range from 0 on, extended on both sides as far as there is ink and room.
  private static func span(
    _ text: Int, _ ink: ClosedRange<Int>?, max limit: Int
  ) -> (shown: Range<Int>, isAll: Bool) {
    let low = min(0, ink?.lowerBound ?? 0)
    let high = max(text, 1, (ink?.upperBound ?? 0) + 1)
    let start = max(low, min(0, text - limit))
    let end = min(high, start + limit)
    return (start..<end, start == low && end == high)
  }

  /// Returns the cells of the ink, closer than the lookup boxes of the things, which have a margin.
  private static func cells(
    ofInk picture: Picture
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    var box: BoardRect?
    for thing in picture.things {
      var reach: Int32 = 0
      if case .stroke(let stroke) = thing.item { reach = stroke.ink.reach }
      for path in thing.outlines().flatMap(\.paths) {
        guard let around = BoardRect(around: path.points)?.grown(by: reach) else { continue }
        box = box?.union(around) ?? around
      }
    }
    guard let box else { return nil }
    let view = Viewport.paper()
    let first = view.cell(of: BoardPoint(x: box.minX, y: box.minY))
    let last = view.cell(of: BoardPoint(x: box.maxX, y: box.maxY))
    return (first.column...last.column, first.row...last.row)
  }
}

extension PaperText.Line {
  /// The number of columns in cells, at most ``Limits/paperColumns``.
  var columns: Int {
    let all = runs.reduce(0) { count, run in
      GlyphLine(run.text.string).glyphs.reduce(count) { $0 + ($1.isWide ? 2 : 1) }
    }
    return min(all, Limits.paperColumns)
  }
}
