import BoardModel
import CellFrame
import EaselBase

/// The images of a canvas as blocks of one colour each. They lie under all ink and all words.
///
/// A cell without ink shows two colours: of all ways to split its blocks by their brightness, the one
/// that changes their colours least. A cell with ink or letters has one colour as its ground: the mean.
struct ImageLayer: Sendable {
  private let columns: Int
  private let raster: Raster
  private let theme: Theme
  /// The blocks of a cell, side by side and on top of one another.
  private let across: Int
  private let down: Int
  /// The blocks, cell by cell: `0xFF_RR_GG_BB`, or 0 where no image lies. Empty without any image.
  private var blocks: [UInt32] = []
  private let count: Int

  var isEmpty: Bool { blocks.isEmpty }

  init(_ grid: DotGrid, _ theme: Theme) {
    (columns, raster, self.theme) = (grid.columns, grid.raster, theme)
    (across, down) =
      switch raster {
      case .ascii: (1, 1)
      case .braille: theme.depth == .none ? (2, 4) : (1, 2)
      default: (raster.dotsX, raster.dotsY)
      }
    count = columns * grid.rows * across * down
  }

  // MARK: Painting

  /// Paints an image over a box, whose corners are in cells.
  mutating func paint(
    _ image: PixelImage, from low: (column: Double, row: Double),
    to high: (column: Double, row: Double), clip: CellRect
  ) {
    if blocks.isEmpty { blocks = Array(repeating: 0, count: count) }
    func spans(
      _ pixels: Int, _ low: Double, _ high: Double, _ cells: Range<Int>, _ perCell: Int
    ) -> [(unit: Int, pixels: Range<Int>)] {
      PixelImage.spans(
        of: pixels, from: low * Double(perCell), to: high * Double(perCell),
        in: cells.lowerBound * perCell..<cells.upperBound * perCell)
    }
    let x = spans(
      image.columns, low.column, high.column, clip.column..<clip.column + clip.columns, across)
    let y = spans(image.rows, low.row, high.row, clip.row..<clip.row + clip.rows, down)
    for (row, sourceRows) in y {
      for (column, sourceColumns) in x {
        let at = index(column, row)
        blocks[at] = blend(image.mean(sourceColumns, sourceRows), over: blocks[at])
      }
    }
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    let cell = (y / down) * columns + x / across
    return (cell * down + y % down) * across + x % across
  }

  private func blend(_ pixel: (rgb: UInt32, alpha: UInt8), over block: UInt32) -> UInt32 {
    guard pixel.alpha > 0 else { return block }
    let ground = block == 0 ? theme.backdrop : block & 0xFF_FF_FF
    return 0xFF00_0000 | ColorMath.blend(pixel.rgb, over: ground, alpha: pixel.alpha)
  }

  /// Removes all images from some cells.
  mutating func wipe(_ cells: CellRect) {
    guard !blocks.isEmpty else { return }
    let size = across * down
    for row in cells.row..<cells.row + cells.rows {
      let start = (row * columns + cells.column) * size
      for block in start..<start + cells.columns * size { blocks[block] = 0 }
    }
  }

  /// Copies a cell from a layer of the same canvas.
  mutating func copy(cell: Int, from other: ImageLayer) {
    guard !blocks.isEmpty || !other.blocks.isEmpty else { return }
    if blocks.isEmpty { blocks = Array(repeating: 0, count: count) }
    for block in cell * across * down..<(cell + 1) * across * down {
      blocks[block] = other.blocks.isEmpty ? 0 : other.blocks[block]
    }
  }

  // MARK: Cells

  /// Returns the colours of a cell's blocks; nil where no image lies.
  private func colors(_ cell: Int) -> [UInt32]? {
    guard !blocks.isEmpty else { return nil }
    let blocks = blocks[cell * across * down..<(cell + 1) * across * down]
    guard blocks.contains(where: { $0 != 0 }) else { return nil }
    return blocks.map { $0 == 0 ? theme.backdrop : $0 & 0xFF_FF_FF }
  }

  /// Returns the ground of ink and letters in a cell; nil where no image lies. A screen without colours
  /// has no grounds.
  func ground(_ cell: Int) -> Tint? {
    guard theme.depth != .none, let colors = colors(cell) else { return nil }
    return tint(ColorMath.mean(colors))
  }

  /// Returns a cell without ink and letters; nil where no image lies.
  func cell(_ cell: Int) -> Cell? {
    guard let colors = colors(cell) else { return nil }
    if theme.depth == .none { return dithered(colors, at: cell) }
    let split = ColorSplit(colors)
    let (foreground, background) = (tint(split.foreground), tint(split.background))
    guard foreground != background, split.bits != 0 else {
      return Cell(.space, Style(foreground: theme.foreground, background: background))
    }
    let pattern = BlockPattern(columns: across, rows: down, bits: split.bits)
    return Cell(pattern.glyph, Style(foreground: foreground, background: background))
  }

