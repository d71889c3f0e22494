import FrameTesting
import GroupTesting
import Testing

@Suite struct TerminalScreenTests {
  private func screen(_ output: String, columns: Int = 8, rows: Int = 3) -> TerminalScreen {
    var screen = TerminalScreen(columns: columns, rows: rows)
    screen.write(output.utf8)
    return screen
  }

  @Test(
    "output leaves what a terminal would show",
    arguments: [
      ("ab\r\ncd", ["ab", "cd", ""]), ("\u{1B}[2;3Hx\u{1B}[Gy", ["", "y x", ""]),
      ("abc\u{1B}[2D\u{1B}[K", ["a", "", ""]), ("abc\u{1B}[2J", ["", "", ""]),
      ("12345678", ["12345678", "", ""]), ("123456789", ["12345678", "9", ""]),
      ("a\u{1B}[3b", ["aaaa", "", ""]), ("abcd\u{1B}[1;2H\u{1B}[2P", ["ad", "", ""]),
      ("abcd\u{1B}[1;2H\u{1B}[2@", ["a  bcd", "", ""]), ("a\nb\nc\nd", [" b", "  c", "   d"]),
      ("a\r\nb\u{1B}[1;1H\u{1B}[L", ["", "a", "b"]), ("世x\u{8}y", ["世y", "", ""]),
      ("\u{1B}[2;3r\u{1B}[3;1Ha\r\nb", ["", "a", "b"]),
      ("abc\u{1B}[1;2H\u{1B}[X", ["a c", "", ""]),
    ])
  func shows(output: String, text: [String]) {
    #expect(screen(output).text == text)
  }

  @Test("output cut anywhere leaves the same")
  func cuts() {
    let output = Array("\u{1B}[?1049h\u{1B}[2;2H世\u{1B}]11;?\u{1B}\\é\u{1B}(B".utf8)
    var whole = TerminalScreen(columns: 8, rows: 3)
    whole.write(output)
    for cut in output.indices {
      var parts = TerminalScreen(columns: 8, rows: 3)
      parts.write(output[..<cut])
      parts.write(output[cut...])
      #expect(parts.tokens == whole.tokens)
      #expect(parts.text == whole.text)
    }
  }

  @Test(
    "a mode that was left on is told, and a mode that was switched back is not",
    arguments: [
      ("\u{1B}[?1002;1006h\u{1B}[?1002;1006l", []), ("\u{1B}[?1003h", ["?1003h"]),
      ("\u{1B}[?25l", ["?25l"]), ("\u{1B}[?25l\u{1B}[?12l\u{1B}[?25h", []),
      ("\u{1B}=", ["application keypad"]), ("\u{1B}[31m", ["SGR"]), ("\u{1B}[31m\u{1B}[m", []),
      ("\u{1B}[", ["half a sequence"]), ("\u{1B}(0", ["line-drawing letters"]),
      ("\u{1B}[1;2r", ["scroll region"]),
    ])
  func leftovers(output: String, left: [String]) {
    #expect(screen(output).leftovers == left)
  }

  @Test("any bytes at all are taken", arguments: Seeds.range(100))
  func anything(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var screen = TerminalScreen(columns: 5, rows: 4)
    let usual = Array("\u{1B}[0123456789;?hlmHJKrLMPSTXb@]\u{7}".utf8)
    for _ in 0..<50 {
      screen.write(
        (0..<20).map { _ in
          Bool.random(using: &random)
            ? UInt8.random(in: 0...255, using: &random) : usual.randomElement(using: &random) ?? 0
        })
    }
    #expect(screen.text.count == 4)
  }

  @Test(
    "the grammar allows all sequences that Easel writes",
    arguments: [
      "plain ⣿ 世 e\u{301}", "\u{1B}[1;2H\u{1B}[38;2;1;2;3m\u{1B}[39;49m\u{1B}(B\u{1B}[m",
      "\u{1B}[?1049h\u{1B}[22;0;0t\u{1B}[?1h\u{1B}=", "\u{1B}[?1016$p\u{1B}]11;?\u{7}\u{1B}[c",
    ])
  func allowed(output: String) {
    #expect(OutputGrammar().violations(in: screen(output).tokens) == [])
  }

  @Test(
    "the grammar forbids sequences that steer a terminal",
    arguments: [
      "\u{1B}]0;title\u{7}", "\u{1B}]52;c;YQ==\u{7}", "\u{1B}]8;;http://x\u{1B}\\",
      "\u{1B}Pq\u{1B}\\", "\u{1B}_G\u{1B}\\", "\u{1B}^x\u{1B}\\", "\u{1B}c", "\u{7}", "\u{9B}1m",
      "\u{202E}", "\u{200B}", "\u{1B}[21t", "\u{1B}[6n", "\u{1B}[?1337h", "\u{1B}[>4;1m",
      "\u{1B}#8", "\u{1B}]11;#fff\u{7}", "\u{1B}[5i",
    ])
  func refused(output: String) {
    #expect(OutputGrammar().violations(in: screen(output).tokens).count == 1)
  }

  @Test("the clipboard is allowed where something was copied, and only there")
  func clipboard() {
    let tokens = screen("\u{1B}]52;c;YQ==\u{7}").tokens
    #expect(OutputGrammar(allowsClipboard: true).violations(in: tokens) == [])
    let query = screen("\u{1B}]52;c;?\u{7}").tokens
    #expect(OutputGrammar(allowsClipboard: true).violations(in: query).count == 1)
  }

  @Test("the bell is allowed where the test expects it, and only there")
  func bell() {
    let tokens = screen("\u{7}").tokens
    #expect(OutputGrammar(allowsBell: true).violations(in: tokens) == [])
    #expect(OutputGrammar(allowsBell: true).violations(in: screen("\u{6}").tokens).count == 1)
  }
}
