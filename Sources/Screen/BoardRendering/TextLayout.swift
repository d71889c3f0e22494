import BoardModel
import CellFrame
import EaselBase

/// The cells in which a view shows the words of a board.
///
/// 1. No two texts share a cell; the upper one keeps it.
/// 2. A text is shown whole, or has a mark where letters are missing, or is a row of squares, or is
///    hidden.
/// 3. ``hidesWords`` is true if and only if a larger view would show more words.
/// 4. The layout is a function of the texts, the shapes and the view.
/// 5. Letters that are larger than their place on the board cross no border of a shape.
struct TextLayout: Hashable, Sendable {
  /// The cells of one text.
  struct Shown: Hashable, Sendable {
    /// Cells side by side in one row of the canvas. A shadow follows each wide glyph.
    struct Run: Hashable, Sendable {
      let row: Int
      let column: Int
      let glyphs: [Glyph]

      var columns: Range<Int> { column..<column + glyphs.count }
    }

    fileprivate(set) var runs: [Run] = []
    fileprivate(set) var isBold = false
    /// Whether the ink of a line gives way to the text and to a column on either side of it.
    fileprivate(set) var isOnLine = false
    /// Whether a mark stands where letters are missing.
    fileprivate(set) var isMarked = false
    /// Whether a larger view would show more of the text.
    fileprivate(set) var hidesWords = false

    /// The rows of the text; nil if no cell shows it.
    var rows: ClosedRange<Int>? {
      guard let first = runs.first, let last = runs.last else { return nil }
      return first.row...max(first.row, last.row)
    }
  }

  /// The texts of the view, bottom to top.
  let texts: [PlacedText]
  /// The cells of each text.
  let shown: [Shown]
  /// Whether a larger view would show more words.
  let hidesWords: Bool
  private let lines: [TextLines?]
  private let indices: [EntryID: Int]

  static let empty = TextLayout([], in: .paper(), columns: 0, rows: 0, isASCII: false)

  /// - Parameters:
  ///   - texts: the texts that the view may show, bottom to top.
  ///   - borders: the shapes whose borders no text crosses.
  ///   - old: a layout in the same view. The lines of its texts need not be measured again.
  init(
    _ texts: [PlacedText], borders: [AnchorOutline] = [], in view: Viewport, columns: Int,
    rows: Int, isASCII: Bool,
    reusing old: TextLayout? = nil
  ) {
    self.texts = texts
    let known = Dictionary(
      zip(old?.texts ?? [], old?.lines ?? []).map { ($0, $1) }, uniquingKeysWith: { $1 })
    lines = texts.map { known[$0] ?? TextLines($0, in: view) }
    var placer = TextPlacer(
      columns: columns, rows: rows, borders: borders.map { ShapeCells($0, in: view) },
      isASCII: isASCII)
    indices = Dictionary(
      texts.indices.compactMap { index in texts[index].id.map { ($0, index) } },
      uniquingKeysWith: { $1 })
    shown = lines.reversed().map { $0.map { placer.show($0) } ?? Shown() }.reversed()
    hidesWords = shown.contains(where: \.hidesWords)
  }

  /// Returns the cells of the text of a thing; nil if it is not among the texts of the view.
  subscript(id: EntryID) -> Shown? {
    indices[id].map { shown[$0] }
  }

  /// Returns the rows of the texts whose cells differ from those in another layout.
  func rows(differingFrom other: TextLayout) -> ClosedRange<Int>? {
    func parts(_ layout: TextLayout) -> [PlacedText: Shown] {
      Dictionary(zip(layout.texts, layout.shown).map { ($0, $1) }, uniquingKeysWith: { $1 })
    }
    let (new, old) = (parts(self), parts(other))
    var rows: ClosedRange<Int>?
    for text in Set(new.keys).union(old.keys) where new[text] != old[text] {
      for part in [new[text]?.rows, old[text]?.rows].compactMap({ $0 }) {
        let before = rows ?? part
        rows = min(before.lowerBound, part.lowerBound)...max(before.upperBound, part.upperBound)
      }
    }
    return rows
  }
}

