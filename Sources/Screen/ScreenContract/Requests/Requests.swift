import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardView
import CellFrame
import EaselBase

/// The requests of the parts of one whiteboard, in order: notices, sheets, effects for the shell and
/// changes of other parts.
///
/// All parts write into this one list, so the order of their requests is the order in which they made them.
/// A part only appends. The whiteboard alone takes requests out, and carries them out; between two
/// events the list is empty.
package final class Requests {
  private var list: [PartRequest] = []

  package init() {}

  /// Returns the requests, and forgets them.
  package func removeAll() -> [PartRequest] {
    defer { list = [] }
    return list
  }

  package func append(_ request: PartRequest) { list.append(request) }

  // MARK: Effects

  package func append(_ effect: Effect) { append(PartRequest.effect(effect)) }

  package func append(_ effects: [Effect]) { for effect in effects { append(effect) } }

  /// Requests an effect on the session; outside of a session the whiteboard ignores it.
  package func emit(_ effect: SessionEffect) { append(PartRequest.session(effect)) }

  /// Shows the other participants a stroke that begins.
  ///
  /// - Parameter entry: the id that the finished stroke will have; nil if there is none.
  package func sendPenDown(_ style: WetStyle, as entry: EntryID?, at point: BoardPoint) {
    if let entry { emit(.penBegan(entry, style, point)) }
  }

  package func sendPenMove(to point: BoardPoint) { emit(.penMoved([point])) }

  /// Copies a text for other programs, and says so.
  package func copy(_ text: CopiedText) { append(PartRequest.copy(text)) }

  // MARK: The bell

  /// Rings the terminal's bell, if the user wants it, because something waits for their answer.
  package func ringBell() { append(PartRequest.bell) }

  /// Asks for the user's attention to a session. The library passes the request on, and then the
  /// bell rings.
  ///
  /// - Parameter session: nil outside of a session; the bell then rings at once.
  package func requestForeground(of session: SessionUUID?) {
    guard let session else { return ringBell() }
    append(.call(.requestForeground(session)))
  }

  // MARK: Notices

  /// - Parameters:
  ///   - subject: the notice goes when this is over.
  ///   - command: the command of a click on the notice.
  package func notify(
    _ text: String, _ severity: NoticeSeverity = .information, about subject: NoticeSubject? = nil,
    command: Command? = nil
  ) {
    let notice = Notice(
      text: SafeText(text), severity: severity, subject: subject, command: command)
    append(PartRequest.notice(.show(notice)))
  }

  /// Shows a notice about the last action and the way to undo it.
  package func notify(done text: String) {
    append(PartRequest.notice(.show(Notice(text: SafeText(text), isAboutLastAction: true))))
  }

  package func notifyOnlyWatching() {
    notify("You are watching: only people who may draw can change the board.")
  }

  /// Tells the user that there is no call.
  ///
  /// - Parameters:
  ///   - command: the command that needs other people.
  ///   - hadCall: whether there was a call when the program started.
  package func notifyNoCall(_ command: Command, hadCall: Bool) {
    let need =
      command == .tool(.laser) ? "The laser points for others." : "This needs other people."
    notify(
      hadCall
        ? "You are out of the session. Start Easel again to join another one."
        : "\(need) `easel host` invites them.")
  }

  /// Shows the notices about a newly opened board.
  package func notifyOpened(_ notice: SafeText?, _ saving: SaveState) {
    if let notice {
      notify(notice.sentence, .loss)
    } else if case .readOnly(let reason) = saving {
      notify(
        "Read only: \(reason.clause). Press : and choose Save a copy to keep what you draw.",
        .loss)
    }
  }

  /// Shows the newly opened board from its beginning.
  package func show(_ opening: BoardSwitch, of board: BoardReplica) {
    leaveSheet()
    append(.notice(.dismiss))
    append(.view(.beginning))
    notifyOpened(opening.notice, board.saving)
  }

  // MARK: Sheets

  package func open(_ sheet: Sheet) { append(PartRequest.sheet(.open(sheet))) }

  /// Closes the sheet. If the user only tried a theme in it, the former theme comes back.
  package func closeSheet() { append(PartRequest.sheet(.close)) }

  /// Closes the sheet after a choice, if the sheet is of this kind. A tried theme stays.
  package func leaveSheet(
    if isLeft: @escaping @Sendable (Sheet.Kind) -> Bool = { _ in true }
  ) {
    append(PartRequest.sheet(.leave(if: isLeft)))
  }
}

/// One request of a part.
package enum PartRequest: Sendable {
  case effect(Effect)
  case session(SessionEffect)
  case copy(CopiedText)
  case bell
  case notice(NoticeRequest)
  case sheet(SheetRequest)
  case view(ViewRequest)
  case editor(EditorRequest)
}

package enum NoticeRequest: Sendable {
  case show(Notice)
  /// Show a warning, if the same text is not among the latest notices.
  case warnOnce(SafeText)
  /// Add the text to the latest notices without showing it.
  case record(SafeText)
  case dismiss
  /// Remove the notice if a click on it would give this command.
  case dismissFor(Command)
  /// An action makes a notice about the action before it untrue.
  case endAboutLastAction
}

package enum SheetRequest: Sendable {
  case open(Sheet)
  case close
  case leave(if: @Sendable (Sheet.Kind) -> Bool)
}

package enum ViewRequest: Sendable {
  /// Show this part of the board.
  case area(BoardRect)
  /// Move on so far that this part of the board can be seen.
  case reveal(BoardRect)
  case mode(View.Mode)
  /// The middle of an area, but in any case a pen, if there is one. A column has this many units.
  case follow(BoardRect, columnWidth: UInt32, pen: BoardPoint?)
  /// Show a newly opened board from its beginning.
  case beginning
  /// Show a theme that the user tries.
  case theme(Theme)
}

/// A change of the editor that another part has caused.
package enum EditorRequest: Sendable {
  /// Finish the gesture and the text in progress.
  case finishAll
  /// End the gesture and the text in progress, because this user only watches from now on.
  case stopDrawing
  /// Adapt the tools to the user's right.
  case adaptTools(mayDraw: Bool)
  /// Select another tool than the laser, which only other participants see.
  case leaveLaser
  /// Send the stroke in progress to the other participants.
  case sendGesture
  /// Follow the edits of others that were merged.
  case followTexts(BoardChange)
  /// Drop all state that belongs to the previous board.
  case reset
}
