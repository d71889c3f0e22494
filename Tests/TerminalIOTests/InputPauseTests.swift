import Testing

@testable import TerminalIO

/// The meaning of pauses, by the rules of `InputSplitter`.
@Suite struct InputPauseTests {
  /// A terminal whose bytes arrive with pauses of milliseconds between them.
  private struct Line {
    private var splitter = InputSplitter()
    private var now: Int64 = 5_000
    private(set) var units: [InputUnit] = []

    mutating func send(_ text: String) { send(Array(text.utf8)) }

    mutating func send(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes { splitter.split($0, at: now, into: &units) }
    }

    mutating func pause(_ milliseconds: Int64) {
      let end = now + milliseconds
      while let deadline = splitter.deadline, deadline <= end {
        now = deadline
        splitter.elapse(at: now, into: &units)
      }
      now = end
      splitter.elapse(at: now, into: &units)
    }

    /// Sends the pieces with a pause after each of them.
    static func units(_ pieces: [String], _ milliseconds: Int64) -> [InputUnit] {
      var line = Line()
      for piece in pieces {
        line.send(piece)
        line.pause(milliseconds)
      }
      line.pause(10_000)
      return line.units
    }
  }

  private func key(_ text: String) -> InputUnit { .key(Array(text.utf8)) }
  private let esc = "\u{1B}"

  /// Sequences that a terminal sends.
  private static let sequences = [
    "\u{1B}[<0;10;5M", "\u{1B}[<32;11;5M", "\u{1B}[<0;11;5m", "\u{1B}[A", "\u{1B}[1;5C",
    "\u{1B}[3~", "\u{1B}[97;5u", "\u{1B}OP", "\u{1B}OA", "\u{1B}[M !!", "\u{1B}[?1016;2$y",
    "\u{1B}[?62;22c", "\u{1B}[6;16;8t", "\u{1B}[200~two\nlines\u{1B}[201~",
    "\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", "\u{1B}P1+r524742=38\u{1B}\\",
    "\u{1B}P>|XTerm(379)\u{7}",
    "\u{1B}[I",
  ]

  @Test("Inside a sequence, a pause of any length changes nothing", arguments: sequences)
  func inside(sequence: String) {
    let bytes = Array(sequence.utf8)
    let whole = Line.units([sequence, "x"], 0)
    for cut in 3..<bytes.count where bytes[cut - 1] != 0x1B || !sequence.contains("200~") {
      for pause in [30, 400, 1_500, 90_000] as [Int64] {
        var line = Line()
        line.send(Array(bytes[..<cut]))
        line.pause(pause)
        line.send(Array(bytes[cut...]) + [0x78])
        line.pause(10_000)
        #expect(joined(line.units) == joined(whole), "cut at \(cut), \(pause) ms")
      }
    }
  }

  @Test(
    "A pause of less than a second after ESC and an introducer changes nothing",
    arguments: sequences)
  func introducer(sequence: String) {
    let bytes = Array(sequence.utf8)
    var line = Line()
    line.send(Array(bytes[..<2]))
    line.pause(950)
    line.send(Array(bytes[2...]))
    line.pause(10_000)
    #expect(line.units == Line.units([sequence], 0))
  }

  @Test(
    "After an Esc that acted alone, a sequence that comes soon is still one", arguments: sequences,
    [30, 60, 290] as [Int64])
  func afterEscape(sequence: String, pause: Int64) {
    var line = Line()
    line.send(esc)
    line.pause(pause)
    line.send(String(sequence.dropFirst()))
    line.pause(10_000)
    #expect(line.units == [key(esc)] + Line.units([sequence], 0))
  }

  /// Two pastes, of which one follows the other, count as one.
  private func joined(_ units: [InputUnit]) -> [InputUnit] {
    units.reduce(into: []) { units, unit in
      if case .paste(let more) = unit, case .paste(let text) = units.last {
        units[units.count - 1] = .paste(text + more)
      } else {
        units.append(unit)
      }
    }
  }

  @Test(
    "A second after the last byte of a string without its end, keys count again",
    arguments: [
      "\u{1B}]11;rgb:1e1e/1e", "\u{1B}P>|XT", "\u{1B}_Gi=1", "\u{1B}^private", "\u{1B}Xsos",
      "\u{1B}]11;rgb:1e1e/1e\u{1B}", "\u{1B}\u{1B}]52;c;",
    ])
  func lostEnd(string: String) {
    for keys in [
      ["r", "q"], ["1", "0"], ["\\", "r"], ["é", "q"], ["\(esc)[A", "q"], ["\r"], [esc, "r"],
      [
        "\u{7F}", "\u{3}",
      ],
    ] {
      let isEnd = keys[0] == "\\" && string.last == "\u{1B}"
      var line = Line()
      line.send(string)
      line.pause(1_100)
      for text in keys {
        line.send(text)
        line.pause(400)
      }
      let expected = keys.map(key)
      #expect(line.units.suffix(isEnd ? 1 : keys.count) == expected.suffix(isEnd ? 1 : keys.count))
    }
  }

