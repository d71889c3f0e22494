import BoardContract
import BoardDocument
import BoardEditor
import BoardModel
import CellFrame
import EaselBase
import ScreenContract

/// The session and the call on the screen. It passes events and commands to its two parts: the
/// panel with the call and the ways into a session, and the presence of the other participants.
package struct SessionController {
  package var panel: SessionPanel
  package var presence: Presence
  private let requests: Requests

  package init(_ setup: WhiteboardSetup, _ requests: Requests) {
    panel = SessionPanel(hasCall: setup.hasCall, requests)
    presence = Presence(
      setup.people.known, remembersPeople: setup.people.remembers,
      followsInk: setup.purpose == .wall,
      requests)
    self.requests = requests
  }

  // MARK: Events

  /// Handles an event of the board, its session or the call.
  package mutating func handle(
    _ event: BoardEvent, with recorder: inout BoardRecorder, in context: SessionContext
  ) {
    switch event {
    case .woke, .pausing, .failed, .playback: break
    case .kept, .filed: panel.stageAgain(recorder)
    case .keepingFailed(let reason): reportKeepingFailed(reason)
    case .keepingRecovered: requests.notify("Saved again.")
    case .opened(let opening): show(opening, with: &recorder)
    case .openingFailed(let reason):
      panel.boards.forgetNext()
      requests.notify(SafeText("Not opened: \(reason.string)").sentence, .warning)
    case .openingTakesLong: requests.notify("Opening the board… Ctrl-C quits.")
    case .merged(let change): presence.showMerged(change, on: &recorder, in: context)
    case .call(let event): handle(event, with: &recorder, in: context)
    case .session(let event, let session):
      if recorder.session == session {
        handle(event, with: &recorder, in: context)
      }
    }
  }

  private mutating func handle(
    _ event: CallEvent, with recorder: inout BoardRecorder, in context: SessionContext
  ) {
    switch event {
    case .over:
      leaveSession(&recorder)
      panel.leaveCall()
    case .changedCall(let session):
      if recorder.isInSession { leaveSession(&recorder) }
      panel.changeCall(toJoin: session)
    case .entered(let entrance): enter(entrance, &recorder, in: context)
    case .locked(let lock): note(lock, &recorder, in: context)
    case .eligibility, .staged, .unstaged, .offered, .described, .withdrawn, .connected, .asked,
      .preparing, .prepared, .foregroundRequested, .acted, .ticketLife, .ticketsEnded, .knocked,
      .wentAway, .wished, .around, .members, .reach, .cameByRing, .peopleHere, .rang, .ringEnded,
      .ringAnswered, .nearby, .meeting:
      panel.handle(event, in: recorder, context)
    }
  }

  /// Handles an event of this user's session.
  private mutating func handle(
    _ event: SessionEvent, with recorder: inout BoardRecorder, in context: SessionContext
  ) {
    if case .ended(let ending) = event {
      end(ending, &recorder)
    } else {
      presence.handle(
        event, isOutOfReach: panel.reachability.isLossReported, on: &recorder, in: context)
    }
  }

  private mutating func enter(
    _ entrance: Entrance, _ recorder: inout BoardRecorder, in context: SessionContext
  ) {
    let isOwn = panel.enter(entrance, in: &recorder)
    recorder.enter(entrance.session, mayDraw: entrance.mayDraw)
    let session = SessionState(
      session: entrance.session, me: entrance.me, since: recorder.now.wall, author: recorder.me,
      isFounder: isOwn, seat: context.setup.seat?.state(of: entrance.session), requests)
    presence.enter(session, mayDraw: entrance.mayDraw, in: context)
    requests.append(.editor(.adaptTools(mayDraw: entrance.mayDraw)))
    panel.announce(entrance, isOwn: isOwn, of: recorder.board, in: context)
  }

  private mutating func end(_ ending: Ending, _ recorder: inout BoardRecorder) {
    guard let session = recorder.session else { return }
    presence.forgetCompanions()
    if case .replaced = ending { presence.rememberCompanions() }
    panel.noteEnd(of: session, ending, on: recorder.board)
    leaveSession(&recorder)
  }

  /// Resets all state that exists only in a session. The picture stays on the screen.
  private mutating func leaveSession(_ recorder: inout BoardRecorder) {
    presence.leave(at: recorder.now.wall)
    recorder.leaveSession()
    requests.append(.editor(.adaptTools(mayDraw: true)))
    requests.append(.editor(.leaveLaser))
    panel.leaveSession()
  }

  /// Shows a newly opened board. The session comes along, stays behind, or goes on if this is the
  /// same board in another file.
  private mutating func show(_ opening: BoardSwitch, with recorder: inout BoardRecorder) {
    // The stroke in progress needs no end here: it was finished on the previous board when the user
    // asked for this board.
    requests.append(.editor(.reset))
    let consequence = panel.boards.open(opening, in: &recorder)
    if consequence == .comesAlong { presence.rememberCompanions() }
    guard recorder.isInSession else {
      if panel.awaitsGuest { requests.append(.call(.stage(recorder.invitation))) }
      return
    }
    if consequence == .goesOn { return requests.append(.call(.goOn)) }
    leaveSession(&recorder)
    requests.append(
      .call(consequence == .comesAlong ? .share(recorder.invitation) : .leave))
  }

  // MARK: Notices and appearance

  private func reportKeepingFailed(_ reason: SafeText) {
    let others = presence.isAmongOthers ? " The others get it once it is saved." : ""
    requests.notify(
      "Not saved: \(reason.clause). Easel keeps it and tries again.\(others)",
      .loss, about: .saving)
  }

  /// Shows the other participants the pointer, the tool and the view of this user. A host also shows
  /// that the board cannot be saved.
  ///
  /// - Parameter replays: whether the film of the board is shown.
  package mutating func showMyself(_ drawing: DrawingController, hosts: Bool, replays: Bool) {
    var unsaved: SafeText?
    if hosts, case .failed(let reason) = drawing.recorder.board.saving {
      unsaved = SafeText(reason.clause, limit: .title)
    }
    presence.showMyself(
      drawing.editor, of: drawing.recorder.person, unsaved: unsaved, replays: replays,
      in: drawing.surface.view)
  }

  // MARK: Commands

  package mutating func perform(
    _ command: SessionCommand, with recorder: inout BoardRecorder, in context: SessionContext
  ) {
    let isAmongOthers = presence.isAmongOthers
    switch command {
    case .share: panel.share(recorder, isAmongOthers: isAmongOthers)
    case .stage: panel.stage(recorder, isAmongOthers: isAmongOthers)
    case .leave: leave(by: .leave, isInSession: recorder.isInSession)
    case .endForEveryone:
      leave(by: .endForEveryone, isInSession: recorder.isInSession)
    case .bringAlong: panel.boards.bringAlong(to: &recorder)
    case .follow(let id):
      requests.leaveSheet()
      presence.toggleFollowing(id, in: context)
    case .toggleFollow:
      toggleFollowing(isInSession: recorder.isInSession, in: context)
    case .lookAround:
      panel.lookAround(knowing: presence.people.inOrder.map(\.author), in: recorder)
    case .lookHere:
      presence.askToLook(at: context.view.visible, mayDraw: recorder.mayDraw)
    case .speak: presence.startSpeaking()
    case .takeBack(let subject):
      panel.members.takeBack(changesOf: subject, presence, on: &recorder, context.chrome)
    case .hideAndTakeBack(let subject):
      panel.members.hideAndTakeBack(subject, presence, on: &recorder, context.chrome)
    case .hideAll(let subject):
      panel.members.hideAll(by: subject, presence, on: &recorder, context.chrome)
    case .showAll(let subject):
      panel.members.showAll(by: subject, presence, on: &recorder, context.chrome)
    case .rule(let ruling, let id): rule(ruling, id, in: context)
    case .remove(let id, let choice): remove(id, choice, in: context)
    case .unstage, .makeTickets, .answer, .copyTicket, .writeTickets, .showOnScreen,
      .copyScreenCommand, .askToRenew, .renewTickets, .nextTicketLife, .toggleAsking, .ring,
      .findPerson, .answerRing, .toggleMeetingTicket, .meet, .answerMeeting, .about, .askToLock,
      .lock, .unlock, .askToPutOut, .showCode,
      .turnCode, .join, .decline, .askToEnd,
      .previousBoard, .go:
      panel.perform(command, in: recorder)
    }
  }

  /// Leaves or ends the session. The stroke in progress is finished first, while other participants
  /// still receive it.
  private func leave(by effect: CallEffect, isInSession: Bool) {
    requests.leaveSheet()
    guard isInSession else { return }
    requests.append(.editor(.finishAll))
    requests.append(.call(effect))
  }

  /// Starts or stops following. If there is one other person, the user follows that person. If
  /// there are several, the list of people opens.
  private mutating func toggleFollowing(isInSession: Bool, in context: SessionContext) {
    let people = presence.session?.guests.filter(\.isPerson) ?? []
    guard !people.isEmpty else { return requests.notify("There is no one to follow.") }
    if presence.following.leader != nil {
      presence.stopFollowing(context.chrome)
    } else if people.count == 1 {
      requests.leaveSheet()
      presence.toggleFollowing(people[0].id, in: context)
    } else {
      openSheet(.people, isInSession: isInSession)
    }
  }

  package mutating func openSheet(_ name: SheetName, isInSession: Bool) {
    panel.openSheet(name, isAmongOthers: presence.isAmongOthers, isInSession: isInSession)
  }

  // MARK: Rulings

  /// Notes a change of the lock. The owner of the board also revokes the authors that only watch, so
  /// that what they drew meanwhile in a part that was cut off never counts. Only the host can end the
  /// lock, so an owner that is not the host revokes nobody.
  private mutating func note(
    _ lock: BoardLock?, _ recorder: inout BoardRecorder, in context: SessionContext
  ) {
    let old = panel.set(lock)
    if panel.members.isHost, let lock { recorder.revokeLocked(lock.authors) }
    let isCutOff = panel.reachability.isCutOff(at: context.uptime)
    guard let sentence = BoardLock.sentence(from: old, to: lock, isCutOff: isCutOff) else { return }
    // Ink of this user is lost, so the notices of the reunion lead back to this one.
    requests.notify(sentence, isCutOff && lock?.mayDraw == false ? .loss : .information)
  }

  private mutating func rule(_ ruling: Ruling, _ id: ParticipantUUID, in context: SessionContext) {
    let subjects = panel.members.rule(ruling, id, presence, context.chrome)
    for subject in subjects {
      presence.noteOwn(
        ruling, about: subject, isDone: panel.members.isHost, at: context.uptime)
    }
  }

  /// Removes a member, and notes which part of their work stays.
  private mutating func remove(
    _ id: ParticipantUUID, _ choice: RemovalChoice, in context: SessionContext
  ) {
    for subject in [id] + panel.members.companions(of: id, presence) {
      guard let guest = presence.session?.guest(subject), let author = guest.known?.author else {
        continue
      }
      presence.note(choice, about: author, earlier: guest.earlier, at: context.uptime)
    }
    rule(.putOut, id, in: context)
  }

  // MARK: Time

  package mutating func expire(in recorder: BoardRecorder) {
    presence.expire(at: recorder.now.uptime)
    panel.expire(in: recorder)
  }

  /// The uptimes in milliseconds at which a notice is due, or speech, a laser trail or a name fades.
  package func expiries(after uptime: Int64) -> [Int64] {
    panel.expiries + presence.expiries(after: uptime)
  }

  // MARK: The preview for members outside of the session

  /// Sends the present picture to the members of the call that are not in the session, if it is
  /// time.
  package func sendPreview(with recorder: inout BoardRecorder) {
    guard sendsPreviews(mayDraw: recorder.mayDraw), let miniature = recorder.removeDuePreview()
    else { return }
    requests.append(.call(.describe(miniature)))
  }

  /// The uptime in milliseconds at which the next preview is due; nil if none is due.
  package func previewDue(in recorder: BoardRecorder) -> Int64? {
    sendsPreviews(mayDraw: recorder.mayDraw) ? recorder.previewDue : nil
  }

  /// Whether this user sends the previews: somebody can see them, and this user is the first of the
  /// participants that may draw.
  private func sendsPreviews(mayDraw: Bool) -> Bool {
    guard let session = presence.session, session.hasRoster, mayDraw,
      !panel.members.outsideSession.isEmpty
    else { return false }
    return session.guests.allSatisfy { !$0.mayDraw || session.me < $0.id }
  }
}
