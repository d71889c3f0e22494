import CellFrame

/// Letters in one row, each at the place of its cell. So they keep their columns in every font.
///
/// Words of a script that runs from right to left are one element, so that viewers can order and
/// join their letters. The element is fitted to the columns of the words.
struct SVGText {
  static let fonts = "ui-monospace,DejaVu Sans Mono,Menlo,Consolas,monospace"
  /// The size of the letters in a cell of a frame. Its columns are as wide as a letter of this size
  /// in most monospaced fonts.
  static let size = 33
  /// The distance from the upper edge of a cell to the feet of its letters.
  static let baseline = 30

  private let columnWidth: Double
  private var x: Double
  private var glyphs: [(glyph: Glyph, x: Double)] = []

  /// Creates a row of text that begins at `x`, in the picture's units.
  init(x: Double, columnWidth: Double) {
    self.x = x
    self.columnWidth = columnWidth
  }

  /// Adds the letter of the next cell, or of the next two cells if it is wide.
  mutating func add(_ glyph: Glyph) {
    glyphs.append((glyph, x))
    x += width(of: glyph)
  }

  private func width(of glyph: Glyph) -> Double { columnWidth * (glyph.isWide ? 2 : 1) }

  /// Returns the text elements.
  ///
  /// - Parameter attributes: the attributes of each element besides its places.
  func elements(_ attributes: String) -> String {
    var elements = SVGTextElements()
    var index = 0
    while index < glyphs.count {
      let words = wordsFromRightToLeft(at: index)
      if let last = words.last {
        elements.add(
          words: words.map(\.glyph.shown).joined(), x: words[words.startIndex].x,
          width: last.x + width(of: last.glyph) - words[words.startIndex].x)
        index = words.endIndex
      } else {
        elements.add(glyphs[index].glyph, x: glyphs[index].x)
        index += 1
      }
    }
    return elements.text(attributes)
  }

  /// Returns the words from right to left that begin at an index, with the blanks and signs between
  /// them; none if another letter is there.
  private func wordsFromRightToLeft(at start: Int) -> ArraySlice<(glyph: Glyph, x: Double)> {
    var end = start
    for index in start..<glyphs.count {
      let shown = glyphs[index].glyph.shown
      if shown.unicodeScalars.contains(where: Self.isFromRightToLeft) {
        end = index + 1
      } else if end == start || shown.contains(where: \.isLetter) {
        break
      }
    }
    return glyphs[start..<end]
  }

  /// Returns whether a character belongs to a block of scripts that run from right to left.
  private static func isFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }

  static func styleAttributes(_ style: Style) -> String {
    (style.attributes.contains(.bold) ? " font-weight=\"bold\"" : "")
      + (style.attributes.contains(.italic) ? " font-style=\"italic\"" : "")
      + (style.attributes.contains(.underline) ? " text-decoration=\"underline\"" : "")
  }

  /// Returns a text for XML. Leaves out the characters that XML forbids, and all other controls.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The text elements of one row, in the order of their places.
private struct SVGTextElements {
  /// The letters of the present element and their places.
  private var letters = ""
  private var positions = ""
  /// Blanks that are written only if a letter follows them.
  private var blanks: [Double] = []
  /// Finished elements: the attributes of their places and their letters.
  private var finished: [(positions: String, letters: String)] = []

  /// Adds a letter.
  mutating func add(_ glyph: Glyph, x: Double) {
    let shown = glyph.shown
    guard shown != " " else {
      if !letters.isEmpty { blanks.append(x) }
      return
    }
    // Viewers count the parts of such a letter in different ways. Each such letter therefore has an
    // element of its own.
    let isSingle = glyph.isWide || shown.utf16.count > 1
    // Viewers show several blanks as one, and would then misplace all letters behind them.
    if isSingle || blanks.count > 1 { finish() }
    for blank in blanks {
      letters += " "
      positions += " \(SVGNumber.whole(blank))"
    }
    blanks = []
    letters += SVGText.escaped(shown)
    positions += (positions.isEmpty ? "" : " ") + "\(SVGNumber.whole(x))"
    if isSingle { finish() }
  }

  /// Adds words as an element of their own, which is fitted to a width.
  mutating func add(words: String, x: Double, width: Double) {
    finish()
    let positions =
      "x=\"\(SVGNumber.whole(x))\" textLength=\"\(max(SVGNumber.whole(width), 1))\" "
      + "lengthAdjust=\"spacingAndGlyphs\""
    finished.append((positions, SVGText.escaped(words)))
  }

  private mutating func finish() {
    if !letters.isEmpty { finished.append(("x=\"\(positions)\"", letters)) }
    (letters, positions, blanks) = ("", "", [])
  }

  /// Returns the elements.
  func text(_ attributes: String) -> String {
    var elements = self
    elements.finish()
    return elements.finished.map { "<text \($0.positions) \(attributes)>\($0.letters)</text>\n" }
      .joined()
  }
}

/// The numbers of an SVG file, all of which are whole.
enum SVGNumber {
  /// The greatest number; a number beyond it is cut.
  private static let most = 1e13

  /// Returns the nearest whole number; 0 if the value is not a number.
  static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value, -most), most).rounded())
  }

  /// Returns a length or a place in tenths.
  static func tenths(_ value: Double) -> Int { whole(value * 10) }
}
