import BoardEvents
import BoardModel
import CellFrame
import EaselBase

/// The state of the call and of the ways into a session: the sessions that the user can join, the
/// guests who ask to join the call, the tickets, and the boards that the session moves between.
struct SessionPanel: Sendable {
  /// Whether another person is in the call.
  private(set) var isEligible = false
  /// Whether other members receive what this user shares.
  private(set) var mayShare = true
  var canShare: Bool { isEligible && mayShare }
  private(set) var surroundings = CallStatus()
  private(set) var members = CallMembers()
  private(set) var reachability = Reachability()

  var invitations = Invitations()
  var tickets: Tickets? { invitations.tickets }
  var admissions = AdmissionQueue()
  /// Whether the session starts when another person arrives.
  private(set) var awaitsGuest = false
  /// Whether a session of this user's own has begun in this call.
  private var hasShared = false

  var offers = SessionOffers()
  var boards = BoardNavigation()

  // MARK: The events of the call

  mutating func handle(
    _ event: CallEvent, _ editor: inout Editor, _ presence: inout Presence,
    in workspace: inout Workspace
  ) {
    switch event {
    case .eligibility(let isEligible): set(eligible: isEligible, in: &workspace)
    case .staged: awaitsGuest = true
    case .unstaged: awaitsGuest = false
    case .offered(let offer): receive(offer, editor, presence, in: &workspace)
    case .described(let session, let title, let miniature):
      offers.describe(session, title: title, miniature)
    case .withdrawn(let session): offers.forget(session, in: &workspace)
    case .connected(let tickets, let canModerate, let mayShare):
      (members.canModerate, self.mayShare) = (canModerate, mayShare)
      connect(tickets, in: &workspace)
    case .around(let surroundings): set(surroundings, in: &workspace)
    case .members(let members, let isHost): self.members.set(members, isHost: isHost)
    case .reach(let reach): reachability.handle(reach, in: &workspace)
    case .over: leaveCall(&editor, &presence, in: &workspace)
    case .asked: workspace.notify("Waiting until a person admits you.")
    case .knocked(let request): admissions.receive(request, in: &workspace)
    case .wentAway(let request): admissions.withdraw(request, in: &workspace)
    case .wished: shareOnDemand(in: &workspace)
    case .entered(let entrance): enter(entrance, &editor, &presence, in: &workspace)
    }
  }

  private mutating func set(eligible isEligible: Bool, in workspace: inout Workspace) {
    let isNews = isEligible && !self.isEligible && !workspace.isInSession
    self.isEligible = isEligible
    // The open invite sheet says that the call is empty. This is no longer true, so the sheet
    // closes.
    if isNews, tickets == nil, workspace.sheet?.kind == .invite { workspace.sheet = nil }
    // The user came to join: a session that the others share opens by itself, so a notice is
    // unnecessary.
    if workspace.setup.arrival == .joining { return }
    if isNews, mayShare, !workspace.board.isReadOnly, offers.isEmpty, !awaitsGuest {
      greet(in: &workspace)
    }
  }

  /// Shows a notice that names the people with whom the user can share the board.
  private func greet(in workspace: inout Workspace) {
    let own = surroundings.ownWindows
    guard own == 0 || own < surroundings.people.count else {
      return workspace.notify(
        own == 1
          ? "Your other window is open: S shares this board with it."
          : "Your other windows are open: S shares this board with them.",
        command: .session(.share))
    }
    let names = surroundings.others.map(\.string).sorted()
    let people =
      switch names.count {
      case 0: "Somebody else is"
      case 1: "\(names[0]) is"
      case 2: "\(names[0]) and \(names[1]) are"
      default: "\(names.count) others are"
      }
    workspace.notify(
      "\(people) here: S shares this board with them.", command: .session(.share))
  }

