import BoardContract
import BoardDocument
import BoardFiles
import BoardLog
import BoardModel
import EaselBase
import Foundation
import SessionCore

// Handles the events of the call and of its sessions, and carries out the user's effects on them.
extension BoardController {
  /// Hands an event of the call to the user. Entries that came before the event are merged first, but
  /// at most one slice of them: neither a ruling nor the end of a session waits for all that its
  /// members have sent.
  func receive(_ event: BoardEvent) {
    enqueue { [self] in
      if hasArrivals { step { $0.mergeArrivals(at: $1, using: &$2) } }
      if let session = event.endedSession { forget(session) }
      handle(event)
    }
  }

  func carryOut(_ effect: CallEffect) {
    switch effect {
    case .share(let invitation):
      nameForGuests()
      call.client?.activate(
        invitation.named(board.name), on: board.log.genesis, first: placement.first,
        replacing: placement.share())
    case .stage(let invitation):
      nameForGuests()
      let invitation = invitation.named(board.name)
      placement.stage()
      if call.resumeLost(invitation) { return }
      call.client?.stage(invitation, on: board.log.genesis, first: placement.first)
    case .ring(let person, let invitation): ring(person, invitation)
    case .describe(let miniature): call.describe(miniature)
    case .join(let session): join(session)
    case .goOn: resumeCurrent()
    case .leave: leaveSession { $0.leave() }
    case .endForEveryone: leaveSession { $0.end() }
    case .prepare(let path, let invitation):
      let invitation = invitation.named(BoardFileName.shown(path: path))
      call.client?.question.ask(
        about: DrawTogether(invitation, on: board.log.genesis, replaces: nil), at: path)
    case .choose, .requestForeground, .unstage, .answer, .askFirst, .rule, .lock, .unlock,
      .renewTickets, .makeTickets, .keepTickets, .findPeople, .answerRing,
      .discover, .meet, .answerMeeting:
      call.carryOut(effect)
    }
  }

  /// Rings a person. Outside of a session, the library asks the person, and prepares a session.
  private func ring(_ person: PersonHere, _ invitation: Invitation) {
    guard let connection = call.connection else { return }
    guard let client = call.client, placement.open?.session == nil, client.asksFirstPerson else {
      return call.rings.ring(person, invitation, in: connection)
    }
    nameForGuests()
    placement.stage()
    let named = invitation.named(board.name)
    if call.resumeLost(named) { return call.rings.ring(person, invitation, in: connection) }
    let activity = DrawTogether(
      named, on: board.log.genesis, replaces: nil, first: placement.first)
    client.sharing.ask(about: activity) { [call] answer in
      call.rings.ring(person, invitation, in: connection) { answer($0 == .accepted) }
    }
  }

  func notShared(_ error: any Error) { receive(.failed(SafeText("not shared: \(error)"))) }

  private func leaveSession(_ leave: @escaping @MainActor (CallClient) -> Void) {
    awaitDisk { [self] in
      await sendRest()
      if let client = call.client { leave(client) }
    }
  }

  // MARK: Ink of other members

  /// Whether other members drew something that the next frame is to show.
  package var hasArrivals: Bool { driver.client.isBehind || driver.client.session?.hasNews == true }

  /// Shows the entries and the unfinished strokes of other members.
  package func showArrivals() {
    if hasArrivals { step { $0.showNews(at: $1, using: &$2) } }
  }

  /// Merges the entries of other members that had arrived in sessions that this user has left, slice
  /// by slice. The program's loop goes on between the slices.
  func mergeRemains() async {
    while driver.client.hasRemains {
      step { $0.mergeArrivals(at: $1, using: &$2) }
      await Task.yield()
    }
  }

  // MARK: Sessions

  /// Whether the user has entered that session.
  func isInSession(_ session: SessionUUID?) -> Bool { user.session == session }

  /// Handles a session that this user can join.
  func offered(_ offer: JoinableSession, _ known: KnownSession) {
    enqueue { [self] in
      placement.offered(offer.session, known)
      handle(.call(.offered(offer)))
    }
  }

  /// Handles a new name or a new preview of the board of a session.
  ///
  /// Any member can send a description, and a preview from a guest may hold an old name. So the
  /// member that names the board sends its name again whenever a description has another name.
  func described(_ session: SessionUUID, as invitation: Invitation) {
    enqueue { [self] in
      placement.renamed(session, to: invitation.title)
      if session == placement.current, let name = placement.hostsName {
        driver.client.board.named(name)
      }
      if session == placement.open?.session, placement.hostsName == nil,
        invitation.title != invitation.named(board.name).title
      {
        // The session has the new description only after this step.
        Self.later(self) { $0.call.describe() }
      }
      let title = placement[session]?.name ?? invitation.title
      handle(.call(.described(session, title: title, invitation.miniature)))
    }
  }

  /// Handles a session that this user has begun, with the open board.
  func begun(_ session: SessionUUID, participant: ParticipantUUID) {
    enqueue { [self] in
      placement.begun(session, participant: participant, on: board.log.genesis)
      enter(session)
    }
  }

  /// Handles the beginning of the session's board, which another member has sent.
  package func begin(_ session: SessionUUID, from beginning: BoardBeginning) {
    enqueue { [self] in
      guard placement.home != session, let known = placement[session],
        known.genesis == beginning.genesis
      else { return }
      open(beginning, named: known.name, for: session)
    }
  }

  /// Forgets a session. If the session is offered again, the offer brings the same facts again.
  private func forget(_ session: SessionUUID) {
    if session == placement.current { call.rings.endAll() }
    if placement.forget(session) { call.save() }
  }

  /// Handles the wish of another run of this user to open a board. The user hears of the wish only
  /// if this run has that board open.
  func wished(_ wish: BoardWish) {
    enqueue { [self] in
      if let path = board.path, wish.isFor(path) { handle(.call(.wished)) }
    }
  }
}

extension Invitation {
  /// Returns the same invitation to a board with this name.
  fileprivate func named(_ name: SafeText) -> Invitation {
    var invitation = self
    invitation.title = SafeText(name.string, limit: .title)
    return invitation
  }
}
