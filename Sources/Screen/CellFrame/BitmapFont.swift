/// Letters as dots, for large letters on the screen: 5 × 7 dots each. The font was made for Easel.
///
/// It has printable ASCII; the Latin letters of Europe, Greek and Cyrillic; and common signs.
/// ``rows(of:)-(Glyph)`` also draws letters with marks that Unicode has no scalar for.
package enum BitmapFont {
  /// The dots of a row.
  package static let width = 5
  /// The rows of a letter.
  package static let height = 7

  /// Returns the rows of a letter from above, the leftmost dot in bit 4; nil if the font has no
  /// such letter.
  package static func rows(of scalar: Unicode.Scalar) -> [UInt8]? {
    if (0x20..<0x7F).contains(scalar.value) { return ascii[Int(scalar.value) - 0x20] }
    return scalar.properties.isWhitespace ? ascii[0] : letters[String(scalar)]
  }

  /// Returns the rows of a letter with its combining marks. If the font does not have this
  /// combination, returns the rows of the letter without marks; nil if it does not have the letter.
  package static func rows(of glyph: Glyph) -> [UInt8]? {
    if glyph.scalars.count > 1, let rows = letters[glyph.string] { return rows }
    return rows(of: glyph.base)
  }

  /// Printable ASCII, from the space to the tilde.
  static let ascii: [[UInt8]] = asciiDots.split(whereSeparator: \.isWhitespace)
    .map { rows(from: $0) }

  /// The letters that were drawn by hand, without ASCII.
  static let drawn: [String: [UInt8]] = {
    var letters: [String: [UInt8]] = [:]
    let words = [latinDots, greekDots, cyrillicDots, signDots]
      .flatMap { $0.split(whereSeparator: \.isWhitespace) }
    for word in words {
      guard let letter = word.unicodeScalars.first else { continue }
      let dots = word.unicodeScalars.dropFirst()
      letters[String(letter)] =
        if let like = dots.first, dots.count == 1 {
          like.isASCII ? ascii[Int(like.value) - 0x20] : letters[String(like)]
        } else {
          rows(from: Substring(dots))
        }
    }
    return letters
  }()

  /// All letters but those of ASCII. Swift compares strings by canonical equivalence, so a letter is
  /// found both as one scalar and as a base with its mark.
  private static let letters: [String: [UInt8]] = {
    let bases = ascii.enumerated().map { (String(UnicodeScalar(UInt8($0 + 0x20))), $1) } + drawn
    var letters = drawn
    letters.reserveCapacity(bases.count * LetterMark.all.count)
    for (base, rows) in bases where base.first?.isLetter == true {
      for mark in LetterMark.all {
        let letter = base + String(mark.scalar)
        guard letters[letter] == nil else { continue }
        let dotless = LetterMark.dotless[base].flatMap { drawn[$0] } ?? rows
        letters[letter] = mark.isBelow ? mark.under(rows) : mark.over(dotless)
      }
    }
    return letters
  }()

  /// Returns the rows that digits of base 32 stand for.
  static func rows(from digits: Substring) -> [UInt8] {
    digits.map { UInt8(String($0), radix: 32) ?? 0 }
  }
}
