import BoardModel
import BoardPaper
import EaselBase
import GroupTesting
import Testing

@testable import BoardRendering

@Suite struct PaperParserTests {
  private func lines(_ text: String) -> [String] {
    PaperParser.parse(text.utf8).paper.lines.map { $0.runs.map(\.text.string).joined() }
  }

  private func looks(_ text: String) -> [PaperText.Look] {
    PaperParser.parse(text.utf8).paper.lines.flatMap { $0.runs.map(\.look) }
  }

  @Test func linesEndInEveryForm() {
    #expect(lines("a\nb\r\nc") == ["a", "b", "c"])
    #expect(lines("a\n\nb\n") == ["a", "", "b"])
    #expect(lines("") == [])
    #expect(lines("10%\r100%") == ["100%"])
    #expect(lines("longer\rab") == ["abnger"])
    #expect(lines("trailing   \t \n") == ["trailing"])
  }

  @Test func tabsGoToTheNextOfEight() {
    #expect(lines("a\tb\t\tc") == ["a       b               c"])
    #expect(lines("界\tb") == ["界      b"])
  }

  @Test func manualPagesAreOverstruck() {
    let text = "N\u{08}NA\u{08}A _\u{08}x +\u{08}o _\u{08}B\u{08}B"
    #expect(lines(text) == ["NA x o B"])
    let looks = looks(text)
    #expect(looks.first?.attributes == .bold)
    #expect(looks.contains { $0.attributes == .underline })
    #expect(looks.last?.attributes == [.bold, .underline])
  }

  @Test(arguments: [
    ("1;31", PaperText.Look(foreground: .indexed(1), attributes: .bold)),
    ("97;44", PaperText.Look(foreground: .indexed(15), background: .indexed(4))),
    ("38;5;200", PaperText.Look(foreground: .indexed(200))),
    ("38:5:200", PaperText.Look(foreground: .indexed(200))),
    ("38;2;1;2;3", PaperText.Look(foreground: .rgb(0x01_02_03))),
    ("38:2:1:2:3", PaperText.Look(foreground: .rgb(0x01_02_03))),
    ("48:2::1:2:3", PaperText.Look(background: .rgb(0x01_02_03))),
    ("58;5;1;4", PaperText.Look(attributes: .underline)),
    ("4:3", PaperText.Look(attributes: .underline)),
    ("4;4:0", PaperText.Look()),
    ("1;2;3;4;7;22;23;24;27", PaperText.Look()),
    ("31;0", PaperText.Look()),
    ("31;", PaperText.Look()),
    ("38;5;999", PaperText.Look()),
    ("38;2;300;0;0", PaperText.Look()),
    ("38", PaperText.Look()),
    ("38;2;1", PaperText.Look()),
    ("99999999999999999999", PaperText.Look()),
    ("?1;31", PaperText.Look()),
    ("31 ", PaperText.Look()),
  ])
  func colours(_ parameters: String, _ look: PaperText.Look) {
    #expect(looks("\u{1B}[\(parameters)mx").last == look)
    #expect(looks("\u{9B}\(parameters)mx").last == look)
  }

  private static let hostile = [
    "a\u{1B}]0;title\u{07}b", "a\u{1B}]52;c;AAAA\u{1B}\\b", "a\u{1B}P1;2|x\u{1B}\\b",
    "a\u{1B}_apc\u{1B}\\b", "a\u{1B}^pm\u{9C}b", "a\u{1B}Xsos\u{1B}\\b", "a\u{1B}(Ab",
    "a\u{1B}[2J\u{1B}[H\u{1B}[?1049hb", "a\u{1B}cb", "a\u{9D}0;t\u{9C}b", "a\u{0E}\u{0F}b",
    "a\u{1B}[31\u{18}b", "a\u{1B}[12\u{1B}[0mb", "a\u{1B}#8b",
    "a\u{1B}[?Kb", "a\u{1B}\u{1B}[mb", "a\u{1B}%Gb", "a\u{1B}]8;;x\u{1B}[1mb",
  ]

  @Test("1 · only colours and attributes have an effect", arguments: hostile)
  func escapesAreDropped(_ text: String) {
    #expect(lines(text) == ["ab"])
  }

