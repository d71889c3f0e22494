import BoardContract
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// A request of a whiteboard to its shell: the code that owns the terminal, the files and the call.
/// The shell carries out a list of requests in order.
package enum Effect: Sendable {
  /// A request to the board's controller.
  case board(BoardEffect)
  /// List the boards, and then look at each of them.
  case listBoards
  /// Look at this listed board before the others.
  case glance(path: String)
  /// Leave the open board and open this file.
  case open(path: String)
  case rename(path: String, to: SafeText)
  case duplicate(path: String)
  /// Copy a board that cannot be written to a new file, add these entries, and open the copy.
  case saveCopy(adding: [Entry])
  case trash(path: String)
  case untrash(path: String)
  /// Save a picture in a new file, by the name of its board.
  case export(ExportFormat, of: Picture, named: SafeText)
  /// Read the file of a picture for the board.
  case readPicture(NamedPicture)
  /// Copy to the clipboard by OSC 52. The text is always the user's own text or comes from
  /// `SafeText`.
  case copy(String)
  /// Switch the terminal's mouse reports on or off. While they are off, the terminal's own
  /// selection works.
  case mouse(on: Bool)
  /// Switch the reports of mouse moves without a button on or off.
  case hover(on: Bool)
  /// Write a setting into the settings file.
  case remember(Setting)
  /// Remember the tools for the next start; a later request replaces it.
  case rememberTools(RememberedTools)
  /// Remember these people, with whom a session has ended.
  case rememberPeople([KnownPerson])
  /// Paint the whole screen anew, even the cells that the terminal should show already.
  case redraw
  /// Make these tiles of ink, and report them.
  case makeTiles(TileRequest)
  /// Ring the terminal's bell.
  case ringBell
  case suspend
  /// Quit, once all entries are on the disk or have failed permanently.
  case quit
  /// Write the tickets into a file that only its owner can read, update the file when the tickets
  /// change, and report its path.
  case writeTickets
}

extension Effect {
  package static func keep(_ entry: Entry) -> Effect { .board(.keep(entry)) }
  package static func call(_ effect: CallEffect) -> Effect { .board(.call(effect)) }
}

package enum ExportFormat: String, CaseIterable, Sendable { case text, ansi, svg, png }

package enum Setting: Hashable, Sendable {
  case theme(String)
  case raster(RasterChoice)
}

/// The tool settings with which Easel starts the next time.
package struct RememberedTools: Hashable, Sendable {
  /// The number of the tool, see `Tool.number`.
  package var tool: UInt8
  package var width: Int
  package var color: InkColor
  package var palette: PaletteForm
  /// Whether text paper has line numbers.
  package var showsLineNumbers: Bool

  package init(
    tool: UInt8, width: Int, color: InkColor, palette: PaletteForm, showsLineNumbers: Bool = false
  ) {
    (self.tool, self.width, self.color, self.palette) = (tool, width, color, palette)
    self.showsLineNumbers = showsLineNumbers
  }
}

/// A form of the tool palette; the raw value is its name in the file of remembered settings. Never
/// change a raw value.
package enum PaletteForm: String, CaseIterable, Sendable {
  case names, icons, hidden

  package var next: PaletteForm {
    switch self {
    case .names: .icons
    case .icons: .hidden
    case .hidden: .names
    }
  }
}
