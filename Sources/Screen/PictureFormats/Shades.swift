import CellFrame

/// Converts a terminal's own colours and attributes into the colours of a picture.
struct Shades {
  let foreground: UInt32
  let background: UInt32

  init(_ theme: Theme) {
    background = theme.backdrop
    if case .rgb(let value) = theme.foreground.meaning {
      foreground = value
    } else {
      foreground = theme.isDark ? 0xD8_DC_E4 : 0x23_26_2D
    }
  }

  /// Returns the two colours of a cell, reversed or dimmed if its style has these attributes.
  func pair(_ style: Style) -> (foreground: UInt32, background: UInt32) {
    var (front, back) = (
      value(style.foreground, else: foreground), value(style.background, else: background)
    )
    if style.attributes.contains(.reverse) { swap(&front, &back) }
    if style.attributes.contains(.dim) { front = ColorMath.blend(front, over: back, alpha: 150) }
    return (front, back)
  }

  private func value(_ tint: Tint, else own: UInt32) -> UInt32 {
    switch tint.meaning {
    case .terminal: own
    case .rgb(let value): value
    case .indexed(let number): XtermPalette.rgb(number)
    }
  }
}

/// The content of one cell in a picture.
enum CellPart {
  /// Dots, in the numbering of Unicode braille.
  case dots(UInt8)
  /// Blocks of the cell's front colour.
  case blocks(BlockPattern)
  /// Rectangles of the cell's front colour in a cell of 16 × 32 pixels: lines, and heads of arrows.
  case figure([LetterBoxes.Box])
  case letter(Glyph)
  case nothing

  init(_ glyph: Glyph) {
    switch glyph.base.value {
    case 0x20, 0: self = .nothing
    case 0x2800...0x28FF: self = .dots(UInt8(truncatingIfNeeded: glyph.base.value))
    default:
      if let pattern = BlockPattern(glyph) {
        self = .blocks(pattern)
      } else if let boxes = LetterBoxes.figure(of: glyph) {
        self = .figure(boxes)
      } else {
        self = glyph.shown == " " ? .nothing : .letter(glyph)
      }
    }
  }

  /// Returns the dots of a pattern, by column and row.
  static func dots(of dots: UInt8) -> [(x: Int, y: Int)] {
    brailleDots.filter { dots & $0.bit != 0 }.map { ($0.x, $0.y) }
  }

  /// Returns the rectangles of a pattern in a cell of this size. Blocks on top of one another are one
  /// rectangle. The edges are whole numbers.
  static func rectangles(
    of pattern: BlockPattern, width: Int, height: Int
  ) -> [(x: Int, y: Int, width: Int, height: Int)] {
    (0..<pattern.columns).flatMap { column in
      let left = column * width / pattern.columns
      let right = (column + 1) * width / pattern.columns
      var runs: [(x: Int, y: Int, width: Int, height: Int)] = []
      for row in 0..<pattern.rows where pattern.isSet(column, row) {
        let top = row * height / pattern.rows
        let size = (row + 1) * height / pattern.rows - top
        if let last = runs.last, last.y + last.height == top {
          runs[runs.count - 1].height += size
        } else {
          runs.append((left, top, right - left, size))
        }
      }
      return runs
    }
  }

  /// The bit of each dot, in the numbering of Unicode braille.
  private static let brailleDots: [(x: Int, y: Int, bit: UInt8)] = [
    (0, 0, 0x01), (1, 0, 0x08), (0, 1, 0x02), (1, 1, 0x10), (0, 2, 0x04), (1, 2, 0x20),
    (0, 3, 0x40), (1, 3, 0x80),
  ]
}
