import BoardModel
import CellFrame

/// The view of a board when it opens, on a screen of this size.
package struct StartView: Sendable {
  private let columns: Int
  private let rows: Int
  private let shape: CellShape

  package init(columns: Int, rows: Int, shape: CellShape) {
    (self.columns, self.rows, self.shape) = (columns, rows, shape)
  }

  /// Returns the view in which a letter of the most frequent size has the size of a cell, at the last
  /// ink. Nil if a view of the whole page hides the words of no more texts, or is larger.
  package func legible(_ picture: Picture) -> Viewport? {
    let whole = Viewport.fit(columns: columns, rows: rows, shape: shape)
    let texts = picture.things(in: whole.visible(columns: columns, rows: rows)).texts
    let hidden = hiddenCount(of: texts, in: whole, columns: columns, rows: rows)
    guard hidden > 0, let letter = mostFrequentLetter(of: texts) else { return nil }
    let columnWidth = min(
      Double(letter.columnWidth), Double(letter.rowHeight) / shape.ratio)
    guard columnWidth < whole.columnWidth, let last = picture.things.last?.bounds.middle,
      let ink = picture.bounds
    else { return nil }
    let rowHeight = columnWidth * shape.ratio
    guard hiddenCount(of: texts, on: ink, columnWidth, rowHeight) < hidden else { return nil }
    let around = ink.grown(by: Int32(rowHeight.rounded()))
    let left = Self.start(
      of: Double(columns) * columnWidth, around: Double(last.x),
      within: Double(around.minX)...Double(around.maxX))
    let top = Self.start(
      of: Double(rows) * rowHeight, around: Double(last.y),
      within: Double(around.minY)...Double(around.maxY))
    return Viewport(
      left: Self.aligned(left, to: Double(letter.corner.x), columnWidth),
      top: Self.aligned(top, to: Double(letter.corner.y), rowHeight),
      columnWidth: columnWidth, rowHeight: rowHeight)
  }

  /// Returns the number of texts that are not shown whole on a canvas as large as the ink.
  private func hiddenCount(
    of texts: [BoardItem], on ink: BoardRect, _ columnWidth: Double, _ rowHeight: Double
  ) -> Int {
    func cells(_ low: Int32, _ high: Int32, _ size: Double) -> Int {
      Int(min((Double(high) - Double(low)) / size + 2, Double(Frame.sizeMax)))
    }
    let view = Viewport(
      left: Double(ink.minX) - columnWidth, top: Double(ink.minY) - rowHeight,
      columnWidth: columnWidth, rowHeight: rowHeight)
    return hiddenCount(
      of: texts, in: view, columns: cells(ink.minX, ink.maxX, columnWidth),
      rows: cells(ink.minY, ink.maxY, rowHeight))
  }

  private func hiddenCount(
    of texts: [BoardItem], in view: Viewport, columns: Int, rows: Int
  ) -> Int {
    TextLayout(
      texts.compactMap { PlacedText($0) }, in: view, columns: columns, rows: rows, isASCII: false
    ).hiddenCount
  }

  private struct Letter {
    let columnWidth: Int32
    let rowHeight: Int32
    /// The corner of a text with such letters.
    let corner: BoardPoint
  }

  /// Returns the cell of the most frequent letters; of two sizes as frequent, the smaller one.
  private func mostFrequentLetter(of texts: [BoardItem]) -> Letter? {
    struct Size: Hashable {
      let columnWidth: Int32
      let rowHeight: Int32
    }
    let placed = texts.compactMap { PlacedText($0) }
    let groups = Dictionary(grouping: placed) {
      Size(columnWidth: max($0.label.columnWidth, 1), rowHeight: max($0.label.rowHeight, 1))
    }
    let most = groups.max {
      ($0.value.count, $1.key.columnWidth, $1.key.rowHeight)
        < ($1.value.count, $0.key.columnWidth, $0.key.rowHeight)
    }
    guard let most, let last = most.value.last else { return nil }
    return Letter(
      columnWidth: most.key.columnWidth, rowHeight: most.key.rowHeight,
      corner: last.label.origin.moved(by: last.offset))
  }

  /// Returns where a part of a length begins along one axis: with a position in its middle, but not
  /// beyond the ink if the ink is longer.
  private static func start(
    of length: Double, around position: Double, within ink: ClosedRange<Double>
  ) -> Double {
    let spare = ink.upperBound - ink.lowerBound - length
    guard spare > 0 else { return ink.lowerBound + spare / 2 }
    return min(max(position - length / 2, ink.lowerBound), ink.lowerBound + spare)
  }

  /// Returns the nearest start with a whole number of cells to a corner, so that letters with this corner
  /// fill whole cells.
  private static func aligned(_ start: Double, to corner: Double, _ cell: Double) -> Double {
    corner + ((start - corner) / cell).rounded() * cell
  }
}
