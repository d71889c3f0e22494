import BoardModel
import CellFrame
import EaselBase

/// A text of the board at its place.
struct PlacedText: Hashable, Sendable {
  let id: EntryID?
  let label: Label
  /// The distance from the label's own place, in units.
  let offset: BoardOffset
  /// The shape in which the text stands; nil for any other text.
  let shape: AnchorOutline?
  /// Whether the text stands on a line, which leaves a gap for it.
  let isOnLine: Bool

  init(
    _ label: Label, offset: BoardOffset, id: EntryID? = nil, in shape: AnchorOutline? = nil,
    isOnLine: Bool = false
  ) {
    (self.id, self.label, self.offset) = (id, label, offset)
    (self.shape, self.isOnLine) = (shape, isOnLine)
  }

  /// Nil for a thing without letters.
  init?(_ thing: BoardItem, in picture: Picture) {
    guard let label = thing.item.asLabel else { return nil }
    let shape = thing.shape.flatMap { picture.thing($0) }
    self.init(
      label, offset: thing.offset, id: thing.id,
      in: shape.flatMap { AnchorOutline(of: $0.item, movedBy: $0.offset) },
      isOnLine: thing.isOnLine)
  }

  /// Whether letters are larger in a view than their place on the board.
  func isCrowded(in view: Viewport) -> Bool {
    Double(label.columnWidth) < view.columnWidth || Double(label.rowHeight) < view.rowHeight
  }
}

/// The lines of a text in the cells of a view, as if the view had endless room and no other text.
///
/// Letters have the size of a cell in each view, so a line may be longer than its place on the board.
/// It stands in the row in which the middle of its place lies, and several lines may have one row.
package struct TextLines: Hashable, Sendable {
  /// One line, from its first letter to its last. A line without letters has no glyphs.
  struct Line: Hashable, Sendable {
    /// The upper row of the line.
    let row: Int
    let column: Int
    /// A shadow follows each wide glyph.
    let glyphs: [Glyph]

    /// Returns the line at the nearest place at which it lies in a room, or begins there if it is wider.
    func moved(into room: Range<Int>, _ size: LetterSize) -> Line {
      let last = room.upperBound - glyphs.count * size.columns
      let column = max(min(column, last), room.lowerBound)
      return Line(row: row, column: column, glyphs: glyphs)
    }

    func cells(of glyphs: Range<Int>, _ size: LetterSize) -> Range<Int> {
      column + glyphs.lowerBound * size.columns..<column + glyphs.upperBound * size.columns
    }

    /// Returns the glyphs all of whose cells lie in a range.
    func glyphs(in cells: Range<Int>, _ size: LetterSize) -> Range<Int> {
      let first = (cells.lowerBound - column + size.columns - 1) / size.columns
      return first..<max((cells.upperBound - column) / size.columns, first)
    }
  }

  let lines: [Line]
  /// The size of the letters in this view.
  let size: LetterSize
  /// Whether the letters are large on the board, but have no room for it in this view.
  let isBold: Bool
  /// The place of the text on the board, in columns of the view.
  let extent: ClosedRange<Double>
  /// The shape in which the text stands, in cells of the view; nil for a free text.
  let inside: ShapeCells?
  /// Whether the text stands on a line, which leaves a gap for it.
  let isOnLine: Bool

  /// Nil for a text that lies far from the view.
  init?(_ text: PlacedText, in view: Viewport) {
    let (label, full) = (text.label, text.label.letterSize)
    let lines = label.lines.map { GlyphLine($0) }
    let letterCount = label.flow?.columns ?? lines.reduce(1) { max($0, $1.columns) }
    let corner = view.position(of: label.origin.moved(by: text.offset))
    let width =
      Double(letterCount * full.columns) * Double(max(label.columnWidth, 1)) / view.columnWidth
    let height = Double(full.rows) * Double(max(label.rowHeight, 1)) / view.rowHeight
    guard max(abs(corner.column), abs(corner.row), width, height) < 0x1p20 else { return nil }
    func rows(_ size: LetterSize) -> [Int] {
      lines.indices.map {
        Self.row(aroundMiddle: corner.row + (Double($0) + 0.5) * height, count: size.rows)
      }
    }
    let fullRows = rows(full)
    let hasRoom =
      Int(height.rounded()) >= full.rows
      && zip(fullRows, fullRows.dropFirst()).allSatisfy { $1 - $0 >= full.rows }
    isBold = full == .large && !hasRoom
    let size = isBold ? LetterSize.normal : full
    self.size = size
    extent = corner.column...corner.column + width
    isOnLine = text.isOnLine
    inside = text.isCrowded(in: view) ? text.shape.map { ShapeCells($0, in: view) } : nil
    let left = Self.left(of: label, movedBy: text.offset, letterCount: letterCount, size, in: view)
    self.lines = zip(lines, rows(size)).map { line, row in
      let glyphs = line.glyphs.flatMap { $0.isWide ? [$0, .shadow] : [$0] }
      let first = glyphs.firstIndex { $0 != .space } ?? 0
      let end = (glyphs.lastIndex { $0 != .space } ?? -1) + 1
      let indent = label.indent(ofLineWith: line.columns) + first
      return Line(
        row: row, column: Int(left.rounded()) + indent * size.columns,
        glyphs: Array(glyphs[first..<max(end, first)]))
    }
  }

  /// Returns the cell where a text begins while a user types it: then its letters have their full size,
  /// and its lines stand below one another in each view.
  package static func corner(ofTyped label: Label, in view: Viewport) -> CellPoint {
    let (size, lines) = (label.letterSize, label.flow?.lines.count ?? 1)
    let corner = view.position(of: label.origin)
    let height = Double(lines * size.rows) * Double(max(label.rowHeight, 1)) / view.rowHeight
    let left = left(of: label, letterCount: label.flow?.columns ?? 1, size, in: view)
    return CellPoint(
      column: Int(left.rounded()),
      row: row(aroundMiddle: corner.row + height / 2, count: lines * size.rows))
  }

  /// Returns the column where a text begins. A text in a shape keeps its middle, any other text its left
  /// edge.
  ///
  /// - Parameters:
  ///   - letterCount: the letters of the widest line.
  ///   - size: the size that the letters have in the view.
  private static func left(
    of label: Label, movedBy offset: BoardOffset = .zero, letterCount: Int, _ size: LetterSize,
    in view: Viewport
  ) -> Double {
    let left = view.position(of: label.origin.moved(by: offset)).column
    guard label.flow != nil else { return left }
    let width =
      Double(letterCount * label.letterSize.columns) * Double(max(label.columnWidth, 1))
      / view.columnWidth
    return left + (width - Double(letterCount * size.columns)) / 2
  }

  /// Returns the upper one of some rows whose middle is nearest to a position. Between two rows it is the
  /// lower one, as for ink.
  private static func row(aroundMiddle position: Double, count: Int) -> Int {
    Int((position - Double(count - 1) / 2 + 1 / 65_536).rounded(.down))
  }
}

