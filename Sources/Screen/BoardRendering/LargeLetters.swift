import BoardModel
import CellFrame

/// Large letters: the dots of `BitmapFont` as half blocks, two dots in each cell.
package enum LargeLetters {
  private static let size = LetterSize.large

  /// Returns the rows of a line of text, from above. A row of large letters consists of half blocks,
  /// or of ASCII characters that look like them.
  package static func rows(of line: GlyphLine, size: LetterSize, isASCII: Bool) -> [GlyphLine] {
    guard size == .large else { return [line] }
    let blocks = isASCII ? plainBlocks : blocks
    return (0..<size.rows).map { row in
      GlyphLine(line.glyphs.map { part(of: $0, row: row, blocks) }.joined())
    }
  }

  /// Returns the cells of one letter in one row. A letter that the font does not have stands small in
  /// the middle of its cells.
  private static func part(of glyph: Glyph, row: Int, _ blocks: [Character]) -> String {
    let columns = size.columns * (glyph.isWide ? 2 : 1)
    guard let rows = BitmapFont.rows(of: glyph) else {
      guard row == size.rows / 2 else { return String(repeating: " ", count: columns) }
      let width = glyph.isWide ? 2 : 1
      let left = (columns - width) / 2
      return String(repeating: " ", count: left) + glyph.string
        + String(repeating: " ", count: columns - left - width)
    }
    func isSet(_ dot: Int, _ line: Int) -> Bool {
      rows.indices.contains(line) && rows[line] >> UInt8(BitmapFont.width - 1 - dot) & 1 == 1
    }
    let cells = (0..<BitmapFont.width).map { dot in
      blocks[(isSet(dot, 2 * row) ? 1 : 0) + (isSet(dot, 2 * row + 1) ? 2 : 0)]
    }
    return String(cells) + String(repeating: " ", count: columns - BitmapFont.width)
  }

  /// By number: nothing, the upper dot, the lower dot, both.
  private static let blocks: [Character] = [" ", "▀", "▄", "█"]
  private static let plainBlocks: [Character] = [" ", "\"", "_", "#"]
}
