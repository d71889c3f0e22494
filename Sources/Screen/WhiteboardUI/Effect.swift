import BoardClient
import BoardLog
import BoardModel
import BoardRendering
import EaselBase

/// The requests of a whiteboard to its shell, in the order of the list.
package enum Effect: Sendable {
  /// Sign the entry, write it, and answer `.kept`. The first entry of a fresh board makes its file.
  case keep(Entry)
  /// Send `.woke` at this uptime, in milliseconds; a later request replaces it.
  case wake(at: Int64)
  case listBoards
  /// Leave the open board and open this file.
  case open(path: String)
  /// Leave the open board for a fresh board, which has no file until an entry is kept. With a
  /// picture, the new board begins from it as its base.
  case newBoard(keepingPicture: Bool)
  case rename(path: String, to: SafeText)
  case duplicate(path: String)
  /// Copy a board that cannot be written to a new file, add these entries, and open the copy.
  case saveCopy(adding: [Entry])
  case trash(path: String)
  case untrash(path: String)
  case export(ExportFormat)
  /// Copy to the clipboard by OSC 52: always the user's own text or `SafeText`.
  case copy(String)
  /// Whether the terminal reports the mouse to this program; without it, the terminal's own
  /// selection works.
  case mouse(on: Bool)
  /// Remember a setting for the next start.
  case remember(Setting)
  /// Paint the whole screen anew, independent of what the terminal seems to show.
  case redraw
  case suspend
  /// Quit, once all entries are kept or have failed for good.
  case quit
  case call(CallEffect)
  /// For the session with that id.
  case session(SessionEffect, in: Bytes16)
}

package enum ExportFormat: String, CaseIterable, Sendable { case text, ansi, svg, png }

package enum Setting: Hashable, Sendable {
  case theme(String)
  case raster(Raster)
}
