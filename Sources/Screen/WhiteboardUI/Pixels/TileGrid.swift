import BoardView
import CellFrame

/// The division of a canvas into tiles of a few cells each, row by row.
struct TileGrid: Hashable, Sendable {
  /// The size of the canvas in cells.
  let columns: Int
  let rows: Int
  /// The row of the screen where the canvas begins.
  private let top: Int
  private let cell: CellPixelSize
  /// The cells of a tile.
  private let width: Int
  private let height: Int

  /// Returns nil if a single cell has too many pixels, or the canvas has no cells.
  init?(columns: Int, rows: Int, top: Int, _ cell: CellPixelSize) {
    let sizes = [(8, 4), (4, 2), (2, 1), (1, 1)]
    guard columns > 0, rows > 0,
      let size = sizes.first(where: {
        $0 * $1 * cell.width * cell.height <= CellPixelSize.tilePixelsMax
      })
    else { return nil }
    (self.columns, self.rows, self.top, self.cell) = (columns, rows, top, cell)
    (width, height) = size
  }

  private var across: Int { (columns + width - 1) / width }
  private var down: Int { (rows + height - 1) / height }
  var count: Int { across * down }

  /// Returns the cells of a tile on the canvas.
  func blockOnCanvas(of index: Int) -> CellRect {
    let (column, row) = (index % across * width, index / across * height)
    return CellRect(
      column: column, row: row, columns: min(width, columns - column),
      rows: min(height, rows - row))
  }

  /// Returns the cells of a tile on the screen.
  func block(of index: Int) -> CellRect {
    var block = blockOnCanvas(of: index)
    block.row += top
    return block
  }

  /// Returns the places of a tile's cells on the canvas, row by row.
  func cells(of index: Int) -> [CellPoint] {
    let block = blockOnCanvas(of: index)
    return (block.row..<block.row + block.rows).flatMap { row in
      (block.column..<block.column + block.columns).map { CellPoint(column: $0, row: row) }
    }
  }

  /// Returns the rows of a tile on the canvas.
  func rows(of index: Int) -> [(row: Int, columns: Range<Int>)] {
    let block = blockOnCanvas(of: index)
    return (block.row..<block.row + block.rows).map {
      ($0, block.column..<block.column + block.columns)
    }
  }

  /// Returns the tile of a cell of the canvas, and the number of the cell in it.
  func place(column: Int, row: Int) -> (index: Int, number: Int) {
    let index = row / height * across + column / width
    let columnsOfTile = min(width, columns - column / width * width)
    return (index, row % height * columnsOfTile + column % width)
  }

  /// Returns the tiles that meet some cells of the canvas.
  func tiles(in touched: Touched) -> Set<Int> {
    var tiles: Set<Int> = []
    for (row, range) in touched.rows where (0..<rows).contains(row) {
      let part = range.clamped(to: 0..<columns)
      guard let first = part.first, let last = part.last else { continue }
      for column in first / width...last / width { tiles.insert(row / height * across + column) }
    }
    return tiles
  }

  /// Returns the tiles that lie under sheets and other parts of the screen, under words that are being
  /// written, or under a preview of changed ink.
  func tiles(under overlay: Overlay, _ changes: InkChanges) -> Set<Int> {
    var cells = changes.hiddenByPreview
    for layer in overlay.layers {
      for row in layer.rows { cells.insert(layer.columns, row: row - top) }
    }
    let words = overlay.runs.filter(\.areWords).map { ($0.at.row - top, $0.columns) }
    return tiles(in: cells).union(tiles(in: Touched(rows: words)))
  }
}

extension CellRect {
  /// Creates the smallest block that holds all these blocks.
  init(around blocks: [CellRect]) {
    let (left, top) = (blocks.map(\.column).min() ?? 0, blocks.map(\.row).min() ?? 0)
    self.init(
      column: left, row: top,
      columns: (blocks.map { $0.column + $0.columns }.max() ?? left) - left,
      rows: (blocks.map { $0.row + $0.rows }.max() ?? top) - top)
  }
}
