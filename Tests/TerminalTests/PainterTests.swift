import EaselTesting
import Rendering
import Testing

@testable import Terminal

/// ncurses has one screen at a time, so these run one after the other.
@Suite(.serialized) struct PainterTests {
  private func painter(
    _ entry: String = "xterm-256color", depth: ColorDepth = .indexed256, isUTF8: Bool = true
  ) throws -> Painter {
    _ = Locale.begin()
    return try Painter(entry: entry, depth: depth, isUTF8: isUTF8, columns: 20, rows: 6)
  }

  /// The rows of a frame as a terminal shows them.
  private func text(_ frame: Frame) -> [String] {
    (0..<frame.rows).map { row in
      var line = frame.cells(row: row).map { $0.glyph == .shadow ? "" : $0.glyph.string }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static let glyphs: [Glyph] = [
    .space, Glyph("a"), Glyph("#"), Glyph("\u{2807}"), Glyph("é"), Glyph("─"),
    Glyph("e\u{301}".unicodeScalars) ?? .space,
  ]
  private static let wide: [Glyph] = [Glyph("漢"), Glyph("字"), Glyph("🙂")]

  private func scribble(_ frame: inout Frame, with chance: inout SplitMix64) {
    for _ in 0..<Int.random(in: 1...12, using: &chance) {
      let (column, row) = (
        Int.random(in: 0..<20, using: &chance), Int.random(in: 0..<6, using: &chance)
      )
      var style = Style()
      if Bool.random(using: &chance) {
        style.foreground = .rgb(.random(in: 0...0xFF_FFFF, using: &chance))
      }
      if Int.random(in: 0..<4, using: &chance) == 0 {
        style.background = .indexed(.random(in: 0...255, using: &chance))
      }
      if Int.random(in: 0..<5, using: &chance) == 0 { style.attributes = [.bold, .reverse] }
      if column < 18, Int.random(in: 0..<4, using: &chance) == 0 {
        frame[column, row] = Cell(Self.wide.randomElement(using: &chance) ?? .space, style)
        frame[column + 1, row] = Cell(.shadow, style)
      } else {
        frame[column, row] = Cell(Self.glyphs.randomElement(using: &chance) ?? .space, style)
      }
    }
  }

  @Test(
    "a terminal that is sent only the differences shows the frame",
    arguments: [
      ("xterm-256color", ColorDepth.indexed256), ("xterm-direct", .direct), ("linux", .ansi8),
      ("vt100", .none), ("screen", .ansi8),
    ])
  func differences(entry: String, depth: ColorDepth) throws {
    for seed in UInt64(0)..<6 {
      var chance = SplitMix64(seed: seed)
      let painter = try painter(entry, depth: depth)
      var screen = TerminalScreen(columns: 20, rows: 6)
      var frame = Frame(columns: 20, rows: 6)
      for step in 0..<25 {
        scribble(&frame, with: &chance)
        _ = screen.take(painter.paint(frame))
        try #require(screen.text == text(frame), "\(entry), seed \(seed), step \(step)")
      }
      _ = screen.take(painter.leave())
      #expect(screen.leftovers == [], "\(entry)")
      #expect(OutputGrammar().violations(in: screen.tokens) == [])
    }
  }

  @Test("after leaving, the next frame is whole, and the user's palette is left alone")
  func again() throws {
    let painter = try painter()
    var frame = Frame(columns: 20, rows: 6)
    frame[3, 2] = Cell(Glyph("x"), Style(foreground: .rgb(0xFF0000)))
    _ = painter.paint(frame)
    _ = painter.leave()
    let bytes = painter.paint(frame)
    #expect(!bytes.contains(0x5D))
    var screen = TerminalScreen(columns: 20, rows: 6)
    _ = screen.take(bytes)
    #expect(screen.text == text(frame))
    #expect(screen.modes[1049] == true)
  }

  @Test("an equal frame costs nothing, and one more dot at the pen not more than 40 bytes")
  func cost() throws {
    let painter = try painter()
    var frame = Frame(columns: 20, rows: 6)
    frame[2, 2] = Cell(Glyph("\u{2801}"), Style(foreground: .rgb(0xFF8833)))
    _ = painter.paint(frame)
    #expect(painter.paint(frame) == [])
    frame[3, 3] = Cell(Glyph("\u{2801}"), Style(foreground: .rgb(0xFF8833)))
    #expect(painter.paint(frame).count <= 40)
  }

  @Test("more colours than pairs: the frame is painted all the same")
  func pairs() throws {
    let painter = try painter("xterm", depth: .ansi8)
    var screen = TerminalScreen(columns: 20, rows: 6)
    for step in 0..<10 {
      var frame = Frame(columns: 20, rows: 6)
      for column in 0..<20 {
        let style = Style(
          foreground: .indexed(UInt8((column + step) % 8)),
          background: .indexed(UInt8(column * step % 8)))
        frame[column, step % 6] = Cell(Glyph("x"), style)
      }
      _ = screen.take(painter.paint(frame))
      #expect(screen.text == text(frame), "step \(step)")
    }
  }

  @Test("without colours a cell of another ground than most is reversed, as a marker's are")
  func uncoloured() throws {
    let ground = Tint.rgb(0x10_20_30)
    for (background, isReversed) in [(ground, false), (.terminal, false), (.rgb(0x80_80_00), true)]
    {
      let painter = try painter("vt100", depth: .none)
      painter.ground = ground
      var frame = Frame(columns: 20, rows: 6)
      frame[2, 2] = Cell(Glyph("x"), Style(background: background))
      let shown = String(decoding: painter.paint(frame), as: UTF8.self)
      #expect(shown.contains("7m") == isReversed, "\(background): \(shown.debugDescription)")
    }
  }

  @Test("black is never bold, which many terminals show as grey")
  func boldBlack() throws {
    for (foreground, isBold) in [(Tint.rgb(0x0A_0A_0A), false), (.rgb(0xF0_F0_F0), true)] {
      let painter = try painter("xterm", depth: .ansi8)
      var frame = Frame(columns: 20, rows: 6)
      let style = Style(foreground: foreground, background: .indexed(3), attributes: .bold)
      frame[2, 2] = Cell(Glyph("x"), style)
      let shown = String(decoding: painter.paint(frame), as: UTF8.self)
      #expect(shown.contains("1m") == isBold, "\(shown.debugDescription)")
    }
  }

  @Test("two colours that are one on this terminal do not hide the text")
  func oneColour() throws {
    for (colour, other, number) in [(0xE0_E0_E0, 0x80_80_80, 30), (0xA0_10_10, 0x80_00_00, 37)] {
      let painter = try painter("xterm", depth: .ansi8)
      var frame = Frame(columns: 20, rows: 6)
      let (front, back) = (Tint.rgb(UInt32(colour)), Tint.rgb(UInt32(other)))
      frame[2, 2] = Cell(Glyph("x"), Style(foreground: front, background: back))
      let shown = String(decoding: painter.paint(frame), as: UTF8.self)
      #expect(shown.contains("\(number)m"), "\(front) on \(back): \(shown.debugDescription)")
    }
  }

  @Test("what the C library gives another width is a question mark, and nothing after it moves")
  func widths() throws {
    let painter = try painter()
    var frame = Frame(columns: 20, rows: 6)
    frame[0, 0] = Cell(Glyph("\u{200B}"))
    frame[1, 0] = Cell(Glyph("b"))
    var screen = TerminalScreen(columns: 20, rows: 6)
    _ = screen.take(painter.paint(frame))
    #expect(screen.text.first == "?b")
  }

  @Test("a wide glyph in the last corner is painted where the terminal can, and cut nowhere")
  func corner() throws {
    for (entry, shown) in [("xterm-256color", "漢"), ("screen", "?")] {
      let painter = try painter(entry)
      var frame = Frame(columns: 20, rows: 6)
      frame[18, 5] = Cell(Glyph("漢"))
      frame[19, 5] = .shadow
      var screen = TerminalScreen(columns: 20, rows: 6)
      _ = screen.take(painter.paint(frame))
      #expect(screen.text.last == String(repeating: " ", count: 18) + shown)
    }
  }

  @Test("a resized screen is painted whole")
  func resized() throws {
    let painter = try painter()
    _ = painter.paint(Frame(columns: 20, rows: 6))
    for (columns, rows) in [(30, 8), (1, 1), (5, 3), (200, 60)] {
      painter.resize(columns: columns, rows: rows)
      var frame = Frame(columns: columns, rows: rows)
      frame[columns - 1, rows - 1] = Cell(Glyph("z"))
      var screen = TerminalScreen(columns: columns, rows: rows)
      _ = screen.take(painter.paint(frame))
      #expect(screen.text == text(frame), "\(columns) × \(rows)")
    }
  }
}
