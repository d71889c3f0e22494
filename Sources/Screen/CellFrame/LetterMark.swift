/// A mark that the bitmap font adds to a letter: an accent, a dot, a cedilla and so on.
struct LetterMark {
  /// The combining scalar of Unicode.
  let scalar: Unicode.Scalar
  /// The rows of the mark. A mark above a letter begins in the uppermost row, and its third row, if
  /// any, lies over the top of the letter. A mark below has the lowest row.
  private let rows: [UInt8]
  let isBelow: Bool

  private init(_ scalar: Unicode.Scalar, _ digits: Substring, isBelow: Bool = false) {
    (self.scalar, self.isBelow) = (scalar, isBelow)
    rows = BitmapFont.rows(from: digits)
  }

  static let all: [LetterMark] = [
    LetterMark("\u{300}", "84"), LetterMark("\u{301}", "24"), LetterMark("\u{302}", "4A"),
    LetterMark("\u{303}", "5A"), LetterMark("\u{304}", "E0"), LetterMark("\u{306}", "H4"),
    LetterMark("\u{307}", "40"), LetterMark("\u{308}", "A0"), LetterMark("\u{30A}", "EA4"),
    LetterMark("\u{30B}", "9I"), LetterMark("\u{30C}", "A4"),
    LetterMark("\u{326}", "4", isBelow: true), LetterMark("\u{327}", "4", isBelow: true),
    LetterMark("\u{328}", "2", isBelow: true),
  ]

  /// Letters that lose their own dot under a mark.
  static let dotless = ["i": "ı", "j": "ȷ", "і": "ı", "ј": "ȷ"]

  /// Returns the letter with the mark above it. The letter is made lower, so that two rows are free.
  func over(_ letter: [UInt8]) -> [UInt8]? {
    let height = BitmapFont.height
    guard let body = Self.lower(letter, by: 2) else { return nil }
    let above = rows + Array(repeating: 0, count: height - rows.count)
    return zip(above, [0, 0] + body).map { $0 | $1 }
  }

  /// Returns the letter with the mark below it. The letter is made lower by one row.
  func under(_ letter: [UInt8]) -> [UInt8]? { Self.lower(letter, by: 1).map { $0 + rows } }

  /// Returns a letter without `count` of its rows: free rows at the top first, then rows that repeat
  /// the row above them. Nil if there are not enough of these.
  private static func lower(_ letter: [UInt8], by count: Int) -> [UInt8]? {
    if count == 2, let low = low[letter] { return low }
    var rows = letter
    for step in 0..<count {
      let repeats = rows.indices.dropFirst().filter { rows[$0] == rows[$0 - 1] }
      // One repeat is taken from the upper part and one from the lower part.
      if rows.first == 0 {
        rows.removeFirst()
      } else if let row = step == 0 ? repeats.first : repeats.last {
        rows.remove(at: row)
      } else {
        return nil
      }
    }
    return rows
  }

  /// Lower forms of capital letters that were drawn by hand: they lack two rows that repeat another
  /// one, or would look like the small letter.
  private static let low: [[UInt8]: [UInt8]] = {
    let forms: [(Substring, Substring)] = [
      ("HIKOKIH", "HISIH"), ("EHGNHHF", "EGNHF"), ("UHHUKIH", "UHUIH"), ("V1248GV", "V2E8V"),
      ("EHHHHHE", "VHHHV"), ("HHHLLLA", "HLLLA"),
    ]
    return Dictionary(
      uniqueKeysWithValues: forms.map { (BitmapFont.rows(from: $0), BitmapFont.rows(from: $1)) })
  }()
}
