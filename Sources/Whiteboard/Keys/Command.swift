import Drawing
import Rendering

/// What a key, a button of the bar or a row of a sheet asks for: one vocabulary for all three.
enum Command: Hashable, Sendable {
  case take(Tool)
  case color(InkColor)
  case width(Int)
  case thinner, thicker
  case toggleFill, toggleConstraint
  case undo, redo
  /// Brings back what somebody cleared or erased last, whoever it was.
  case restore
  case clear
  case newSession(keepingPicture: Bool)
  case show(SheetName)
  case zoomIn, zoomOut, fit, fill, home, end, pageUp, pageDown
  case copy, cut, paste, duplicate, delete, selectAll
  case toggleMouse
  case export(ExportFormat)
  case raster(Raster)
  case theme(Theme)
  case openLast
  case open(path: String)
  case board(BoardAction)
  case saveCopy
  case closeSheet
  case redraw, suspend, quit
  /// Leaves although something would be lost.
  case quitAnyway
}

enum SheetName: Hashable, Sendable {
  case help, menu, tools, palette, boards, themes, export, newSession, notices
}

/// What the board list does with the board that is chosen in it.
enum BoardAction: Hashable, Sendable { case open, rename, duplicate, trash }
