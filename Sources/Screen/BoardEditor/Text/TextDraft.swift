import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// A text while the user types it: the parts before and after the cursor.
package struct TextDraft: Hashable, Sendable {
  let origin: BoardPoint
  let columnWidth: Int32
  let rowHeight: Int32
  package let color: InkColor
  package let letterSize: LetterSize
  let began: Int64
  /// The label that the user edits; nil for a new text.
  let edited: EntryID?
  /// The operation that gave the edited label the words with which the user began; nil for a new
  /// text.
  let wording: EntryID?
  /// The shape in which the user types; nil for a text on the board.
  private(set) var shape: TypedInShape?
  /// The text at the beginning.
  private let original: String
  private(set) var before = ""
  private(set) var after = ""

  /// Begins a text at the corner of a cell, with that cell's size.
  init(
    at cell: CellPoint, in viewport: Viewport, color: InkColor, letterSize: LetterSize, began: Int64
  ) {
    // The corner is rounded towards the inside of the cell, so that the finished label stands in
    // the same cells as the typed text.
    origin = BoardPoint(
      clamping: (viewport.left + Double(cell.column) * viewport.columnWidth).rounded(.up),
      (viewport.top + Double(cell.row) * viewport.rowHeight).rounded(.up))
    func units(_ size: Double) -> Int32 { BoardPoint(clamping: max(size, 1), 0).x }
    columnWidth = units(viewport.columnWidth)
    rowHeight = units(viewport.rowHeight)
    self.color = color
    self.letterSize = letterSize
    self.began = began
    (edited, wording, original) = (nil, nil, "")
  }

  /// Begins with the text of a label, and with the cursor at its end.
  init(editing label: Label, _ thing: BoardItem, wording: EntryID?, began: Int64) {
    origin = label.origin.moved(by: thing.offset)
    (columnWidth, rowHeight) = (label.columnWidth, label.rowHeight)
    color = thing.color ?? label.color
    letterSize = label.letterSize
    self.began = began
    (edited, original) = (thing.id, label.text.string)
    self.wording = wording ?? thing.id
    before = original
  }

  /// Begins a text in a shape.
  init(
    in shape: TypedInShape, _ viewport: Viewport, color: InkColor, letterSize: LetterSize,
    began: Int64
  ) {
    self.init(
      at: viewport.cell(of: shape.anchor), in: viewport, color: color, letterSize: letterSize,
      began: began)
    self.shape = shape
  }

  /// Begins with the text of a label in a shape, and with the cursor at its end.
  init(
    editing label: Label, _ thing: BoardItem, in shape: TypedInShape, wording: EntryID?,
    began: Int64
  ) {
    self.init(editing: label, thing, wording: wording, began: began)
    self.shape = shape
  }

  /// Follows the shape, which grows with its words.
  mutating func follow(_ thing: BoardItem) { shape?.follow(thing) }

  var isChanged: Bool { text != original }

  /// Moves the cursor to the letter at a cell, counted from the origin, or to the end of a shorter
  /// line.
  mutating func moveCursor(toCell cell: CellPoint) {
    moveCursor(
      to: CellPoint(column: cell.column / letterSize.columns, row: cell.row / letterSize.rows))
  }

  private mutating func moveCursor(to cell: CellPoint) {
    after = text
    before = ""
    while !after.isEmpty, cursor.row < cell.row || cursor.column < cell.column {
      if after.first == "\n", cursor.row >= cell.row { break }
      moveRight()
    }
  }

  package var text: String { before + after }

  /// The text as a label; nil while nothing is visible.
  package var label: Label? {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    return placed(SafeText(text, limit: .label).string).withoutFlow
  }

  /// Returns a text as a label at its place: in the shape, with the shape's line breaks.
  private func placed(_ content: String) -> Label {
    let label = Label(
      origin: origin, columnWidth: columnWidth, rowHeight: rowHeight, color: color,
      letterSize: letterSize, content: RawText(content))
    return shape?.placed(label) ?? label
  }

  /// The text at its place, also while nothing is visible.
  var shown: Label { placed(text) }

  /// Inserts text at the cursor. Returns false if a part of the text had no room.
  package mutating func insert(_ raw: String) -> Bool {
    // The filter reads the text before the cursor as well, so that a combining mark joins the
    // letter before it.
    let (read, isWhole) = SafeText.read(before + raw, limit: .label)
    let wanted = read.string
    let room = Limits.labelScalars - after.unicodeScalars.count
    var kept = wanted
    while kept.unicodeScalars.count > room, !kept.isEmpty { kept.removeLast() }
    before = kept
    return isWhole && kept == wanted
  }

  package mutating func deleteBackward() { _ = before.popLast() }
  package mutating func deleteForward() { if !after.isEmpty { after.removeFirst() } }

  mutating func moveLeft() {
    if let last = before.popLast() { after.insert(last, at: after.startIndex) }
  }
  mutating func moveRight() { if !after.isEmpty { before.append(after.removeFirst()) } }

  mutating func moveToLineStart() { while let last = before.last, last != "\n" { moveLeft() } }
  mutating func moveToLineEnd() { while let next = after.first, next != "\n" { moveRight() } }

  /// Moves the cursor up or down, to the same column or to the end of a shorter line.
  mutating func moveLine(by step: Int) {
    let column = cursor.column
    if step < 0 {
      moveToLineStart()
      guard !before.isEmpty else { return }
      moveLeft()
      moveToLineStart()
    } else {
      moveToLineEnd()
      guard !after.isEmpty else { return }
      moveRight()
    }
    while let next = after.first, next != "\n", cursor.column < column { moveRight() }
  }

  /// The place of the cursor on the screen, in cells from the origin. Below a large letter, it is in
  /// the letter's lowest row.
  var cursorCell: CellPoint {
    CellPoint(
      column: cursor.column * letterSize.columns, row: (cursor.row + 1) * letterSize.rows - 1)
  }

  /// The place of the cursor in the text: the row, and the column in letters of a single width.
  private var cursor: CellPoint {
    guard shape == nil else { return cursorInShape }
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return CellPoint(
      column: GlyphLine(lines.last ?? "").columns, row: max(lines.count - 1, 0))
  }

  /// The place of the cursor among the lines into which the shape breaks the text. A scalar without
  /// width marks it.
  private var cursorInShape: CellPoint {
    let mark: Character = "\u{2060}"
    let label = placed(before + String(mark) + after)
    for (row, line) in label.flowLines.enumerated() {
      guard let markIndex = line.unicodeScalars.firstIndex(of: "\u{2060}") else { continue }
      let left = String(line.unicodeScalars[..<markIndex]).displayWidth
      return CellPoint(
        column: label.indent(ofLineWith: line.displayWidth) + left, row: row)
    }
    // The shape has no room for the line of the cursor.
    return CellPoint(column: 0, row: max(label.flowLines.count - 1, 0))
  }

  /// The rows of the text on the screen, from its corner.
  package func rows(isASCII: Bool) -> [GlyphLine] {
    let label = shown
    return label.lines.flatMap { line in
      let indent = String(repeating: " ", count: label.indent(ofLineWith: line.displayWidth))
      return LargeLetters.rows(of: GlyphLine(indent + line), size: letterSize, isASCII: isASCII)
    }
  }
}

/// The typed text that the other participants see.
struct TypedText: Hashable, Sendable {
  /// The id that its finished operation will have.
  let entry: EntryID
  package let label: Label
}
