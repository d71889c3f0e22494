import BoardEvents
import EaselBase

// Carries out the commands about the call, given by key, bar or sheet.
extension SessionPanel {
  mutating func perform(
    _ command: SessionCommand, _ editor: inout Editor, _ presence: inout Presence,
    in workspace: inout Workspace
  ) {
    switch command {
    case .share: share(presence, in: &workspace)
    case .stage: stage(presence, in: &workspace)
    case .unstage:
      workspace.sheet = nil
      workspace.effects.append(.call(.unstage))
    case .join(let session): boards.join(session, in: &workspace)
    case .decline(let session): offers.decline(session, in: &workspace)
    case .leave: leave(by: .leave, &editor, in: &workspace)
    case .askToEnd: workspace.sheet = Sheet(.ending, selected: 1)
    case .endForEveryone: leave(by: .endForEveryone, &editor, in: &workspace)
    case .bringAlong: boards.bringAlong(in: &workspace)
    case .previousBoard: boards.goBackForEveryone(in: &workspace)
    case .go(let target, let everyone):
      boards.go(to: target, everyone: everyone, in: &workspace)
    case .follow(let id):
      workspace.sheet = nil
      presence.toggleFollowing(id, editor, in: &workspace)
    case .toggleFollow: toggleFollowing(editor, &presence, in: &workspace)
    case .lookHere: presence.askToLook(in: &workspace)
    case .speak: presence.startSpeaking(in: &workspace)
    default: performOnGuests(command, &presence, in: &workspace)
    }
  }

  /// Carries out the commands about tickets, guests and members.
  private mutating func performOnGuests(
    _ command: SessionCommand, _ presence: inout Presence, in workspace: inout Workspace
  ) {
    switch command {
    case .makeTickets: invitations.makeTickets(in: &workspace)
    case .copyTicket(let toDraw): invitations.copyTicket(toDraw: toDraw, in: &workspace)
    case .writeTickets:
      workspace.sheet = nil
      workspace.effects.append(.writeTickets)
    case .askToRenew: workspace.sheet = Sheet(.renewing, selected: 1)
    case .renewTickets:
      invitations.renewTickets(canModerate: members.canModerate, in: &workspace)
    case .toggleAsking:
      invitations.toggleAsking(in: &workspace)
      if !invitations.asksFirst { admissions.admitTickets(in: &workspace) }
    case .showCode(let toDraw): invitations.showCode(toDraw: toDraw, in: &workspace)
    case .turnCode:
      guard case .code(var shown) = workspace.sheet?.kind else { return }
      shown.isTurned.toggle()
      workspace.sheet?.kind = .code(shown)
    case .answer(let request, let answer):
      let comesIn = admissions.answer(request, answer, in: &workspace)
      // The admitted person wants to see this board, so the program prepares a session for it.
      if comesIn, !workspace.isInSession, !awaitsGuest, !workspace.board.isReadOnly {
        workspace.effects.append(.call(.stage(workspace.invitation)))
      }
    case .about(let subject): workspace.sheet = Sheet(.about(subject))
    case .askToPutOut(let id): workspace.sheet = Sheet(.puttingOut(id))
    case .remove(let id, let choice):
      members.remove(id, choice, &presence, in: &workspace)
    case .takeBack(let subject):
      members.takeBack(changesOf: subject, presence, in: &workspace)
    case .hideAndTakeBack(let subject):
      members.hideAndTakeBack(subject, presence, in: &workspace)
    case .hideAll(let subject): members.hideAll(by: subject, presence, in: &workspace)
    case .showAll(let subject): members.showAll(by: subject, presence, in: &workspace)
    case .rule(let ruling, let id): members.rule(ruling, id, &presence, in: &workspace)
    default: break
    }
  }

  // MARK: Sheets

