import CellFrame
import GroupTesting
import Testing

@testable import TerminalIO

extension CursesTests {
  @Suite struct InputDecoderTests {
    private static let named: [(String, Key)] = [
      ("\u{1B}[A", Key.up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OD", .left),
      ("\u{1B}[C", .right), ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home),
      ("\u{1B}[7~", .home), ("\u{1B}[F", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
      ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
      ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab), ("\u{1B}OM", .enter),
      ("\u{1B}OP", .function(1)), ("\u{1B}[P", .function(1)), ("\u{1B}[11~", .function(1)),
      ("\u{1B}[15~", .function(5)), ("\u{1B}[17~", .function(6)), ("\u{1B}[24~", .function(12)),
      ("\u{1B}[25~", .function(13)), ("\u{1B}[34~", .function(20)),
      ("\u{1B}[27u", .escape), ("\u{1B}[13u", .enter), ("\u{1B}[127u", .backspace),
    ]

    private static let modified: [(String, Key, Modifiers)] = [
      ("\u{1B}[1;2A", Key.up, Modifiers.shift), ("\u{1B}[1;3B", .down, .alt),
      ("\u{1B}[1;5C", .right, .control), ("\u{1B}[1;8D", .left, [.shift, .alt, .control]),
      ("\u{1B}[3;5~", .delete, .control), ("\u{1B}[6;5~", .pageDown, .control),
      ("\u{1B}[1;9A", .up, []), ("\u{1B}[1;13A", .up, .control), ("\u{1B}[1;1B", .down, []),
      ("\u{1B}[1;5P", .function(1), .control), ("\u{1B}O5P", .function(1), .control),
      ("\u{1B}\u{1B}[A", .up, [.alt, .afterEscape]),
      ("\u{1B}\u{1B}OA", .up, [.alt, .afterEscape]),
      ("\u{1B}\r", .enter, .alt), ("\u{1B}\u{7F}", .backspace, .alt),
      ("\u{1B}[97;5u", .character("a"), .control), ("\u{1B}[27;5;97~", .character("a"), .control),
      ("\u{1B}[122;6u", .character("z"), [.control, .shift]), ("\u{1B}[97;2u", .character("A"), []),
      ("\u{1B}[27;2;65~", .character("A"), []), ("\u{1B}[9;2u", .backTab, []),
      ("\u{1B}[13;2u", .enter, .shift), ("\u{1B}[97;1:2u", .character("a"), []),
      ("\u{1B}[97:65;5u", .character("a"), .control), ("\u{1B}x", .character("x"), .alt),
      ("\u{1B}é", .character("é"), .alt), ("\u{1B}\u{01}", .character("a"), [.alt, .control]),
    ]

    @Test("typed characters are keys, whatever their script")
    func characters() throws {
      #expect(try Typing().meaning(of: "aZ 1é漢🙂") == "aZ 1é漢🙂".flatMap { pressed($0) })
    }

    @Test("control characters are keys of their own or letters with Ctrl")
    func controls() throws {
      let typing = try Typing()
      for (byte, keys) in [
        (0x0D, pressed(.enter)), (0x0A, pressed(.enter)), (0x09, pressed(.tab)),
        (0x7F, pressed(.backspace)), (0x08, pressed(.backspace)), (0x00, pressed(" ", .control)),
        (0x03, pressed("c", .control)), (0x1A, pressed("z", .control)),
        (0x1F, pressed("_", .control)),
      ] as [(UInt8, [Decoded])] {
        #expect(typing.meaning(of: [byte]) == keys, "\(byte)")
      }
    }

    @Test("keys with sequences, as xterm and vt220 send them")
    func named() throws {
      let typing = try Typing()
      for (sequence, key) in Self.named {
        #expect(typing.meaning(of: sequence) == pressed(key), "\(sequence.debugDescription)")
      }
    }

    @Test("modifiers are told in every form")
    func modified() throws {
      let typing = try Typing()
      for (sequence, key, modifiers) in Self.modified {
        #expect(
          typing.meaning(of: sequence) == pressed(key, modifiers),
          "\(sequence.debugDescription)")
      }
    }