  @Test(
    "A line shows what a terminal showed at its end",
    arguments: [
      ("unpacking crates\r\u{1B}[Kdone", "done"), ("step 1 of 20\r\u{1B}[2Kstep 2", "step 2"),
      ("step 1\u{1B}[2K\rstep 2", "step 2"), ("abcdef\u{1B}[3D\u{1B}[1KX", "   Xef"),
      ("abcdef\u{1B}[3D\u{1B}[K", "abc"), ("abcdef\u{1B}[3DX", "abcXef"), ("ab\u{1B}[2Cc", "ab  c"),
      ("abc\u{1B}[5Gx\u{1B}[GX", "Xbc x"), ("abc\u{1B}[99DX", "Xbc"), ("abc\r\u{1B}[1KX", "Xbc"),
      ("abcd\r\u{1B}[2XX", "X cd"), ("abcd\r\u{1B}[2PX", "Xd"), ("abcd\r\u{1B}[2@X", "X abcd"),
      ("界界\u{1B}[2GX", " X界"), ("界界\r\u{1B}[C\u{1B}[K", ""), ("abcdefghij\r\tX", "abcdefghXj"),
      ("100%\u{1B}[0J", "100%"), ("ab\r\u{1B}[Jc", "c"), ("ab\u{08}\u{1B}[K", "a"),
      ("\u{1B}[01;31m\u{1B}[Kred\u{1B}[m\u{1B}[K", "red"), ("a\u{1B}[99999999999999999999Gb", "b"),
    ])
  func movesAndErasing(raw: String, shown: String) {
    #expect(lines(raw).first ?? "" == shown)
  }

