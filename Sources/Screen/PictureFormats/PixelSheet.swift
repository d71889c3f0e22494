import CellFrame
import EaselBase

/// A picture in pixels: 16 × 32 pixels per cell unless it shows ink alone, three bytes per pixel.
///
/// It is painted from top to bottom: each colour goes under the colours that are there. Until it is
/// complete, a fourth byte of each pixel is the share that is still open, 255 at first.
struct PixelSheet {
  static let cellWidth = 16
  static let cellHeight = 32

  let width: Int
  let height: Int
  private(set) var bytes: [UInt8]
  private var letters: LetterRaster

  /// Creates a sheet on which nothing is painted.
  private init(width: Int, height: Int, letters: LetterRaster) {
    self.letters = letters
    (self.width, self.height) = (width, height)
    bytes = Array(repeating: 0, count: width * height * 4)
    bytes.withUnsafeMutableBytes { bytes in
      for pixel in 0..<width * height { bytes[4 * pixel + 3] = 255 }
    }
  }

  private init(columns: Int, rows: Int, letters: LetterRaster) {
    self.init(width: columns * Self.cellWidth, height: rows * Self.cellHeight, letters: letters)
  }

  /// Creates the picture of a frame.
  init(_ frame: Frame, theme: Theme, letters: LetterRaster = LetterRaster()) {
    let shades = Shades(theme)
    self.init(columns: frame.columns, rows: frame.rows, letters: letters)
    drawGlyphs(frame, shades)
    drawGrounds(frame, shades)
    complete(shades.background)
  }

  /// Creates the picture of a drawing.
  init(_ drawing: VectorDrawing, theme: Theme, letters: LetterRaster = LetterRaster()) {
    let shades = Shades(theme)
    self.init(columns: drawing.columns, rows: drawing.rows, letters: letters)
    var raster = ShapeRaster(width: width, height: height, letters: letters)
    drawMarks(of: drawing, with: &raster, ground: shades.background)
    drawGlyphs(drawing.paper, shades)
    drawLowest(of: drawing, with: &raster)
    drawGrounds(drawing.paper, shades)
    complete(shades.background)
  }

  /// Creates the picture of a drawing without its paper and without a ground, for cells of any size.
  /// It keeps the fourth bytes.
  init(inkOf drawing: VectorDrawing, cell: CellPixelSize) {
    self.init(
      width: drawing.columns * cell.width, height: drawing.rows * cell.height,
      letters: LetterRaster())
    var raster = ShapeRaster(
      width: width, height: height, scaleX: Double(cell.width) / VectorDrawing.columnWidth,
      scaleY: Double(cell.height) / VectorDrawing.rowHeight)
    drawMarks(of: drawing, with: &raster, ground: 0)
    drawLowest(of: drawing, with: &raster)
  }

  /// Draws the opaque ink and the labels.
  private mutating func drawMarks(
    of drawing: VectorDrawing, with raster: inout ShapeRaster, ground: UInt32
  ) {
    for mark in drawing.marks.reversed() {
      switch mark {
      case .shape(let shape): draw(shape, with: &raster)
      case .text(let text):
        raster.add(text)
        blend(&raster, color: text.color, alpha: 255)
        raster.addEdge(of: text)
        blend(&raster, color: text.ground ?? ground, alpha: 255)
      case .image(let image): draw(image, with: raster)
      }
    }
  }

  /// Draws the translucent ink, and the images under it.
  private mutating func drawLowest(of drawing: VectorDrawing, with raster: inout ShapeRaster) {
    for shape in drawing.washes.reversed() { draw(shape, with: &raster) }
    for image in drawing.images.reversed() { draw(image, with: raster) }
  }

  /// Returns the pixel at a place of a picture that keeps the fourth bytes.
  func pixel(_ x: Int, _ y: Int) -> PixelImage.Pixel {
    let at = 4 * (y * width + x)
    let alpha = 255 - bytes[at + 3]
    guard alpha > 0 else { return PixelImage.Pixel(0, 0, 0, 0) }
    func part(_ place: Int) -> UInt8 {
      UInt8(clamping: (Int(bytes[at + place]) * 255 + Int(alpha) / 2) / Int(alpha))
    }
    return PixelImage.Pixel(part(0), part(1), part(2), alpha)
  }

