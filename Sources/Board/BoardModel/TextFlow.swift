import EaselBase

/// The lines into which a shape breaks the words of a text.
///
/// They are a function of the text, the number of columns and rows, and the width tables that are
/// compiled into the program. All members must compute the same lines, since members compare them: a
/// change of these tables is a change of the format of boards. So this code reads none of the Unicode
/// tables of the standard library.
public struct TextFlow: Hashable, Sendable {
  /// The lines, at least one.
  public private(set) var lines: [RawText] = []
  /// Whether the text goes on after the last line, which then ends in an ellipsis.
  public private(set) var isCut = false
  /// The columns of the widest line, at least 1.
  public private(set) var columns = 1
  /// The letters that were read. A text that goes on after its last line is not read to its end.
  package private(set) var lettersRead = 0
  /// The room for the text: see ``init(_:columnsMax:rowsMax:)``.
  let columnsMax: Int
  let rowsMax: Int?

  /// Breaks a text between words, and a word that is wider than a line between its letters.
  ///
  /// - Parameters:
  ///   - columnsMax: the columns of a line, at least 1.
  ///   - rowsMax: the number of lines, at least 1; nil for no limit.
  public init(_ content: RawText, columnsMax: Int, rowsMax: Int? = nil) {
    (self.columnsMax, self.rowsMax) = (columnsMax, rowsMax)
    var letters = Letters(content.utf8[...])
    var breaker = LineBreaker(
      columnsMax: max(columnsMax, 1), rowsMax: rowsMax.map { max($0, 1) } ?? .max)
    while !breaker.isFull, let letter = letters.next() {
      lettersRead += 1
      breaker.add(letter)
    }
    isCut = breaker.isFull
    if !isCut { breaker.endLine() }
    lines = breaker.rows.map { Self.text(content.utf8[$0.bytes]) }
    columns = breaker.rows.dropLast(isCut ? 1 : 0).reduce(1) { max($0, $1.columns) }
    if isCut, let last = breaker.rows.last { endLastLine(of: content.utf8[last.bytes]) }
  }

  /// Ends the last line in an ellipsis, for which letters give way.
  private mutating func endLastLine(of bytes: ArraySlice<UInt8>) {
    var letters = Array(Letters(bytes))
    var width = letters.reduce(0) { $0 + $1.columns }
    while let last = letters.last, width >= max(columnsMax, 1) || last.kind == .space {
      letters.removeLast()
      width -= last.columns
    }
    let kept = bytes[..<(letters.last?.bytes.upperBound ?? bytes.startIndex)]
    lines[lines.count - 1] = RawText(
      String(decoding: Self.text(kept).utf8, as: UTF8.self) + "…")
    columns = max(columns, width + 1)
  }

  /// A tab is as wide as a space.
  private static func text(_ bytes: ArraySlice<UInt8>) -> RawText {
    let isPlain = !bytes.contains(UInt8(ascii: "\t"))
    let bytes = isPlain ? Array(bytes) : bytes.map { $0 == UInt8(ascii: "\t") ? 0x20 : $0 }
    return RawText(String(decoding: bytes, as: UTF8.self))
  }
}

extension RawText {
  /// The size of the text with its own line breaks, in columns and rows, by the rules of ``TextFlow``.
  var size: (columns: Int, rows: Int) {
    let flow = TextFlow(self, columnsMax: .max)
    return (flow.columns, flow.lines.count)
  }
}

/// A letter of a text, with the scalars that belong to it.
private struct Letter {
  enum Kind {
    case sign
    /// The letter stands between words.
    case space
    /// The letter ends a line.
    case lineEnd
  }

  let kind: Kind
  let bytes: Range<Int>
  let columns: Int
}

/// The letters of a text.
private struct Letters: Swift.Sequence, IteratorProtocol {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  /// - Parameter bytes: valid UTF-8.
  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

  mutating func next() -> Letter? {
    guard index < bytes.endIndex else { return nil }
    let start = index
    let byte = bytes[start]
    index += 1
    switch byte {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      if byte == UInt8(ascii: "\r"), peek == UInt8(ascii: "\n") { index += 1 }
      return Letter(kind: .lineEnd, bytes: start..<index, columns: 0)
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      return Letter(kind: .space, bytes: start..<index, columns: 1)
    case 0x21...0x7E where peek.map { (0x20...0x7E).contains($0) } ?? true:
      // Most letters. What follows such a letter begins a letter of its own.
      return Letter(kind: .sign, bytes: start..<index, columns: 1)
    default:
      index = start
      return sign()
    }
  }

