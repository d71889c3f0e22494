import Testing

@testable import CellFrame
@testable import PictureFormats

@Suite struct StrokeFontTests {
  private static let plain = LetterStyle(scale: 1, margin: 0)

  private func coverage(_ glyph: Glyph, _ style: LetterStyle = plain) -> LetterCoverage {
    var letters = LetterRaster()
    return letters.coverage(of: glyph, style)
  }

  /// Returns the covered part of a pixel of the letter's cell, 0 … 255.
  private func cover(_ letter: LetterCoverage, _ x: Int, _ y: Int) -> Int {
    Int(letter.cover[(y - letter.top) * letter.width + x - letter.left])
  }

  /// Returns the rows in which a letter covers at least half of a pixel.
  private func rows(_ glyph: Glyph) -> ClosedRange<Int>? {
    let letter = coverage(glyph)
    let rows = (0..<letter.height).filter { row in
      letter.cover[row * letter.width..<(row + 1) * letter.width].contains { $0 >= 128 }
    }
    guard let first = rows.first, let last = rows.last else { return nil }
    return first + letter.top...last + letter.top
  }

  private func glyphs(_ text: String) -> [Glyph] { GlyphLine(text).glyphs }

  @Test("Every letter of Latin, Greek and Cyrillic has strokes in the rows of its cell")
  func alphabets() {
    let greek = [0x386...0x386, 0x388...0x38A, 0x38C...0x38C, 0x38E...0x3A1, 0x3A3...0x3CE]
    let others = [0x21...0x7E, 0xA1...0xAC, 0xAE...0x17F, 0x400...0x45F, 0x490...0x491]
    for range in greek + others {
      for scalar in range.compactMap({ Unicode.Scalar(UInt32($0)) }) {
        let glyph = Glyph(scalar)
        #expect(StrokeFont.has(glyph) && LetterBoxes.boxes(of: glyph) == nil, "\(scalar)")
        let rows = rows(glyph) ?? -1...99
        #expect(rows.lowerBound >= 0 && rows.upperBound < 32, "\(scalar): \(rows)")
      }
    }
  }