/// Gives texts their cells, the uppermost first.
private struct TextPlacer {
  let columns: Int
  let rows: Int
  let borders: [ShapeCells]
  let isASCII: Bool
  /// The columns of each row that texts have taken.
  private var taken: [Int: [Range<Int>]] = [:]

  init(columns: Int, rows: Int, borders: [ShapeCells], isASCII: Bool) {
    (self.columns, self.rows) = (columns, rows)
    (self.borders, self.isASCII) = (borders, isASCII)
  }

  /// A line of which a part is shown.
  private struct Part {
    let line: TextLines.Line
    /// The shown glyphs. An index behind the last glyph is that of a mark.
    var glyphs: Range<Int>
    /// The columns between the borders of shapes.
    let room: Range<Int>
    /// Whether words that stand behind the line are not shown.
    var continues = false
  }

  private var mark: Glyph { isASCII ? Glyph("~") : Glyph("…") }
  /// Stands for letters where no mark has room beside them.
  private var square: Glyph { isASCII ? Glyph("#") : Glyph("▪") }
  /// The fewest cells for the beginning of a text and a mark.
  private static let markedLeast = 3

  mutating func show(_ text: TextLines) -> TextLayout.Shown {
    var shown = TextLayout.Shown()
    (shown.isBold, shown.isOnLine) = (text.isBold, text.isOnLine)
    var parts: [Part] = []
    // Whether a line above the first part is not shown.
    var isBeginningHidden = false
    for line in text.lines {
      let room = room(for: line, of: text)
      let line = line.moved(into: room, text.size)
      let seen = glyphsOnCanvas(of: line, text.size)
      guard !seen.isEmpty else { continue }
      if isCutByEdge(line, seen, text.extent) { shown.hidesWords = true }
      if text.size == .normal, parts.last?.line.row == line.row {
        (parts[parts.count - 1].continues, shown.hidesWords) = (true, true)
      } else if let glyphs = freeGlyphs(of: line, seen, in: room, text.size) {
        if glyphs != seen { shown.hidesWords = true }
        parts.append(Part(line: line, glyphs: glyphs, room: room))
      } else {
        shown.hidesWords = true
        if parts.isEmpty {
          isBeginningHidden = true
        } else {
          parts[parts.count - 1].continues = true
        }
      }
    }
    if isBeginningHidden, !parts.isEmpty { parts[0].continues = true }
    for part in parts { add(part, text.size, to: &shown) }
    return shown
  }

  /// Returns the glyphs that lie on the canvas.
  private func glyphsOnCanvas(of line: TextLines.Line, _ size: LetterSize) -> Range<Int> {
    guard line.row < rows, line.row + size.rows > 0 else { return 0..<0 }
    let end = line.column + line.glyphs.count * size.columns
    let first = max(line.column, 0)
    return line.glyphs(in: first..<max(min(end, columns), first), size)
  }

  /// Returns whether a line goes beyond the edge of the canvas, but its place on the board does not. If
  /// both do, the user needs another part of the board, and not a larger view.
  private func isCutByEdge(
    _ line: TextLines.Line, _ seen: Range<Int>, _ extent: ClosedRange<Double>
  ) -> Bool {
    seen.lowerBound > 0 && extent.lowerBound > -0.5
      || seen.upperBound < line.glyphs.count && extent.upperBound < Double(columns) + 0.5
  }

  // MARK: Free cells

  /// Returns the columns that a line may have: between the borders of the shape in which it stands. The
  /// letters of a free text may go beyond its place on the board as far as the next border.
  private func room(for line: TextLines.Line, of text: TextLines) -> Range<Int> {
    if let inside = text.inside { return inside.inside(ofRow: line.row) }
    let end = max(Int(text.extent.upperBound.rounded(.up)), line.column)
    let last = line.column + line.glyphs.count * text.size.columns
    let all = line.column..<max(last + text.size.columns, columns)
    guard end < last else { return all }
    let bordersInRow = borders.filter { $0.rows.contains(line.row) }
      .flatMap { [$0.columns.lowerBound, $0.columns.upperBound] }
    guard text.isOnLine else {
      return bordersInRow.filter { $0 >= end }.min().map { line.column..<$0 } ?? all
    }
    // A text on a line goes beyond its place on either side, but leaves a gap and the head of an arrow.
    let middle = (line.column + last) / 2
    let first = bordersInRow.filter { $0 <= middle }.max().map { $0 + 3 } ?? line.column
    return first..<max(bordersInRow.filter { $0 > middle }.min().map { $0 - 2 } ?? last, first)
  }

