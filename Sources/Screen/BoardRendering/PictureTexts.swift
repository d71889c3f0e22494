import BoardModel
import CellFrame

/// The texts of a picture in a view, with the cells that they have there.
struct PictureTexts: Sendable {
  private(set) var layout = TextLayout.empty
  private let grid: DotGrid
  private let viewport: Viewport

  /// Begins without texts.
  init(_ grid: DotGrid, _ viewport: Viewport) { (self.grid, self.viewport) = (grid, viewport) }

  /// Finds the texts of a picture, and lays them out if they are not the same as before.
  mutating func update(_ picture: Picture) {
    let everything = CellRect(column: 0, row: 0, columns: grid.columns, rows: grid.rows)
    let found = picture.things(in: grid.area(of: everything)).texts.compactMap { PlacedText($0) }
    if found != layout.texts { layout = layout(of: found, reusing: layout) }
  }

  /// Updates the texts after a change of the picture in an area.
  ///
  /// - Returns: the rows in which texts have other cells; nil if there are none.
  mutating func update(_ picture: Picture, in area: BoardRect) -> ClosedRange<Int>? {
    let old = layout
    guard
      old.texts.contains(where: { $0.bounds.intersects(area) }) || picture.things(in: area).hasText
    else { return nil }
    update(picture)
    return layout.rows(differingFrom: old)
  }

  /// Returns the cells of some texts that lie above those of the picture.
  func layout(of texts: [PlacedText], reusing old: TextLayout? = nil) -> TextLayout {
    TextLayout(
      texts, in: viewport, columns: grid.columns, rows: grid.rows,
      isASCII: grid.raster == .ascii, reusing: old)
  }
}

extension Picture {
  /// Whether a larger view would show more words than this one.
  package func hidesWords(in view: Viewport, columns: Int, rows: Int) -> Bool {
    let texts = things(in: view.visible(columns: columns, rows: rows)).texts
    return TextLayout(
      texts.compactMap { PlacedText($0) }, in: view, columns: columns, rows: rows, isASCII: false
    ).hidesWords
  }
}
