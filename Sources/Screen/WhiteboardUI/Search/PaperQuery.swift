import BoardModel
import BoardPaper
import BoardRendering
import CellFrame
import EaselBase

/// A place in text paper, or in a label on it, that matches a query, in cells of the paper.
struct PaperMatch: Hashable, Sendable {
  let row: Int
  let columns: Range<Int>
}

/// A text to find in text paper, and in the labels on it.
///
/// 1. Without a capital in the query, capitals and small letters count as equal.
/// 2. The forms of a letter that Unicode calls equivalent count as equal, such as `é` and `e` with
///    an accent.
/// 3. Matches of one line do not overlap, and no match goes on in the next line.
struct PaperQuery: Hashable, Sendable {
  private let isExact: Bool
  private let glyphs: [Glyph]
  /// The query as bytes; nil if it is not ASCII.
  private let bytes: [UInt8]?

  init(_ text: String) {
    let isExact = text.contains(where: \.isUppercase)
    self.isExact = isExact
    glyphs = GlyphLine(text).glyphs.map { isExact ? $0 : $0.folded }
    let utf8 = text.utf8
    bytes = utf8.allSatisfy { $0 < 0x80 } ? utf8.map { isExact ? $0 : $0.folded } : nil
  }

  /// The largest number of matches that are counted.
  static let matchesMax = 99_999

  /// Returns the matches in the labels together with these matches in the paper, from top to bottom
  /// and from left to right.
  func matches(inLabelsOf picture: Picture, and paper: [PaperMatch]) -> [PaperMatch] {
    let labels = picture.things.flatMap { thing -> [PaperMatch] in
      thing.item.asLabel.map { matches(in: $0, thing.offset) } ?? []
    }
    guard !labels.isEmpty else { return paper }
    return (paper + labels).sorted {
      ($0.row, $0.columns.lowerBound) < ($1.row, $1.columns.lowerBound)
    }
  }

  /// Returns the matches in a label, whose letters lie in cells of the paper.
  private func matches(in label: Label, _ offset: BoardOffset) -> [PaperMatch] {
    let position = Viewport.paper().position(of: label.origin.moved(by: offset))
    return label.lines.enumerated().flatMap { index, line in
      ranges(in: PaperText.Line(runs: [PaperText.Run(text: SafeText(line))])).map { range in
        let indent = label.indent(ofLineWith: line.displayWidth) * label.letterSize.columns
        let column = Int(position.column.rounded()) + indent
        return PaperMatch(
          row: Int(position.row.rounded()) + index,
          columns: range.lowerBound + column..<range.upperBound + column)
      }
    }
  }

  /// Returns the matches from top to bottom and from left to right.
  func matches(in lines: [PaperText.Line]) -> [PaperMatch] {
    guard !glyphs.isEmpty else { return [] }
    var matches: [PaperMatch] = []
    for (row, line) in lines.enumerated() {
      matches += ranges(in: line).map { PaperMatch(row: row, columns: $0) }
      if matches.count >= Self.matchesMax { return Array(matches.prefix(Self.matchesMax)) }
    }
    return matches
  }

  private func ranges(in line: PaperText.Line) -> [Range<Int>] {
    let text = line.runs.flatMap { Array($0.text.string.utf8) }
    // The usual case: a cell for each byte.
    if text.allSatisfy({ $0 < 0x80 }) {
      guard let bytes else { return [] }
      return Self.ranges(of: bytes, in: isExact ? text : text.map(\.folded))
        .filter { $0.upperBound <= Limits.paperColumns }
    }
    let letters = line.runs.flatMap { GlyphLine($0.text.string).glyphs }
    var starts: [Int] = []
    var column = 0
    for glyph in letters {
      starts.append(column)
      column += glyph.isWide ? 2 : 1
    }
    starts.append(column)
    return Self.ranges(
      of: glyphs.map(Letter.init),
      in: letters.map { Letter(glyph: isExact ? $0 : $0.folded) }
    )
    .map { starts[$0.lowerBound]..<starts[$0.upperBound] }
    .filter { $0.upperBound <= Limits.paperColumns }
  }

  private static func ranges<Element: Equatable>(
    of part: [Element], in whole: [Element]
  ) -> [Range<Int>] {
    guard let first = part.first, part.count <= whole.count else { return [] }
    var ranges: [Range<Int>] = []
    var start = 0
    while start + part.count <= whole.count {
      if whole[start] == first, whole[start..<start + part.count].elementsEqual(part) {
        ranges.append(start..<start + part.count)
        start += part.count
      } else {
        start += 1
      }
    }
    return ranges
  }
}

/// A glyph that equals every equivalent form of it.
private struct Letter: Equatable {
  let glyph: Glyph

  static func == (left: Letter, right: Letter) -> Bool {
    if left.glyph == right.glyph { return true }
    // Only a few signs of ASCII have another form, and these are no letters.
    if left.isPlain || right.isPlain { return false }
    return left.glyph.string == right.glyph.string
  }

  private var isPlain: Bool { glyph.base.value < 0x80 && glyph == Glyph(glyph.base) }
}

extension UInt8 {
  /// The small letter of an ASCII capital; any other byte itself.
  fileprivate var folded: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension Glyph {
  /// The glyph with a small letter as its base, if that is a single scalar.
  fileprivate var folded: Glyph {
    let lower = base.properties.lowercaseMapping.unicodeScalars
    guard base.properties.changesWhenLowercased, lower.count == 1, let small = lower.first else {
      return self
    }
    return Glyph([small] + scalars.dropFirst()) ?? self
  }
}
