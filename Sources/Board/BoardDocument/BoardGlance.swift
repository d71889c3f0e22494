import BoardContract
import BoardModel
import EaselBase

/// A short look at a board in its file, for the list of boards: its first words and a small picture.
package struct BoardGlance: Hashable, Sendable {
  /// The first words on the board, in reading order; for text paper, its first lines.
  package let lines: [SafeText]
  /// The ink; blank for a board of text paper.
  package let picture: Miniature
  /// Whether only the beginning of the board was read, because the board is large.
  package var isBeginning = false
  /// The reason why the board cannot be shown; nil if it can be shown.
  package private(set) var trouble: SafeText?

  /// - Parameter miniature: makes the small picture.
  package init(of picture: Picture, miniature: (Picture) -> Miniature) {
    lines = FirstLinesFinder(picture: picture).lines(atMost: Self.linesMax)
    self.picture = picture.paper.isEmpty ? miniature(picture) : Miniature()
  }

  /// Describes a board that cannot be read.
  package init(trouble: SafeText) {
    (lines, picture) = ([], Miniature())
    self.trouble = trouble
  }

  /// Returns the first line of the first text on the board, or of text paper; nil if the board has no word.
  package static func firstWords(of picture: Picture) -> SafeText? {
    FirstLinesFinder(picture: picture).lines(atMost: 1).first
  }

  /// The number of lines that are kept.
  private static let linesMax = 9
}

/// Finds the first lines of the texts of a picture.
private struct FirstLinesFinder {
  let picture: Picture

  /// Returns the first line of each text on the board, in reading order; of text paper, its first
  /// lines. Leaves out lines without a letter.
  func lines(atMost count: Int) -> [SafeText] {
    let paper = picture.paper.lazy.map { $0.runs.map(\.text.string).joined() }
    let onPaper = paper.filter(\.hasLetter).prefix(count).map { SafeText($0, limit: .line) }
    guard onPaper.isEmpty else { return Array(onPaper) }
    return labelsInOrder.prefix(count).map { label in
      let line = label.lines.first(where: \.hasLetter) ?? ""
      return SafeText(String(line.drop { $0 == " " }), limit: .line)
    }
  }

  /// The texts with a letter, row by row. A text that begins less than a row below another one
  /// stands in the same row.
  private var labelsInOrder: [Label] {
    let labels = picture.things.compactMap { thing -> (label: Label, at: BoardPoint)? in
      guard case .label(let label) = thing.item, label.lines.contains(where: \.hasLetter) else {
        return nil
      }
      let bounds = thing.pointBox
      return (label, BoardPoint(x: bounds.minX, y: bounds.minY))
    }.sorted { $0.at.y < $1.at.y }
    var rows: [[(label: Label, at: BoardPoint)]] = []
    for text in labels {
      if let first = rows.last?.first, text.at.y < first.at.y + first.label.rowHeight {
        rows[rows.count - 1].append(text)
      } else {
        rows.append([text])
      }
    }
    return rows.flatMap { $0.sorted { $0.at.x < $1.at.x } }.map(\.label)
  }
}

extension String {
  fileprivate var hasLetter: Bool { contains { $0.isLetter || $0.isNumber } }
}
