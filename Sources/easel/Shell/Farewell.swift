import Glibc
import Rendering
import Vocabulary
import Whiteboard

/// What there is to tell once the terminal is given back.
struct Farewell {
  let leaving: Shell.Leaving
  let whiteboard: Whiteboard
  /// What could not be saved, and where it is now.
  let loss: String?

  /// Prints the drawing and the command that opens it again, into the scrollback. Nothing where
  /// nothing was drawn, or nobody is there to read it.
  func say(depth: ColorDepth, columns: Int, rows: Int) throws(Refusal) {
    if leaving != .hungUp, let path = whiteboard.boardPath {
      let text = Picturing(
        columns: columns, rows: max(rows - 2, 1), raster: whiteboard.shownRaster,
        theme: whiteboard.shownTheme
      ).scrollback(whiteboard.picture, depth: isatty(STDOUT_FILENO) == 1 ? depth : .none)
      let board = Self.word(path, whiteboard.boardName)
      _ = Report.result(text + "\(Self.program) \(board)\n")
    }
    if let loss { throw Refusal(loss) }
  }

  /// How this program was called: a shell that found it by a path may find no `easel` without it.
  private static var program: String {
    CommandLine.arguments.first.flatMap { $0.hasSlash ? quoted($0) : nil } ?? "easel"
  }

  /// How the board is named on a command line.
  static func word(_ path: String, _ name: SafeText) -> String {
    let places = Places.current()
    let isNamed = BoardName(name.string).map { places.data + "/" + $0.fileName == path } ?? false
    return quoted(isNamed ? name.string : path)
  }

  /// One word for a shell.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "./_-+".unicodeScalars.contains($0)
    }
    if isPlain { return Refusal.shown(text) }
    let quoted = text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#)
    return "'" + Refusal.shown(quoted) + "'"
  }
}
