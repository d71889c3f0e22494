import CellFrame
import EaselBase

/// A small terminal: applies a program's output to a screen, and records the modes that the program
/// switched.
public struct TerminalScreen: Sendable {
  /// The width in cells, at least 1.
  public private(set) var columns: Int
  /// The height in cells, at least 1.
  public private(set) var rows: Int
  /// The column of the cursor, 0 at the left.
  public private(set) var column = 0
  /// The row of the cursor, 0 at the top.
  public private(set) var row = 0
  /// Private modes (`CSI ? n h`) by number, as last switched.
  public private(set) var modes: [Int: Bool] = [:]
  /// Whether the keypad sends its own sequences (`ESC =`).
  public private(set) var hasApplicationKeypad = false
  /// Whether letters are drawn as lines (`ESC ( 0`, shift out).
  public private(set) var drawsLines = false
  /// The style of the next character.
  public private(set) var style = Style.plain
  /// Whether erased cells get the current background, as in terminals with terminfo's `bce`.
  public var erasesInGround = true
  /// The number of bytes written so far.
  public private(set) var bytesTaken = 0
  /// All tokens written so far.
  public private(set) var tokens: [TerminalOutputToken] = []
  /// The images of the program.
  package private(set) var images = TerminalImages()

  private var parser = TerminalParser()
  private var grid: [[Spot]]
  private var scroll: ClosedRange<Int>
  private var saved = (column: 0, row: 0)
  private var wrapsNext = false

  private struct Spot: Sendable {
    var glyph = " "
    var style = Style.plain
  }

  /// Creates a blank screen; a size below 1 counts as 1.
  public init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    grid = Array(repeating: Array(repeating: Spot(), count: self.columns), count: self.rows)
    scroll = 0...(self.rows - 1)
  }

  /// The rows without the blanks at their ends.
  public var text: [String] {
    grid.map { row in
      let end = row.lastIndex { $0.glyph != " " }
      return end.map { row[...$0].map(\.glyph).joined() } ?? ""
    }
  }

  /// Returns whether one row of the screen contains the words.
  public func contains(_ words: String) -> Bool { text.contains { $0.contains(words) } }

  /// Returns the glyph at a place; empty for the right half of a wide glyph and beyond the edge.
  public func glyph(column: Int, row: Int) -> String {
    spot(column, row)?.glyph ?? ""
  }

  /// Returns the colours and attributes at a place; plain beyond the edge.
  public func style(column: Int, row: Int) -> Style {
    spot(column, row)?.style ?? Style.plain
  }

  private func spot(_ column: Int, _ row: Int) -> Spot? {
    grid.indices.contains(row) && grid[row].indices.contains(column) ? grid[row][column] : nil
  }

  /// The modes, keypad, charset and style that a program did not restore.
  public var leftovers: [String] {
    let standard = [7: true, 25: true]
    var left = modes.filter { $0.value != standard[$0.key, default: false] }
      .sorted { $0.key < $1.key }.map { "?\($0.key)\($0.value ? "h" : "l")" }
    if hasApplicationKeypad { left.append("application keypad") }
    if drawsLines { left.append("line-drawing letters") }
    if style != Style.plain { left.append("SGR") }
    if scroll != 0...(rows - 1) { left.append("scroll region") }
    if !parser.isAtRest { left.append("half a sequence") }
    return left + images.leftovers
  }

  /// Changes the size and keeps the contents, as terminals do.
  public mutating func resize(columns: Int, rows: Int) {
    var next = TerminalScreen(columns: columns, rows: rows)
    for (row, cells) in grid.prefix(next.rows).enumerated() {
      for (column, spot) in cells.prefix(next.columns).enumerated() {
        next.grid[row][column] = spot
      }
    }
    grid = next.grid
    (self.columns, self.rows, scroll) = (next.columns, next.rows, next.scroll)
    move(column: column, row: row)
  }

  /// Applies the bytes to the screen and returns their tokens.
  @discardableResult
  public mutating func write(_ bytes: some Swift.Sequence<UInt8>) -> [TerminalOutputToken] {
    let bytes = Array(bytes)
    bytesTaken += bytes.count
    let new = parser.parse(bytes)
    for token in new { apply(token) }
    tokens += new
    return new
  }

  private mutating func apply(_ token: TerminalOutputToken) {
    switch token {
    case .text(let scalar): print(scalar)
    case .control(let byte): control(byte)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .csi(let sequence): apply(sequence)
    case .string(UInt8(ascii: "_"), let content):
      images.apply(content, at: CellPoint(column: column, row: row))
    case .string, .malformed: break
    }
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    let width = scalar.displayWidth
    guard width > 0 else {
      let before = wrapsNext ? column : max(column - 1, 0)
      let base = grid[row][before].glyph.isEmpty ? max(before - 1, 0) : before
      grid[row][base].glyph.unicodeScalars.append(scalar)
      return
    }
    if wrapsNext || column + width > columns {
      column = 0
      feedLine()
    }
    wrapsNext = false
    show(String(Character(scalar)), width: width)
    column += width
    if column >= columns {
      column = columns - 1
      wrapsNext = true
    }
  }

  private mutating func show(_ glyph: String, width: Int) {
    part(row, at: column)
    part(row, at: column + width)
    grid[row][column] = Spot(glyph: glyph, style: style)
    if width == 2, column + 1 < columns { grid[row][column + 1] = Spot(glyph: "", style: style) }
  }

  /// Blanks both halves of a wide glyph that crosses this edge.
  private mutating func part(_ row: Int, at column: Int) {
    guard column > 0, column < columns, grid[row][column].glyph.isEmpty else { return }
    grid[row][column - 1].glyph = " "
    grid[row][column].glyph = " "
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 8: move(column: column - 1, row: row)
    case 9: move(column: (column / 8 + 1) * 8, row: row)
    case 10...12: feedLine()
    case 13: move(column: 0, row: row)
    case 14: drawsLines = true
    case 15: drawsLines = false
    default: break
    }
  }

  private mutating func escape(_ intermediates: [UInt8], _ final: UInt8) {
    switch String(decoding: intermediates + [final], as: UTF8.self) {
    case "7": saved = (column, row)
    case "8": move(column: saved.column, row: saved.row)
    case "=": hasApplicationKeypad = true
    case ">": hasApplicationKeypad = false
    case "(0": drawsLines = true
    case "(B": drawsLines = false
    case "M": row == scroll.lowerBound ? scrollDown(1) : move(column: column, row: row - 1)
    case "D": feedLine()
    case "c": self = TerminalScreen(columns: columns, rows: rows)
    default: break
    }
  }

  private mutating func feedLine() {
    wrapsNext = false
    if row == scroll.upperBound { scrollUp(1) } else { row = min(row + 1, rows - 1) }
  }

  private mutating func move(column: Int, row: Int) {
    self.column = min(max(column, 0), columns - 1)
    self.row = min(max(row, 0), rows - 1)
    wrapsNext = false
  }
}

