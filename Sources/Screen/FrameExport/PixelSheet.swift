import CellFrame

/// A picture in pixels: 16 × 32 pixels per cell, three bytes per pixel.
struct PixelSheet {
  static let cellWidth = 16
  static let cellHeight = 32

  let width: Int
  let height: Int
  private(set) var bytes: [UInt8]

  /// Creates a sheet in one colour.
  private init(columns: Int, rows: Int, ground: UInt32) {
    width = columns * Self.cellWidth
    height = rows * Self.cellHeight
    bytes = Array(repeating: 0, count: width * height * 3)
    fill(0, 0, width, height, ground)
  }

  /// Creates the picture of a frame.
  init(_ frame: Frame, theme: Theme) {
    let shades = Shades(theme)
    self.init(columns: frame.columns, rows: frame.rows, ground: shades.background)
    drawGrounds(frame, shades)
    drawGlyphs(frame, shades)
  }

  /// Creates the picture of a drawing.
  init(_ drawing: VectorDrawing, theme: Theme) {
    let shades = Shades(theme)
    self.init(columns: drawing.columns, rows: drawing.rows, ground: shades.background)
    var raster = ShapeRaster(width: width, height: height)
    drawGrounds(drawing.paper, shades)
    for shape in drawing.washes { draw(shape, with: &raster) }
    drawGlyphs(drawing.paper, shades)
    for mark in drawing.marks {
      switch mark {
      case .shape(let shape): draw(shape, with: &raster)
      case .text(let text):
        raster.addEdge(of: text)
        blend(&raster, color: text.ground ?? shades.background, alpha: 255)
        raster.add(text)
        blend(&raster, color: text.color, alpha: 255)
      }
    }
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
    case .figure(let boxes):
      for box in boxes { fill(x + box.x, y + box.y, box.width, box.height, color) }
    case .letter(let glyph):
      let isBold = cell.style.attributes.contains(.bold)
      for box in LetterBoxes.boxes(of: glyph, isBold: isBold) {
        fill(x + box.x, y + box.y, box.width, box.height, color)
      }
    }
    guard cell.style.attributes.contains(.underline) else { return }
    fill(x, y + 29, cell.glyph.isWide ? 32 : 16, 2, color)
  }

  private mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: UInt32) {
    let (left, right) = (max(x, 0), min(x + width, self.width))
    guard left < right else { return }
    let (stride, rows) = (self.width, max(y, 0)..<max(min(y + height, self.height), max(y, 0)))
    let color = PixelColor(color)
    bytes.withUnsafeMutableBytes { bytes in
      for row in rows { color.fill(row * stride + left..<row * stride + right, of: bytes) }
    }
  }

  /// Draws a dot of 8 × 8 pixels with a soft edge.
  private mutating func disc(_ x: Int, _ y: Int, _ color: UInt32) {
    let color = PixelColor(color)
    bytes.withUnsafeMutableBytes { bytes in
      for row in 0..<8 {
        for column in 0..<8 {
          let pixel = (y + row) * width + x + column
          color.blend(Self.cover[row * 8 + column], over: pixel, of: bytes)
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

  // MARK: Shapes

  private mutating func draw(_ shape: VectorShape, with raster: inout ShapeRaster) {
    raster.add(shape)
    blend(&raster, color: shape.color, alpha: shape.alpha)
  }

  /// Lays a colour over all pixels that the raster covers, and clears the raster.
  private mutating func blend(_ raster: inout ShapeRaster, color: UInt32, alpha: UInt8) {
    let color = PixelColor(color)
    bytes.withUnsafeMutableBytes { bytes in
      raster.drainCover { pixels, cover in
        let part = UInt8((Int(cover) * Int(alpha) + 127) / 255)
        if part == 255 {
          color.fill(pixels, of: bytes)
        } else {
          for pixel in pixels { color.blend(part, over: pixel, of: bytes) }
        }
      }
    }
  }
}

/// A colour that is written into pixels of three bytes each.
private struct PixelColor {
  private let red: UInt8
  private let green: UInt8
  private let blue: UInt8
  /// The bytes of eight pixels.
  private let words: (UInt64, UInt64, UInt64)

  init(_ rgb: UInt32) {
    let parts = ColorMath.parts(rgb)
    (red, green, blue) = (UInt8(parts.red), UInt8(parts.green), UInt8(parts.blue))
    let bytes = [red, green, blue]
    func word(_ first: Int) -> UInt64 {
      (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[(first + $1) % 3]) }
        .littleEndian
    }
    words = (word(0), word(8), word(16))
  }

  func fill(_ pixels: Range<Int>, of bytes: UnsafeMutableRawBufferPointer) {
    var offset = 3 * pixels.lowerBound
    let end = 3 * pixels.upperBound
    while offset + 24 <= end {
      bytes.storeBytes(of: words.0, toByteOffset: offset, as: UInt64.self)
      bytes.storeBytes(of: words.1, toByteOffset: offset + 8, as: UInt64.self)
      bytes.storeBytes(of: words.2, toByteOffset: offset + 16, as: UInt64.self)
      offset += 24
    }
    while offset < end {
      (bytes[offset], bytes[offset + 1], bytes[offset + 2]) = (red, green, blue)
      offset += 3
    }
  }

  @inline(__always)
  func blend(_ alpha: UInt8, over pixel: Int, of bytes: UnsafeMutableRawBufferPointer) {
    let (part, rest, offset) = (UInt32(alpha), UInt32(255 - alpha), 3 * pixel)
    func mixed(_ value: UInt8, _ below: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (UInt32(value) * part + UInt32(below) * rest + 127) / 255)
    }
    bytes[offset] = mixed(red, bytes[offset])
    bytes[offset + 1] = mixed(green, bytes[offset + 1])
    bytes[offset + 2] = mixed(blue, bytes[offset + 2])
  }
}
