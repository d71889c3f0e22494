import GroupTesting
import Testing

@testable import TerminalIO

@Suite struct InputSplitterTests {
  /// One of everything, so that every state is cut through.
  private static let everything: [String] = [
    "a", "é", "漢", "🙂", "\r", "\t", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}OP", "\u{1B}O5P", "\u{1B}x",
    "\u{1B}é", "\u{1B}\u{1B}[A", "\u{1B}[3~", "\u{1B}[97;5u", "\u{1B}[<0;10;5M", "\u{1B}[<32;11;5M",
    "\u{1B}[<0;11;5m", "\u{1B}[M !!", "\u{1B}[33;10;20M", "\u{1B}[?1016;2$y", "\u{1B}[?62;22c",
    "\u{1B}[0n", "\u{1B}[6;16;8t", "\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\",
    "\u{1B}]11;rgb:ff/80/00\u{07}", "\u{1B}[200~two\nlines\u{1B}[201\u{1B}[201~", "\u{1B}[[A",
    "\u{1B}[3$", "\u{1B}[I",
  ]

  private func units(_ pieces: [ArraySlice<UInt8>]) -> [InputUnit] {
    var splitter = InputSplitter()
    var units: [InputUnit] = []
    for piece in pieces { piece.withUnsafeBytes { splitter.split($0, at: 0, into: &units) } }
    splitter.elapse(at: 10_000, into: &units)
    return units
  }

  private func units(_ text: String) -> [InputUnit] { units([Array(text.utf8)[...]]) }
  private func key(_ text: String) -> InputUnit { .key(Array(text.utf8)) }

  @Test("each unit is one key, one sequence or one paste")
  func whole() {
    for text in Self.everything where !text.contains("200~") {
      // The unit of a string has no terminator.
      let unit = text.replacing("\u{1B}\\", with: "").replacing("\u{07}", with: "")
      #expect(units(text) == [key(unit)], "\(text.debugDescription)")
    }
  }

  @Test("any stream cut anywhere gives the same units")
  func everyCut() {
    let bytes = Array(Self.everything.joined().utf8)
    let whole = units([bytes[...]])
    for cut in 0...bytes.count {
      #expect(units([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
    }
  }

  @Test("streams of anything, cut into single bytes or at random, give the same units")
  func randomCuts() {
    for seed in UInt64(0)..<200 {
      var chance = SplitMix64(seed: seed)
      var bytes: [UInt8] = []
      for _ in 0..<30 {
        if Bool.random(using: &chance) {
          bytes += Array((Self.everything.randomElement(using: &chance) ?? "").utf8)
        } else {
          let mix: [UInt8] = [
            0x1B, 0x5B, 0x4F, 0x5D, 0x3C, 0x3B, 0x30, 0x4D, 0x6D, 0x80, 0xC3, 0xF0,
          ]
          bytes.append(mix.randomElement(using: &chance) ?? 0)
          bytes.append(UInt8.random(in: 0...255, using: &chance))
        }
      }
      let whole = units([bytes[...]])
      var random: [ArraySlice<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        random.append(rest.prefix(Int.random(in: 1...7, using: &chance)))
        rest = rest.dropFirst(random.last?.count ?? 0)
      }
      #expect(units(bytes.indices.map { bytes[$0...$0] }) == whole, "seed \(seed)")
      #expect(units(random) == whole, "seed \(seed)")
    }
  }

  @Test("An answer about images is handed on, also after a pause behind its first byte")
  func command() {
    let command = InputUnit.command(Array("Gi=1;OK".utf8))
    #expect(units("\u{1B}_Gi=1;OK\u{1B}\\q") == [command, key("q")])
    #expect(units("\u{1B}\u{1B}_Gi=1;OK\u{1B}\\") == [key("\u{1B}"), command])
    #expect(units("\u{1B}^Gi=1;OK\u{1B}\\q") == [key("q")])
    var splitter = InputSplitter()
    var units: [InputUnit] = []
    Array("\u{1B}".utf8).withUnsafeBytes { splitter.split($0, at: 0, into: &units) }
    splitter.elapse(at: 30, into: &units)
    Array("_Gi=1;OK\u{1B}\\".utf8).withUnsafeBytes { splitter.split($0, at: 40, into: &units) }
    #expect(units == [key("\u{1B}"), command])
  }

  @Test("a paste comes as it is, escapes included")
  func paste() {
    #expect(
      units("\u{1B}[200~a\u{1B}[31mb\r\n\u{1B}[20\u{1B}[201~q")
        == [.paste("a\u{1B}[31mb\r\n\u{1B}[20"), key("q")])
    let bytes = [0x1B] + Array("[200~".utf8) + [0xFF] + [0x1B] + Array("[201~".utf8)
    #expect(units([bytes[...]]) == [.paste("\u{FFFD}")])
  }

  @Test("a paste beyond 1 MiB is cut there")
  func longPaste() {
    let text = String(repeating: "x", count: Paste.sizeMax + 10)
    #expect(
      units("\u{1B}[200~\(text)\u{1B}[201~q")
        == [.paste(String(text.prefix(Paste.sizeMax))), key("q")])
  }

  @Test("sequences and answers without end stay bounded")
  func endless() {
    let ones = String(repeating: "1", count: 100_000)
    #expect(units("\u{1B}[\(ones)mx") == [key("x")])
    let units = units("\u{1B}]11;\(ones)\u{07}x")
    #expect(units.last == key("x"))
    guard case .key(let bytes) = units.first else {
      Issue.record("no unit")
      return
    }
    #expect(bytes.count <= 128)
  }

  @Test("bytes that are not UTF-8 are dropped and cost nothing around them")
  func notUTF8() {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xC3, 0x63, 0xE2, 0x82, 0x64, 0xC0, 0x80, 0x65]
    #expect(units([bytes[...]]) == "abcde".map { key(String($0)) })
  }
}