  /// Returns the seen glyphs for which there are free cells side by side: the first ones with room for
  /// letters and a mark, else the first ones. Nil if there are none.
  private func freeGlyphs(
    of line: TextLines.Line, _ seen: Range<Int>, in room: Range<Int>, _ size: LetterSize
  ) -> Range<Int>? {
    let cells = line.cells(of: seen, size).clamped(to: room)
    guard !cells.isEmpty else { return nil }
    let free = freeCells(in: cells, rows: line.row..<line.row + size.rows)
    let glyphs = free.map { line.glyphs(in: $0, size) }
    let wanted = min(Self.markedLeast, seen.count)
    return glyphs.first { $0.count >= wanted } ?? glyphs.first { !$0.isEmpty }
  }

  private func freeCells(in cells: Range<Int>, rows: Range<Int>) -> [Range<Int>] {
    var free = [cells]
    for range in rows.flatMap({ taken[$0] ?? [] }) {
      free = free.flatMap { part in
        guard part.overlaps(range) else { return [part] }
        return [
          part.lowerBound..<max(range.lowerBound, part.lowerBound),
          min(range.upperBound, part.upperBound)..<part.upperBound,
        ].filter { !$0.isEmpty }
      }
    }
    return free
  }

  // MARK: The cells of a line

  private mutating func add(
    _ part: Part, _ size: LetterSize, to shown: inout TextLayout.Shown
  ) {
    let line = part.line
    var range = part.glyphs
    if part.continues, range.upperBound == line.glyphs.count {
      let next = line.cells(of: range.upperBound..<range.upperBound + 1, size)
      let free = freeCells(in: next, rows: line.row..<line.row + size.rows)
      if next.upperBound <= min(columns, part.room.upperBound), free == [next] {
        range = range.lowerBound..<range.upperBound + 1
      }
    }
    let glyphs = marked(line.glyphs, range, size, continues: part.continues)
    shown.isMarked = shown.isMarked || glyphs.isMarked
    let first = line.cells(of: range, size).lowerBound
    for (index, glyphs) in rows(of: glyphs.shown, size).enumerated() {
      let row = line.row + index
      taken[row, default: []].append(first..<first + glyphs.count)
      guard (0..<rows).contains(row) else { continue }
      shown.runs.append(TextLayout.Shown.Run(row: row, column: first, glyphs: glyphs))
    }
  }

  /// Returns a part of some glyphs, with a mark at each end at which letters are missing.
  private func marked(
    _ all: [Glyph], _ range: Range<Int>, _ size: LetterSize, continues: Bool
  ) -> (shown: [Glyph], isMarked: Bool) {
    var glyphs = range.map { all.indices.contains($0) ? all[$0] : .space }
    let isMarkedBefore = range.lowerBound > 0
    let isMarkedAfter = range.upperBound < all.count || continues
    let isMarked = isMarkedBefore || isMarkedAfter
    if isMarked, size == .normal, glyphs.count < Self.markedLeast {
      return (glyphs.map { _ in square }, true)
    }
    if isMarkedBefore { glyphs[0] = mark }
    if isMarkedAfter { glyphs[glyphs.count - 1] = mark }
    // One half of a wide letter is not shown.
    for index in glyphs.indices {
      let isHalf =
        glyphs[index] == .shadow
        ? index == 0 || !glyphs[index - 1].isWide
        : glyphs[index].isWide && (index + 1 == glyphs.count || glyphs[index + 1] != .shadow)
      if isHalf { glyphs[index] = .space }
    }
    return (glyphs, isMarked)
  }

  /// Returns the rows of cells of some glyphs, from above.
  private func rows(of glyphs: [Glyph], _ size: LetterSize) -> [[Glyph]] {
    guard size == .large else { return [glyphs] }
    let line = GlyphLine(glyphs.map(\.string).joined())
    return LargeLetters.rows(of: line, size: size, isASCII: isASCII).map { row in
      row.glyphs.flatMap { $0.isWide ? [$0, .shadow] : [$0] }
    }
  }
}
