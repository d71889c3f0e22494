import EaselTesting
import Rendering
import Testing

@testable import Terminal

@Suite struct InputDecoderTests {
  /// One of everything, so that every state of the decoder is cut through.
  private static let everything: [String] = [
    "a", "é", "漢", "🙂", "\r", "\t", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}OP", "\u{1B}O5P", "\u{1B}x",
    "\u{1B}é", "\u{1B}\u{1B}[A", "\u{1B}[3~", "\u{1B}[97;5u", "\u{1B}[<0;10;5M", "\u{1B}[<32;11;5M",
    "\u{1B}[<0;11;5m", "\u{1B}[M !!", "\u{1B}[33;10;20M", "\u{1B}[?1016;2$y", "\u{1B}[?62;22c",
    "\u{1B}[0n", "\u{1B}[6;16;8t", "\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\",
    "\u{1B}]11;rgb:ff/80/00\u{07}", "\u{1B}[200~two\nlines\u{1B}[201\u{1B}[201~", "\u{1B}[[A",
    "\u{1B}[3$", "\u{1B}[I",
  ]

  @Test("any stream cut anywhere gives the same events")
  func everyCut() {
    let bytes = Array(Self.everything.joined().utf8)
    let whole = Decoding.of(bytes)
    for cut in 0...bytes.count {
      var decoding = Decoding()
      decoding.feed(bytes[..<cut])
      decoding.feed(bytes[cut...])
      decoding.settle()
      #expect(decoding.output == whole, "cut at \(cut)")
    }
  }

  @Test("streams of anything, cut into single bytes or at random, give the same events")
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
      let whole = Decoding.of(bytes)
      var (single, random) = (Decoding(), Decoding())
      for byte in bytes { single.feed([byte]) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...7, using: &chance))
        random.feed(piece)
        rest = rest.dropFirst(piece.count)
      }
      single.settle()
      random.settle()
      #expect(single.output == whole, "seed \(seed)")
      #expect(random.output == whole, "seed \(seed)")
    }
  }

  @Test("after any garbage a few keys bring the decoder back")
  func recovery() {
    for seed in UInt64(0)..<500 {
      var chance = SplitMix64(seed: seed)
      var decoding = Decoding()
      decoding.feed((0..<300).map { _ in UInt8.random(in: 0...255, using: &chance) })
      decoding.settle()
      // Ends a paste, a string, a sequence, whatever was open.
      decoding.feed(Array("\u{1B}[201~\u{18}\u{1B}\\".utf8))
      decoding.settle()
      decoding.output = []
      decoding.feed([0x78])
      #expect(decoding.output == pressed("x"), "seed \(seed)")
    }
  }

  @Test("a paste comes as it is, escapes included")
  func paste() {
    #expect(
      Decoding.of("\u{1B}[200~a\u{1B}[31mb\r\n\u{1B}[20\u{1B}[201~q")
        == [.event(.paste("a\u{1B}[31mb\r\n\u{1B}[20"))] + pressed("q"))
    #expect(
      Decoding.of([0x1B] + Array("[200~".utf8) + [0xFF] + [0x1B] + Array("[201~".utf8))
        == [.event(.paste("\u{FFFD}"))])
  }

  @Test("a paste beyond 1 MiB is cut there")
  func longPaste() {
    let text = String(repeating: "x", count: Paste.sizeMax + 10)
    let output = Decoding.of("\u{1B}[200~\(text)\u{1B}[201~q")
    #expect(output.count == 2)
    #expect(output.first == .event(.paste(String(text.prefix(Paste.sizeMax)))))
    #expect(output.last == .key(.character("q")))
  }

  @Test("sequences and answers without end stay bounded")
  func endless() {
    var decoding = Decoding()
    decoding.feed(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 100_000))
    decoding.feed(Array("mx".utf8))
    #expect(decoding.output == pressed("x"))
    decoding.output = []
    decoding.feed(Array("\u{1B}]11;".utf8) + Array(repeating: 0x31, count: 100_000))
    decoding.feed(Array("\u{07}x".utf8))
    #expect(decoding.output == pressed("x"))
  }

  @Test("bytes that are not UTF-8 are dropped and cost nothing around them")
  func notUTF8() {
    #expect(
      Decoding.of([0x61, 0xFF, 0x62, 0xC3, 0x63, 0xE2, 0x82, 0x64, 0xC0, 0x80, 0x65])
        == "abcde".flatMap { pressed($0) })
    #expect(Decoding.of([0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0x78]) == pressed("x"))
  }

  @Test("a terminal's answers are understood")
  func answers() {
    #expect(Decoding.of("\u{1B}[?1016;2$y") == [.answer(.mode(1016, state: 2))])
    #expect(Decoding.of("\u{1B}[?62;22c") == [.answer(.attributes)])
    #expect(Decoding.of("\u{1B}[6;16;8t") == [.answer(.cell(width: 8, height: 16))])
    #expect(
      Decoding.of("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\") == [.answer(.background(0xFF8000))])
    #expect(Decoding.of("\u{1B}]11;rgb:f/8/0\u{07}") == [.answer(.background(0xFF8800))])
    #expect(Decoding.of("\u{1B}]11;#1A2b3C\u{07}") == [.answer(.background(0x1A2B3C))])
    for text in [
      "11;rgb:ffff/8080", "11;rgb:+f/8/0", "11;rgb:fffff/0/0", "11;?", "11;#12", "4;0;x",
    ] {
      #expect(Decoding.of("\u{1B}]\(text)\u{07}") == [], "\(text)")
    }
  }
}
