import BoardModel
import CellFrame

/// The area that an export of a whole board shows, for a board with text under its ink. It is
/// measured in cells of the text.
public struct ExportArea: Hashable, Sendable {
  /// The area of the text and of the ink. Ink may extend the area beyond the text on every side.
  public let area: CellRect
  /// Whether the area contains everything. If false, the board is larger than the largest picture.
  public let isAll: Bool

  /// Measures the text and the ink of a picture; nil if there is no text under the ink. Reads every
  /// point of the ink.
  ///
  /// - Parameter cellsMax: the largest number of cells. The text gets its cells first, the ink the
  ///   rest.
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

  /// Returns the range of cells with ink. It is tighter than the boxes that the picture uses to
  /// find things, because these have a margin.
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
