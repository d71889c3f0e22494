import Drawing
import EaselTesting
import Rendering
import TestThreads
import Testing

@testable import Terminal

/// terminfo opens one entry at a time, so these run one after the other.
@Suite(.besidePool, .serialized) struct PainterTests {
  private func painter(
    _ entry: String = "xterm-256color", depth: ColorDepth = .indexed256, isUTF8: Bool = true
  ) throws -> Painter {
    _ = Locale.begin()
    let found = try TerminalEntry.find(term: entry, colorterm: "", noColor: false, depth: depth)
    return Painter(
      found.capabilities, depth: depth, isUTF8: isUTF8, columns: 20, rows: 6)
  }

  /// What a cell is to look like; of a blank one only its ground counts.
  private func look(_ cell: Cell, _ depth: ColorDepth) -> PaperText.Look {
    let style = cell.style.reduced(to: depth)
    var look = PaperText.Look(
      foreground: tone(style.foreground), background: tone(style.background),
      attributes: PaperText.Attributes(rawValue: style.attributes.rawValue))
    if look.foreground == .indexed(0) { look.attributes.remove(.bold) }
    return seen(look, of: cell)
  }

  /// What of a look can be seen: two named colours that are reversed are each other's.
  private func seen(_ look: PaperText.Look, of cell: Cell) -> PaperText.Look {
    var look = look
    if look.attributes.contains(.reverse), look.foreground != .plain, look.background != .plain {
      swap(&look.foreground, &look.background)
      look.attributes.remove(.reverse)
    }
    guard cell.glyph == .space else { return look }
    return PaperText.Look(
      background: look.background, attributes: look.attributes.intersection([.underline, .reverse]))
  }

  private func tone(_ tint: Tint) -> PaperText.Tone {
    switch tint.meaning {
    case .terminal: .plain
    case .rgb(let rgb): .rgb(rgb)
    case .indexed(let number): .indexed(number)
    }
  }

