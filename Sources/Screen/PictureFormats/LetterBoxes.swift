import CellFrame

/// The signs of pictures in pixels that consist of rectangles, in a cell of 16 × 32 pixels.
enum LetterBoxes {
  struct Box: Hashable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// Returns the rectangles of a sign that consists of them; nil for any other sign, and for a sign
  /// that the font draws with smooth edges.
  static func boxes(of glyph: Glyph) -> [Box]? {
    StrokeFont.has(glyph) ? nil : figure(of: glyph) ?? blocks(of: glyph)
  }

  /// Whether a picture shows the letter itself, and no box with its number in its place.
  static func hasPicture(of glyph: Glyph) -> Bool {
    glyph == .shadow || StrokeFont.has(glyph) || boxes(of: glyph) != nil
  }

  /// Returns the rectangles of a sign that joins those beside it: a line, or the head of an arrow; nil
  /// for any other sign.
  static func figure(of glyph: Glyph) -> [Box]? {
    guard glyph == Glyph(glyph.base) else { return nil }
    return LineDrawing(glyph.base)?.boxes() ?? head(glyph.base)
  }

  /// Returns the rows of a triangle as high as the cell is wide, in the middle of the cell.
  private static func head(_ scalar: Unicode.Scalar) -> [Box]? {
    let (size, top) = (PixelSheet.cellWidth, PixelSheet.cellWidth / 2)
    /// The width of each row and the part of the rest that is to its left.
    let row: (Int) -> (width: Int, left: Int)
    switch scalar {
    case "▶": row = { (2 * min($0 + 1, size - $0), 0) }
    case "◀": row = { (2 * min($0 + 1, size - $0), 2) }
    case "▲": row = { ($0 / 2 * 2 + 2, 1) }
    case "▼": row = { ((size - 1 - $0) / 2 * 2 + 2, 1) }
    case "◥": row = { (size - $0, 2) }
    case "◤": row = { (size - $0, 0) }
    case "◢": row = { ($0 + 1, 2) }
    case "◣": row = { ($0 + 1, 0) }
    default: return nil
    }
    return (0..<size).map { y in
      let (width, left) = row(y)
      return Box(x: (size - width) * left / 2, y: top + y, width: width, height: 1)
    }
  }

  /// Returns the rectangles of a block or of a shade (U+2580 … U+259F, and the newer blocks), or
  /// the dots of braille.
  private static func blocks(of glyph: Glyph) -> [Box]? {
    let (width, height) = (PixelSheet.cellWidth, PixelSheet.cellHeight)
    if let pattern = BlockPattern(glyph) {
      return CellPart.rectangles(of: pattern, width: width, height: height).map {
        Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
      }
    }
    let value = Int(glyph.base.value)
    switch value {
    case 0x2581...0x2587:
      let part = (value - 0x2580) * height / 8
      return [Box(x: 0, y: height - part, width: width, height: part)]
    case 0x2589...0x258F:
      return [Box(x: 0, y: 0, width: (0x2590 - value) * width / 8, height: height)]
    case 0x2591...0x2593: return shade(quarters: value - 0x2590)
    case 0x2800...0x28FF:
      return CellPart.dots(of: UInt8(value - 0x2800)).map {
        Box(x: 1 + 8 * $0.x, y: 1 + 8 * $0.y, width: 6, height: 6)
      }
    case 0x2594: return [Box(x: 0, y: 0, width: width, height: height / 8)]
    case 0x2595: return [Box(x: width - width / 8, y: 0, width: width / 8, height: height)]
    default: return nil
    }
  }

  /// Returns squares of 2 × 2 pixels that cover one, two or three quarters of a cell.
  private static func shade(quarters: Int) -> [Box] {
    (0..<PixelSheet.cellHeight / 2).flatMap { row in
      (0..<PixelSheet.cellWidth / 2).filter { column in
        // The squares of each group of 2 × 2 are set in the order of a diagonal.
        [[0, 2], [3, 1]][row % 2][column % 2] < quarters
      }.map { Box(x: 2 * $0, y: 2 * row, width: 2, height: 2) }
    }
  }
}