  /// Records the people in the call, and may show a notice. If other people are in the call
  /// already, a new guest does not change `isEligible`. Without this notice, the user would miss
  /// the arrival.
  private mutating func set(_ new: CallStatus, in workspace: inout Workspace) {
    let (before, ownBefore) = (surroundings.people, surroundings.ownWindows)
    surroundings = new
    guard !workspace.isInSession else { return }
    // Several people may arrive at once, and it may be known later which of them are this user's own
    // windows. So the notice is updated while it is still visible.
    if tickets == nil, workspace.notices.shown?.command == .session(.share),
      new.people != before || new.ownWindows != ownBefore, !new.people.isEmpty
    {
      return greet(in: &workspace)
    }
    guard new.people.count > before.count, !before.isEmpty, canShare, tickets != nil,
      offers.isEmpty, !awaitsGuest, workspace.setup.arrival != .joining,
      !workspace.board.isReadOnly
    else { return }
    if new.ownWindows > ownBefore, new.ownWindows == new.people.count {
      return greet(in: &workspace)
    }
    var arrived = new.others
    for name in before { arrived.firstIndex(of: name).map { _ = arrived.remove(at: $0) } }
    // The number of people has to grow: a person who only changed their name did not arrive.
    let name = arrived.count == 1 ? arrived[0].string : "Somebody"
    workspace.notify(
      "\(name) is here, too: S shares this board with them.", command: .session(.share))
  }

  /// Resets all state of the call, as if there had never been a call.
  private mutating func leaveCall(
    _ editor: inout Editor, _ presence: inout Presence, in workspace: inout Workspace
  ) {
    leaveSession(&editor, &presence, in: &workspace)
    self = SessionPanel()
    workspace.hasCall = false
    if let kind = workspace.sheet?.kind, kind.isAboutCall { workspace.sheet = nil }
  }

  // MARK: Guests

  private mutating func connect(_ new: Tickets?, in workspace: inout Workspace) {
    let isFirst = invitations.set(new)
    if workspace.setup.arrival == .joining { offers.startWaiting(at: workspace.now.uptime) }
    guard isFirst, sharesWithNextPerson(in: workspace), !workspace.isInSession,
      !workspace.board.isReadOnly
    else { return }
    workspace.effects.append(.call(.stage(workspace.invitation)))
    if tickets != nil { workspace.sheet = Sheet(.invite) }
  }

  /// Whether the program shares the board with the next person who arrives. It does so if the user
  /// started Easel to share the board. It also does so if the user makes tickets while alone in the
  /// call. If another person is in the call already, the user has to share the board themselves.
  private func sharesWithNextPerson(in workspace: Workspace) -> Bool {
    switch workspace.setup.arrival {
    case .hosting: true
    case .free: tickets != nil && !isEligible
    case .joining: false
    }
  }

  private mutating func receive(
    _ offer: JoinableSession, _ editor: Editor, _ presence: Presence, in workspace: inout Workspace
  ) {
    switch offers.receive(offer, in: &workspace) {
    case .ignore: return
    case .join: return workspace.effects.append(.call(.join(offer.session)))
    case .show: break
    }
    let (name, title) = (offer.invitation.shownName, offer.invitation.title.string)
    workspace.notify(
      "\(name) shares \(workspace.chrome.quoted(title)): S shows it.", command: .show(.offer))
    // The sheet opens only if the user has drawn, selected and opened nothing yet.
    let isIdle = editor.isIdle && editor.selection.isEmpty && workspace.sheet == nil
    if isIdle, !workspace.isInSession, workspace.board.picture.things.isEmpty {
      openSheet(.offer, presence, in: &workspace)
    }
  }

  // MARK: Coming and going

  /// Enters the session. If the session brings a board, this board replaces the open board. The
  /// stroke in progress was already finished, as before any change of board.
  private mutating func enter(
    _ entrance: Entrance, _ editor: inout Editor, _ presence: inout Presence,
    in workspace: inout Workspace
  ) {
    if let opening = entrance.opening {
      boards.keepOwn(opening.previousPicture)
      editor.reset()
      workspace.show(opening)
    }
    boards.noteEntered()
    workspace.preview.pictureChanged()
    // Other participants receive only entries that are on the disk. So the paper is stored now,
    // even before the first stroke.
    workspace.effects += workspace.board.markHeldUnsaved().map(Effect.keep)
    awaitsGuest = false
    let isOwn = entrance.opening == nil && offers.offer(of: entrance.session) == nil
    offers.noteEntered(entrance.session, in: &workspace)
    workspace.enter(entrance.session, mayDraw: entrance.mayDraw)
    let session = SessionState(
      session: entrance.session, me: entrance.me, since: workspace.now.wall,
      isFounder: isOwn)
    presence.enter(session, &editor, in: &workspace)
    editor.tools.adapt(mayDraw: workspace.mayDraw)
    let title = workspace.chrome.quoted(workspace.board.name.string)
    workspace.notify(
      isOwn
        ? sharing(title, in: workspace)
        : entrance.mayDraw
          ? "You draw on \(title) with the others now."
          : "You are watching \(title).")
  }

