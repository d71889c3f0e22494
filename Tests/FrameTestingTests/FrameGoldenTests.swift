import CellFrame
import FrameTesting
import GroupTesting
import Testing

@Suite struct FrameGoldenTests {
  @Test("a golden reads as rows of glyphs, rows of styles, a legend and the cursor")
  func form() {
    var frame = Frame(columns: 6, rows: 2)
    let bold = Style(foreground: .rgb(0xFFFFFF), background: .indexed(4), attributes: .bold)
    for (column, scalar) in "Save ?".unicodeScalars.enumerated() {
      frame[column, 0] = Cell(Glyph(scalar), column < 4 ? bold : .plain)
    }
    frame.cursor = CellPoint(column: 5, row: 0)
    let lines = FrameGolden.text(of: frame).split(separator: "\n")
    #expect(lines.prefix(5) == ["6x2", "glyphs", "│Save ?│", "│      │", "styles"])
    let letter = lines.last { $0.hasSuffix("#ffffff on 4 bold") }?.first ?? "?"
    #expect(lines[5] == "│\(String(repeating: letter, count: 4))..│")
    #expect(lines.last == "cursor 5,0")
  }

  @Test("a golden gives back its frame, whatever is in the cells", arguments: Seeds.range(200))
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let frame = anyFrame(using: &random)
    #expect(try FrameGolden.frame(of: FrameGolden.text(of: frame)) == frame)
  }

  @Test("a screen with a style in every cell is still written")
  func manyStyles() throws {
    var frame = Frame(columns: 120, rows: 40)
    for row in 0..<frame.rows {
      for column in 0..<frame.columns {
        let color = UInt32(row * frame.columns + column)
        frame[column, row] = Cell(.space, Style(foreground: .rgb(color)))
      }
    }
    #expect(try FrameGolden.frame(of: FrameGolden.text(of: frame)) == frame)
  }

  @Test("a new style elsewhere leaves the letters of the others")
  func stableLetters() {
    let red = Style(foreground: .rgb(0xFF0000))
    let blue = Style(foreground: .rgb(0x0000FF))
    var frame = Frame(columns: 2, rows: 1)
    frame[0, 0].style = red
    let before = FrameGolden.text(of: frame).split(separator: "\n")[4].dropFirst().first
    frame[1, 0].style = blue
    let after = FrameGolden.text(of: frame).split(separator: "\n")[4].dropFirst().first
    #expect(before == after)
  }

  @Test(
    "a text that is no golden is refused with its line",
    arguments: [
      ("", 1), ("80", 1), ("-1x2", 1), ("1x1\nglyph", 2), ("1x1\nglyphs\n│ab│", 3),
      ("1x1\nglyphs\n│a│\nstyles\n│.│\n. default in default", 6),
      ("1x1\nglyphs\n│a│\nstyles\n│.│\n. default on default\nodd\n7,7 U+41\ncursor none", 8),
      ("0x0\nglyphs\nstyles\ncursor", 4), ("99999999999999999999x1", 1),
    ])
  func malformed(text: String, line: Int) {
    let error = #expect(throws: FrameGolden.Malformed.self) { try FrameGolden.frame(of: text) }
    #expect(error?.line == line)
  }
}

/// Any glyphs, shadows without their wide glyph, marks without a base: all that a bug could leave.
func anyFrame(using random: inout SplitMix64) -> Frame {
  let glyphs: [Glyph] = [
    .space, Glyph("a"), Glyph("│"), Glyph("⣿"), Glyph("世"), .shadow, Glyph("\u{301}"),
    Glyph("\u{FFFD}"), Glyph("\u{1F1E9}"), Glyph("\u{7}"), Glyph("\u{200D}"), Glyph("👩"),
    Glyph(["e", "\u{301}"]) ?? .space, Glyph(["a", "b"]) ?? .space, Glyph("\u{1100}"),
    Glyph("\u{1161}"), Glyph("\n"), Glyph("\u{85}"),
  ]
  let tints: [Tint] = [.terminal, .indexed(0), .indexed(255), .rgb(0), .rgb(0x12ABEF)]
  var frame = Frame(
    columns: Int.random(in: 0...9, using: &random), rows: Int.random(in: 0...5, using: &random))
  for row in 0..<frame.rows {
    for column in 0..<frame.columns {
      let style = Style(
        foreground: tints.randomElement(using: &random) ?? .terminal,
        background: tints.randomElement(using: &random) ?? .terminal,
        attributes: Style.Attributes(rawValue: UInt8.random(in: 0..<32, using: &random)))
      frame[column, row] = Cell(glyphs.randomElement(using: &random) ?? .space, style)
    }
  }
  if Bool.random(using: &random) {
    frame.cursor = CellPoint(
      column: Int.random(in: -1...9, using: &random), row: Int.random(in: -1...5, using: &random))
  }
  return frame
}
