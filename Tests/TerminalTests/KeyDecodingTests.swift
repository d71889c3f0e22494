import Rendering
import Testing

@testable import Terminal

@Suite struct KeyDecodingTests {
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
    ("\u{1B}[3;5~", .delete, .control), ("\u{1B}[1;5P", .function(1), .control),
    ("\u{1B}O5P", .function(1), .control), ("\u{1B}[3^", .delete, .control),
    ("\u{1B}[3$", .delete, .shift), ("\u{1B}[3@", .delete, [.shift, .control]),
    ("\u{1B}[a", .up, .shift), ("\u{1B}Oa", .up, .control),
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
  func characters() {
    #expect(Decoding.of("aZ 1é漢🙂") == "aZ 1é漢🙂".flatMap { pressed($0) })
  }

  @Test("control characters are keys of their own or letters with Ctrl")
  func controls() {
    #expect(Decoding.of("\r") == pressed(.enter))
    #expect(Decoding.of("\n") == pressed(.enter))
    #expect(Decoding.of("\t") == pressed(.tab))
    #expect(Decoding.of([0x7F]) == pressed(.backspace))
    #expect(Decoding.of([0x08]) == pressed(.backspace))
    #expect(Decoding.of([0x00]) == pressed(" ", .control))
    #expect(Decoding.of([0x03]) == pressed("c", .control))
    #expect(Decoding.of([0x1A]) == pressed("z", .control))
    #expect(Decoding.of([0x1F]) == pressed("_", .control))
  }

  @Test("keys with sequences, as xterm, vt220, rxvt and the Linux console send them")
  func named() {
    for (sequence, key) in Self.named {
      #expect(Decoding.of(sequence) == pressed(key), "\(sequence.debugDescription)")
    }
  }

  @Test("modifiers are told in every form")
  func modified() {
    for (sequence, key, modifiers) in Self.modified {
      #expect(Decoding.of(sequence) == pressed(key, modifiers), "\(sequence.debugDescription)")
    }
  }

  @Test("keypad keys are what is printed on them")
  func keypad() {
    #expect(Decoding.of("\u{1B}Op\u{1B}Oy\u{1B}Ok") == ["0", "9", "+"].flatMap { pressed($0) })
  }

  @Test("the Linux console's function keys are no Alt and letters")
  func linux() {
    let keys = KeyTable([(Array("\u{1B}[[A".utf8), KeyPress(.function(1)))])
    #expect(
      Decoding.of("\u{1B}[[Ax", by: InputDecoder(keys: keys)) == pressed(.function(1))
        + pressed("x"))
    #expect(Decoding.of("\u{1B}[[A") == [])
  }

  @Test("terminfo's keys are known where no common form is")
  func terminfo() {
    let keys = KeyTable([
      (Array("\u{1B}Q".utf8), KeyPress(.up)), (Array("\u{1B}[77z".utf8), KeyPress(.delete)),
      (Array("\u{1B}[1;2P".utf8), KeyPress(.function(13))),
    ])
    let decoder = InputDecoder(keys: keys)
    #expect(Decoding.of("\u{1B}Q", by: decoder) == pressed(.up))
    #expect(Decoding.of("\u{1B}[77z", by: decoder) == pressed(.delete))
    #expect(Decoding.of("\u{1B}[1;2P", by: decoder) == pressed(.function(1), .shift))
  }

  @Test("ESC is a key when nothing follows, and so are the beginnings of sequences with Alt")
  func undecided() {
    var decoding = Decoding()
    decoding.feed([0x1B])
    #expect(decoding.output == [])
    #expect(decoding.decoder.isUndecided)
    decoding.settle()
    #expect(decoding.output == pressed(.escape))
    #expect(!decoding.decoder.isUndecided)
    #expect(Decoding.of("\u{1B}[") == pressed("[", .alt))
    #expect(Decoding.of("\u{1B}O") == pressed("O", .alt))
    #expect(Decoding.of("\u{1B}]") == pressed("]", .alt))
    #expect(Decoding.of("\u{1B}\u{1B}") == pressed(.escape) + pressed(.escape))
    #expect(Decoding.of("\u{1B}[1") == [])
  }

  @Test("a key let go, focus and what nobody knows are nothing, and harm nothing after them")
  func nothing() {
    for sequence in [
      "\u{1B}[97;1:3u", "\u{1B}[I", "\u{1B}[O", "\u{1B}[57441u", "\u{1B}[99~",
      "\u{1B}[>1;2;3c", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_x\u{1B}\\", "\u{1B}]0;title\u{07}",
      "\u{1B}[201~",
    ] {
      #expect(Decoding.of(sequence + "x") == pressed("x"), "\(sequence.debugDescription)")
    }
  }
}
