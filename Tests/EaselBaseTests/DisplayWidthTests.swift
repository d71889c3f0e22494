import Testing

@testable import EaselBase

struct DisplayWidthTests {
  @Test("scalars take none, one or two columns as terminals count them")
  func scalars() {
    for (scalar, columns) in [
      ("\0", 0), ("\n", 0), ("\u{7F}", 0), ("\u{9F}", 0), (" ", 1), ("~", 1), ("\u{A0}", 1),
      ("é", 1), ("\u{301}", 0), ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("─", 1),
      ("⠿", 1), ("█", 1), ("◽", 2), ("⌚", 2), ("ᄀ", 2), ("ᅡ", 0), ("日", 2), ("가", 2), ("Ａ", 2),
      ("ｱ", 1), ("🚀", 2), ("❤", 1), ("🏽", 2), ("🇩", 1), ("\u{E0100}", 0), ("\u{20000}", 2),
      ("\u{10FFFF}", 1), ("ि", 1), ("्", 0),
    ] as [(Unicode.Scalar, Int)] {
      #expect(scalar.displayWidth == columns, "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test("tables are sorted and apart")
  func tables() {
    for table in [WidthTables.wide, WidthTables.zero] {
      #expect(table.count.isMultiple(of: 2))
      for index in stride(from: 0, to: table.count, by: 2) {
        #expect(table[index] <= table[index + 1])
        #expect(index == 0 || table[index - 1] < table[index])
      }
    }
  }

  @Test("every scalar agrees with its properties in the standard library")
  func agrees() {
    for scalar in (0...0x10FFFF).compactMap(Unicode.Scalar.init) {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .control:
        if scalar.displayWidth != 0 { Issue.record("U+\(String(scalar.value, radix: 16))") }
      default:
        let isWide = properties.isEmojiPresentation && !scalar.isRegionalIndicator
        if isWide && scalar.displayWidth != 2 {
          Issue.record("U+\(String(scalar.value, radix: 16))")
        }
      }
    }
  }

  @Test("clusters are what cells hold")
  func clusters() {
    for (text, columns) in [
      ("abc", [1, 1, 1]), ("e\u{301}x", [1, 1]), ("日本", [2, 2]), ("👩🏽‍🚀!", [2, 1]),
      ("🇩🇪🇫🇷🇩", [2, 2, 1]),
      ("\u{301}a", [0, 1]), ("क्षि", [1, 1, 1]), ("각", [2]), ("👩👩", [2, 2]), ("🏽🏽", [2, 2]),
      ("\n\u{301}", [0, 0]), ("❤‍🔥", [2]), ("", []),
    ] as [(String, [Int])] {
      #expect(text.clusters.map(\.columns) == columns, "\(text)")
      #expect(text.clusters.map { String($0.text) }.joined() == text)
      #expect(text.displayWidth == columns.reduce(0, +))
    }
  }

  @Test("a Character is as wide as its clusters")
  func characters() {
    #expect(("👩‍👩‍👧‍👦" as Character).displayWidth == 2)
    #expect(("é" as Character).displayWidth == 1)
    #expect(("日" as Character).displayWidth == 2)
  }
}