  /// The first place where the terminal shows a cell with another look than the frame has it.
  private func difference(
    _ screen: TerminalScreen, _ frame: Frame, _ depth: ColorDepth
  ) -> String? {
    for row in 0..<frame.rows {
      for column in 0..<frame.columns where frame[column, row].glyph != .shadow {
        let wanted = look(frame[column, row], depth)
        let seen = seen(screen.look(column: column, row: row), of: frame[column, row])
        if seen != wanted { return "\(column), \(row): \(seen), not \(wanted)" }
      }
    }
    return nil
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
        style.background = .rgb(.random(in: 0...0xFF_FFFF, using: &chance))
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

  /// A row as a closed sheet leaves it: blank, in one colour.
  private func line(with chance: inout SplitMix64) -> [Cell] {
    let colour = Tint.rgb(.random(in: 0...0xFF_FFFF, using: &chance))
    let style = Style(background: Bool.random(using: &chance) ? colour : .terminal)
    return Array(repeating: Cell(.space, style), count: 20)
  }

  @Test(
    "a terminal that is sent only the differences shows the frame",
    arguments: [
      ("xterm-256color", ColorDepth.indexed256), ("xterm-direct", .direct), ("linux", .ansi8),
      ("vt100", .none), ("screen", .ansi8), ("tmux-256color", .indexed256), ("putty", .ansi8),
      ("rxvt-unicode-256color", .indexed256), ("st-256color", .ansi16),
    ])
  func differences(entry: String, depth: ColorDepth) throws {
    for seed in UInt64(0)..<3 {
      var chance = SplitMix64(seed: seed)
      var painter = try painter(entry, depth: depth)
      var screen = TerminalScreen(columns: 20, rows: 6)
      screen.erasesInGround = painter.capabilities.erasesInGround
      var frame = Frame(columns: 20, rows: 6)
      for step in 0..<30 {
        scribble(&frame, with: &chance)
        if step % 10 == 7 { painter.ground = .rgb(UInt32(step << 16)) }
        if step % 10 == 9 { frame.replace(row: step / 10, by: line(with: &chance)) }
        _ = screen.take(painter.paint(frame))
        let place: Comment = "\(entry), seed \(seed), step \(step)"
        try #require(screen.text == text(frame), place)
        if depth != .none { try #require(difference(screen, frame, depth) == nil, place) }
      }
      _ = screen.take(painter.leave())
      #expect(screen.leftovers == [], "\(entry)")
      #expect(OutputGrammar().violations(in: screen.tokens) == [])
    }
  }

  @Test("after leaving, the next frame is whole, and the user's palette is left alone")
  func again() throws {
    var painter = try painter()
    var frame = Frame(columns: 20, rows: 6)
    frame[3, 2] = Cell(Glyph("x"), Style(foreground: .rgb(0xFF0000)))
    _ = painter.paint(frame)
    _ = painter.leave()
    let bytes = painter.enter() + painter.paint(frame)
    #expect(!bytes.contains(0x5D))
    var screen = TerminalScreen(columns: 20, rows: 6)
    _ = screen.take(bytes)
    #expect(screen.text == text(frame))
    #expect(screen.modes[1049] == true)
  }

  @Test("an equal frame costs nothing, and one more dot at the pen not more than its way there")
  func cost() throws {
    var painter = try painter()
    var frame = Frame(columns: 20, rows: 6)
    frame[2, 2] = Cell(Glyph("\u{2801}"), Style(foreground: .rgb(0xFF8833)))
    _ = painter.paint(frame)
    #expect(painter.paint(frame) == [])
    frame[3, 3] = Cell(Glyph("\u{2801}"), Style(foreground: .rgb(0xFF8833)))
    #expect(String(decoding: painter.paint(frame), as: UTF8.self) == "\u{1B}[B\u{2801}")
  }

  @Test("every colour on every other")
  func grounds() throws {
    var painter = try painter("xterm", depth: .ansi8)
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
      #expect(difference(screen, frame, .ansi8) == nil, "step \(step)")
    }
  }

  @Test("without colours a cell of another ground than most is reversed, as a marker's are")
  func uncoloured() throws {
    let ground = Tint.rgb(0x10_20_30)
    for (background, isReversed) in [(ground, false), (.terminal, false), (.rgb(0x80_80_00), true)]
    {
      var painter = try painter("vt100", depth: .none)
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
      var painter = try painter("xterm", depth: .ansi8)
      var frame = Frame(columns: 20, rows: 6)
      let style = Style(foreground: foreground, background: .indexed(3), attributes: .bold)
      frame[2, 2] = Cell(Glyph("x"), style)
      let shown = String(decoding: painter.paint(frame), as: UTF8.self)
      #expect(shown.contains("[1;") == isBold, "\(shown.debugDescription)")
    }
  }

  @Test("two colours that are one on this terminal do not hide the text")
  func oneColour() throws {
    for (colour, other, number) in [(0xE0_E0_E0, 0x80_80_80, 30), (0xA0_10_10, 0x80_00_00, 37)] {
      var painter = try painter("xterm", depth: .ansi8)
      var frame = Frame(columns: 20, rows: 6)
      let (front, back) = (Tint.rgb(UInt32(colour)), Tint.rgb(UInt32(other)))
      frame[2, 2] = Cell(Glyph("x"), Style(foreground: front, background: back))
      let shown = String(decoding: painter.paint(frame), as: UTF8.self)
      #expect(shown.contains("[\(number);"), "\(front) on \(back): \(shown.debugDescription)")
    }
  }

  @Test("what the C library gives another width is a question mark, and nothing after it moves")
  func widths() throws {
    var painter = try painter()
    var frame = Frame(columns: 20, rows: 6)
    frame[0, 0] = Cell(Glyph("\u{200B}"))
    frame[1, 0] = Cell(Glyph("b"))
    var screen = TerminalScreen(columns: 20, rows: 6)
    _ = screen.take(painter.paint(frame))
    #expect(screen.text.first == "?b")
  }

  @Test("a wide glyph in the last corner is painted where that does not scroll")
  func corner() throws {
    for (entry, shown) in [("xterm-256color", "漢"), ("screen", "漢"), ("cygwin", "")] {
      var painter = try painter(entry)
      var frame = Frame(columns: 20, rows: 6)
      frame[18, 5] = Cell(Glyph("漢"))
      frame[19, 5] = .shadow
      var screen = TerminalScreen(columns: 20, rows: 6)
      _ = screen.take(painter.paint(frame))
      let blanks = String(repeating: " ", count: shown.isEmpty ? 0 : 18)
      #expect(screen.text.last == blanks + shown, "\(entry)")
    }
  }

  @Test("a resized screen is painted whole")
  func resized() throws {
    var painter = try painter()
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

  @Test("a frame that is still as large as the screen was is cut, and the cursor is not lost")
  func larger() throws {
    var painter = try painter()
    var frame = Frame(columns: 20, rows: 6)
    for column in 0..<20 { frame[column, 1] = Cell(Glyph("a")) }
    painter.resize(columns: 10, rows: 3)
    var screen = TerminalScreen(columns: 10, rows: 3)
    _ = screen.take(painter.paint(frame))
    frame[15, 1] = Cell(Glyph("b"))
    frame[3, 5] = Cell(Glyph("b"))
    frame.cursor = CellPoint(column: 18, row: 5)
    _ = screen.take(painter.paint(frame))
    #expect(screen.modes[25] == false)
    frame[4, 1] = Cell(Glyph("b"))
    frame.cursor = CellPoint(column: 5, row: 2)
    _ = screen.take(painter.paint(frame))
    #expect(screen.text == ["", "aaaabaaaaa", ""])
    #expect((screen.column, screen.row) == (5, 2))
    #expect(screen.modes[25] == true)
  }
}
