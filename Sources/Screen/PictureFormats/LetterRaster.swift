import CellFrame

/// The size and the style of the letters in a picture.
struct LetterStyle: Hashable {
  /// The size of the letters, compared with those in a cell of 16 × 32 pixels.
  var scale = 1.0
  var isBold = false
  var isItalic = false
  /// How much wider the pen is on each side, in pixels of a cell of 16 × 32 pixels.
  var margin = 0.0

  init(scale: Double, margin: Double) { (self.scale, self.margin) = (scale, margin) }

  /// Creates the style of a cell's letter.
  init(_ style: Style) {
    isBold = style.attributes.contains(.bold)
    isItalic = style.attributes.contains(.italic)
  }
}

/// The part of each pixel that a letter covers.
struct LetterCoverage {
  /// The first column and row, from the corner of the letter's cell.
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  /// The covered part of each pixel, 0 … 255, row by row.
  let cover: [UInt8]
}

/// Draws letters. Each letter of a style is drawn once and kept.
struct LetterRaster {
  private struct Key: Hashable {
    let glyph: Glyph
    let style: LetterStyle
  }

  /// Letters that are larger than this are not kept, since they need much memory.
  static let scaleMax = 6.0
  /// The pixels of all letters that are kept.
  private static let pixelsMax = 8 << 20

  /// The outlines of letters that the font lacks, in a cell of 16 × 32 pixels.
  private let outlines: [Glyph: VectorPath]
  private var coverages: [Key: LetterCoverage] = [:]
  private var pixels = 0

  init(outlines: [Glyph: VectorPath] = [:]) { self.outlines = outlines }

  /// Returns the strokes of a letter: those of the font, an outline, or a box with the letter's number.
  func strokes(of glyph: Glyph) -> [LetterStroke] {
    if let strokes = StrokeFont.strokes(of: glyph) { return strokes }
    return outlines[glyph].map { [LetterStroke(path: $0, isArea: true)] }
      ?? StrokeFont.box(for: glyph)
  }

  /// Returns the pixels of a letter of at most the size ``scaleMax``.
  mutating func coverage(of glyph: Glyph, _ style: LetterStyle) -> LetterCoverage {
    let key = Key(glyph: glyph, style: style)
    if let coverage = coverages[key] { return coverage }
    let coverage = draw(glyph, style)
    pixels += coverage.cover.count
    if pixels > Self.pixelsMax {
      coverages = [:]
      pixels = coverage.cover.count
    }
    coverages[key] = coverage
    return coverage
  }

  private func draw(_ glyph: Glyph, _ style: LetterStyle) -> LetterCoverage {
    // Slanted letters and the edge of a letter go beyond the cell.
    let border = Int(((style.margin + 3) * style.scale).rounded(.up))
    let columns = Double(PixelSheet.cellWidth * (glyph.isWide ? 2 : 1)) * style.scale
    var raster = ShapeRaster(
      width: Int(columns.rounded(.up)) + 2 * border,
      height: Int((Double(PixelSheet.cellHeight) * style.scale).rounded(.up)) + 2 * border)
    let corner = VectorPoint(x: Double(border), y: Double(border))
    raster.add(strokes(of: glyph), style, corner: corner)
    return LetterCoverage(
      left: -border, top: -border, width: raster.width, height: raster.height, cover: raster.cover)
  }
}

extension ShapeRaster {
  /// The width of the pen of letters, in pixels of a cell of 16 × 32 pixels.
  private static let (pen, boldPen) = (2.35, 3.4)
  /// How far slanted letters go to the right, per pixel of height.
  private static let slant = 0.2

  /// Adds the strokes of a letter whose cell has this corner.
  mutating func add(_ strokes: [LetterStroke], _ style: LetterStyle, corner: VectorPoint) {
    let middle = (StrokeFont.baseline + StrokeFont.xHeight) / 2
    let slant = style.isItalic ? Self.slant : 0
    let pen = style.isBold ? Self.boldPen : Self.pen
    for stroke in strokes {
      let lines = Self.lines(stroke.path) {
        VectorPoint(
          x: corner.x + ($0.x + (middle - $0.y) * slant) * style.scale,
          y: corner.y + $0.y * style.scale)
      }
      var radius = style.margin
      if stroke.isArea { fill(lines) } else { radius += pen * stroke.width / 2 }
      guard radius > 0 else { continue }
      for line in lines {
        guard var last = line.first else { continue }
        if line.count == 1 { addLine(last, last, radius: radius * style.scale) }
        for point in line.dropFirst() {
          addLine(last, point, radius: radius * style.scale)
          last = point
        }
      }
    }
  }

  /// Adds the pixels of a letter whose cell has this corner.
  mutating func add(_ letter: LetterCoverage, column: Int, row: Int) {
    let left = column + letter.left
    let columns = (left..<left + letter.width).clamped(to: 0..<width)
    let top = row + letter.top
    guard !columns.isEmpty else { return }
    for row in (top..<top + letter.height).clamped(to: 0..<height) {
      touch(row: row, columns)
      let source = (row - top) * letter.width - left
      for column in columns {
        let pixel = row * width + column
        cover[pixel] = max(cover[pixel], letter.cover[source + column])
      }
    }
  }
}

extension StrokeFont {
  /// Returns a box that stands for a letter that the font lacks. It shows the number of the letter.
  static func box(for glyph: Glyph) -> [LetterStroke] {
    let width = Double(PixelSheet.cellWidth * (glyph.isWide ? 2 : 1))
    let corners = [(1.5, 4.5), (width - 1.5, 4.5), (width - 1.5, 27.5), (1.5, 27.5)]
    let frame = VectorPath(through: corners.map { VectorPoint(x: $0.0, y: $0.1) }, isClosed: true)
    let digits = String(glyph.base.value, radix: 16, uppercase: true)
    let number = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    // Two digits in each row of a narrow box; as many in both rows of a wide one.
    let columns = glyph.isWide ? (number.count + 1) / 2 : 2
    let rows = (number.count + columns - 1) / columns
    let (stepX, stepY) = ((width - 4) / Double(columns), 21 / Double(rows))
    let size = min(stepX / 15.8, stepY / 21)
    let letters = number.unicodeScalars.enumerated().flatMap { index, digit in
      let corner = VectorPoint(
        x: 2 + (Double(index % columns) + 0.5) * stepX - 8 * size,
        y: 5.5 + (Double(index / columns) + 0.5) * stepY - 14.5 * size)
      return (strokes(of: Glyph(digit)) ?? []).map { $0.small(size, at: corner, width: 0.5) }
    }
    return [LetterStroke(path: frame, width: 0.5)] + letters
  }
}