  @Test("Every sign that has large letters of dots has strokes or boxes")
  func signs() {
    let dots = BitmapFont.drawn.keys.compactMap(\.unicodeScalars.first)
    #expect(dots.count > 300)
    for scalar in dots { #expect(LetterBoxes.hasPicture(of: Glyph(scalar)), "\(scalar)") }
  }

  @Test("Descenders reach below the line, and other letters stand on it")
  func descenders() {
    for glyph in glyphs("gjpqyþŋµγζημξρςφχψруцщђ") {
      #expect((26...30).contains(rows(glyph)?.upperBound ?? 0), "\(glyph.string)")
    }
    for glyph in glyphs("abcdefhiklmnorstuvwxzßðABCDEFGHIKLMNOPRSTUVWXYZ0123456789абвгжσω") {
      #expect(rows(glyph)?.upperBound == 23, "\(glyph.string)")
    }
  }

  @Test("Small letters have one height, capitals and digits another, and ascenders are the highest")
  func heights() {
    for (text, top) in [("acemnorsuvwxzαοсжя", 10), ("ABCDEFHIKXZ02358ЖЩΔ", 5), ("bdfhklδђ", 4)] {
      for glyph in glyphs(text) { #expect(rows(glyph)?.lowerBound == top, "\(glyph.string)") }
    }
  }

  @Test("Round corners, slanted lines and frames join at the edges of their cells")
  func joints() {
    /// Returns the part of each pixel at the right edge of a cell, or at its left edge.
    func side(_ scalar: Unicode.Scalar, atEnd: Bool) -> [Int] {
      let sheet = sheet(String(scalar))
      return (0..<32).map { Int(sheet.bytes[($0 * sheet.width + (atEnd ? 15 : 0)) * 3]) }
    }
    /// Returns the part of each pixel at the lower edge of a cell, or at its upper edge.
    func end(_ scalar: Unicode.Scalar, atEnd: Bool) -> [Int] {
      let sheet = sheet(String(scalar))
      return (0..<16).map { Int(sheet.bytes[((atEnd ? 31 : 0) * sheet.width + $0) * 3]) }
    }
    func isNear(_ one: [Int], _ other: [Int]) -> Bool {
      one.contains { $0 > 200 } && zip(one, other).allSatisfy { abs($0 - $1) < 48 }
    }
    for (left, right): (Unicode.Scalar, Unicode.Scalar) in [
      ("╭", "─"), ("─", "╮"), ("╰", "─"), ("─", "╯"), ("╭", "╯"),
    ] {
      #expect(isNear(side(left, atEnd: true), side(right, atEnd: false)), "\(left)\(right)")
    }
    for (upper, lower): (Unicode.Scalar, Unicode.Scalar) in [
      ("╭", "│"), ("│", "╰"), ("╮", "│"), ("│", "╯"), ("╮", "╰"),
    ] {
      #expect(isNear(end(upper, atEnd: true), end(lower, atEnd: false)), "\(upper)\(lower)")
    }
    for (sign, x, y) in [("╱", 15, 0), ("╱", 0, 31), ("╲", 0, 0), ("╲", 15, 31)] {
      let sheet = sheet(sign)
      #expect(sheet.bytes[(y * sheet.width + x) * 3] > 100, "\(sign) \(x), \(y)")
    }
  }

  private func sheet(_ text: String, _ style: Style = .plain) -> PixelSheet {
    var frame = Frame(columns: GlyphLine(text).columns, rows: 1)
    frame.write(text, at: CellPoint(column: 0, row: 0), style: style)
    return PixelSheet(frame, theme: .terminal)
  }

  @Test("A letter with marks has the strokes of the letter and of each mark")
  func marks() {
    for (text, base, count) in [
      ("é", "e", 1), ("ñ", "n", 1), ("Å", "A", 1), ("ç", "c", 1), ("ö", "o", 2), ("ΐ", "ι", 3),
      ("й", "и", 1), ("ế", "e", 2), ("ķ", "k", 1), ("ï", "ı", 2), ("q̌", "q", 1),
    ] {
      let strokes = glyphs(text).first.flatMap { StrokeFont.strokes(of: $0) } ?? []
      let letter = glyphs(base).first.flatMap { StrokeFont.strokes(of: $0) } ?? []
      #expect(strokes.count == letter.count + count && !letter.isEmpty, "\(text)")
    }
  }

  @Test("A letter that the font lacks is a box with its number, and each number looks different")
  func unknownLetters() {
    let boxes = ["漢", "字", "ღ", "ᚠ", "😀"].flatMap(glyphs).map { glyph in
      #expect(!StrokeFont.has(glyph))
      let letter = coverage(glyph)
      for x in [1, glyph.isWide ? 30 : 14] {
        #expect((5..<27).allSatisfy { cover(letter, x, $0) > 100 }, "\(glyph.string)")
      }
      return letter.cover
    }
    #expect(Set(boxes).count == 5)
  }

  @Test("An outline from outside stands for a letter that the font lacks, and for no other letter")
  func outlines() throws {
    let square = VectorPath(
      through: [(2.0, 2.0), (14, 2), (14, 30), (2, 30)].map { VectorPoint(x: $0.0, y: $0.1) },
      isClosed: true)
    let outlines = ["ღ", "a"].flatMap(glyphs).reduce(into: [:]) { $0[$1] = square }
    var letters = LetterRaster(outlines: outlines)
    let letter = letters.coverage(of: Glyph("ღ"), Self.plain)
    for (x, y) in [(2, 2), (8, 16), (13, 29)] { #expect(cover(letter, x, y) == 255) }
    #expect(cover(letter, 1, 16) == 0 && cover(letter, 14, 16) == 0)
    let own = letters.coverage(of: Glyph("a"), Self.plain)
    #expect(own.cover == coverage(Glyph("a")).cover)
  }

  @Test("Bold letters cover more, and slanted letters lean to the right")
  func styles() {
    func sum(_ letter: LetterCoverage) -> Int { letter.cover.reduce(0) { $0 + Int($1) } }
    let bold = LetterStyle(Style(attributes: .bold))
    let italic = LetterStyle(Style(attributes: .italic))
    for glyph in glyphs("aegHM8ßЖ") {
      let plain = coverage(glyph)
      #expect(sum(coverage(glyph, bold)) > sum(plain) * 5 / 4, "\(glyph.string)")
      #expect(abs(sum(coverage(glyph, italic)) - sum(plain)) < sum(plain) / 8, "\(glyph.string)")
    }
    let leaning = coverage(Glyph("l"), italic)
    let upright = coverage(Glyph("l"))
    #expect(cover(upright, 7, 6) > 200 && cover(leaning, 7, 6) < 100)
    #expect(cover(leaning, 9, 6) > 200)
  }

  @Test("A large letter has the strokes of a small one, finer drawn")
  func largeLetters() {
    let (small, large) = (
      coverage(Glyph("g")), coverage(Glyph("g"), LetterStyle(scale: 3, margin: 0))
    )
    for y in 0..<32 {
      for x in 0..<16 {
        let sum = (0..<9).reduce(0) { $0 + cover(large, 3 * x + $1 % 3, 3 * y + $1 / 3) }
        #expect(abs(sum / 9 - cover(small, x, y)) < 90, "\(x), \(y)")
      }
    }
  }

  @Test("The letter g looks as it was drawn")
  func picture() {
    let letter = coverage(Glyph("g"))
    let picture = (9..<32).map { y in
      (0..<16).map { x in String(Array(" .:*#")[cover(letter, x, y) * 4 / 255]) }.joined()
    }
    #expect(picture == Self.letterG)
  }

  @Test("The pixels of a text are the same on every machine")
  func recordedBytes() {
    let text = "Größe αγρ Жщё ╭─╮▶ → ✓ 漢"
    for (style, expected) in zip([Style.plain, Style(attributes: [.bold, .italic])], Self.hashes) {
      let hash = sheet(text, style).bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      #expect(hash == expected)
    }
  }

  private static let hashes: [UInt64] = [8_726_856_920_368_613_502, 11_123_243_535_217_926_559]
  private static let letterG = [
    "                ", "     :*##*: **  ", "    *######*##  ", "   *##:..:####  ",
    "  .##.    .###  ", "  *#:      :##  ", "  *#.      .##  ", "  ##.      .##  ",
    "  ##.      .##  ", "  *#.      .##  ", "  *#:      :##  ", "  .##.    .###  ",
    "   *##:..:####  ", "    *######*##  ", "     :*##*: ##  ", "           .##  ",
    "           :#*  ", "          .##:  ", "  .##:. .:##*   ", "   ########*.   ",
    "    .*###*:     ", "                ", "                ",
  ]
}
