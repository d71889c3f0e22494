import CellFrame

extension Frame {
  /// Returns the glyphs of a row as they appear on the screen, without the blanks at its end. A
  /// test can use it instead of a golden if only the text matters.
  public func text(inRow row: Int) -> String {
    let glyphs = (0..<columns).map { self[$0, row].glyph }.filter { $0 != .shadow }
    guard let last = glyphs.lastIndex(where: { $0 != .space }) else { return "" }
    return glyphs[...last].map(\.string).joined()
  }

  /// All rows, one on each line.
  public var text: String {
    (0..<rows).map(text(inRow:)).joined(separator: "\n")
  }
}
