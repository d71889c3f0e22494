import BoardModel
import CellFrame

/// The texts of a picture in a view, with the cells that they have there.
struct PictureTexts: Sendable {
  private(set) var layout = TextLayout.empty
  /// The shapes whose borders no text crosses; none if all texts have room for their letters.
  private var borders: [AnchorOutline] = []
  private let grid: DotGrid
  private let viewport: Viewport

  /// Begins without texts.
  init(_ grid: DotGrid, _ viewport: Viewport) { (self.grid, self.viewport) = (grid, viewport) }

  /// Finds the texts of a picture, and lays them out if they are not the same as before.
  mutating func update(_ picture: Picture) {
    let everything = CellRect(column: 0, row: 0, columns: grid.columns, rows: grid.rows)
    let things = picture.things(in: grid.area(of: everything))
    let found = things.texts.compactMap { PlacedText($0, in: picture) }
    let isCrowded = found.contains { $0.isCrowded(in: viewport) }
    let borders = isCrowded ? things.shapes : []
    guard found != layout.texts || borders != self.borders else { return }
    self.borders = borders
    layout = layout(of: found, reusing: layout)
  }

  /// Whether the cells of texts depend on a thing.
  func depend(on thing: BoardItem) -> Bool {
    thing.item.isText
      || thing.item.holdsTexts && layout.texts.contains { $0.isCrowded(in: viewport) }
  }

  /// Updates the texts after a change of the picture in an area.
  ///
  /// - Returns: the rows in which texts have other cells; nil if there are none.
  mutating func update(_ picture: Picture, in area: BoardRect) -> ClosedRange<Int>? {
    let old = layout
    let things = picture.things(in: area)
    guard
      old.texts.contains(where: { $0.bounds.intersects(area) })
        || borders.contains(where: { $0.rect.intersects(area) }) || things.hasText
        || things.hasShape && old.texts.contains(where: { $0.isCrowded(in: viewport) })
    else { return nil }
    update(picture)
    return layout.rows(differingFrom: old)
  }

  /// Returns the cells of some texts that lie above those of the picture.
  func layout(of texts: [PlacedText], reusing old: TextLayout? = nil) -> TextLayout {
    TextLayout(
      texts, borders: borders, in: viewport, columns: grid.columns, rows: grid.rows,
      isASCII: grid.raster == .ascii, reusing: old)
  }
}

extension Picture {
  /// Whether a larger view would show more words than this one.
  package func hidesWords(in view: Viewport, columns: Int, rows: Int) -> Bool {
    let things = things(in: view.visible(columns: columns, rows: rows))
    return TextLayout(
      things.texts.compactMap { PlacedText($0, in: self) }, borders: things.shapes, in: view,
      columns: columns, rows: rows, isASCII: false
    ).hidesWords
  }
}
