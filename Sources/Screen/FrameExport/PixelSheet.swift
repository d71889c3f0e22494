import CellFrame

/// A frame in pixels: 16 × 32 pixels per cell, three bytes per pixel.
struct PixelSheet {
  static let cellWidth = 16
  static let cellHeight = 32

  let width: Int
  let height: Int
  private(set) var bytes: [UInt8]

  init(_ frame: Frame, theme: Theme) {
    width = frame.columns * Self.cellWidth
    height = frame.rows * Self.cellHeight
    bytes = Array(repeating: 0, count: width * height * 3)
    let shades = Shades(theme)
    for row in 0..<frame.rows {
      for (column, cell) in frame.cells(row: row).enumerated() {
        let (front, back) = shades.pair(cell.style)
        fill(column * Self.cellWidth, row * Self.cellHeight, Self.cellWidth, Self.cellHeight, back)
        if cell.glyph != .shadow { draw(cell, column, row, front) }
      }
    }
  }

  private mutating func draw(_ cell: Cell, _ column: Int, _ row: Int, _ color: UInt32) {
    let (x, y) = (column * Self.cellWidth, row * Self.cellHeight)
    switch CellPart(cell.glyph) {
    case .nothing: break
    case .dots(let pattern):
      for dot in CellPart.places(of: pattern) { disc(x + 8 * dot.x, y + 8 * dot.y, color) }
    case .block(let upper, let lower):
      fill(x, upper ? y : y + 16, 16, upper && lower ? 32 : 16, color)
    case .letter(let glyph): letter(glyph, x, y, cell.style.attributes.contains(.bold), color)
    }
    if cell.style.attributes.contains(.underline) { fill(x, y + 29, 16, 2, color) }
  }

  private mutating func letter(_ glyph: Glyph, _ x: Int, _ y: Int, _ isBold: Bool, _ color: UInt32)
  {
    if let rows = BitmapFont.rows(of: glyph.base) {
      for (line, bits) in rows.enumerated() {
        for dot in 0..<BitmapFont.width where bits >> UInt8(4 - dot) & 1 == 1 {
          fill(x + 3 + 2 * dot, y + 5 + 3 * line, isBold ? 3 : 2, 3, color)
        }
      }
    } else if let arms = Self.arms[glyph.base] {
      if arms.contains(.left) { fill(x, y + 15, 9, 2, color) }
      if arms.contains(.right) { fill(x + 7, y + 15, 9, 2, color) }
      if arms.contains(.up) { fill(x + 7, y, 2, 17, color) }
      if arms.contains(.down) { fill(x + 7, y + 15, 2, 17, color) }
    } else if glyph.base == "·" || glyph.base == "•" {
      let size = glyph.base == "·" ? 3 : 6
      fill(x + 8 - size / 2, y + 15 - size / 2, size, size, color)
    } else if glyph.base == "…" {
      for dot in 0..<3 { fill(x + 2 + 5 * dot, y + 23, 2, 3, color) }
    } else {
      // A letter without a picture is drawn as an empty box, as wide as the letter.
      let width = (glyph.isWide ? 32 : 16) - 6
      fill(x + 3, y + 6, width, 2, color)
      fill(x + 3, y + 24, width, 2, color)
      fill(x + 3, y + 6, 2, 20, color)
      fill(x + 1 + width, y + 6, 2, 20, color)
    }
  }

  private struct Arms: OptionSet {
    let rawValue: Int
    static let left = Arms(rawValue: 1)
    static let right = Arms(rawValue: 2)
    static let up = Arms(rawValue: 4)
    static let down = Arms(rawValue: 8)
  }

  private static let arms: [Unicode.Scalar: Arms] = [
    "─": [.left, .right], "┈": [.left, .right], "│": [.up, .down], "┊": [.up, .down],
    "╭": [.right, .down], "┌": [.right, .down], "╮": [.left, .down], "┐": [.left, .down],
    "╰": [.right, .up], "└": [.right, .up], "╯": [.left, .up], "┘": [.left, .up],
    "├": [.up, .down, .right], "┤": [.up, .down, .left], "┬": [.left, .right, .down],
    "┴": [.left, .right, .up], "┼": [.left, .right, .up, .down],
  ]

  private mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: UInt32) {
    for row in max(y, 0)..<max(min(y + height, self.height), max(y, 0)) {
      for column in max(x, 0)..<max(min(x + width, self.width), max(x, 0)) {
        set(column, row, color)
      }
    }
  }

  private mutating func set(_ x: Int, _ y: Int, _ color: UInt32) {
    let place = (y * width + x) * 3
    let (red, green, blue) = ColorMath.parts(color)
    bytes[place] = UInt8(red)
    bytes[place + 1] = UInt8(green)
    bytes[place + 2] = UInt8(blue)
  }

  /// Draws a dot of 8 × 8 pixels with a soft edge.
  private mutating func disc(_ x: Int, _ y: Int, _ color: UInt32) {
    for row in 0..<8 {
      for column in 0..<8 {
        let cover = Self.cover[row * 8 + column]
        guard cover > 0 else { continue }
        let place = ((y + row) * width + x + column) * 3
        let below = ColorMath.joined(
          Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
        set(x + column, y + row, ColorMath.blend(color, over: below, alpha: cover))
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
}
