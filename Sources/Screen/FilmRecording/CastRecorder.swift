import BoardFilm
import CellFrame
import EaselBase

/// A film as a recording for `asciinema` and its players: asciicast, version 2. The same film and the
/// same look give the same bytes.
///
/// The first line describes the screen. Each other line is an event: what the screen has to write at a
/// moment, or a marker where the board was cleared.
///
/// https://docs.asciinema.org/manual/asciicast/v2/
package struct CastRecorder: Sequence, IteratorProtocol {
  private let cut: FilmCut
  private var frames: FilmFrames
  private var screen: Frame
  private var writer = CellWriter()
  /// The lines that come next, the last one first.
  private var lines: [String]
  private var isOver = false
  /// The time of the last event, in milliseconds.
  private var time: Int64 = 0
  /// How much of the recording the lines so far cover, from 0 to 1.
  package private(set) var progress: Double = 0

  /// - Parameter title: the name of the board.
  package init(_ film: Film, _ cut: FilmCut, _ look: CellLook, title: SafeText) {
    self.cut = cut
    frames = FilmFrames(film, cut, look)
    screen = Frame(columns: look.area.columns, rows: look.area.rows)
    let (columns, rows) = (screen.columns, screen.rows)
    lines = [
      #"{"version": 2, "width": \#(columns), "height": \#(rows), "title": \#(title.string.json)}"#
    ]
  }

  /// Returns the next line, with its line feed; nil after the last one.
  package mutating func next() -> String? {
    if let line = lines.popLast() { return line + "\n" }
    guard !isOver else { return nil }
    if let shown = frames.next() {
      time = shown.time
      progress = cut.duration > 0 ? Double(time) / Double(cut.duration) : 1
      let isFirst = writer.isBlank
      let cells = writer.write(shown.frame, over: screen)
      screen = shown.frame
      let output = isFirst ? CellWriter.beginning + cells : cells
      lines += Array(repeating: event(time, "m", "Clear"), count: shown.clears)
      if !output.isEmpty { lines.append(event(time, "o", output)) }
    } else {
      isOver = true
      progress = 1
      lines.append(event(Swift.max(time, cut.duration), "o", writer.end(rows: screen.rows)))
    }
    return next()
  }

  private func event(_ time: Int64, _ kind: String, _ text: String) -> String {
    let fraction = String(time % 1_000 + 1_000).dropFirst()
    return #"[\#(time / 1_000).\#(fraction), "\#(kind)", \#(text.json)]"#
  }
}

/// Writes changed cells for a terminal.
private struct CellWriter {
  /// The style that the terminal has; nil before the first cell.
  private var style: Style?

  /// Whether nothing was written yet.
  var isBlank: Bool { style == nil }

  /// Hides the cursor, and clears the screen in the terminal's own colours.
  static let beginning = "\u{1B}[?25l\u{1B}[0m\u{1B}[2J"

  /// Returns the cells of a frame that differ from the screen, for a terminal with direct colours.
  mutating func write(_ frame: Frame, over screen: Frame) -> String {
    var text = ""
    var last = style ?? .plain
    for run in FrameDiff.runs(from: screen, to: frame) {
      text += "\u{1B}[\(run.row + 1);\(run.columns.lowerBound + 1)H"
      for column in run.columns {
        let cell = frame[column, run.row].seamless
        guard cell.glyph != .shadow else { continue }
        if cell.style != last { text += SGR.sequence(cell.style) }
        last = cell.style
        text += cell.glyph.shown
      }
    }
    style = last
    return text
  }

  /// Shows the cursor again, in the last row.
  func end(rows: Int) -> String { "\u{1B}[0m\u{1B}[\(rows);1H\u{1B}[?25h" }
}

extension String {
  /// The text as a value of JSON, with quotes. Control characters are written as their numbers.
  fileprivate var json: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