  /// Paints the ground under all else, and leaves out the fourth bytes.
  private mutating func complete(_ ground: UInt32) {
    let (color, count) = (PixelColor(ground), width * height)
    bytes.withUnsafeMutableBytes { bytes in
      for pixel in 0..<count {
        _ = color.paint(255, under: pixel, of: bytes)
        for part in 0..<3 { bytes[3 * pixel + part] = bytes[4 * pixel + part] }
      }
    }
    bytes.removeLast(count)
  }

  // MARK: Cells

  private mutating func drawGrounds(_ frame: Frame, _ shades: Shades) {
    for row in 0..<frame.rows {
      for (column, cell) in frame.cells(row: row).enumerated() {
        let ground = shades.pair(cell.style).background
        guard ground != shades.background else { continue }
        fill(
          column * Self.cellWidth, row * Self.cellHeight, Self.cellWidth, Self.cellHeight, ground)
      }
    }
  }

  private mutating func drawGlyphs(_ frame: Frame, _ shades: Shades) {
    for row in 0..<frame.rows {
      for (column, cell) in frame.cells(row: row).enumerated() where cell.glyph != .shadow {
        draw(cell, column, row, shades.pair(cell.style).foreground)
      }
    }
  }

  private mutating func draw(_ cell: Cell, _ column: Int, _ row: Int, _ color: UInt32) {
    let (x, y) = (column * Self.cellWidth, row * Self.cellHeight)
    switch CellPart(cell.glyph) {
    case .nothing: break
    case .dots(let pattern):
      for dot in CellPart.dots(of: pattern) { disc(x + 8 * dot.x, y + 8 * dot.y, color) }
    case .blocks(let pattern):
      for block in CellPart.rectangles(of: pattern, width: 16, height: 32) {
        fill(x + block.x, y + block.y, block.width, block.height, color)
      }
    case .figure, .letter:
      if let boxes = LetterBoxes.boxes(of: cell.glyph) {
        for box in boxes { fill(x + box.x, y + box.y, box.width, box.height, color) }
      } else {
        draw(letters.coverage(of: cell.glyph, LetterStyle(cell.style)), x, y, color)
      }
    }
    guard cell.style.attributes.contains(.underline) else { return }
    fill(x, y + 27, cell.glyph.isWide ? 32 : 16, 2, color)
  }

  /// Draws a letter in the cell with this corner.
  private mutating func draw(_ letter: LetterCoverage, _ x: Int, _ y: Int, _ color: UInt32) {
    let color = PixelColor(color)
    let (left, top, stride) = (x + letter.left, y + letter.top, width)
    let columns = (left..<left + letter.width).clamped(to: 0..<width)
    let rows = (top..<top + letter.height).clamped(to: 0..<height)
    bytes.withUnsafeMutableBytes { bytes in
      for row in rows {
        let source = (row - top) * letter.width - left
        for column in columns where letter.cover[source + column] > 0 {
          _ = color.paint(letter.cover[source + column], under: row * stride + column, of: bytes)
        }
      }
    }
  }

