import CellFrame
import FrameTesting
import GroupTesting
import Testing

@testable import TerminalIO

extension CursesTests {
  @Suite struct ScreenTests {
    /// Entries whose erased cells keep the terminal's own background.
    private static let noBackgroundErase: Set<String> = ["screen", "tmux-256color", "vt100"]
    /// Entries that cannot reverse cells with colours, so that their colours are exchanged.
    private static let noColoredReverse: Set<String> = ["putty"]

    /// The expected look of a cell; only the background of a blank cell matters.
    private func reducedStyle(
      _ cell: Cell, _ depth: ColorDepth, exchangesOwn: Bool = false
    ) -> Style {
      var look = cell.style.reduced(to: depth)
      if exchangesOwn, look.attributes.contains(.reverse) {
        if look.foreground == .terminal { look.foreground = .indexed(7) }
        if look.background == .terminal { look.background = .indexed(0) }
      }
      // A terminal makes bold black grey before it reverses, so black is never bold.
      let front = exchangesOwn ? seen(look, of: cell).foreground : look.foreground
      if front == .indexed(0) { look.attributes.remove(.bold) }
      return seen(look, of: cell)
    }

    /// The part of a look that can be seen: two colours that are reversed are each other's.
    private func seen(_ look: Style, of cell: Cell) -> Style {
      var look = look
      if look.attributes.contains(.reverse), look.foreground != .terminal,
        look.background != .terminal
      {
        swap(&look.foreground, &look.background)
        look.attributes.remove(.reverse)
      }
      guard cell.glyph == .space else { return look }
      return Style(
        background: look.background,
        attributes: look.attributes.intersection([.underline, .reverse]))
    }

