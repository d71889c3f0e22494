import BoardContract
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// A command of the user. Keys, buttons of the bars and rows of sheets all give these commands.
package enum Command: Hashable, Sendable {
  case tool(Tool)
  case color(InkColor)
  case width(Int)
  case thinner, thicker
  case letterSize(LetterSize)
  case toggleFill, toggleConstraint, toggleSticking, toggleGuides
  /// Switches one look of shapes or lines on or off.
  case toggleLook(StrokeLook)
  case undo, redo
  /// Brings back the latest clear or erasing, by any author.
  case restore
  case clear
  case newSession(keepingPicture: Bool)
  case show(SheetName)
  case zoomIn, zoomOut, fit, fill, home, end, pageUp, pageDown
  /// Goes to the nearest thing beyond an edge of the view.
  case goBeyond(ViewEdge)
  case selection(SelectionCommand)
  /// Begins a text in the selected shape with these words.
  case writeInShape(String)
  /// Reads the file of a picture, which the user then places.
  case placePicture(path: String)
  case toggleMouse
  /// Changes the form of the tool palette: names, icons, hidden.
  case foldPalette
  /// Shows or hides the line numbers beside text paper.
  case toggleLineNumbers
  case search(SearchCommand)
  case replay(FilmCommand)
  case export(ExportFormat)
  case raster(Raster)
  /// Draw ink in the raster that suits the terminal.
  case automaticRaster
  /// Draw in the raster that suits the terminal, and finished ink in pixels.
  case pixelInk
  case theme(Theme)
  case openLast
  case open(path: String)
  case board(BoardAction)
  case saveCopy
  case closeSheet
  case redraw, suspend, quit
  /// Copies the selection. Without a selection, or at once after a copy, quits.
  case copyOrQuit
  /// Quits the program or, as `goAnyway`, leaves the board, even if entries are lost.
  case quitAnyway
  case goAnyway(BoardTarget)
  case session(SessionCommand)
}

extension Command {
  /// Whether the command, or the sheet that it opens, is useful only to users who may draw.
  package var isForDrawing: Bool {
    switch self {
    case .color, .width, .thinner, .thicker, .letterSize, .toggleFill, .toggleConstraint,
      .toggleSticking, .toggleGuides, .toggleLook, .undo, .redo, .restore, .clear, .show(.colors),
      .show(.arrange), .show(.picture), .placePicture, .writeInShape, .session(.lookHere),
      .session(.previousBoard), .session(.bringAlong):
      true
    case .tool(let tool): tool.changesBoard
    case .selection(let command): command.changesBoard
    default: false
    }
  }
}

extension Command {
  /// Whether the command leaves a stroke or a text in progress unfinished.
  package var keepsGesture: Bool {
    switch self {
    case .toggleConstraint, .toggleSticking, .toggleGuides, .redraw, .foldPalette: true
    default: false
    }
  }

  /// Whether the command also works while a film is shown, since it changes neither the board nor the
  /// tools.
  package var worksInReplay: Bool {
    switch self {
    case .replay, .zoomIn, .zoomOut, .fit, .fill, .pageUp, .pageDown, .toggleLineNumbers,
      .toggleMouse, .export, .raster, .automaticRaster, .pixelInk, .theme, .redraw, .suspend, .quit,
      .copyOrQuit, .show(.help), .show(.themes), .show(.export), .show(.notices),
      .show(.settings), .show(.knock):
      true
    default: false
    }
  }

  /// Whether the command also works on a wall, which nobody uses: it moves the view, chooses whom the view
  /// follows, or ends the program.
  package var worksOnWall: Bool {
    switch self {
    case .zoomIn, .zoomOut, .fit, .fill, .home, .end, .pageUp, .pageDown, .redraw, .suspend, .quit,
      .copyOrQuit, .show(.people), .session(.toggleFollow):
      true
    default: false
    }
  }

  package var needsCall: Bool {
    switch self {
    case .session, .show(.people), .show(.invite), .show(.leaving), .show(.offer),
      .show(.knock), .show(.ring), .show(.meeting):
      true
    default: false
    }
  }

  /// Whether the key of this command also works while the user types or a sheet is open.
  package var isAlwaysHeard: Bool {
    switch self {
    case .quit, .copyOrQuit, .suspend, .redraw: true
    default: false
    }
  }
}

