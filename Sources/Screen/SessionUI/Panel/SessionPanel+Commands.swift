import BoardContract
import BoardDocument
import BoardEditor
import EaselBase
import ScreenContract

// Carries out the commands about the call, given by key, bar or sheet.
extension SessionPanel {
  /// Carries out the commands about tickets and guests.
  package mutating func perform(_ command: SessionCommand, in recorder: BoardRecorder) {
    switch command {
    case .unstage:
      requests.leaveSheet()
      requests.append(.call(.unstage))
      if canWithdraw { invitations.withdraw() }
    case .join(let session): boards.join(session, from: recorder)
    case .decline(let session): offers.decline(session)
    case .askToEnd: requests.open(Sheet(.ending, selected: 1))
    case .previousBoard: boards.goBackForEveryone(from: recorder)
    case .go(let target, let everyone):
      boards.go(to: target, everyone: everyone, from: recorder)
    case .makeTickets: invitations.makeTickets()
    case .copyTicket(let toDraw): invitations.copyTicket(toDraw: toDraw)
    case .writeTickets:
      requests.leaveSheet()
      requests.append(.writeTickets)
    case .askToRenew: requests.open(Sheet(.renewing, selected: 1))
    case .renewTickets:
      invitations.renewTickets(canModerate: members.canModerate)
    case .nextTicketLife: invitations.chooseNextLife()
    case .toggleAsking:
      invitations.toggleAsking()
      if !invitations.asksFirst { admissions.admitTickets() }
    case .showCode(let toDraw): invitations.showCode(toDraw: toDraw)
    case .showOnScreen: requests.open(Sheet(.otherScreen))
    case .copyScreenCommand: invitations.copyScreenCommand()
    case .answer(let request, let answer):
      let comesIn = admissions.answer(request, answer)
      // The admitted person wants to see this board, so the program prepares a session for it.
      if comesIn { prepareSession(recorder) }
    case .ring(let person): ring(person, recorder)
    case .findPerson(let query): findPerson(query)
    case .answerRing(let number, let accepts): answerRing(number, accepts: accepts)
    case .toggleMeetingTicket: nearby.toggleTicket()
    case .meet(let person): nearby.meet(person)
    case .answerMeeting(let accepts): nearby.answer(accepts, at: recorder.now.uptime)
    case .about(let subject): requests.open(Sheet(.about(subject)))
    case .askToPutOut(let id): requests.open(Sheet(.puttingOut(id)))
    case .askToLock(let spared, let row):
      requests.open(Sheet(.locking(sparing: spared), selected: row))
    case .lock(let spared): members.lock(sparing: spared)
    case .unlock: members.unlock()
    // The whiteboard turns the code; the controller carries out the others.
    case .turnCode, .lookAround, .share, .stage, .hideAll, .showAll, .rule, .remove, .takeBack,
      .hideAndTakeBack,
      .leave, .endForEveryone, .follow, .toggleFollow, .lookHere, .speak, .bringAlong:
      break
    }
  }

  /// Goes to another board; see `BoardNavigation`.
  package mutating func go(to target: BoardTarget, from recorder: BoardRecorder) {
    boards.go(to: target, isEligible: isEligible, from: recorder)
  }

  // MARK: Sheets

  package mutating func openSheet(_ name: SheetName, isAmongOthers: Bool, isInSession: Bool) {
    requests.closeSheet()
    switch name {
    case .people where isInSession:
      requests.open(Sheet(.people, selected: isAmongOthers ? 1 : 0))
    case .leaving where isInSession: requests.open(Sheet(.leaving))
    case .people, .leaving:
      let company =
        surroundings.displays.isEmpty ? "Nobody else is here." : "Only a screen is here."
      requests.notify("\(company) \(shareHint)")
    case .offer: openOffer()
    case .knock: admissions.openSheet()
    case .ring: ringInvitations.openSheet()
    case .meeting: nearby.openSheet()
    case .invite:
      findPerson(nil)
      openInvite()
    // The whiteboard opens all other sheets itself.
    case .help, .commands, .tools, .colors, .boards, .themes, .picture, .export,
      .newSession,
      .notices, .settings, .arrange:
      break
    }
  }

  func openOffer() {
    requests.closeSheet()
    guard let offer = offers.latest else {
      return requests.notify("Nothing is shared here now.")
    }
    requests.open(Sheet(.offer(offer.session)))
  }

  private var shareHint: String {
    if !offers.isEmpty { return "S shows what you can join." }
    return canShare ? "S shares this board." : "I invites others."
  }

  // MARK: Sharing

  mutating func share(_ recorder: BoardRecorder, isAmongOthers: Bool) {
    let isInSession = recorder.isInSession
    requests.leaveSheet()
    if !admissions.waiting.isEmpty { return admissions.openSheet() }
    if !ringInvitations.waiting.isEmpty { return ringInvitations.openSheet() }
    if nearby.meeting != nil { return nearby.openSheet() }
    if let offer = offers.latest, !isInSession || offer.session != offers.declined {
      openSheet(.offer, isAmongOthers: isAmongOthers, isInSession: isInSession)
    } else if isInSession {
      openSheet(.people, isAmongOthers: isAmongOthers, isInSession: isInSession)
    } else if !mayShare {
      requests.notify("You are watching: a board opens here when the others share one.")
    } else if recorder.board.isReadOnly {
      requests.notifyReadOnly()
    } else if hasAudience {
      requests.append(.call(.share(recorder.invitation)))
    } else {
      openSheet(.invite, isAmongOthers: isAmongOthers, isInSession: isInSession)
    }
  }

  mutating func stage(_ recorder: BoardRecorder, isAmongOthers: Bool) {
    requests.leaveSheet()
    guard !recorder.isInSession, mayShare, !recorder.board.isReadOnly else {
      return share(recorder, isAmongOthers: isAmongOthers)
    }
    requests.append(.call(.stage(recorder.invitation)))
  }

  /// Shares the open board because the same user wants to join from another place. Does nothing in
  /// a session, because the user can join that session.
  func shareOnDemand(_ recorder: BoardRecorder) {
    guard !recorder.isInSession, mayShare, !recorder.board.isReadOnly else { return }
    requests.append(.call(.share(recorder.invitation)))
  }

  /// Prepares the session again, so that the next person who arrives sees the board that is open
  /// then.
  package func stageAgain(_ recorder: BoardRecorder) {
    if awaitsGuest, !recorder.isInSession {
      requests.append(.call(.stage(recorder.invitation)))
    }
  }
}

extension Requests {
  func notifyReadOnly() {
    notify("This board is read-only, so Easel cannot share it. Save a copy first.", .warning)
  }
}
