import EaselBase
import Testing

@testable import CellFrame

@Suite struct BitmapFontTests {
  private static func scalars(_ ranges: ClosedRange<UInt32>...) -> [Unicode.Scalar] {
    ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }
      .filter { $0.properties.generalCategory != .unassigned && $0 != "\u{AD}" }
  }

  private static let latin = scalars(0x21...0x7E, 0xA1...0x17F)
  private static let greek = scalars(0x386...0x386, 0x388...0x3CE)
  private static let cyrillic = scalars(0x400...0x45F, 0x490...0x491)
  private static let signs = Array(
    "◆●▲■★♥♣♠▼◉✚◈◇□○–“”▸▶◀✓→←↔×╱⏎…·•—„‚‘’‹›✗☐☑↑↓⇒≤≥≠∞√∑ŞșȚțẞǍǎẄẅẼẽ".unicodeScalars)

  @Test("Each letter and sign of the repertoire has dots, on five columns and seven rows")
  func repertoire() {
    for scalar in Self.latin + Self.greek + Self.cyrillic + Self.signs {
      let rows = BitmapFont.rows(of: scalar) ?? []
      #expect(rows.count == BitmapFont.height, "\(scalar)")
      #expect(rows.contains { $0 > 0 } && rows.allSatisfy { $0 < 32 }, "\(scalar)")
    }
    #expect(BitmapFont.rows(of: "漢" as Unicode.Scalar) == nil)
  }

  @Test("Blanks have no dots")
  func blanks() {
    for blank: Unicode.Scalar in [" ", "\u{A0}", "\u{3000}"] {
      #expect(BitmapFont.rows(of: blank) == Array(repeating: 0, count: BitmapFont.height))
    }
  }

  @Test("Within an alphabet, letters that look different have different dots")
  func distinctLetters() {
    // These two differ by their languages only.
    let latin = Self.latin.filter { $0.properties.isAlphabetic && $0 != "Đ" }
    for alphabet in [latin, Self.greek, Self.cyrillic] {
      var seen: [[UInt8]: Unicode.Scalar] = [:]
      for letter in alphabet {
        let rows = BitmapFont.rows(of: letter) ?? []
        if let other = seen.updateValue(letter, forKey: rows) {
          Issue.record("\(letter) and \(other) have the same dots")
        }
      }
    }
  }

  @Test("A letter with a combining mark has the dots of the letter that they make")
  func composition() throws {
    for (parts, whole): (String, Unicode.Scalar) in [
      ("e\u{301}", "é"), ("A\u{308}", "Ä"), ("И\u{306}", "Й"), ("Ω\u{301}", "Ώ"),
      ("s\u{326}", "ș"),
    ] {
      let glyph = try #require(Glyph(parts.unicodeScalars))
      #expect(BitmapFont.rows(of: glyph) == BitmapFont.rows(of: whole), "\(whole)")
    }
    #expect(BitmapFont.rows(of: Glyph("é")) == BitmapFont.rows(of: "é" as Unicode.Scalar))
  }

  @Test("Marks are drawn on letters that Unicode has only with a combining scalar")
  func marksOfOtherLetters() throws {
    let glyph = try #require(Glyph("x\u{302}".unicodeScalars))
    #expect(BitmapFont.rows(of: glyph) == [4, 10, 17, 10, 4, 10, 17])
  }

  @Test("A mark that the font does not have is left out")
  func unknownMarks() throws {
    let glyph = try #require(Glyph("x\u{338}".unicodeScalars))
    #expect(BitmapFont.rows(of: glyph) == BitmapFont.rows(of: "x" as Unicode.Scalar))
    let sign = try #require(Glyph("✓\u{FE0E}".unicodeScalars))
    #expect(BitmapFont.rows(of: sign) == BitmapFont.rows(of: "✓" as Unicode.Scalar))
  }

  @Test("An accent stands above its letter, and capital letters make room for it")
  func accents() {
    #expect(BitmapFont.rows(of: "é" as Unicode.Scalar) == [2, 4, 14, 17, 31, 16, 14])
    #expect(BitmapFont.rows(of: "É" as Unicode.Scalar) == [2, 4, 31, 16, 30, 16, 31])
    #expect(BitmapFont.rows(of: "ç" as Unicode.Scalar) == [0, 14, 16, 16, 17, 14, 4])
  }
}