  @Test(
    "4 · Moves count cells",
    arguments: [
      ("fetch 🕐\u{8}\u{8}🕑\u{8}\u{8}ok", "fetch ok"), ("日本\u{8}\u{8}語 x", "日語 x"),
      ("日本\u{1B}[2D語", "日語"), ("日本\u{1B}[2j語", "日語"), ("日本\u{8}x", "日 x"),
      ("日本\u{8}\u{8}\u{8}x", " x本"), ("日本\u{8}\u{8}\u{8}\u{8}ab", "ab本"),
      ("日本\u{8}\u{1B}[K", "日"), ("日本\u{8}\u{8}\u{8}\u{1B}[1Kx", " x本"),
      ("日本語\u{1B}[4G\u{1B}[Xx", "日 x語"), ("日本語\u{1B}[4G\u{1B}[P", "日 語"),
      ("日本\u{1B}[2G\u{1B}[@x", " x 本"), ("日本\rx", "x 本"), ("日本\r\tx", "日本    x"),
      ("日本語日本\r\tx", "日本語日x"), ("日\u{8}\tx", "日      x"),
      ("e\u{301}é\u{8}\u{8}x", "xé"), ("한\u{8}\u{8}ab", "ab"),
      ("👩\u{200D}💻\u{8}\u{8}ok", "ok"), ("👍🏽\u{8}\u{8}ok", "ok"), ("🇩🇪🇫🇷\u{8}\u{8}ok", "🇩🇪ok"),
      ("👩\u{200D}💻\tx", "👩\u{200D}💻      x"), ("ab\u{1B}[sc\u{1B}[ux", "abx"),
      ("ab\u{1B}7cd\r\u{1B}8x", "abxd"), ("ab\u{1B}[4C\u{301}", "ab    \u{301}"),
    ])
  func cells(raw: String, shown: String) {
    #expect(
      lines(raw).first?.unicodeScalars.elementsEqual(shown.unicodeScalars) == true, "\(lines(raw))")
  }

  @Test("4 · Overstriking makes wide letters bold or underlined, by one backspace or by two")
  func wideOverstrikes() {
    for text in ["日\u{8}日本", "日\u{8}\u{8}日本"] {
      #expect(lines(text) == ["日本"] && looks(text).first?.attributes == .bold)
    }
    for text in ["日\u{8}_本", "日\u{8}\u{8}__本", "_\u{8}日本", "__\u{8}\u{8}日本"] {
      #expect(
        lines(text) == ["日本"] && looks(text).first?.attributes == .underline, "\(lines(text))")
    }
    #expect(lines("e\u{301}\u{8}e\u{301}") == ["e\u{301}"])
  }

  @Test(
    "Sets of lines show their signs until another set is chosen",
    arguments: [
      ("\u{1B}(0lqqk\u{1B}(B box", "┌──┐ box"), ("\u{1B}(0tqq\u{1B}(B src\n", "├── src"),
      ("\u{1B}(0mqq\n\u{1B}(Bab", "└──"), ("\u{1B}(0\u{F}tq\u{1B}(B\u{F}q", "├─q"),
      ("\u{E}x\u{F}x", "│x"), ("\u{1B})0\u{E}jnuvw\u{F}j", "┘┼┤┴┬j"), ("\u{1B})B\u{E}q", "q"),
      ("\u{1B}*0\u{1B}nq\u{1B}*Bq", "─q"), ("\u{1B}+0\u{1B}oq\u{F}q", "─q"),
      ("\u{1B}*0\u{1B}Nqq", "─q"), ("\u{1B}(0q\u{1B}cq", "─q"), ("\u{1B}(0q\u{1B}[!pq", "─q"),
      ("\u{1B}(0a`fg~ AZ19\u{1B}(B", "▒◆°±· AZ19"), ("\u{1B}(0q_q", "─ ─"),
      ("\u{1B}(0qé日q", "─é日─"), ("\u{1B}(0q\u{1B}[31mq\u{1B}[mq", "───"),
      ("\u{1B}(0qqq\u{8}\u{8}\u{1B}(BX", "─X─"), ("\u{1B}(2q", "─"), ("\u{1B}(", ""),
      ("\u{1B}(\nq", ""),
    ])
  func lineSets(raw: String, shown: String) {
    #expect(lines(raw).first ?? "" == shown)
  }

  @Test("Hidden characters of the text become visible")
  func hidden() {
    #expect(lines("-admin\n+admin\u{200B}") == ["-admin", "+admin<U+200B>"])
    #expect(lines("a\u{202E}b\u{07}\u{0B}\u{85}") == ["a<U+202E>b^G^K<U+0085>"])
    #expect(lines("\u{301}a") == ["\u{25CC}\u{301}a"])
    #expect(lines("می\u{200C}روم ❤\u{FE0F}").map { $0.unicodeScalars.count } == [9])
  }

  @Test("A mark tells the encoding")
  func encodings() {
    let text = "--- a/x\r\n+grün\r\n"
    let units = Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(
      PaperParser.parse([0xFF, 0xFE] + units).paper == PaperParser.parse(text.utf8).paper)
    #expect(lines("\u{FEFF}a") == ["a"])
  }

  @Test func anUnendedCommandCostsItsLineOnly() {
    #expect(lines("a\u{1B}]0;never ended\nb") == ["a", "b"])
  }

  @Test func brokenBytesAreReplaced() {
    let parsed = PaperParser.parse([0x61, 0xFF, 0xE2, 0x82, 0x62, 0xC0, 0x80, 0xED, 0xA0, 0x80])
    let text = parsed.paper.lines[0].runs.map(\.text.string).joined()
    #expect(text.first == "a" && text.contains("b"))
    #expect(text.unicodeScalars.contains("\u{FFFD}"))
    #expect(PaperParser.parse([0xF0, 0x9F]).paper.lines.count == 1)
  }

  @Test("2 · the cuts between the bytes change nothing")
  func splitAtEveryByte() {
    let text = Self.hostile.joined(separator: "\n") + "\n\u{1B}[38;2;9;8;7m界e\u{301}\tx\u{08}x"
    let bytes = Array(text.utf8)
    let whole = PaperParser.parse(bytes).paper
    for cut in 0...bytes.count {
      var parser = PaperParser()
      parser.feed(bytes[..<cut])
      parser.feed(bytes[cut...])
      #expect(parser.finished() == whole, "cut at \(cut)")
    }
  }

  @Test(
    "3 · The letters that a diff hides are counted",
    arguments: [
      ("+evil();\rgood()", 6), ("+evil()\u{1B}[2K\r+good()", 7), ("+evil\u{1B}[4Dgood", 4),
      ("+ab\u{1B}]0;cd e\u{7}f", 5), ("+a\u{1B}Pbc\u{1B}\\d", 2), ("+ab\u{1B}[2D\u{1B}[2Xc", 2),
      ("+ab\u{1B}[2D\u{1B}[1Pc", 2), ("+ab\u{1B}[1K", 3), ("+漢\u{8}a", 1), ("+ab\r", 0),
      ("+ab\r+ab", 0), ("+b\u{8}b_\u{8}c", 0), ("+漢\u{8}\u{8}ab", 1),
      ("+漢\u{8}\u{8}漢", 0), ("+\u{1B}(0ab\u{1B}(B", 2),
      ("+e\u{301}\u{302}\u{303}\u{304}\u{305}", 1),
      ("\u{1B}[32m+a\u{1B}[m\u{1B}[K", 0),
    ])
  func hiddenInDiff(line: String, count: Int) {
    for end in ["", "\n", "\n next\n"] {
      let diff = PaperParser.parse("--- a/x\n+++ b/x\n@@ -1 +1 @@\n\(line)\(end)".utf8)
      #expect(diff.cut.hidden == count)
    }
    let colored = "\u{1B}[36m@@\u{1B}[m\u{1B}[1m -1 +1 @@\u{1B}[m\n"
    for header in [colored, "@@@ -1 -1 +1 @@@\n"] {
      #expect(PaperParser.parse("\(header)\(line)".utf8).cut.hidden == count)
    }
  }

  @Test("3 · Progress in a log hides nothing, and a string without an end does")
  func hiddenInLog() {
    #expect(PaperParser.parse("10%\r20%\u{1B}[K\n\u{1B}]0;title\u{7}ok\n".utf8).cut.isEmpty)
    #expect(PaperParser.parse("a\n10%\u{1B}[2K\r".utf8).paper.lines.count == 1)
    #expect(PaperParser.parse("a\u{1B}Pall the\nrest\n".utf8).cut.hidden == 10)
    // A letter that was encoded twice holds the character that begins a string.
    for sign in ["\u{90}", "\u{98}", "\u{9D}", "\u{9E}", "\u{9F}"] {
      #expect(lines("-Stra\u{C3}\(sign)e\n+more\n").last == "+more", "\(sign.unicodeScalars)")
    }
  }

  @Test("Invisible blanks beyond the limits are no loss", arguments: [" ", "\t", "\r"])
  func blanks(blank: String) {
    let full = String(repeating: "x", count: Limits.paperColumns)
    #expect(PaperParser.parse((full + blank).utf8).cut.isEmpty)
    #expect(PaperParser.parse("\(full)\u{1B}[7m ".utf8).cut.columns == Limits.paperColumns)
    let lines = String(repeating: "x\n", count: Limits.paperRows)
    #expect(PaperParser.parse(lines.utf8).cut.isEmpty)
    #expect(PaperParser.parse((lines + "x").utf8).cut.rows == Limits.paperRows)
  }

  @Test("Wide signs under any moves keep within the columns, and the cuts change nothing")
  func movesOverWideSigns() {
    let pieces = [
      "日", "👩\u{200D}", "💻", "🇩", "🇪", "👍", "🏽", "☝", "e\u{301}", "\u{301}", "\u{FE0F}", "_", "x",
      " ",
      "\u{8}", "\u{8}\u{8}", "\t", "\r", "\u{1B}[D", "\u{1B}[3C", "\u{1B}[2G", "\u{1B}[K",
      "\u{1B}[1K",
      "\u{1B}[2K", "\u{1B}[X", "\u{1B}[P", "\u{1B}[2@", "\u{1B}[s", "\u{1B}[u", "\u{1B}(0", "q",
      "\u{1B}(B",
      "\u{E}", "\u{F}", "\u{1B}[7m", "\u{1B}[m",
    ]
    var random = SplitMix64(seed: 5)
    for round in 0..<2_000 {
      let text = (0..<25).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      let bytes = Array(text.utf8)
      let whole = PaperParser.parse(bytes, columnsMax: 9).paper
      for line in whole.lines {
        let shown = line.runs.map(\.text.string).joined()
        #expect(line.columns <= 9, "\(shown.debugDescription): \(text.debugDescription)")
      }
      var parser = PaperParser(columnsMax: 9)
      let cut = Int.random(in: 0...bytes.count, using: &random)
      parser.feed(bytes[..<cut])
      parser.feed(bytes[cut...])
      #expect(parser.finished() == whole, "round \(round): \(text.debugDescription)")
    }
  }

  @Test func anythingIsBoundedAndTrapsNowhere() {
    let wide = PaperParser.parse(Array(repeating: UInt8(ascii: "x"), count: 3_000))
    #expect(wide.cut == PaperCut(columns: Limits.paperColumns))
    #expect(wide.paper.lines[0].runs[0].text.string.count == Limits.paperColumns)
    let long = PaperParser.parse(Array(repeating: UInt8(ascii: "\n"), count: 20_500))
    #expect(long.cut == PaperCut(rows: Limits.paperRows))
    #expect(long.paper.lines.count == Limits.paperRows)
    var random = SplitMix64(seed: 3)
    let alphabet: [UInt8] = [
      0x1B, 0x5B, 0x5D, 0x6D, 0x3B, 0x3A, 0x33, 0x38, 0x32, 0x08, 0x09, 0x0A, 0x0D, 0x07, 0x5C,
      0xC2, 0x9B, 0xE7, 0x95, 0x8C, 0x5F, 0x41, 0xFF, 0x18,
    ]
    for _ in 0..<300 {
      let bytes = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      for line in PaperParser.parse(bytes).paper.lines {
        for scalar in line.runs.flatMap({ $0.text.string.unicodeScalars }) {
          #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
        }
      }
    }
  }
}