  func openSheet(_ name: SheetName, _ presence: Presence, in workspace: inout Workspace) {
    workspace.closeSheet()
    switch name {
    case .people where workspace.isInSession:
      workspace.sheet = Sheet(.people, selected: presence.isAmongOthers ? 1 : 0)
    case .leaving where workspace.isInSession: workspace.sheet = Sheet(.leaving)
    case .people, .leaving: workspace.notify("You draw alone. \(shareHint)")
    case .offer:
      guard let offer = offers.latest else {
        return workspace.notify("Nothing is shared here now.")
      }
      workspace.sheet = Sheet(.offer(offer.session))
    case .knock: admissions.openSheet(in: &workspace)
    default: workspace.sheet = Sheet(.invite)
    }
  }

  private var shareHint: String {
    if !offers.isEmpty { return "S shows what you can join." }
    return canShare ? "S shares this board." : "I invites others."
  }

  // MARK: Sharing

  private func share(_ presence: Presence, in workspace: inout Workspace) {
    workspace.sheet = nil
    if !admissions.requests.isEmpty { return openSheet(.knock, presence, in: &workspace) }
    if let offer = offers.latest, !workspace.isInSession || offer.session != offers.declined {
      openSheet(.offer, presence, in: &workspace)
    } else if workspace.isInSession {
      openSheet(.people, presence, in: &workspace)
    } else if !mayShare {
      workspace.notify("You are watching: a board opens here when the others share one.")
    } else if workspace.board.isReadOnly {
      workspace.notify(
        "This board is read-only, so Easel cannot share it. Save a copy first.",
        isWarning: true)
    } else if isEligible {
      workspace.effects.append(.call(.share(workspace.invitation)))
    } else {
      openSheet(.invite, presence, in: &workspace)
    }
  }

  private func stage(_ presence: Presence, in workspace: inout Workspace) {
    workspace.sheet = nil
    guard !workspace.isInSession, mayShare, !workspace.board.isReadOnly else {
      return share(presence, in: &workspace)
    }
    workspace.effects.append(.call(.stage(workspace.invitation)))
  }

  /// Shares the open board because the same user wants to join from another place. Does nothing in
  /// a session, because the user can join that session.
  func shareOnDemand(in workspace: inout Workspace) {
    guard !workspace.isInSession, mayShare, !workspace.board.isReadOnly else { return }
    workspace.effects.append(.call(.share(workspace.invitation)))
  }

  /// Prepares the session again, so that the next person who arrives sees the board that is open
  /// then.
  func stageAgain(in workspace: inout Workspace) {
    if awaitsGuest, !workspace.isInSession {
      workspace.effects.append(.call(.stage(workspace.invitation)))
    }
  }

  /// Starts or stops following. If there is one other person, the user follows that person. If
  /// there are several, the list of people opens.
  private func toggleFollowing(
    _ editor: Editor, _ presence: inout Presence, in workspace: inout Workspace
  ) {
    let people = presence.session?.guests.filter(\.isPerson) ?? []
    guard !people.isEmpty else { return workspace.notify("There is no one to follow.") }
    if presence.following.leader != nil {
      presence.stopFollowing(in: &workspace)
    } else if people.count == 1 {
      workspace.sheet = nil
      presence.toggleFollowing(people[0].id, editor, in: &workspace)
    } else {
      openSheet(.people, presence, in: &workspace)
    }
  }

  // MARK: Another board

  /// Shows a newly opened board. The session comes along, stays behind, or goes on if this is the
  /// same board in another file.
  mutating func show(
    _ opening: BoardSwitch, _ editor: inout Editor, _ presence: inout Presence,
    in workspace: inout Workspace
  ) {
    // The stroke in progress needs no end here: it was finished on the previous board when the user
    // asked for this board.
    editor.reset()
    let consequence = boards.open(opening, in: &workspace)
    if consequence == .comesAlong { presence.rememberCompanions() }
    guard workspace.isInSession else {
      if awaitsGuest { workspace.effects.append(.call(.stage(workspace.invitation))) }
      return
    }
    if consequence == .goesOn { return workspace.effects.append(.call(.goOn)) }
    leaveSession(&editor, &presence, in: &workspace)
    workspace.effects.append(
      .call(consequence == .comesAlong ? .share(workspace.invitation) : .leave))
  }
}
