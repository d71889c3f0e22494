import CellFrame

/// The letters of pictures in pixels, as rectangles in a cell of 16 × 32 pixels.
enum LetterBoxes {
  struct Box {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// Returns the rectangles of a letter. They may meet, and the lines of frames may overlap.
  static func boxes(of glyph: Glyph, isBold: Bool) -> [Box] {
    if let rows = BitmapFont.rows(of: glyph.base) {
      return rows.enumerated().flatMap { line, bits in
        (0..<BitmapFont.width).filter { bits >> UInt8(4 - $0) & 1 == 1 }.map { dot in
          Box(x: 3 + 2 * dot, y: 5 + 3 * line, width: isBold ? 3 : 2, height: 3)
        }
      }
    }
    if let arms = arms[glyph.base] { return boxes(of: arms) }
    switch glyph.base {
    case "·", "•":
      let size = glyph.base == "·" ? 3 : 6
      return [Box(x: 8 - size / 2, y: 15 - size / 2, width: size, height: size)]
    case "…":
      return (0..<3).map { Box(x: 2 + 5 * $0, y: 23, width: 2, height: 3) }
    default:
      // A letter without a picture is drawn as an empty box, as wide as the letter.
      let width = (glyph.isWide ? 32 : 16) - 6
      return [
        Box(x: 3, y: 6, width: width, height: 2), Box(x: 3, y: 24, width: width, height: 2),
        Box(x: 3, y: 8, width: 2, height: 16), Box(x: 1 + width, y: 8, width: 2, height: 16),
      ]
    }
  }

  private static func boxes(of arms: Arms) -> [Box] {
    [
      (Arms.left, Box(x: 0, y: 15, width: 9, height: 2)),
      (.right, Box(x: 7, y: 15, width: 9, height: 2)),
      (.up, Box(x: 7, y: 0, width: 2, height: 17)),
      (.down, Box(x: 7, y: 15, width: 2, height: 17)),
    ].filter { arms.contains($0.0) }.map(\.1)
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
}
