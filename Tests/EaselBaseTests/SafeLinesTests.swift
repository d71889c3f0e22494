import EaselBase
import Testing

/// The output of another program, line by line.
@Suite struct SafeLinesTests {
  @Test("lines are delivered when complete, however the bytes are split; the last line on request")
  func cuts() {
    let text = Array("one\r\n\ntwo \u{2014} zw\u{F6}lf\nthree".utf8)
    for size in 1...text.count {
      var lines = SafeLines()
      var shown: [String] = []
      for start in stride(from: 0, to: text.count, by: size) {
        shown += lines.append(text[start..<min(start + size, text.count)]).map(\.string)
      }
      #expect(shown == ["one", "", "two \u{2014} zw\u{F6}lf"])
      #expect(lines.rest()?.string == "three")
      #expect(lines.rest() == nil)
    }
  }

  @Test("only the letters of a control sequence stay")
  func steering() {
    var lines = SafeLines()
    let said = "\u{1B}]0;title\u{7}\u{1B}]52;c;aGk=\u{1B}\\\u{9B}2J\u{8}\u{90}q\u{9C} shown\n"
    #expect(lines.append(said.utf8).map(\.string) == ["]0;title]52;c;aGk=\\2Jq shown"])
    #expect(lines.append([0x9B, 0x32, 0x4A, 10]).map(\.string) == ["\u{FFFD}2J"])
  }

  @Test("a line has 8 KiB, and the rest of a longer line is passed over")
  func endless() {
    let most = [UInt8](repeating: 1, count: SafeLines.lineBytesMax - 1)
    var lines = SafeLines()
    #expect(lines.append(most + Array("x\n".utf8)).map(\.string) == ["x"])
    #expect(lines.append(most + Array("xy\nz\n".utf8)).map(\.string) == ["x", "z"])
    for _ in 0..<1_000 { #expect(lines.append(most).isEmpty) }
    #expect(lines.append(Array("\nnext\n".utf8)).map(\.string) == ["", "next"])
  }
}