  /// Returns the nearest colour that the screen has. On a screen of all colours, 64 steps of each part
  /// are enough, and fewer changes of colour are written.
  private func tint(_ rgb: UInt32) -> Tint {
    switch theme.depth {
    case .direct, .none:
      let (red, green, blue) = ColorMath.parts(rgb)
      func step(_ part: Int) -> Int { min((part + 2) / 4 * 4, 255) }
      return .rgb(ColorMath.joined(step(red), step(green), step(blue)))
    case .indexed256: return .indexed(XtermPalette.nearest256(rgb))
    case .ansi16: return .indexed(XtermPalette.nearestBasic(rgb, count: 16))
    case .ansi8: return .indexed(XtermPalette.nearestBasic(rgb, count: 8))
    }
  }

  /// Returns a cell of a screen without colours: an ordered dither of the brightness.
  private func dithered(_ colors: [UInt32], at cell: Int) -> Cell {
    let (column, row) = (cell % columns, cell / columns)
    func light(_ rgb: UInt32) -> Double {
      let (red, green, blue) = ColorMath.parts(rgb)
      let light = (0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)) / 255
      return theme.isDark ? light : 1 - light
    }
    if raster == .ascii {
      let steps = light(colors[0]) * Double(Self.signs.count - 1)
      let step = Int(steps + Self.threshold(column, row))
      return Cell(Self.signs[min(step, Self.signs.count - 1)])
    }
    var bits: UInt8 = 0
    var dots: UInt8 = 0
    for (block, color) in colors.enumerated() {
      let (x, y) = (column * across + block % across, row * down + block / across)
      guard light(color) > Self.threshold(x, y) else { continue }
      bits |= 1 << block
      dots |= UInt8(truncatingIfNeeded: Painter.bit(block % across, block / across))
    }
    let pattern = BlockPattern(columns: across, rows: down, bits: bits)
    return Cell(raster == .braille ? .braille(dots) : pattern.glyph)
  }

  /// ASCII signs from the darkest to the brightest on a dark screen.
  private static let signs = " .:-=+*#%@".unicodeScalars.map { Glyph($0) }

  /// Returns the threshold of Bayer's matrix of 4 × 4 places, above 0 and below 1.
  private static func threshold(_ x: Int, _ y: Int) -> Double {
    let matrix = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    return (Double(matrix[(y & 3) * 4 + (x & 3)]) + 0.5) / 16
  }
}

/// The two colours that stand for the colours of a cell's blocks.
private struct ColorSplit {
  let foreground: UInt32
  let background: UInt32
  /// The blocks of the foreground: one bit each.
  let bits: UInt8

  /// Compares all splits of the blocks by their brightness.
  init(_ colors: [UInt32]) {
    let parts = colors.map { ColorMath.parts($0) }
    func light(_ part: (red: Int, green: Int, blue: Int)) -> Int {
      3 * part.red + 6 * part.green + part.blue
    }
    let order = colors.indices.sorted { light(parts[$0]) < light(parts[$1]) }
    let whole = ColorMath.mean(colors)
    var best = (loss: Self.loss(parts[...], whole), dark: whole, bright: whole, count: colors.count)
    for count in 1..<max(colors.count, 1) {
      let (low, high) = (order.prefix(count), order.dropFirst(count))
      let (dark, bright) = (
        ColorMath.mean(low.map { colors[$0] }), ColorMath.mean(high.map { colors[$0] })
      )
      let loss =
        Self.loss(low.map { parts[$0] }[...], dark) + Self.loss(high.map { parts[$0] }[...], bright)
      if loss < best.loss { best = (loss, dark, bright, count) }
    }
    (foreground, background) = (best.bright, best.dark)
    bits = order.dropFirst(best.count).reduce(0) { $0 | 1 << $1 }
  }

  private static func loss(_ parts: ArraySlice<(red: Int, green: Int, blue: Int)>, _ mean: UInt32)
    -> Int
  {
    let mean = ColorMath.parts(mean)
    return parts.reduce(0) { sum, part in
      let (red, green, blue) = (part.red - mean.red, part.green - mean.green, part.blue - mean.blue)
      return sum + red * red + green * green + blue * blue
    }
  }
}

extension ColorMath {
  /// Returns the mean of colours, of which there is at least one.
  fileprivate static func mean(_ colors: [UInt32]) -> UInt32 {
    let sum = colors.reduce((0, 0, 0)) { sum, color in
      let (red, green, blue) = parts(color)
      return (sum.0 + red, sum.1 + green, sum.2 + blue)
    }
    let count = max(colors.count, 1)
    return joined(sum.0 / count, sum.1 / count, sum.2 / count)
  }
}

extension [BoardItem] {
  /// Takes an image; returns false for any other thing.
  mutating func takes(_ thing: BoardItem) -> Bool {
    guard thing.item.asImage != nil else { return false }
    append(thing)
    return true
  }

  /// The images, those that are paper first.
  var paperFirst: [BoardItem] { filter { !$0.isSelectable } + filter(\.isSelectable) }
}
