import BoardModel
import CellFrame
import EaselBase

/// A text of the board at its place.
struct PlacedText: Hashable, Sendable {
  let id: EntryID?
  let label: Label
  /// The distance from the label's own place, in units.
  let offset: BoardOffset

  init(_ label: Label, offset: BoardOffset, id: EntryID? = nil) {
    (self.id, self.label, self.offset) = (id, label, offset)
  }

  /// Nil for a thing without letters.
  init?(_ thing: BoardItem) {
    guard let label = thing.item.asLabel else { return nil }
    self.init(label, offset: thing.offset, id: thing.id)
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
