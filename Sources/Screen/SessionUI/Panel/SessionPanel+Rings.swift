import BoardContract
import BoardDocument
import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

// Rings of users of this machine.
extension SessionPanel {
  /// Invites a user of this machine. Outside of a session, one begins when that user comes; if others
  /// are here already, it begins at once.
  mutating func ring(_ person: PersonHere, _ recorder: BoardRecorder) {
    requests.leaveSheet()
    guard mayShare, recorder.mayDraw else {
      return requests.notify("You are watching: only people who may draw can invite others.")
    }
    guard !recorder.board.isReadOnly else { return requests.notifyReadOnly() }
    guard !people.isRinging(person) else {
      return requests.notify("You ring \(person.login.string) already.")
    }
    if isEligible { prepareSession(recorder) }
    people.ring(person, recorder.invitation)
  }

  mutating func findPerson(_ query: String?) {
    people.search(for: query)
    requests.open(Sheet(.invite))
  }

  mutating func answerRing(_ number: UInt64, accepts: Bool) {
    ringInvitations.answer(number, accepts: accepts)
  }

  /// Shows the invitation at once if this user is about nothing else.
  mutating func receive(
    _ invitation: RingInvitation, in recorder: BoardRecorder, _ context: SessionContext
  ) {
    ringInvitations.receive(invitation, context.chrome)
    requests.ringBell()
    if context.isUntouched, !recorder.isInSession { ringInvitations.openSheet() }
  }

  /// Opens the sheet with the ways to invite others.
  func openInvite() {
    requests.open(Sheet(.invite))
    requests.append(.call(.findPeople))
  }

  /// Prepares a session for the person who comes, if there is none.
  func prepareSession(_ recorder: BoardRecorder) {
    guard !recorder.isInSession, !awaitsGuest, !recorder.board.isReadOnly else { return }
    requests.append(.call(.stage(recorder.invitation)))
  }
}