/// The commands that need a call.
package enum SessionCommand: Hashable, Sendable {
  /// The next step towards drawing together: join, share, or invite others.
  case share
  case stage, unstage
  /// Makes tickets, so that guests on other machines can join the call. Before this, only users of
  /// this machine can join.
  case makeTickets
  /// Answers a person who asks to join the call.
  case answer(UInt64, DoorAnswer)
  /// Invites a user of this machine.
  case ring(PersonHere)
  /// Shows only the people whose names have this text; nil ends the search.
  case findPerson(String?)
  /// Answers a user of this machine who rings.
  case answerRing(UInt64, accepts: Bool)
  /// Looks for people in this network.
  case lookAround
  /// Chooses whether people nearby get the ticket to draw or the one to watch.
  case toggleMeetingTicket
  case meet(NearbyPerson)
  /// Confirms or declines the words of a meeting.
  case answerMeeting(Bool)
  /// Puts a ticket on the clipboard.
  case copyTicket(toDraw: Bool)
  /// Writes the tickets to a file, from which they can be copied without a clipboard.
  case writeTickets
  /// Shows the command with which another screen shows the board, or copies it.
  case showOnScreen, copyScreenCommand
  case askToRenew, renewTickets
  /// Chooses the next life of the tickets.
  case nextTicketLife
  case toggleAsking
  /// Shows the possible actions on a person.
  case about(Subject)
  /// Hides everything that a person drew; `showAll` shows it again.
  case hideAll(Subject)
  case showAll(Subject)
  case rule(Ruling, ParticipantUUID)
  /// Shows who may draw on while the board is locked. `row` is the selected row.
  case askToLock(sparing: Set<ParticipantUUID>, row: Int)
  /// Makes all people watchers except these; `unlock` lets them draw again.
  case lock(sparing: Set<ParticipantUUID>)
  case unlock
  case askToPutOut(ParticipantUUID)
  /// Removes a member from the call, and keeps this part of their work.
  case remove(ParticipantUUID, RemovalChoice)
  /// Takes back all that a person changed on things of others; `hideAndTakeBack` also hides all that
  /// they drew.
  case takeBack(Subject)
  case hideAndTakeBack(Subject)
  /// Shows a ticket as a QR code; `turnCode` exchanges light and dark in it.
  case showCode(toDraw: Bool)
  case turnCode
  case join(SessionUUID)
  case decline(SessionUUID)
  case leave, askToEnd, endForEveryone
  case follow(ParticipantUUID)
  case toggleFollow
  case lookHere
  case speak
  /// Copies what the user drew before joining onto the session's board.
  case bringAlong
  case previousBoard
  case go(to: BoardTarget, everyone: Bool)
}

/// A person to act on: someone who draws or drew on this board, or is in the call.
package enum Subject: Hashable, Sendable {
  case guest(ParticipantUUID)
  /// A member of the call that is not in the session.
  case member(ParticipantUUID)
  /// An author who has left.
  case author(AuthorID)
}

/// Another board to go to; the user may be asked which participants come along.
package enum BoardTarget: Hashable, Sendable {
  case board(path: String)
  case new(keepingPicture: Bool)
  /// The board of a session that can be joined.
  case session(SessionUUID)
}

package enum SheetName: Hashable, Sendable {
  case help, commands, tools, colors, boards, themes, export, newSession, notices, settings
  case arrange, picture
  case people, invite, leaving, offer, knock, ring, meeting
}

/// The actions of the board list on the chosen board.
package enum BoardAction: Hashable, Sendable {
  case open, rename, duplicate, trash
  /// Begin the search, or end it.
  case find
}

/// The commands of the search in text paper.
package enum SearchCommand: Hashable, Sendable { case open, next, previous, close }

/// The commands of the film of a board.
package enum FilmCommand: Hashable, Sendable {
  /// Opens the film; with others in the session, asks for whom.
  case open
  case close
  /// Opens the film for this user only, or for everybody in the session.
  case openAlone, openForAll
  /// Watches a film that others watch.
  case join(FilmItem.ID)
  /// Watches the film that others watch; opens one for everybody if there is none.
  case watchAgain
  /// In a film with others: shows the last seconds again, only here, and then joins the others.
  case lookBack
  /// In a film with others: takes all to the moment that this user has dragged to.
  case moveAllHere
  case togglePlaying, slower, faster
  /// Goes back or forward by a few seconds.
  case back, forward
  /// Goes to the gesture before or to the next one.
  case previous, next
  case toStart, toEnd
  /// Goes to a time, in milliseconds from the beginning of the film.
  case seek(to: Int64)
}

/// Which of a removed person's work stays on the board.
package enum RemovalChoice: Hashable, Sendable {
  case keepsAll
  /// Their own things stay. Their changes on things of others are taken back.
  case takesChangesBack
  /// Their entries up to when they came in stay. Only the board's owner can choose this.
  case keepsEarlier
  /// No entry of theirs stays. Only the board's owner can choose this.
  case keepsNone
}

/// The commands on the whole selection.
package enum SelectionCommand: Hashable, Sendable {
  case selectAll, copy, cut, paste, duplicate, delete, toFront, toBack
  /// Makes a group of the things, or takes them out of their group if they are a whole group.
  case toggleGroup
  /// Makes the same shape beside the selected one, with an arrow to it; without a direction, the next arrow
  /// key gives it.
  case next(Direction?)
  case align(Alignment)
  /// Makes the gaps between the things equal, from left to right or from top to bottom.
  case distributeAcross, distributeDown

  /// Whether the command changes the board.
  package var changesBoard: Bool {
    switch self {
    case .selectAll, .copy: false
    case .cut, .paste, .duplicate, .delete, .toFront, .toBack, .toggleGroup, .next, .align,
      .distributeAcross, .distributeDown:
      true
    }
  }
}

/// The edge or the middle on which things are brought into line.
package enum Alignment: Hashable, Sendable, CaseIterable {
  case left, center, right
  case top, middle, bottom
}