  @Test(
    "Keys in one burst after a string without its end count, and its late end takes none of them")
  func lateEnd() {
    let string = "\(esc)]11;rgb:1e1e/1e"
    var line = Line()
    line.send(string)
    line.pause(1_500)
    line.send("hello world, a text that is pasted" + String(repeating: "!", count: 200))
    #expect(line.units.count == 234)
    line = Line()
    line.send(string)
    line.pause(5_000)
    line.send("1e/1e1e")
    line.pause(20)
    line.send("\(esc)\\r")
    #expect(line.units == [key(string + "1e/1e1e"), key("r")])
    line = Line()
    line.send(string)
    line.pause(999)
    line.send("r")
    #expect(line.units == [])
  }

  @Test("A report whose bytes all come with a pause of 30 ms runs no digit as a command")
  func byteByByte() {
    let report = "\(esc)[<32;60;10M".map(String.init)
    #expect(Line.units(report, 30) == [key(esc), key("["), key("\(esc)[<32;60;10M")])
  }

  @Test(
    "While a button is held, a pause after ESC cuts no report",
    arguments: [
      ["\u{1B}[<0;10;5M", "\u{1B}[<32;12;5M", "\u{1B}[<0;12;5m"],
      ["\u{1B}[M !!", "\u{1B}[M@#!", "\u{1B}[M##!"],
    ])
  func held(reports: [String]) {
    for pause in [30, 120, 290] as [Int64] {
      for report in reports.dropFirst() {
        var line = Line()
        line.send(reports[0])
        line.pause(pause)
        line.send(esc)
        line.pause(pause)
        line.send(String(report.dropFirst()))
        #expect(line.units == [key(reports[0]), key(report)], "\(pause) ms")
      }
    }
  }

  @Test(
    "While a button is held, a lone Esc acts after 300 ms, and after its release in 25 ms",
    arguments: [
      ("\u{1B}[<0;10;5M", 300), ("\u{1B}[<32;10;5M", 300), ("\u{1B}[M !!", 300),
      ("\u{1B}[<0;10;5M\u{1B}[<65;10;5M", 300), ("\u{1B}[<0;10;5M\u{1B}[<0;10;5m", 25),
      ("\u{1B}[<0;10;5M\u{1B}[<35;10;5M", 25), ("\u{1B}[M !!\u{1B}[M#!!", 25),
      ("\u{1B}[<64;10;5M", 25), ("\u{1B}[<35;10;5M", 25),
    ] as [(String, Int64)])
  func heldEscape(reports: String, delay: Int64) {
    var line = Line()
    line.send(reports)
    line.pause(1_000)
    let count = line.units.count
    line.send(esc)
    line.pause(delay - 1)
    #expect(line.units.count == count)
    line.pause(1)
    #expect(line.units.dropFirst(count) == [key(esc)])
  }

  @Test("A lone Esc acts after 25 ms, and a bracket after it is a key 25 ms later")
  func lone() {
    var line = Line()
    line.send(esc)
    line.pause(24)
    #expect(line.units == [])
    line.pause(1)
    #expect(line.units == [key(esc)])
    line.pause(100)
    line.send("[")
    line.pause(24)
    #expect(line.units == [key(esc)])
    line.pause(1)
    #expect(line.units == [key(esc), key("[")])
    line.send("]q")
    #expect(line.units.suffix(2) == [key("]"), key("q")])
  }

  @Test(
    "Keys that are typed after Esc are keys",
    arguments: ["x", "[r", "[]", "Ok", "O ", "]]", "Pq", "[ ", "[\r", "[\u{3}", "Or", "q[A"])
  func typed(keys: String) {
    var line = Line()
    line.send(esc)
    line.pause(60)
    line.send(keys)
    line.pause(10_000)
    #expect(line.units == ([esc] + keys.map(String.init)).map(key))
  }

  @Test("300 ms after Esc nothing belongs to a sequence any more")
  func late() {
    var line = Line()
    line.send(esc)
    line.pause(326)
    line.send("[<0;1;1M")
    line.pause(10_000)
    #expect(line.units == [key(esc)] + "[<0;1;1M".map { key(String($0)) })
  }

  @Test("ESC and an introducer are a key with Alt after a second, and `<` after it is no key")
  func alt() {
    for introducer in "[O]P_^X" {
      #expect(Line.units(["\(esc)\(introducer)"], 1_000) == [key("\(esc)\(introducer)")])
    }
    #expect(
      Line.units(["\(esc)[", "<0;1;1M"], 1_200) == [key("\(esc)["), key("\(esc)[<0;1;1M")])
  }

  @Test(
    "Ctrl-C is heard in every state",
    arguments: sequences + ["é", "漢", "\(Character("\u{1B}"))\u{1B}[A"])
  func interrupt(sequence: String) {
    let bytes = Array(sequence.utf8)
    for cut in 0...bytes.count {
      for pause in [0, 30, 400, 1_500] as [Int64] where cut == bytes.count || pause > 0 {
        var line = Line()
        line.send(Array(bytes[..<cut]))
        line.pause(pause)
        line.send("\u{3}")
        line.pause(30)
        guard case .key(let unit) = line.units.last else {
          Issue.record("not heard after \(cut) bytes and \(pause) ms")
          continue
        }
        #expect(unit.last == 3, "cut at \(cut)")
      }
    }
  }
}