extension PlacedText {
  /// The place of the text on the board.
  var bounds: BoardRect { label.bounds.moved(by: offset) }
}

/// The border of a shape, and the cells inside it, in cells of a view.
struct ShapeCells: Hashable, Sendable {
  /// The columns of the left and the right border.
  let columns: ClosedRange<Int>
  /// The rows of the upper and the lower border.
  let rows: ClosedRange<Int>
  private let form: AnchorOutline.Form

  init(_ shape: AnchorOutline, in view: Viewport) {
    let low = view.cell(of: BoardPoint(x: shape.rect.minX, y: shape.rect.minY))
    let high = view.cell(of: BoardPoint(x: shape.rect.maxX, y: shape.rect.maxY))
    (columns, rows) = (low.column...high.column, low.row...high.row)
    form = shape.form
  }

  /// Returns the columns between the borders in a row, which no letter of the row touches.
  func inside(ofRow row: Int) -> Range<Int> {
    guard row > rows.lowerBound, row < rows.upperBound else {
      return columns.lowerBound..<columns.lowerBound
    }
    let cut = form == .box ? 0 : cut(inRow: row)
    let first = columns.lowerBound + 1 + cut
    return first..<max(columns.upperBound - cut, first)
  }

  /// Returns how many columns an ellipse or a diamond leaves out on either side of a row.
  private func cut(inRow row: Int) -> Int {
    let (width, height) = (Double(columns.count) / 2, Double(rows.count) / 2)
    let middle = Double(rows.lowerBound) + height
    let distance = max(abs(Double(row) - middle), abs(Double(row) + 1 - middle)) / height
    let part = form == .ellipse ? 1 - max(1 - distance * distance, 0).squareRoot() : distance
    return Int((width * part).rounded(.down))
  }
}
