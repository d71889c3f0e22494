import CellFrame

/// Describes the differences between a golden and the current frame in readable words and rows.
///
/// The text shows only rows that differ: the golden's row above the current row, with `^` under
/// every cell that differs.
public enum FrameComparison {
  /// Returns the differences, or nil if the frames are the same.
  public static func differences(golden: Frame, now: Frame) -> String? {
    guard golden != now else { return nil }
    var lines: [String] = []
    if (golden.columns, golden.rows) != (now.columns, now.rows) {
      lines.append(
        "size: golden \(golden.columns)x\(golden.rows), now \(now.columns)x\(now.rows)")
    }
    if golden.cursor != now.cursor {
      lines.append("golden \(FrameGolden.cursor(of: golden)), now \(FrameGolden.cursor(of: now))")
    }
    let letters = StyleLetters(Set((golden.cells + now.cells).lazy.map(\.style)))
    var styles: Set<Style> = []
    for row in 0..<max(golden.rows, now.rows) {
      lines += glyphs(golden, now, row)
      let differing = self.styles(golden, now, row, letters)
      lines += differing
      guard !differing.isEmpty else { continue }
      for frame in [golden, now] where row < frame.rows {
        styles.formUnion((0..<frame.columns).map { frame[$0, row].style })
      }
    }
    lines += letters.legend.filter { line in
      styles.contains { letters[$0] == line.first }
    }
    return lines.joined(separator: "\n")
  }

  private static func glyphs(_ golden: Frame, _ now: Frame, _ row: Int) -> [String] {
    let (old, new) = (rowOfGlyphs(golden, row), rowOfGlyphs(now, row))
    let marks = marks(golden, now, row) { $0.glyph != $1.glyph }
    guard old != new || !marks.isEmpty else { return [] }
    return block("row \(row) glyphs", old: old.map(\.text), new: new.map(\.text), marks)
      + oddities("golden", old) + oddities("now", new)
  }

  private static func styles(
    _ golden: Frame, _ now: Frame, _ row: Int, _ letters: StyleLetters
  ) -> [String] {
    let marks = marks(golden, now, row) { $0.style != $1.style }
    guard !marks.isEmpty else { return [] }
    func plane(_ frame: Frame) -> String? {
      row < frame.rows ? FrameGolden.styles(of: frame, row: row, letters) : nil
    }
    return block("row \(row) styles", old: plane(golden), new: plane(now), marks)
  }

  private static func rowOfGlyphs(_ frame: Frame, _ row: Int) -> GlyphRow? {
    row < frame.rows ? GlyphRow(frame, row: row) : nil
  }

  private static func oddities(_ whose: String, _ row: GlyphRow?) -> [String] {
    (row?.oddities ?? []).map { "  odd in \(whose): \($0)" }
  }

  private static func marks(
    _ golden: Frame, _ now: Frame, _ row: Int, where differ: (Cell, Cell) -> Bool
  ) -> String {
    let columns = max(golden.columns, now.columns)
    let marks = (0..<columns).map { column -> Character in
      let cell = CellPoint(column: column, row: row)
      guard golden.contains(cell), now.contains(cell) else { return "^" }
      return differ(golden[cell], now[cell]) ? "^" : " "
    }
    guard let last = marks.lastIndex(of: "^") else { return "" }
    return String(marks[...last])
  }

  private static func block(
    _ title: String, old: String?, new: String?, _ marks: String
  ) -> [String] {
    func line(_ row: String?) -> String { row.map(FrameGolden.framed) ?? "no such row" }
    return [title, "  golden \(line(old))", "  now    \(line(new))", "          \(marks)"]
  }
}
