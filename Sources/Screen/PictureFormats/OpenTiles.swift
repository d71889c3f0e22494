/// The parts of a picture in which something below the shapes so far can be seen.
///
/// A picture is painted from top to bottom. So shapes of which nothing would be seen cost no time, and a
/// board with very many lines over one another needs little more than its uppermost lines.
struct OpenTiles {
  /// The side of a tile in pixels, as a power of two.
  private static let shift = 4
  /// The number of tiles that may be looked at for one question.
  private static let tilesMax = 64

  private let width: Int
  private let columns: Int
  /// The number of open pixels in each tile, row by row. A tile at an edge of the picture may count
  /// more than it has.
  private var open: [UInt16]

  /// Creates the tiles of a picture of this size, in pixels; all are open.
  init(width: Int, height: Int) {
    self.width = width
    columns = (width + (1 << Self.shift) - 1) >> Self.shift
    let rows = (height + (1 << Self.shift) - 1) >> Self.shift
    open = Array(repeating: 1 << UInt16(2 * Self.shift), count: columns * rows)
  }

  /// Notes that an open pixel is covered wholly now.
  mutating func close(_ pixel: Int) {
    let (row, column) = pixel.quotientAndRemainder(dividingBy: width)
    open[(row >> Self.shift) * columns + (column >> Self.shift)] -= 1
  }

  /// Whether some pixels of a row may be open.
  func isOpen(row: Int, _ pixels: Range<Int>) -> Bool {
    guard !pixels.isEmpty else { return false }
    let start = (row >> Self.shift) * columns
    let tiles = (pixels.lowerBound >> Self.shift)...((pixels.upperBound - 1) >> Self.shift)
    return tiles.contains { open[start + $0] > 0 }
  }

  /// Whether some pixels of a box may be open. A large box counts as open.
  func isOpen(rows: Range<Int>, _ pixels: Range<Int>) -> Bool {
    guard !rows.isEmpty, !pixels.isEmpty else { return false }
    let across = (pixels.lowerBound >> Self.shift)...((pixels.upperBound - 1) >> Self.shift)
    let down = (rows.lowerBound >> Self.shift)...((rows.upperBound - 1) >> Self.shift)
    guard across.count * down.count <= Self.tilesMax else { return true }
    return down.contains { row in across.contains { open[row * columns + $0] > 0 } }
  }
}