/// A paste whose end is missing or late.
@Suite struct UnfinishedPasteTests {
  private let begin = "\u{1B}[200~"
  private let end = "\u{1B}[201~"

  private func units(_ pieces: [(String, after: Int64)]) -> [InputUnit] {
    var splitter = InputSplitter()
    var units: [InputUnit] = []
    var now: Int64 = 0
    for (text, pause) in pieces + [("", 10_000)] {
      now += pause
      splitter.elapse(at: now, into: &units)
      Array(text.utf8).withUnsafeBytes { splitter.split($0, at: now, into: &units) }
    }
    return units
  }

  private func key(_ text: String) -> InputUnit { .key(Array(text.utf8)) }

  @Test("A paste is shown after a second of silence, and later bytes belong to it until its end")
  func shown() {
    #expect(units([(begin + "abc", 0)]) == [.paste("abc")])
    #expect(
      units([(begin + "abc", 0), ("q", 900), ("d", 1_100), ("e" + end + "x", 1_200)])
        == [.paste("abcq"), .paste("d"), .paste("e"), key("x")])
    #expect(units([(begin + "abc", 0), (end, 1_100)]) == [.paste("abc")])
    #expect(units([(begin, 0), (end, 100)]) == [.paste("")])
  }

  @Test("An end that comes in two pieces is still the end", arguments: 1..<6)
  func cutEnd(at: Int) {
    let (first, rest) = (String(end.prefix(at)), String(end.dropFirst(at)))
    for pause in [30, 900, 1_100, 60_000] as [Int64] {
      #expect(
        units([(begin + "abc" + first, 0), (rest + "x", pause)]) == [.paste("abc"), key("x")])
    }
  }

  @Test("A character that comes in two pieces is shown whole")
  func cutCharacter() {
    for text in ["é", "漢", "🙂"] {
      let bytes = Array(text.utf8)
      for cut in 1..<bytes.count {
        var splitter = InputSplitter()
        var units: [InputUnit] = []
        let pieces = [
          Array((begin + "a").utf8) + Array(bytes[..<cut]), Array(bytes[cut...]) + Array(end.utf8),
        ]
        for (index, piece) in pieces.enumerated() {
          piece.withUnsafeBytes { splitter.split($0, at: Int64(index) * 2_000, into: &units) }
          splitter.elapse(at: Int64(index) * 2_000 + 1_500, into: &units)
        }
        #expect(units == [.paste("a"), .paste(text)])
      }
    }
  }

  @Test("After it was shown, a lone Esc ends it, and the next key is a command")
  func escape() {
    #expect(
      units([(begin + "abc", 0), ("\u{1B}", 1_100), ("q", 400)])
        == [.paste("abc"), key("\u{1B}"), key("q")])
    #expect(
      units([(begin + "abc", 0), ("d\u{1B}", 1_100), ("q", 400)])
        == [.paste("abc"), .paste("d"), key("\u{1B}"), key("q")])
    // Before that, Esc is a part of the paste, since it may begin the paste's end.
    #expect(
      units([(begin + "abc", 0), ("\u{1B}", 400), ("q", 100)]) == [.paste("abc\u{1B}q")])
  }

  @Test("A Ctrl-C that stands alone is always heard, and ends it")
  func interrupt() {
    for pause in [30, 400, 1_100, 60_000] as [Int64] {
      #expect(
        units([(begin + "abc", 0), ("\u{3}", pause), ("q", 30)])
          == [.paste("abc"), key("\u{3}"), key("q")])
    }
    #expect(
      units([(begin, 0), ("\u{3}\u{3}", 30), ("q", 30)]) == [.paste(""), key("\u{3}"), key("q")])
    // Keys typed before the end of a paste belong to it.
    #expect(
      units([(begin + "abc", 0), ("q", 300), ("\u{1B}", 100), ("\u{3}", 100)])
        == [.paste("abcq\u{1B}"), key("\u{3}")])
  }

  @Test("A Ctrl-C within what is pasted is no key")
  func pastedInterrupt() {
    #expect(units([(begin + "a\u{3}b" + end, 0)]) == [.paste("a\u{3}b")])
    #expect(units([(begin + "a", 0), ("\u{3}b" + end, 400)]) == [.paste("a\u{3}b")])
    #expect(units([(begin + "a\u{3}", 0), ("b" + end, 400)]) == [.paste("a\u{3}b")])
  }

  @Test("A paste beyond 1 MiB without an end is left by Ctrl-C")
  func long() {
    let text = String(repeating: "x", count: Paste.sizeMax + 10)
    #expect(
      units([(begin + text, 0), ("\u{3}", 100), ("q", 100)])
        == [.paste(String(text.prefix(Paste.sizeMax))), key("\u{3}"), key("q")])
  }
}
