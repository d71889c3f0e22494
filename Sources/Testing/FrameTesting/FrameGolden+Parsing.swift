import CellFrame
import EaselBase

extension FrameGolden {
  /// The fault in a golden file, with its line, counted from 1.
  public struct Malformed: Error, Hashable, CustomStringConvertible {
    /// The number of the line, counted from 1.
    public let line: Int
    /// The text or form that the line should have.
    public let expected: String
    /// The line and the expected text, as one phrase.
    public var description: String { "line \(line): expected \(expected)" }
  }

  /// Returns the frame that `text(of:)` wrote.
  ///
  /// - Throws: the first fault. A side of more than 1,000 cells is a fault.
  public static func frame(of text: String) throws(Malformed) -> Frame {
    var reader = GoldenReader(text)
    let (columns, rows) = try reader.size()
    var frame = Frame(columns: columns, rows: rows)
    try reader.expect("glyphs")
    for row in 0..<rows { try reader.glyphs(of: row, into: &frame) }
    try reader.expect("styles")
    let planes = try (0..<rows).map { _ throws(Malformed) in try reader.framedRow() }
    try reader.styles(planes, into: &frame)
    try reader.oddities(into: &frame)
    reader.skipTiles()
    frame.cursor = try reader.cursor()
    return frame
  }
}

private struct GoldenReader {
  private let lines: [Substring]
  private var next = 0

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private var line: Substring { next < lines.count ? lines[next] : "" }

  private func malformed(_ expected: String) -> FrameGolden.Malformed {
    FrameGolden.Malformed(line: next + 1, expected: expected)
  }

  mutating func expect(_ heading: String) throws(FrameGolden.Malformed) {
    guard line == heading else { throw malformed("“\(heading)”") }
    next += 1
  }

  /// Reads the size; a frame with a side of more than 1,000 cells is refused.
  mutating func size() throws(FrameGolden.Malformed) -> (columns: Int, rows: Int) {
    let numbers = line.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy((0...1_000).contains) else {
      throw malformed("columns x rows, as in “80x24”")
    }
    next += 1
    return (numbers[0], numbers[1])
  }

  mutating func framedRow() throws(FrameGolden.Malformed) -> Substring {
    guard line.count >= 2, line.first == FrameGolden.edge, line.last == FrameGolden.edge else {
      throw malformed("a row between two “│”")
    }
    defer { next += 1 }
    return line.dropFirst().dropLast()
  }

  mutating func glyphs(of row: Int, into frame: inout Frame) throws(FrameGolden.Malformed) {
    var column = 0
    for character in try framedRow() {
      guard let glyph = Glyph(character.unicodeScalars) else { continue }
      frame[column, row].glyph = glyph
      column += 1
      if glyph.base.displayWidth == 2 {
        frame[column, row].glyph = .shadow
        column += 1
      }
    }
    next -= 1
    guard column == frame.columns else { throw malformed("\(frame.columns) columns") }
    next += 1
  }

  mutating func styles(
    _ planes: [Substring], into frame: inout Frame
  ) throws(FrameGolden.Malformed) {
    var known: [Character: Style] = [:]
    while let letter = line.first, line != "odd", !line.hasPrefix("cursor ") {
      guard line.dropFirst().first == " ", let style = GoldenStyle.style(String(line.dropFirst(2)))
      else { throw malformed("a letter and its style, as in “k #ffffff on default bold”") }
      known[letter] = style
      next += 1
    }
    for (row, plane) in planes.enumerated() {
      guard plane.count == frame.columns else { throw malformed("\(frame.columns) style letters") }
      for (column, letter) in plane.enumerated() {
        guard let style = known[letter] else { throw malformed("a legend for “\(letter)”") }
        frame[column, row].style = style
      }
    }
  }

  mutating func oddities(into frame: inout Frame) throws(FrameGolden.Malformed) {
    guard line == "odd" else { return }
    next += 1
    while !line.hasPrefix("cursor "), !line.hasPrefix("tile ") {
      let words = line.split(separator: " ")
      guard let cell = words.first.flatMap(Self.cell), frame.contains(cell),
        let glyph = Self.glyph(words.dropFirst())
      else { throw malformed("column, row and scalars, as in “3,2 U+65 U+301”") }
      frame[cell].glyph = glyph
      next += 1
    }
  }

  /// Skips the tiles, whose pixels the text does not have.
  mutating func skipTiles() { while line.hasPrefix("tile ") { next += 1 } }

  mutating func cursor() throws(FrameGolden.Malformed) -> CellPoint? {
    guard line.hasPrefix("cursor ") else { throw malformed("the cursor") }
    let words = line.dropFirst("cursor ".count)
    if words == "none" { return nil }
    guard let cell = Self.cell(words) else { throw malformed("“cursor none” or a place") }
    return cell
  }

  private static func cell(_ text: Substring) -> CellPoint? {
    let numbers = text.split(separator: ",").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    return CellPoint(column: numbers[0], row: numbers[1])
  }

  private static func glyph(_ words: ArraySlice<Substring>) -> Glyph? {
    if words == ["shadow"] { return .shadow }
    let scalars = words.compactMap { word -> Unicode.Scalar? in
      guard word.hasPrefix("U+") else { return nil }
      return UInt32(word.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    return scalars.count == words.count ? Glyph(scalars) : nil
  }
}
