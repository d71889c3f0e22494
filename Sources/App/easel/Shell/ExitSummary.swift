import BoardDocument
import BoardFiles
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import EaselPlatform
import WhiteboardUI

/// The summary that is printed after the terminal is restored.
struct ExitSummary {
  let leaving: Shell.Leaving
  let board: BoardReplica
  let raster: Raster
  let theme: Theme
  /// A sentence about an export that ended after the user left; nil if none did.
  let export: SafeText?
  /// A sentence about what could not be saved, and where it is now.
  let loss: String?

  /// Prints the drawing into the scrollback, and a line with the command that opens it again. Prints
  /// none of this if nothing was drawn, or the terminal is gone.
  ///
  /// - Parameter isUTF8: whether the output may hold more than ASCII.
  func printSummary(depth: ColorDepth, isUTF8: Bool, columns: Int, rows: Int) throws(UserError) {
    if case .moved(let terminal) = leaving {
      return try Report.result("Your seat is \(SeatPlace.placed(terminal)) now.\n")
    }
    if leaving != .hungUp, let path = board.path {
      let text = BoardExporter(
        size: .all(columnsMax: columns, rowsMax: max(rows - 2, 1)), raster: raster,
        theme: theme.adapted(to: depth)
      ).scrollback(
        board.picture, cell: board.cell,
        depth: isatty(STDOUT_FILENO) == 1 ? depth : .none)
      let words = [Self.program, Self.word(path)]
      let command = words.map { isUTF8 ? $0 : Self.escaped($0) }.joined(separator: " ")
      // No full stop follows, so that a user can copy the command to the end of the line.
      try Report.result((isUTF8 ? text : Self.ascii(text)) + Self.invitation + command + "\n")
    }
    if leaving != .hungUp, let export { Report.notice(export.string) }
    if let loss { throw UserError(loss) }
  }

  private static let invitation = "Open this board again: "

  /// The command that started this program. If it is a path, the shell may find no program by the
  /// name `easel` alone.
  private static var program: String {
    ProgramArguments.all.first.flatMap { $0.hasSlash ? quoted($0) : nil } ?? "easel"
  }

  /// Returns the name of the board's file, or its path, as a word for the command line.
  static func word(_ path: String) -> String {
    let (paths, name) = (AppPaths.current(), BoardFileName.shown(path: path).string)
    let isNamed = BoardFileName(name).map { paths.data + "/" + $0.fileName == path } ?? false
    return quoted(isNamed ? name : path)
  }

  /// Returns text of the same width, with a question mark for each character that is not ASCII, as
  /// on the screen.
  static func ascii(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        shown.append(scalar)
      } else {
        shown += "? ".unicodeScalars.prefix(scalar.displayWidth)
      }
    }
    return String(shown)
  }

  /// Returns a quoted word that names the same file but holds only ASCII.
  static func escaped(_ word: String) -> String {
    guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return word }
    let bare = word.hasPrefix("'") ? String(word.dropFirst().dropLast()) : word
    let bytes = bare.replacing(#"'\''"#, with: "'").utf8.map { byte in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(Unicode.Scalar(byte))
      case 0x80...: "\\" + String(byte, radix: 8)
      default: String(Unicode.Scalar(byte))
      }
    }
    return "$'" + bytes.joined() + "'"
  }

  /// Quotes a text as one word for a shell.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "./_-+".unicodeScalars.contains($0)
    }
    if isPlain { return UserError.shown(text) }
    let quoted = text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#)
    return "'" + UserError.shown(quoted) + "'"
  }
}
