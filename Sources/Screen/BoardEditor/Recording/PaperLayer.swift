import BoardDocument
import BoardModel
import BoardPaper
import BoardRendering
import CellFrame
import EaselBase
import ScreenContract

/// Puts the text of the start under the ink, and tells the user if a part of a text is missing.
package struct PaperLayer {
  /// Whether the user has seen the notice that the shown text has too many lines.
  private var isCutKnown = false
  /// The notice about the text of the start. It waits for the next event: to lay a long text takes
  /// time, and the time of the notice could be over before the screen shows it.
  private var notice: String?
  private let requests: Requests

  package init(_ requests: Requests) { self.requests = requests }

  /// Puts text under the ink, in operations of a size that every program accepts. The entries are
  /// not stored before the first gesture, so a user who only looks at a text creates no file.
  package mutating func add(_ paper: PaperText, _ cut: PaperCut, to recorder: inout BoardRecorder) {
    var recorded = recorder.board.hold(
      paper.pieces(ofBytes: Limits.paperBytesPerOperation).map { .setPaper($0) },
      at: recorder.now.wall)
    let lack = recorded.lack
    recorded.lack = nil
    recorder.keep(recorded)
    recorder.noteNewPicture()
    requests.append(.view(.mode(.paper(CellPoint(column: 0, row: 0)))))
    if lack != nil {
      let rest =
        recorder.board.picture.paper.isEmpty
        ? "The text is not on the board." : "Only the first part of the text is on the board."
      notice = "You have reached the limit for one person on this board. \(rest)"
    } else {
      notice = cut.notice
    }
  }

  /// Shows the notice about the text of the start, if there is one.
  package mutating func showNotice() {
    guard let notice else { return }
    self.notice = nil
    requests.notify(notice, .loss)
  }

  /// Tells the user about a text that others laid, or that the board had before, if only a part of it
  /// is shown.
  package mutating func follow(_ picture: Picture) {
    let isCut = picture.isPaperCut
    defer { isCutKnown = isCut }
    guard isCut, !isCutKnown, let notice = PaperCut(rows: Limits.paperRows).notice else { return }
    requests.notify(notice, .warning)
  }
}

extension PaperCut {
  /// A sentence for the user about the part that is left out, with a small letter at its beginning;
  /// nil if nothing is left out.
  package var sentence: String? {
    let (rows, columns) = (rows?.grouped, columns?.grouped)
    return switch (rows, columns) {
    case (nil, nil): nil
    case (let rows?, nil):
      "the text has more than \(rows) lines: Easel shows the first \(rows)."
    case (nil, let columns?):
      "the text has lines of more than \(columns) columns: "
        + "Easel shows the first \(columns) columns of a line."
    case (let rows?, let columns?):
      "the text has more than \(rows) lines, and lines of more than \(columns) columns: "
        + "Easel shows the first \(rows) lines, and the first \(columns) columns of a line."
    }
  }
}

extension PaperCut {
  fileprivate var notice: String? {
    let sentences = [sentence, hiddenSentence].compactMap { $0 }
    guard !sentences.isEmpty else { return nil }
    return sentences.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// A sentence about the letters that a text under review hides; nil if there are none.
  private var hiddenSentence: String? {
    guard hidden > 0 else { return nil }
    let letters = hidden == 1 ? "1 letter" : "\(hidden.grouped) letters"
    return "the text hides \(letters), by escape sequences or under others: cat -v shows them."
  }
}

extension Int {
  /// The number with a comma before each three digits.
  fileprivate var grouped: String {
    let digits = String(magnitude)
    let marked = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
    }
    return (self < 0 ? "-" : "") + marked.joined()
  }
}
