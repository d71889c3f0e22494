import BoardClient
import BoardLog
import BoardModel
import BoardRendering
import EaselBase

/// What a whiteboard asks its shell to do, in the order of the list.
public enum Effect: Sendable {
  /// Sign, write, and answer `.kept`. The first one of a fresh board makes its file.
  case keep(Entry)
  /// Come back with `.woke` at this uptime, in milliseconds; a later one replaces it.
  case wake(at: Int64)
  case listBoards
  /// Leave the board that is open and open this file.
  case open(path: String)
  /// Leave the board that is open; a fresh one has no file until something is kept. With a picture,
  /// the new board begins from it as its base.
  case newBoard(keepingPicture: Bool)
  case rename(path: String, to: SafeText)
  case duplicate(path: String)
  /// Of a board that cannot be written: copy it to a new file, add these entries, and open that.
  case saveCopy(adding: [Entry])
  case trash(path: String)
  case untrash(path: String)
  case export(ExportFormat)
  /// To the clipboard by OSC 52: always one's own or `SafeText`.
  case copy(String)
  /// Whether the terminal reports the mouse to us; off, its own selection works.
  case mouse(on: Bool)
  /// Remembered for the next start.
  case remember(Setting)
  /// Paint the whole screen anew, whatever the terminal is thought to show.
  case redraw
  case suspend
  /// Leave, once all that was to be kept is kept or has failed for good.
  case quit
  case call(CallEffect)
  /// For the session of that name.
  case session(SessionEffect, in: Bytes16)
}

public enum ExportFormat: String, CaseIterable, Sendable { case text, ansi, svg, png }

public enum Setting: Hashable, Sendable {
  case theme(String)
  case raster(Raster)
}