    @Test("terminfo's own sequences are known where they are none of xterm's")
    func terminfo() throws {
      let rxvt = try Typing("rxvt")
      for (sequence, key, modifiers) in [
        ("\u{1B}[3^", Key.delete, Modifiers.control), ("\u{1B}[3$", .delete, .shift),
        ("\u{1B}[3@", .delete, [.shift, .control]), ("\u{1B}[a", .up, .shift),
        ("\u{1B}Oa", .up, .control), ("\u{1B}[7~", .home, []),
      ] {
        #expect(
          rxvt.meaning(of: sequence) == pressed(key, modifiers), "\(sequence.debugDescription)")
      }
      let wyse = try Typing("wyse60")
      #expect(wyse.meaning(of: "\u{0B}") == pressed(.up))
      #expect(wyse.meaning(of: "\u{1B}x") == pressed("x", .alt))
    }

    @Test("Ctrl-Z, Shift with Tab, arrows and Backspace are these with every entry")
    func everyEntry() throws {
      for entry in [
        "xterm", "xterm-256color", "xterm-direct", "linux", "putty", "screen-256color",
        "tmux-256color", "rxvt", "rxvt-unicode-256color", "vt220", "vt100", "st-256color",
        "konsole-256color", "gnome-256color", "alacritty", "xterm-kitty", "cygwin",
      ] {
        let typing = try Typing(entry)
        for (sequence, keys) in [
          ("\u{1A}", pressed("z", .control)), ("\u{1B}[Z", pressed(.backTab)),
          ("\u{1B}[A", pressed(.up)), ("\u{1B}[B", pressed(.down)), ("\u{1B}[C", pressed(.right)),
          ("\u{7F}", pressed(.backspace)), ("\u{1B}\u{7F}", pressed(.backspace, .alt)),
          ("\u{1B}[3~", pressed(.delete)), ("\r", pressed(.enter)), ("\t", pressed(.tab)),
        ] {
          #expect(typing.meaning(of: sequence) == keys, "\(entry): \(sequence.debugDescription)")
        }
      }
    }

    @Test("without a mouse, ESC [ M waits for nothing")
    func noMouse() throws {
      var splitter = InputSplitter(hasMouse: false)
      var units: [InputUnit] = []
      Array("\u{1B}[Mx".utf8).withUnsafeBytes { splitter.split($0, at: 0, into: &units) }
      #expect(units == [.key(Array("\u{1B}[M".utf8)), .key([0x78])])
    }

    @Test("keypad keys are what is printed on them")
    func keypad() throws {
      #expect(
        try Typing().meaning(of: "\u{1B}Op\u{1B}Oy\u{1B}Ok")
          == ["0", "9", "+"].flatMap { pressed($0) })
    }

    @Test("the Linux console's function keys are not read as Alt and letters")
    func linux() throws {
      #expect(
        try Typing("linux").meaning(of: "\u{1B}[[Ax") == pressed(.function(1)) + pressed("x"))
      #expect(try Typing().meaning(of: "\u{1B}[[A") == [])
    }

    @Test("ESC is a key when nothing follows, and so are the beginnings of sequences with Alt")
    func undecided() throws {
      let typing = try Typing()
      typing.feed([0x1B])
      #expect(typing.output == [])
      #expect(typing.splitter.deadline != nil)
      typing.finishUndecided()
      #expect(typing.output == pressed(.escape))
      #expect(typing.splitter.deadline == nil)
      for character in "[O]P_^X" {
        #expect(typing.meaning(of: "\u{1B}\(character)") == pressed(character, .alt))
        #expect(
          typing.meaning(of: "\u{1B}\u{1B}\(character)")
            == pressed(.escape) + pressed(character, .alt))
      }
      #expect(typing.meaning(of: "\u{1B}\u{1B}") == pressed(.escape) + pressed(.escape))
      #expect(typing.meaning(of: "\u{1B}[1") == [])
    }

    @Test("a key let go, focus and unknown sequences are nothing, and harm nothing after them")
    func nothing() throws {
      let typing = try Typing()
      for sequence in [
        "\u{1B}[97;1:3u", "\u{1B}[I", "\u{1B}[O", "\u{1B}[57441u", "\u{1B}[99~",
        "\u{1B}[>1;2;3c", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_x\u{1B}\\", "\u{1B}]0;title\u{07}",
        "\u{1B}[201~", "\u{1B}[5;CC",
      ] {
        let meaning = typing.meaning(of: sequence + "x")
        #expect(meaning.last == pressed("x").last, "\(sequence.debugDescription)")
        #expect(meaning.count == (sequence.hasSuffix("CC") ? 2 : 1))
      }
    }

    @Test("answers of the terminal are understood, also where it has no mouse")
    func answers() throws {
      let typing = try Typing()
      #expect(typing.meaning(of: "\u{1B}[?1016;2$y") == [.answer(.mode(1016, state: 2))])
      #expect(typing.meaning(of: "\u{1B}[?62;22c") == [.answer(.attributes)])
      #expect(typing.meaning(of: "\u{1B}[6;16;8t") == [.answer(.cell(width: 8, height: 16))])
      for (text, rgb) in [
        ("11;rgb:ffff/8080/0000\u{1B}\\", 0xFF8000), ("11;rgb:f/8/0\u{07}", 0xFF8800),
        ("11;#1A2b3C\u{07}", 0x1A2B3C),
      ] as [(String, UInt32)] {
        #expect(typing.meaning(of: "\u{1B}]\(text)") == [.answer(.background(rgb))])
      }
      for text in [
        "11;rgb:ffff/8080", "11;rgb:+f/8/0", "11;rgb:fffff/0/0", "11;?", "11;#12", "4;0;x",
      ] {
        #expect(typing.meaning(of: "\u{1B}]\(text)\u{07}") == [], "\(text)")
      }
      #expect(
        try Typing("linux").meaning(of: "\u{1B}[?6cx") == [.answer(.attributes)] + pressed("x"))
    }

    @Test("in a locale without UTF-8 each byte is a character of its own")
    func eightBit() {
      var splitter = InputSplitter(isUTF8: false)
      var units: [InputUnit] = []
      [UInt8(0xE9), 0x61].withUnsafeBytes { splitter.split($0, at: 0, into: &units) }
      #expect(units == [.key([0xE9]), .key([0x61])])
    }

    @Test("after random bytes the next key is understood")
    func recovery() throws {
      let typing = try Typing()
      for seed in UInt64(0)..<300 {
        var chance = SplitMix64(seed: seed)
        typing.feed((0..<300).map { _ in UInt8.random(in: 0...255, using: &chance) })
        typing.finishUndecided()
        // Ends a paste, a string, a sequence, whatever was open.
        typing.feed(Array("\u{1B}[201~\u{18}\u{1B}\\".utf8))
        typing.finishUndecided()
        #expect(typing.meaning(of: "x") == pressed("x"), "seed \(seed)")
      }
    }
  }

  /// The reason why ncurses gets whole sequences and no pastes: it misreads all others.
  @Suite struct NcursesAloneTests {
    private typealias Stroke = CursesInputDecoder.Stroke

    private func strokes(_ pieces: [String]) throws -> [Stroke] {
      let decoder = try Typing().decoder
      return pieces.flatMap { decoder.strokes(in: Array($0.utf8)) }
    }

    @Test("ncurses reads a sequence that arrives in two pieces as typed letters")
    func pieces() throws {
      #expect(try strokes(["\u{1B}[1;5C"]) == [.press(KeyPress(.right, .control))])
      #expect(
        try strokes(["\u{1B}[1;5", "C"])
          == "\u{1B}[1;5C".unicodeScalars.map { .character($0) })
    }

    @Test("ncurses loses a character of which only a part has arrived")
    func characters() throws {
      let decoder = try Typing().decoder
      let bytes = Array("é".utf8)
      #expect(decoder.strokes(in: bytes) == [.character("é")])
      #expect(bytes.flatMap { decoder.strokes(in: [$0]) } == [])
    }

    @Test("a byte that is no character takes the keys after it along")
    func invalid() throws {
      #expect(try Typing().decoder.strokes(in: [0xFF, 0x61, 0x62]) == [])
    }

    @Test("ncurses turns the escape sequences in a paste into keys")
    func paste() throws {
      #expect(
        try strokes(["a\u{1B}[Ab"]) == [.character("a"), .press(KeyPress(.up)), .character("b")])
    }

    @Test("a bound prefix hides every longer key, so the answer about a cell's size has none")
    func prefixes() throws {
      let decoder = try Typing().decoder
      #expect(
        decoder.strokes(in: Array("\u{1B}[6;5~".utf8)) == [.press(KeyPress(.pageDown, .control))])
      #expect(
        decoder.strokes(in: Array("\u{1B}[6;16;8t".utf8)).first == .character("\u{1B}"))
    }
  }
}
