import Testing

@testable import EaselBase

private func sieved(_ raw: String, _ limit: SafeText.Limit = .line) -> String {
  SafeText(raw, limit: limit).string
}

private func scalars(_ range: ClosedRange<UInt32>) -> [Unicode.Scalar] {
  range.compactMap(Unicode.Scalar.init)
}

struct SafeTextTests {
  @Test("no control of C0 or C1 stays", arguments: [SafeText.Limit.name, .title, .line, .label])
  func controls(limit: SafeText.Limit) {
    for control in scalars(0...0x1F) + scalars(0x7F...0x9F) {
      let text = sieved("a\(control)b", limit)
      switch control {
      case "\n" where limit == .label, "\r" where limit == .label: #expect(text == "a\nb")
      case "\t" where limit == .label || limit == .line: #expect(text == "a       b")
      default: #expect(text == "ab", "control \(control.value)")
      }
    }
  }

  @Test("format characters, separators, private use and unassigned scalars are dropped")
  func unseen() {
    let ranges: [ClosedRange<UInt32>] = [
      0x202A...0x202E, 0x2066...0x2069, 0x200B...0x200B, 0x200E...0x200F, 0x2028...0x2029,
      0x2060...0x2064,
      0xFEFF...0xFEFF, 0x61C...0x61C, 0xAD...0xAD, 0xE000...0xE010, 0xF0000...0xF0010,
      0xE0001...0xE007F, 0x378...0x379, 0xFFFE...0xFFFF,
      0xFFF9...0xFFFB, 0x115F...0x1160, 0x3164...0x3164, 0xFFA0...0xFFA0, 0x34F...0x34F,
    ]
    for scalar in ranges.flatMap(scalars) {
      #expect(sieved("a\(scalar)b") == "ab", "scalar \(String(scalar.value, radix: 16))")
    }
  }

  @Test("text that people write stays as it is")
  func textCharacters() {
    for text in [
      "", "naïve café", "e\u{301}", "日本語", "한국어", "क्षत्रिय", "السلام", "⠋▀█ ╭─╮", "a\u{A0}b", "👍🏽🇩🇪",
      "👩🏽‍🚀",
    ] {
      #expect(sieved(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }
  }

  @Test("joiners and variation selectors stay in labels and lines, also at their ends")
  func joiners() {
    for text in [
      "می\u{200C}روم", "می\u{200C}", "क्\u{200D}ष", "Auf\u{200C}lage", "❤\u{FE0F}",
      "1\u{FE0F}\u{20E3}",
      "👩‍👩‍👧‍👦", "👩\u{200D}", "👁\u{FE0F}\u{200D}🗨\u{FE0F}", "葛\u{E0100}", "a\u{200D}👩", "≨\u{FE00}",
    ] {
      for limit in [SafeText.Limit.label, .line] {
        #expect(sieved(text, limit).unicodeScalars.elementsEqual(text.unicodeScalars))
      }
    }
    #expect(sieved("\u{200D}👩") == "👩" && sieved("\u{200C}") == "" && sieved("\u{FE0F}") == "")
    let chain = sieved(Array(repeating: "👩", count: 9).joined(separator: "\u{200D}"))
    #expect(chain.clusters.map(\.columns) == [2, 2, 2])
  }

  @Test(
    "a name keeps them only where another sign is seen with them",
    arguments: [SafeText.Limit.name, .title])
  func strictJoiners(limit: SafeText.Limit) {
    for text in ["علی\u{200C}رضا", "क्\u{200D}ष", "❤\u{FE0F}", "👩‍🚀", "👩‍👩‍👧‍👦"] {
      #expect(sieved(text, limit).unicodeScalars.elementsEqual(text.unicodeScalars))
    }
    for text in ["A\u{200C}nn", "An\u{200D}n", "Ann\u{200C}", "Ann\u{FE0F}", "A\u{E0101}nn"] {
      #expect(
        sieved(text, limit).unicodeScalars.elementsEqual(text.unicodeScalars.filter(\.isASCII)))
    }
    #expect(sieved("علی\u{200C}", .name) == "علی")
    // The next letter of a title may still be typed.
    #expect(sieved(sieved("می\u{200C}", .title) + "ر", .title).unicodeScalars.count == 4)
  }

  @Test(
    "a name has no white space at its ends, and white space is no name",
    arguments: [
      "   ", "\u{A0}", "\u{2003}\u{3000}", "\t", "\u{1680}\u{2028}", "\u{2800}", "\u{3164}",
      "\u{200B}",
      "\u{A0}\u{200D}\u{A0}",
    ])
  func blankNames(blank: String) {
    #expect(sieved(blank, .name) == "" && blank.isBlank)
    #expect(sieved(blank + "Ann Lee" + blank, .name) == "Ann Lee")
    #expect(!("a" + blank).isBlank)
  }

