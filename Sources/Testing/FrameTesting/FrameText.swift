import CellFrame

extension Frame {
  /// The glyphs of a row as they stand on the screen, blanks at its end left out: for a quick look
  /// where a golden says too much.
  public func text(inRow row: Int) -> String {
    let glyphs = (0..<columns).map { self[$0, row].glyph }.filter { $0 != .shadow }
    guard let last = glyphs.lastIndex(where: { $0 != .space }) else { return "" }
    return glyphs[...last].map(\.string).joined()
  }

  /// All rows, one a line.
  public var text: String {
    (0..<rows).map(text(inRow:)).joined(separator: "\n")
  }
}
