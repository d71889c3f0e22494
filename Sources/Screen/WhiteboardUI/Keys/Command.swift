import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

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
  case goAnyway(Destination)
  case together(TogetherCommand)
}

extension Command {
  /// Whether it, or what it opens, is of use only to those who draw.
  var isForDrawing: Bool {
    switch self {
    case .color, .width, .thinner, .thicker, .toggleFill, .toggleConstraint, .undo, .redo, .restore,
      .clear, .cut, .paste, .duplicate, .delete, .show(.palette):
      true
    case .take(let tool): tool.changesBoard
    default: false
    }
  }
}

/// What is asked for where there is a call.
enum TogetherCommand: Hashable, Sendable {
  /// Whatever comes next on the way to drawing together: join, share, or ask others to come.
  case share
  case stage, unstage
  /// Lets others come from elsewhere, where only runs of this machine meet until now.
  case makeTickets
  /// Says to somebody at the door what they may do.
  case answer(UInt64, DoorAnswer)
  /// Puts a ticket on the clipboard.
  case copyTicket(toDraw: Bool)
  /// Writes the tickets where they can be copied from without one.
  case writeTickets
  case askToRenew, renewTickets
  case toggleAsking
  /// What can be done about somebody.
  case about(Subject)
  /// Takes all that somebody drew from sight, or brings it back.
  case hideAll(Subject)
  case showAll(Subject)
  case rule(Ruling, Bytes16)
  case askToPutOut(Bytes16)
  /// Shows a ticket as a QR code; turns its light and dark.
  case showCode(toDraw: Bool)
  case turnCode
  case join(Bytes16)
  case decline(Bytes16)
  case leave, askToEnd, endForEveryone
  case follow(Bytes16)
  case toggleFollow
  case lookHere
  case speak
  /// Copies what one drew before one joined onto the session's board.
  case bringAlong
  case previousBoard
  case go(to: Destination, everyone: Bool)
}

/// Somebody who draws or drew here.
enum Subject: Hashable, Sendable {
  case guest(Bytes16)
  /// A member of the call that is not in the session.
  case caller(Bytes16)
  /// Who has left.
  case author(AuthorID)
}

/// Another board, on the way to which one is asked who comes along.
enum Destination: Hashable, Sendable {
  case board(path: String)
  case new(keepingPicture: Bool)
  /// That of a session which can be joined.
  case session(Bytes16)
}

enum SheetName: Hashable, Sendable {
  case help, menu, tools, palette, boards, themes, export, newSession, notices
  case people, invite, leaving, offer, knock
}

/// What the board list does with the board that is chosen in it.
enum BoardAction: Hashable, Sendable { case open, rename, duplicate, trash }
