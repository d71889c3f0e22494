import Testing

@testable import EaselBase

struct HiddenCharactersTests {
  @Test(
    "Hidden characters are shown",
    arguments: [
      ("admin\u{200B}", "admin<U+200B>"), ("a \u{202E}b\u{202C} c", "a <U+202E>b<U+202C> c"),
      ("ad\u{200D}min", "ad<U+200D>min"), ("ad\u{200C}min", "ad<U+200C>min"),
      ("a\u{FE0F}b", "a<U+FE0F>b"), ("a\u{AD}b", "a<U+AD>b"), ("\u{FEFF}a", "<U+FEFF>a"),
      ("a\u{E0061}", "a<U+E0061>"), ("a\u{3164}b", "a<U+3164>b"),
      ("a\u{0}\u{7}b\u{7F}", "a^@^Gb^?"),
      ("a\u{85}b", "a<U+0085>b"), ("a\u{E000}b\u{378}", "a\u{FFFD}b\u{FFFD}"),
      ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}<U+FE0F>"), ("می\u{200C}\u{200C}", "می\u{200C}<U+200C>"),
    ])
  func shown(raw: String, expected: String) {
    let expected = expected == "a<U+AD>b" ? "a<U+00AD>b" : expected
    #expect(HiddenCharacters.shown(in: raw).unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect(
      HiddenCharacters.shown(in: expected).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(
    "Characters that writing needs stay",
    arguments: [
      "می\u{200C}روم", "क्\u{200D}ष", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "👩‍👩‍👧‍👦", "👩🏽‍🚀",
      "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
      "葛\u{E0100}", "naïve cafe\u{301}", "日本語", "🇩🇪", "a\u{A0}b", "\tx", "",
    ])
  func stays(text: String) {
    #expect(HiddenCharacters.shown(in: text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("Two lines that differ look different, whatever one of them hides")
  func differences() {
    let hidden = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      scalar != "\t" && scalar.displayWidth == 0 && !scalar.properties.isVariationSelector
    }
    for scalar in hidden {
      let raw = RawText("ad\(Character(scalar))min")
      #expect(SafeText(revealing: raw).string.unicodeScalars.count > 5, "\(scalar.value)")
    }
  }
}

struct MarkedTextDecoderTests {
  private func text(_ bytes: [UInt8]) -> String {
    var decoder = MarkedTextDecoder()
    var view = String.UnicodeScalarView()
    for byte in bytes { view += decoder.decode(byte) }
    return String(view + decoder.finish())
  }

  @Test(
    "A text is the same in every encoding that a mark tells",
    arguments: ["", "a", "grün\r\n", "日本語", "👩🏽‍🚀", "\u{FEFF}", "ÿþ"])
  func encodings(wanted: String) {
    let units = Array(wanted.utf16)
    let low = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let high = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let utf8 = Array(wanted.utf8)
    for bytes in [[0xFF, 0xFE] + low, [0xFE, 0xFF] + high, [0xEF, 0xBB, 0xBF] + utf8] {
      #expect(text(bytes).unicodeScalars.elementsEqual(wanted.unicodeScalars))
    }
    if wanted.unicodeScalars.first != "\u{FEFF}" { #expect(text(utf8) == wanted) }
  }

  @Test("Bytes that are no text become one sign each")
  func broken() {
    #expect(text([0xFF, 0xFE, 0x61]) == "\u{FFFD}")
    #expect(text([0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0]) == "\u{FFFD}a")
    #expect(
      text([0xFF, 0xFE, 0x3D, 0xDC]) == "\u{FFFD}" && text([0xFE, 0xFF, 0xD8, 0x3D]) == "\u{FFFD}")
    #expect(text([0xEF]) == "\u{FFFD}" && text([0xEF, 0xBB, 0x61]) == "\u{FFFD}a")
    #expect(text([0xFF]) == "\u{FFFD}" && text([0xFE, 0x61]) == "\u{FFFD}a")
  }
}