  /// Returns the sentence that this user's own session has begun. The first session of a continued
  /// call also says that the guests' tickets are still good.
  private mutating func sharing(_ title: String, in workspace: Workspace) -> String {
    defer { hasShared = true }
    guard let begun = workspace.setup.continuedCall, !hasShared else {
      return "You share \(title) now."
    }
    return "You share \(title) again: the tickets of \(begun.string) still work."
  }

  mutating func end(
    _ ending: Ending, _ editor: inout Editor, _ presence: inout Presence,
    in workspace: inout Workspace
  ) {
    guard let session = workspace.session else { return }
    editor.finishAll(in: &workspace)
    presence.forgetCompanions()
    if case .replaced = ending {
      boards.remember(workspace.board.path, workspace.board.name)
      presence.rememberCompanions()
      offers.noteLeft(session, isReplaced: true)
    } else {
      offers.noteLeft(session, isReplaced: false)
    }
    workspace.notify(ending, mayShare: mayShare)
    leaveSession(&editor, &presence, in: &workspace)
  }

  /// Resets all state that exists only in a session. The picture stays on the screen.
  mutating func leaveSession(
    _ editor: inout Editor, _ presence: inout Presence, in workspace: inout Workspace
  ) {
    workspace.leaveSession()
    reachability = Reachability()
    presence.leave(in: &workspace)
    editor.tools.adapt(mayDraw: true)
    editor.tools.leaveLaser()
    if let kind = workspace.sheet?.kind, kind.isAboutSession { workspace.sheet = nil }
  }

  /// Leaves or ends the session. Finishes the stroke in progress first, while other participants
  /// still receive it.
  func leave(
    by effect: CallEffect, _ editor: inout Editor, in workspace: inout Workspace
  ) {
    workspace.sheet = nil
    guard workspace.isInSession else { return }
    editor.finishAll(in: &workspace)
    workspace.effects.append(.call(effect))
  }

  /// Returns the way to draw with others that the first hint names; nil in a session or without a call.
  func sharingHint(in workspace: Workspace) -> SharingHint? {
    guard workspace.hasCall, !workspace.isInSession, !awaitsGuest else { return nil }
    if offers.latest != nil { return SharingHint(command: .session(.share), effect: "joins") }
    return canShare
      ? SharingHint(command: .session(.share), effect: "shares")
      : SharingHint(command: .show(.invite), effect: "invites others")
  }

  // MARK: Time

  /// The uptimes in milliseconds at which a notice is due.
  var expiries: [Int64] { [reachability.expires, offers.expires].compactMap { $0 } }

  mutating func expire(in workspace: inout Workspace) {
    reachability.expire(in: &workspace)
    offers.expire(isEligible: isEligible, mayShare: mayShare, in: &workspace)
  }
}

extension Workspace {
  /// The invitation to this board.
  var invitation: Invitation {
    Invitation(
      title: SafeText(board.name.string, limit: .title), author: me, name: setup.person.name,
      color: setup.person.color, sign: setup.person.sign, miniature: Miniature(of: board.picture))
  }

  fileprivate mutating func notify(_ ending: Ending, mayShare: Bool) {
    let picture = "You keep the board."
    switch ending {
    case .left: notify("You left. \(picture)")
    case .endedHere: notify("You ended the session for everyone. \(picture)")
    case .ended(let name):
      let again = mayShare ? " S shares it again." : ""
      notify("\(name?.string ?? "Somebody") ended the session. \(picture)\(again)")
    case .everyoneLeft: notify("Everyone else has left. \(picture)")
    case .replaced: notify("A new board for everyone is coming.")
    case .putOut: notify("You were removed from the call. \(picture)", isWarning: true)
    case .callEnded: notify("The call is over. \(picture)", isWarning: true)
    case .failed(let reason):
      notify("You are out of the session: \(reason.clause). \(picture)", isWarning: true)
    }
  }
}

extension Invitation {
  var shownName: String { name.string.isEmpty ? "Somebody" : name.string }
}

/// A command about drawing together, with its effect in a few words.
struct SharingHint: Hashable, Sendable {
  let command: Command
  let effect: String
}
