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
    var breaker = LineBreaker(columnsMax: max(columnsMax, 1))
    for cluster in Clusters(content) { breaker.add(cluster) }
    breaker.endLine()
    var rows = breaker.rows
    if let rowsMax = rowsMax.map({ max($0, 1) }), rows.count > rowsMax {
      rows.removeSubrange(rowsMax...)
      rows[rowsMax - 1].end(withMarkIn: max(columnsMax, 1))
      isCut = true
    }
    lines = rows.map { RawText($0.text) }
    columns = rows.reduce(1) { max($0, $1.columns) }
  }
}

extension RawText {
  /// The size of the text with its own line breaks, in columns and rows, by the rules of ``TextFlow``.
  var size: (columns: Int, rows: Int) {
    let flow = TextFlow(self, columnsMax: .max)
    return (flow.columns, flow.lines.count)
  }
}

/// The letters of a text, each with the scalars that belong to it.
private struct Clusters: Swift.Sequence, IteratorProtocol {
  struct Cluster {
    var text: String.UnicodeScalarView
    var columns: Int
    /// Whether the letter ends a line.
    var isBreak = false
    /// Whether the letter stands between words.
    var isSpace = false
  }

  private var rest: Substring.UnicodeScalarView

  init(_ content: RawText) {
    rest = Substring(String(decoding: content.utf8, as: UTF8.self)).unicodeScalars
  }

  mutating func next() -> Cluster? {
    guard let base = rest.popFirst() else { return nil }
    if base == "\r" || base == "\n" {
      if base == "\r", rest.first == "\n" { rest.removeFirst() }
      return Cluster(text: .init(), columns: 0, isBreak: true)
    }
    // A tab is as wide as a space.
    if base == " " || base == "\t" {
      return Cluster(text: " ".unicodeScalars, columns: 1, isSpace: true)
    }
    var cluster = Cluster(text: .init([base]), columns: base.displayWidth)
    var last = base
    while let scalar = rest.first, Self.joins(scalar, to: last, in: cluster) {
      rest.removeFirst()
      cluster.text.append(scalar)
      cluster.columns = Swift.max(cluster.columns, last.isFlagLetter ? 2 : scalar.displayWidth)
      last = scalar
    }
    return cluster
  }

  /// Marks, skin tones and pictures after a joiner belong to the letter before them; so does the
  /// second letter of a flag.
  private static func joins(
    _ scalar: Unicode.Scalar, to last: Unicode.Scalar, in cluster: Cluster
  ) -> Bool {
    if scalar == "\r" || scalar == "\n" || scalar == "\t" { return false }
    if scalar.displayWidth == 0 || (0x1F3FB...0x1F3FF).contains(scalar.value) { return true }
    if last.value == 0x200D { return scalar.value >= 0x2190 }
    return last.isFlagLetter && scalar.isFlagLetter && cluster.text.count == 1
  }
}

extension Unicode.Scalar {
  fileprivate var isFlagLetter: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}

/// Puts letters into lines.
private struct LineBreaker {
  struct Row {
    private(set) var clusters: [Clusters.Cluster] = []
    private(set) var columns = 0

    var text: String {
      var text = String.UnicodeScalarView()
      for cluster in clusters { text.append(contentsOf: cluster.text) }
      return String(text)
    }

    mutating func append(_ cluster: Clusters.Cluster) {
      clusters.append(cluster)
      columns += cluster.columns
    }

    /// Ends the line in an ellipsis, for which letters give way.
    mutating func end(withMarkIn columnsMax: Int) {
      while let last = clusters.last, columns >= columnsMax || last.isSpace {
        clusters.removeLast()
        columns -= last.columns
      }
      append(Clusters.Cluster(text: "…".unicodeScalars, columns: 1))
    }
  }

  private(set) var rows: [Row] = []
  private let columnsMax: Int
  private var row = Row()
  /// The spaces behind the row, and then the word behind them.
  private var spaces: [Clusters.Cluster] = []
  private var word: [Clusters.Cluster] = []
  private var wordColumns = 0

  init(columnsMax: Int) { self.columnsMax = columnsMax }

  mutating func add(_ cluster: Clusters.Cluster) {
    if cluster.isBreak {
      endLine()
    } else if cluster.isSpace {
      endWord()
      spaces.append(cluster)
    } else {
      word.append(cluster)
      wordColumns += cluster.columns
    }
  }

  /// Ends the line at a break, or at the end of the text.
  mutating func endLine() {
    endWord()
    spaces = []
    rows.append(row)
    row = Row()
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    if row.columns + spaces.count + wordColumns <= columnsMax {
      for cluster in spaces + word { row.append(cluster) }
    } else {
      breakLine()
      for cluster in word {
        if row.columns + cluster.columns > columnsMax { breakLine() }
        row.append(cluster)
      }
    }
    (spaces, word, wordColumns) = ([], [], 0)
  }

  private mutating func breakLine() {
    guard !row.clusters.isEmpty else { return }
    rows.append(row)
    row = Row()
  }
}