    /// The first place where the terminal shows a cell with another look than the frame has it.
    private func difference(
      _ screen: TerminalScreen, _ frame: Frame, _ depth: ColorDepth, exchangesOwn: Bool = false
    ) -> String? {
      for row in 0..<frame.rows {
        for column in 0..<frame.columns where frame[column, row].glyph != .shadow {
          let wanted = reducedStyle(frame[column, row], depth, exchangesOwn: exchangesOwn)
          let seen = seen(screen.style(column: column, row: row), of: frame[column, row])
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
        let curses = try CursesTests.screen(entry, depth: depth)
        var screen = TerminalScreen(columns: 20, rows: 6)
        screen.erasesInGround = !Self.noBackgroundErase.contains(entry)
        var frame = Frame(columns: 20, rows: 6)
        for step in 0..<30 {
          scribble(&frame, with: &chance)
          if step % 10 == 7 { curses.ground = .rgb(UInt32(step << 16)) }
          if step % 10 == 9 { frame.replace(row: step / 10, by: line(with: &chance)) }
          _ = screen.write(curses.draw(frame))
          let comment: Comment = "\(entry), seed \(seed), step \(step)"
          try #require(screen.text == text(frame), comment)
          guard depth != .none else { continue }
          let exchangesOwn = Self.noColoredReverse.contains(entry)
          let difference = difference(screen, frame, depth, exchangesOwn: exchangesOwn)
          try #require(difference == nil, comment)
        }
        _ = screen.write(curses.leave())
        #expect(screen.leftovers == [], "\(entry)")
        #expect(OutputGrammar().violations(in: screen.tokens) == [])
      }
    }

    @Test("the bell is one byte between two frames, and changes nothing on the screen")
    func bell() throws {
      let curses = try CursesTests.screen()
      var frame = Frame(columns: 20, rows: 6)
      frame[3, 2] = Cell(Glyph("x"))
      _ = curses.draw(frame)
      #expect(curses.ring() == [7])
      #expect(curses.draw(frame).isEmpty)
    }

    @Test("after leaving, the next frame is whole, and the user's palette is left alone")
    func again() throws {
      let curses = try CursesTests.screen()
      var frame = Frame(columns: 20, rows: 6)
      frame[3, 2] = Cell(Glyph("x"), Style(foreground: .rgb(0xFF0000)))
      _ = curses.draw(frame)
      _ = curses.leave()
      let bytes = curses.draw(frame)
      #expect(!bytes.contains(0x5D))
      var screen = TerminalScreen(columns: 20, rows: 6)
      _ = screen.write(bytes)
      #expect(screen.text == text(frame))
      #expect(screen.modes[1049] == true)
    }

    @Test("Each sextant reaches the terminal, and a character of an unknown width becomes “?”")
    func blocks() throws {
      let curses = try CursesTests.screen(columns: 62)
      var frame = Frame(columns: 62, rows: 6)
      let sextants = (0..<64).map { BlockPattern(columns: 2, rows: 3, bits: $0).glyph }
        .filter { $0 != .space && $0.base.value >= 0x1FB00 }
      for (column, glyph) in sextants.enumerated() { frame[column, 0] = Cell(glyph) }
      let octant: Unicode.Scalar = "\u{1CD00}"
      frame[0, 1] = Cell(Glyph(octant))
      var screen = TerminalScreen(columns: 62, rows: 6)
      _ = screen.write(curses.draw(frame))
      if Locale.knows("\u{1FB00}") {
        #expect(screen.text[0] == sextants.map(\.string).joined())
      } else {
        #expect(screen.text[0] == String(repeating: "?", count: sextants.count))
      }
      #expect(screen.text[1] == (Locale.knows(octant) ? Glyph(octant).string : "?"))
    }

    @Test("an equal frame costs nothing, and one more dot at the pen at most 40 bytes")
    func cost() throws {
      let curses = try CursesTests.screen()
      var frame = Frame(columns: 20, rows: 6)
      frame[2, 2] = Cell(Glyph("\u{2801}"), Style(foreground: .rgb(0xFF8833)))
      _ = curses.draw(frame)
      #expect(curses.draw(frame) == [])
      frame[3, 3] = Cell(Glyph("\u{2801}"), Style(foreground: .rgb(0xFF8833)))
      #expect(curses.draw(frame).count <= 40)
    }

    @Test("a terminal's own colours, palette colours and direct ones at each depth")
    func colors() throws {
      for (entry, depth, tint, tone) in [
        ("xterm-direct", .direct, Tint.rgb(0xFF0000), .rgb(0xFF0000)),
        ("xterm-direct", .direct, .rgb(0), .rgb(8)),
        ("xterm-direct", .direct, .indexed(3), .indexed(3)),
        ("xterm-direct", .direct, .indexed(196), .rgb(0xFF0000)),
        ("xterm-256color", .indexed256, .rgb(0xFF0000), .indexed(196)),
        ("xterm-256color", .indexed256, .indexed(12), .indexed(12)),
        ("xterm-16color", .ansi16, .rgb(0xFF0000), .indexed(9)),
        ("xterm", .ansi8, .indexed(9), .indexed(1)),
        ("xterm-256color", .ansi8, .rgb(0xFF0000), .indexed(1)),
        ("xterm-256color", .none, .rgb(0xFF0000), .terminal),
      ] as [(String, ColorDepth, Tint, Tint)] {
        let curses = try CursesTests.screen(entry, depth: depth)
        var frame = Frame(columns: 20, rows: 6)
        frame[2, 2] = Cell(Glyph("x"), Style(foreground: tint))
        frame[3, 2] = Cell(Glyph("y"), Style(foreground: .terminal))
        var screen = TerminalScreen(columns: 20, rows: 6)
        _ = screen.write(curses.draw(frame))
        #expect(screen.style(column: 2, row: 2).foreground == tone, "\(entry): \(tint)")
        #expect(screen.style(column: 3, row: 2).foreground == .terminal, "\(entry)")
      }
    }

    /// xterm 379 misreads a sequence with two colours that have colons in them.
    @Test("each colour has a sequence of its own")
    func separateColors() throws {
      let curses = try CursesTests.screen("xterm-direct", depth: .direct)
      var frame = Frame(columns: 20, rows: 6)
      let style = Style(
        foreground: .rgb(0x10_20_30), background: .rgb(0x40_50_60), attributes: .bold)
      frame[2, 2] = Cell(Glyph("x"), style)
      let bytes = curses.draw(frame)
      var parser = TerminalParser()
      let parameters = parser.parse(bytes).compactMap { token -> [String]? in
        guard case .csi(let sequence) = token, sequence.kind == "m" else { return nil }
        return sequence.parameters.filter { $0.contains(":") }
      }
      #expect(parameters.joined().count == 2)
      #expect(parameters.allSatisfy { $0.count < 2 })
    }

    @Test(
      "if colour pairs run out, those of earlier frames are given up, and ink keeps its colour")
    func fewPairs() throws {
      // 8 colours and 64 pairs, and each colour on each, with the terminal's own: 81 in one frame.
      let curses = try CursesTests.screen("xterm", depth: .ansi8)
      let tints = [Tint.terminal] + (0..<8).map { .indexed(UInt8($0)) }
      var screen = TerminalScreen(columns: 20, rows: 6)
      for step in 0..<4 {
        var frame = Frame(columns: 20, rows: 6)
        for index in 0..<81 {
          let style = Style(
            foreground: tints[(index + step) % 9], background: tints[index / 9])
          frame[index % 20, index / 20] = Cell(Glyph("x"), style)
        }
        _ = screen.write(curses.draw(frame))
        #expect(screen.text == text(frame), "step \(step)")
        for index in 0..<81 {
          let shown = screen.style(column: index % 20, row: index / 20)
          let wanted = reducedStyle(frame[index % 20, index / 20], .ansi8)
          #expect(shown.foreground == wanted.foreground, "step \(step), \(index)")
        }
      }
      var few = Frame(columns: 20, rows: 6)
      // The last of the 81 got no pair of its own.
      few[0, 0] = Cell(Glyph("y"), Style(foreground: .indexed(3), background: .indexed(7)))
      _ = screen.write(curses.draw(few))
      #expect(difference(screen, few, .ansi8) == nil)
    }

    @Test("a terminal without an alternate screen is cleared before it is left")
    func cleared() throws {
      for (entry, isKept) in [("linux", false), ("vt100", false), ("xterm", true)] {
        let curses = try CursesTests.screen(entry, depth: .none)
        var frame = Frame(columns: 20, rows: 6)
        for row in 0..<6 { frame[3, row] = Cell(Glyph("x")) }
        var screen = TerminalScreen(columns: 20, rows: 6)
        _ = screen.write(curses.draw(frame))
        _ = screen.write(curses.leave())
        #expect(screen.text.contains { $0.contains("x") } == isKept, "\(entry)")
        #expect(screen.row == 5 && screen.column == 0)
      }
    }

    @Test("every colour on every other")
    func grounds() throws {
      let curses = try CursesTests.screen("xterm", depth: .ansi8)
      var screen = TerminalScreen(columns: 20, rows: 6)
      for step in 0..<10 {
        var frame = Frame(columns: 20, rows: 6)
        for column in 0..<20 {
          let style = Style(
            foreground: .indexed(UInt8((column + step) % 8)),
            background: .indexed(UInt8(column * step % 8)))
          frame[column, step % 6] = Cell(Glyph("x"), style)
        }
        _ = screen.write(curses.draw(frame))
        #expect(screen.text == text(frame), "step \(step)")
        #expect(difference(screen, frame, .ansi8) == nil, "step \(step)")
      }
    }

    @Test("without colours a cell of another ground than most is reversed, as a marker's are")
    func uncoloured() throws {
      let ground = Tint.rgb(0x10_20_30)
      for (background, isReversed) in [
        (ground, false), (.terminal, false), (.rgb(0x80_80_00), true),
      ] {
        let curses = try CursesTests.screen("vt100", depth: .none)
        curses.ground = ground
        var frame = Frame(columns: 20, rows: 6)
        frame[2, 2] = Cell(Glyph("x"), Style(background: background))
        let shown = String(decoding: curses.draw(frame), as: UTF8.self)
        #expect(shown.contains("7m") == isReversed, "\(background): \(shown.debugDescription)")
      }
    }

    @Test("black is never bold, which many terminals show as grey")
    func boldBlack() throws {
      for (foreground, isBold) in [(Tint.rgb(0x0A_0A_0A), false), (.rgb(0xF0_F0_F0), true)] {
        let curses = try CursesTests.screen("xterm", depth: .ansi8)
        var frame = Frame(columns: 20, rows: 6)
        let style = Style(foreground: foreground, background: .indexed(3), attributes: .bold)
        frame[2, 2] = Cell(Glyph("x"), style)
        var screen = TerminalScreen(columns: 20, rows: 6)
        _ = screen.write(curses.draw(frame))
        let look = screen.style(column: 2, row: 2)
        #expect(look.attributes.contains(.bold) == isBold, "\(look)")
      }
    }

    @Test("two colours that are one on this terminal do not hide the text")
    func oneColour() throws {
      for (colour, other, number) in [(0xE0_E0_E0, 0x80_80_80, 0), (0xA0_10_10, 0x80_00_00, 7)] {
        let curses = try CursesTests.screen("xterm", depth: .ansi8)
        var frame = Frame(columns: 20, rows: 6)
        let (front, back) = (Tint.rgb(UInt32(colour)), Tint.rgb(UInt32(other)))
        frame[2, 2] = Cell(Glyph("x"), Style(foreground: front, background: back))
        var screen = TerminalScreen(columns: 20, rows: 6)
        _ = screen.write(curses.draw(frame))
        let look = screen.style(column: 2, row: 2)
        #expect(look.foreground == .indexed(UInt8(number)), "\(front) on \(back): \(look)")
      }
    }

    @Test("a character of another width in the C library is a question mark, and nothing moves")
    func widths() throws {
      let curses = try CursesTests.screen()
      var frame = Frame(columns: 20, rows: 6)
      frame[0, 0] = Cell(Glyph("\u{200B}"))
      frame[1, 0] = Cell(Glyph("b"))
      var screen = TerminalScreen(columns: 20, rows: 6)
      _ = screen.write(curses.draw(frame))
      #expect(screen.text.first == "?b")
    }

    @Test("a wide glyph in the last corner is drawn, or a question mark where that would scroll")
    func corner() throws {
      for (entry, shown) in [("xterm-256color", "漢"), ("screen", "漢"), ("cygwin", "?")] {
        let curses = try CursesTests.screen(entry)
        var frame = Frame(columns: 20, rows: 6)
        frame[18, 5] = Cell(Glyph("漢"))
        frame[19, 5] = .shadow
        var screen = TerminalScreen(columns: 20, rows: 6)
        _ = screen.write(curses.draw(frame))
        #expect(screen.text.last == String(repeating: " ", count: 18) + shown, "\(entry)")
      }
    }

    @Test("a resized screen is painted whole")
    func resized() throws {
      let curses = try CursesTests.screen()
      _ = curses.draw(Frame(columns: 20, rows: 6))
      for (columns, rows) in [(30, 8), (1, 1), (5, 3), (200, 60)] {
        curses.resize(columns: columns, rows: rows)
        var frame = Frame(columns: columns, rows: rows)
        frame[columns - 1, rows - 1] = Cell(Glyph("z"))
        var screen = TerminalScreen(columns: columns, rows: rows)
        _ = screen.write(curses.draw(frame))
        #expect(screen.text == text(frame), "\(columns) × \(rows)")
      }
    }

    @Test("a frame that is still as large as the screen was is cut, and the cursor is not lost")
    func larger() throws {
      let curses = try CursesTests.screen()
      var frame = Frame(columns: 20, rows: 6)
      for column in 0..<20 { frame[column, 1] = Cell(Glyph("a")) }
      curses.resize(columns: 10, rows: 3)
      var screen = TerminalScreen(columns: 10, rows: 3)
      _ = screen.write(curses.draw(frame))
      frame[15, 1] = Cell(Glyph("b"))
      frame[3, 5] = Cell(Glyph("b"))
      frame.cursor = CellPoint(column: 18, row: 5)
      _ = screen.write(curses.draw(frame))
      #expect(screen.modes[25] == false)
      frame[4, 1] = Cell(Glyph("b"))
      frame.cursor = CellPoint(column: 5, row: 2)
      _ = screen.write(curses.draw(frame))
      #expect(screen.text == ["", "aaaabaaaaa", ""])
      #expect((screen.column, screen.row) == (5, 2))
      #expect(screen.modes[25] == true)
    }
  }
}