  private var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func sign() -> Letter? {
    let start = index
    guard let base = scalar(at: &index) else { return nil }
    var (columns, last, count) = (base.displayWidth, base, 1)
    while true {
      var end = index
      guard let scalar = scalar(at: &end), Self.joins(scalar, to: last, after: count) else { break }
      columns = Swift.max(columns, last.isFlagLetter ? 2 : scalar.displayWidth)
      (index, last, count) = (end, scalar, count + 1)
    }
    return Letter(kind: .sign, bytes: start..<index, columns: columns)
  }

  /// Reads the scalar at an index, and moves the index behind it.
  private func scalar(at index: inout Int) -> Unicode.Scalar? {
    guard index < bytes.endIndex else { return nil }
    let first = bytes[index]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let rest = bytes[(index + 1)...].prefix(count - 1)
    let value = rest.reduce(UInt32(first) & (count == 1 ? 0x7F : 0x7F >> UInt32(count))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    index += 1 + rest.count
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Marks, skin tones and pictures after a joiner belong to the letter before them; so does the
  /// second letter of a flag.
  private static func joins(
    _ scalar: Unicode.Scalar, to last: Unicode.Scalar, after count: Int
  ) -> Bool {
    if scalar == "\r" || scalar == "\n" || scalar == "\t" { return false }
    if scalar.displayWidth == 0 || (0x1F3FB...0x1F3FF).contains(scalar.value) { return true }
    if last.value == 0x200D { return scalar.value >= 0x2190 }
    return last.isFlagLetter && scalar.isFlagLetter && count == 1
  }
}

extension Unicode.Scalar {
  fileprivate var isFlagLetter: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}

/// Puts letters into lines. Each line is a part of the text without a gap.
private struct LineBreaker {
  /// Letters beside one another.
  struct Run {
    private(set) var bytes = 0..<0
    private(set) var columns = 0

    var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ other: Run) {
      guard !other.isEmpty else { return }
      bytes = isEmpty ? other.bytes : bytes.lowerBound..<other.bytes.upperBound
      columns += other.columns
    }

    mutating func append(_ letter: Letter) {
      append(Run(bytes: letter.bytes, columns: letter.columns))
    }
  }

  private(set) var rows: [Run] = []
  private let columnsMax: Int
  private let rowsMax: Int
  private var row = Run()
  /// The spaces behind the row, and then the word behind them.
  private var spaces = Run()
  private var word = Run()
  /// Whether the word is wider than a line. The letters of such a word stand in the row already.
  private var isBreakingWord = false

  init(columnsMax: Int, rowsMax: Int) { (self.columnsMax, self.rowsMax) = (columnsMax, rowsMax) }

  /// Whether the text goes on after the last line that has room.
  var isFull: Bool { rows.count >= rowsMax }

  mutating func add(_ letter: Letter) {
    switch letter.kind {
    case .lineEnd: endLine()
    case .space:
      endWord()
      spaces.append(letter)
    case .sign:
      if !isBreakingWord, row.columns + spaces.columns + word.columns + letter.columns > columnsMax
      {
        breakLine()
        // The part of the word so far fits into one line.
        row.append(word)
        (spaces, word, isBreakingWord) = (Run(), Run(), true)
      }
      guard isBreakingWord else { return word.append(letter) }
      if row.columns + letter.columns > columnsMax { breakLine() }
      row.append(letter)
    }
  }

  /// Ends the line at a break, or at the end of the text.
  mutating func endLine() {
    endWord()
    rows.append(row)
    (row, spaces) = (Run(), Run())
  }

  private mutating func endWord() {
    if !word.isEmpty {
      row.append(spaces)
      row.append(word)
      (spaces, word) = (Run(), Run())
    }
    isBreakingWord = false
  }

  private mutating func breakLine() {
    guard !row.isEmpty, !isFull else { return }
    rows.append(row)
    row = Run()
  }
}