  private mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: UInt32) {
    let (left, right) = (max(x, 0), min(x + width, self.width))
    guard left < right else { return }
    let (stride, rows) = (self.width, max(y, 0)..<max(min(y + height, self.height), max(y, 0)))
    let color = PixelColor(color)
    bytes.withUnsafeMutableBytes { bytes in
      for row in rows {
        for pixel in row * stride + left..<row * stride + right {
          _ = color.paint(255, under: pixel, of: bytes)
        }
      }
    }
  }

  /// Draws a dot of 8 × 8 pixels with a soft edge.
  private mutating func disc(_ x: Int, _ y: Int, _ color: UInt32) {
    let color = PixelColor(color)
    bytes.withUnsafeMutableBytes { bytes in
      for row in 0..<8 {
        for column in 0..<8 {
          let pixel = (y + row) * width + x + column
          _ = color.paint(Self.cover[row * 8 + column], under: pixel, of: bytes)
        }
      }
    }
  }

  /// The part of each pixel that a disc of radius 3.4 covers. It is counted at 8 × 8 places per
  /// pixel, in units of 1/16 of a pixel, so all numbers are whole.
  private static let cover: [UInt8] = (0..<64).map { pixel in
    let radius = 34 * 16 / 10
    var inside = 0
    for part in 0..<64 {
      let x = (pixel % 8) * 16 + (part % 8) * 2 + 1 - 64
      let y = (pixel / 8) * 16 + (part / 8) * 2 + 1 - 64
      if x * x + y * y <= radius * radius { inside += 1 }
    }
    return UInt8(inside * 255 / 64)
  }

  /// Lays an image under all pixels of its box.
  private mutating func draw(_ image: VectorImage, with raster: ShapeRaster) {
    let (box, stride) = (image.box, width)
    func spans(
      _ pixels: Int, _ low: Double, _ length: Double, _ scale: Double, _ limit: Int
    ) -> [(Int, Range<Int>)] {
      let (low, high) = (low * scale, (low + length) * scale)
      let first = Int(min(max(low, 0), Double(limit)))
      let units = first..<max(Int(min(max(high.rounded(.up), 0), Double(limit))), first)
      return PixelImage.spans(of: pixels, from: low, to: high, in: units).map {
        ($0.unit, $0.pixels)
      }
    }
    let columns = spans(image.pixels.columns, box.corner.x, box.width, raster.scaleX, width)
    let rows = spans(image.pixels.rows, box.corner.y, box.height, raster.scaleY, height)
    bytes.withUnsafeMutableBytes { bytes in
      for (row, sourceRows) in rows {
        for (column, sourceColumns) in columns {
          let (rgb, alpha) = image.pixels.mean(sourceColumns, sourceRows)
          _ = PixelColor(rgb).paint(alpha, under: row * stride + column, of: bytes)
        }
      }
    }
  }

  // MARK: Shapes

  private mutating func draw(_ shape: VectorShape, with raster: inout ShapeRaster) {
    raster.add(shape)
    blend(&raster, color: shape.color, alpha: shape.alpha)
  }

  /// Lays a colour under all pixels that the raster covers, and clears the raster.
  private mutating func blend(_ raster: inout ShapeRaster, color: UInt32, alpha: UInt8) {
    let color = PixelColor(color)
    bytes.withUnsafeMutableBytes { bytes in
      raster.drainCover { pixels, cover, tiles in
        let part = UInt8((Int(cover) * Int(alpha) + 127) / 255)
        for pixel in pixels where color.paint(part, under: pixel, of: bytes) { tiles.close(pixel) }
      }
    }
  }
}

/// A colour that is painted into pixels of four bytes each.
private struct PixelColor {
  private let red: UInt32
  private let green: UInt32
  private let blue: UInt32

  init(_ rgb: UInt32) {
    let parts = ColorMath.parts(rgb)
    (red, green, blue) = (UInt32(parts.red), UInt32(parts.green), UInt32(parts.blue))
  }

  /// Paints the part of a pixel that is still open.
  ///
  /// - Parameter alpha: the opacity, 0 … 255.
  /// - Returns: whether this closed the pixel.
  @inline(__always)
  func paint(_ alpha: UInt8, under pixel: Int, of bytes: UnsafeMutableRawBufferPointer) -> Bool {
    let offset = 4 * pixel
    let open = UInt32(bytes[offset + 3])
    guard open > 0 else { return false }
    let share = (open * UInt32(alpha) + 127) / 255
    func add(_ color: UInt32, at place: Int) {
      bytes[place] &+= UInt8(truncatingIfNeeded: (color * share + 127) / 255)
    }
    add(red, at: offset)
    add(green, at: offset + 1)
    add(blue, at: offset + 2)
    bytes[offset + 3] = UInt8(truncatingIfNeeded: open - share)
    return open == share
  }
}
