import BoardDocument
import BoardRendering
import CellFrame
import EaselBase
import EaselPlatform
import WhiteboardUI

/// What there is to tell once the terminal is given back.
struct ExitSummary {
  let leaving: Shell.Leaving
  let board: BoardReplica
  let raster: Raster
  let theme: Theme
  /// What could not be saved, and where it is now.
  let loss: String?

  /// Prints the drawing and the command that opens it again, into the scrollback. Nothing where
  /// nothing was drawn, or nobody is there to read it.
  ///
  /// - Parameter isUTF8: whether whoever reads it takes more than ASCII.
  func say(depth: ColorDepth, isUTF8: Bool, columns: Int, rows: Int) throws(UserError) {
    if leaving != .hungUp, let path = board.path {
      let text = BoardExporter(
        columns: columns, rows: max(rows - 2, 1), raster: raster, theme: theme
      ).scrollback(board.picture, depth: isatty(STDOUT_FILENO) == 1 ? depth : .none)
      let words = [Self.program, Self.word(path, board.name)]
      let command = words.map { isUTF8 ? $0 : Self.escaped($0) }.joined(separator: " ")
      _ = Report.result((isUTF8 ? text : Self.ascii(text)) + command + "\n")
    }
    if let loss { throw UserError(loss) }
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

  /// The same columns, with a question mark where there is more than ASCII, as on the screen.
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

  /// A quoted word that still names the same file where nothing but ASCII can be shown.
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

  /// One word for a shell.
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
