import BoardDocument
import BoardLog
import BoardModel
import EaselBase

extension Whiteboard {
  /// Prepares the first event: lays the paper, and offers the last board.
  mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    let expires = notice.map { wait(for: Notice.milliseconds(for: $0.text)) }
    notice?.expires = expires
    if let paper = setup.paper { addPaper(paper) }
    if let last = setup.lastBoard, notice == nil { offer(last) }
  }

  private mutating func offer(_ last: BoardSummary) {
    let chrome = Chrome(raster)
    let age = Age(from: last.changed, to: now.wall).words
    notice = Notice(
      text: SafeText(
        "\(chrome.enter) open \(chrome.quoted(last.name.string)) from \(age) "
          + "\(chrome.dash) or just draw"), command: .openLast)
  }

  /// Removes the offer at the first stroke or key.
  mutating func dismissOffer() {
    if notice?.command == .openLast { notice = nil }
  }

  /// Lays text in operations of a size that every reader accepts. Their entries are held until the
  /// first gesture, so that only looking at a board leaves no file behind.
  private mutating func addPaper(_ paper: PaperText) {
    keep(
      board.hold(
        paper.pieces(ofBytes: Limits.paperBytesPerOperation).map { .lay($0) }, at: now.wall))
    view.show(.paper(.init(column: 0, row: 0)))
    repaintAll()
  }
}

extension PaperText {
  /// Returns the same lines in pieces of at most so many bytes, as far as single lines allow.
  func pieces(ofBytes limit: Int) -> [PaperText] {
    var pieces: [PaperText] = []
    var (lines, size) = ([Line](), 0)
    for line in self.lines.prefix(Limits.paperRows) {
      // Besides its text, every run stores its style, and every line stores its end.
      let bytes = line.runs.reduce(8) { $0 + $1.content.utf8.count + 24 }
      if size + bytes > limit, !lines.isEmpty {
        pieces.append(PaperText(lines: lines))
        (lines, size) = ([], 0)
      }
      lines.append(line)
      size += bytes
    }
    if !lines.isEmpty { pieces.append(PaperText(lines: lines)) }
    return pieces
  }
}

/// The age of an event, in words.
struct Age: Hashable, Sendable {
  let words: String

  /// Both times are in milliseconds since 1970.
  init(from then: Int64, to now: Int64) {
    let (difference, overflow) = now.subtractingReportingOverflow(then)
    let seconds = overflow ? 0 : max(difference / 1_000, 0)
    let (count, unit): (Int64, String) =
      switch seconds {
      case ..<60: (0, "")
      case ..<3_600: (seconds / 60, "minute")
      case ..<86_400: (seconds / 3_600, "hour")
      default: (seconds / 86_400, "day")
      }
    words = count == 0 ? "just now" : "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }
}