// The effects of control sequences.
extension TerminalScreen {
  private mutating func apply(_ sequence: ControlSequence) {
    let count = max(sequence.number(0, default: 1), 1)
    switch sequence.kind {
    case "A": move(column: column, row: row - count)
    case "B", "e": move(column: column, row: row + count)
    case "C", "a": move(column: column + count, row: row)
    case "D": move(column: column - count, row: row)
    case "E": move(column: 0, row: row + count)
    case "F": move(column: 0, row: row - count)
    case "G", "`": move(column: count - 1, row: row)
    case "d": move(column: column, row: count - 1)
    case "H", "f": move(column: sequence.number(1, default: 1) - 1, row: count - 1)
    case "I": for _ in 0..<min(count, columns) { control(9) }
    case "Z": move(column: max(column - 1, 0) / 8 * 8, row: row)
    case "J": eraseScreen(sequence.number(0, default: 0))
    case "K": eraseLine(sequence.number(0, default: 0))
    case "X": blank(row, column..<min(column + count, columns))
    case "@", "P": shift(by: sequence.kind == "@" ? count : -count)
    case "L", "M": shiftLines(by: sequence.kind == "L" ? count : -count)
    case "S": scrollUp(count)
    case "T": scrollDown(count)
    case "b": repeatLast(count)
    case "m": SGR.apply(Array(sequence.parameters.joined(separator: ";").utf8), to: &style)
    case "r": setScroll(sequence)
    case "?h", "?l":
      for mode in sequence.parameters.compactMap({ Int($0) }) {
        modes[mode] = sequence.final == "h"
      }
    default: break
    }
  }

  private mutating func repeatLast(_ count: Int) {
    guard column > 0 else { return }
    let glyph = grid[row][column - 1].glyph
    for _ in 0..<min(count, columns) { glyph.unicodeScalars.first.map { print($0) } }
  }

  private mutating func setScroll(_ sequence: ControlSequence) {
    let top = min(max(sequence.number(0, default: 1), 1), rows) - 1
    let bottom = min(max(sequence.number(1, default: rows), 1), rows) - 1
    scroll = top < bottom ? top...bottom : 0...(rows - 1)
    move(column: 0, row: 0)
  }

  private mutating func blank(_ row: Int, _ range: Range<Int>) {
    if let first = range.first { part(row, at: first) }
    part(row, at: range.upperBound)
    for column in range { grid[row][column] = erased }
  }

  private var erased: Spot {
    Spot(style: Style(background: erasesInGround ? style.background : .terminal))
  }

  private mutating func eraseLine(_ part: Int) {
    switch part {
    case 0: blank(row, column..<columns)
    case 1: blank(row, 0..<(column + 1))
    default: blank(row, 0..<columns)
    }
  }

  private mutating func eraseScreen(_ part: Int) {
    if part == 0 { eraseLine(0) }
    if part == 1 { eraseLine(1) }
    if part == 2 || part == 3 { images.clear() }
    let erased = part == 0 ? (row + 1)..<rows : part == 1 ? 0..<row : 0..<rows
    for row in erased { blank(row, 0..<columns) }
  }

  private mutating func shift(by count: Int) {
    let cells = grid[row]
    for target in column..<columns {
      let source = target - count
      grid[row][target] = source >= column && source < columns ? cells[source] : erased
    }
  }

  private mutating func shiftLines(by count: Int) {
    guard scroll.contains(row) else { return }
    shiftRows(row...scroll.upperBound, by: count)
  }

  private mutating func scrollUp(_ count: Int) { shiftRows(scroll, by: -count) }
  private mutating func scrollDown(_ count: Int) { shiftRows(scroll, by: count) }

  private mutating func shiftRows(_ range: ClosedRange<Int>, by count: Int) {
    let before = grid
    for target in range {
      let (source, overflows) = target.subtractingReportingOverflow(count)
      let isWithin = !overflows && range.contains(source)
      grid[target] = isWithin ? before[source] : Array(repeating: erased, count: columns)
    }
  }
}
