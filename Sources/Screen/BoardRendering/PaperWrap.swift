import BoardModel
import BoardPaper
import CellFrame
import EaselBase

extension PaperText {
  /// Returns the same text with lines of at most `columns` columns, broken between words. A word
  /// that is too long continues in the next line. The blanks at the start of a line are repeated in
  /// its next lines, so that code keeps its shape.
  ///
  /// Ink marks cells of the text, so a text cannot break its lines differently on each screen: it is
  /// wrapped once, before it goes under the ink. Its lines still tell which of them continue others,
  /// so that a diff stays one.
  ///
  /// - Parameter columns: at least 2.
  /// - Returns: the text, and the lines of it that did not fit.
  public func wrapped(to columns: Int) -> (paper: PaperText, cut: PaperCut) {
    let wrapped = lines.flatMap { line -> [Line] in
      var wrap = LineWrap(room: max(columns, 2))
      for run in line.runs { wrap.append(run.text.string, run.look) }
      let lines = wrap.lines
      return lines.prefix(1) + lines.dropFirst().map(\.continuing)
    }
    let isCut = wrapped.count > Limits.paperRows
    return (
      PaperText(lines: Array(wrapped.prefix(Limits.paperRows))),
      PaperCut(rows: isCut ? Limits.paperRows : nil)
    )
  }
}

/// A line that is broken into several.
private struct LineWrap {
  private struct Letter {
    let text: String
    let columns: Int
    let look: PaperText.Look
    var isBlank: Bool { text == " " }
  }

  let room: Int
  private var letters: [Letter] = []

  init(room: Int) { self.room = room }

  mutating func append(_ text: String, _ look: PaperText.Look) {
    for cluster in text.clusters {
      letters.append(Letter(text: String(cluster.text), columns: cluster.columns, look: look))
    }
  }

  var lines: [PaperText.Line] {
    let indent = Array(letters.prefix { $0.isBlank }.prefix(room / 2))
    var lines: [[Letter]] = []
    var rest = letters[...]
    while !rest.isEmpty {
      let before = lines.isEmpty ? [] : indent
      let end = Self.end(of: rest, room: room - before.count)
      var line = before + rest[..<end]
      rest = rest[end...]
      if !rest.isEmpty {
        // The blanks at a break belong to no line.
        rest = rest.drop { $0.isBlank }
        while let last = line.last, last.isBlank { line.removeLast() }
      }
      lines.append(line)
    }
    return lines.isEmpty ? [PaperText.Line(runs: [])] : lines.map(Self.line)
  }

  /// Returns the end of the first line: before the last word that does not fit, or else at the edge.
  private static func end(of letters: ArraySlice<Letter>, room: Int) -> Int {
    var (used, end) = (0, letters.startIndex)
    while end < letters.endIndex, used + letters[end].columns <= room {
      used += letters[end].columns
      end += 1
    }
    guard end < letters.endIndex, !letters[end].isBlank else { return end }
    let text = letters[..<end].firstIndex { !$0.isBlank } ?? end
    let blank = letters[text..<end].lastIndex { $0.isBlank }
    return blank.map { $0 + 1 } ?? max(end, letters.startIndex + 1)
  }

  private static func line(_ letters: [Letter]) -> PaperText.Line {
    var runs: [PaperText.Run] = []
    var rest = letters[...]
    while let look = rest.first?.look {
      let part = rest.prefix { $0.look == look }
      runs.append(PaperText.Run(text: SafeText(part.map(\.text).joined()), look: look))
      rest = rest[part.endIndex...]
    }
    return PaperText.Line(runs: runs)
  }
}