  @Test(
    "a name does not begin with a mark, whatever stood before it",
    arguments: [" ", "\u{A0}", "\u{200B}", "\u{2800}", "\u{301} ", ""])
  func marksBeforeNames(blank: String) {
    for mark in ["\u{301}", "\u{94D}", "\u{20E3}", "\u{FE0F}", "\u{1161}", "\u{301}\u{FE0F}"] {
      let name = sieved(blank + mark + "Ann", .name)
      #expect(name.unicodeScalars.elementsEqual("Ann".unicodeScalars))
      #expect(sieved(blank + mark, .name) == "")
    }
    #expect(sieved("Ann \u{301}", .name).unicodeScalars.count == 5)
    let name = String(repeating: "a", count: 32)
    #expect(SafeText.read(blank + "\u{301}" + name, limit: .name).isWhole)
  }

  @Test("a base keeps four marks, and marks without a base go")
  func marks() {
    for count in 0...8 {
      let raw = "a" + String(repeating: "\u{301}", count: count) + "b"
      #expect(sieved(raw).unicodeScalars.count == 2 + min(count, 4))
    }
    #expect(sieved("\u{301}a").unicodeScalars.count == 1)
    #expect(sieved("a\n\u{301}b", .label).unicodeScalars.count == 3)
  }

  @Test("tabs reach the next multiple of eight columns of their line")
  func tabs() {
    #expect(sieved("\tx") == "        x")
    #expect(sieved("1234567\tx") == "1234567 x")
    #expect(sieved("12345678\tx") == "12345678        x")
    #expect(sieved("日\tx") == "日      x")
    #expect(sieved("abc\n\tx", .label) == "abc\n        x")
    #expect(sieved("a\tb", .name) == "ab")
  }

  @Test("the reader knows whether all visible text was kept")
  func whole() {
    let full = String(repeating: "é", count: 1_000)
    #expect(SafeText.read(full, limit: .label).isWhole)
    #expect(SafeText.read("\u{200B}" + full + "\u{202E}", limit: .label).isWhole)
    for more in ["x", "\n", "\t", "\u{301}", "👍"] {
      #expect(!SafeText.read(full + more, limit: .label).isWhole, "\(more.debugDescription)")
    }
    #expect(SafeText.read(full + "x", limit: .label).text.string == full)
    #expect(!SafeText.read(String(repeating: "x", count: 33), limit: .name).isWhole)
  }

  @Test("labels break lines at LF, CR and CR LF")
  func breaks() {
    #expect(sieved("a\nb\rc\r\nd\n\re", .label) == "a\nb\nc\nd\n\ne")
    #expect(sieved("a\r\nb", .line) == "ab")
  }

  @Test(
    "a text as long as the limit stays whole, and one more character is cut",
    arguments: [(SafeText.Limit.name, 32), (.title, 64), (.label, 1_000), (.line, 2_000)])
  func limits(limit: SafeText.Limit, amount: Int) {
    for character in ["a", "é"] {
      let whole = String(repeating: character, count: amount)
      #expect(sieved(whole, limit) == whole)
      #expect(sieved(whole + character, limit) == whole)
    }
    let wide = String(repeating: "日", count: amount / (limit == .label ? 1 : 2))
    #expect(sieved(wide, limit) == wide)
    #expect(sieved(wide + "日", limit) == wide)
    #expect(sieved("a" + wide, limit) == "a" + wide.dropLast())
    let breaks = String(repeating: "\n", count: amount + 1)
    #expect(sieved(breaks, limit).unicodeScalars.count == (limit == .label ? amount : 0))
  }

  @Test("no text is cut inside a cluster")
  func clustersStayWhole() {
    let name = String(repeating: "a", count: 31)
    #expect(sieved(name + "👩‍🚀", .name) == name)
    #expect(sieved(name + "e\u{301}\u{302}f", .name) == name + "e\u{301}\u{302}")
    let label = String(repeating: "a", count: 998)
    #expect(sieved(label + "👩‍🚀b", .label) == label)
  }

  @Test("sieving twice changes nothing, whatever the text")
  func idempotent() {
    var seed: UInt64 = 42
    func next(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    let pieces: [String] = [
      "a", " ", "\t", "\n", "\r", "\u{1B}[31m", "\u{9B}2J", "\u{202E}", "\u{200D}", "\u{200B}",
      "\u{301}", "\u{FE0F}", "👩", "🏽", "🚀", "🇩", "1", "\u{20E3}", "日", "क", "्", "ᄀ", "ᅡ", "❤",
    ]
    for round in 0..<3_000 {
      let raw = (0..<next(60)).map { _ in pieces[next(pieces.count)] }.joined()
      for limit in [SafeText.Limit.name, .title, .label, .line] {
        let once = SafeText(raw, limit: limit)
        let twice = SafeText(once.string, limit: limit)
        #expect(
          once.string.unicodeScalars.elementsEqual(twice.string.unicodeScalars), "round \(round)")
        #expect(once.string.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" })
        if limit == .name { #expect(once.string.displayWidth <= 32) }
      }
    }
  }
}
