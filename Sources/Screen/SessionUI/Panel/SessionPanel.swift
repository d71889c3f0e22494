import BoardContract
import BoardDocument
import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The state of the call and of the ways into a session: the sessions that the user can join, the
/// guests who ask to join the call, the tickets, and the boards that the session moves between.
package struct SessionPanel {
  /// Whether another person is in the call.
  package private(set) var isEligible = false
  /// Whether there is a call that the user is in or can join.
  package private(set) var hasCall: Bool
  /// Whether other members receive what this user shares.
  package private(set) var mayShare = true
  package var canShare: Bool { hasAudience && mayShare }
  /// Whether a person or a display in the call can see what this user shares.
  var hasAudience: Bool { isEligible || !surroundings.displays.isEmpty }
  /// Whether this user has given out a ticket that they can make void.
  var canWithdraw: Bool { tickets != nil && members.canModerate }
  package private(set) var surroundings = CallStatus()
  private(set) var members: CallMembers
  package private(set) var reachability: Reachability
  /// Whether other members are out of reach, and the program looks for them.
  package private(set) var isSearching = false

  var invitations: Invitations
  var tickets: Tickets? { invitations.tickets }
  package var admissions: AdmissionQueue
  /// The users of this machine whom this user can ring.
  package internal(set) var people: PeoplePicker
  /// The invitations of users of this machine who ring.
  package internal(set) var ringInvitations: RingInvitations
  /// The people in this network, and the meeting with one of them.
  package internal(set) var nearby: NearbyFinder
  /// Whether the session starts when another person arrives.
  package private(set) var awaitsGuest = false
  /// Whether a session of this user's own has begun in this call.
  private var hasShared = false
  /// Whether the call has told what this user may do in it.
  private var hasConnected = false
  /// Whether the session that came with the user's seat was entered here.
  private var hasAdoptedSession = false

  package var offers: SessionOffers
  package var boards: BoardNavigation
  let requests: Requests

  package init(hasCall: Bool, _ requests: Requests) {
    self.hasCall = hasCall
    members = CallMembers(requests)
    reachability = Reachability(requests)
    invitations = Invitations(requests)
    admissions = AdmissionQueue(requests)
    people = PeoplePicker(requests)
    ringInvitations = RingInvitations(requests)
    nearby = NearbyFinder(requests)
    offers = SessionOffers(requests)
    boards = BoardNavigation(requests)
    self.requests = requests
  }

  /// Whether the user's seat can move to another terminal now. It stays while another board opens,
  /// while a person who was rung has not answered, and while two people
  /// compare their words.
  package var mayMove: Bool { !boards.isLeaving && !people.isRinging && nearby.meeting == nil }

  // MARK: The events of the call

  /// Handles an event of the call that changes no session.
  package mutating func handle(
    _ event: CallEvent, in recorder: BoardRecorder, _ context: SessionContext
  ) {
    switch event {
    case .eligibility(let isEligible):
      set(eligible: isEligible, in: recorder, context)
    case .staged:
      awaitsGuest = true
      if !surroundings.displays.isEmpty { showOnDisplay(recorder) }
    case .unstaged: awaitsGuest = false
    case .offered(let offer): receive(offer, in: recorder, context)
    case .described(let session, let title, let miniature):
      offers.describe(session, title: title, miniature)
    case .withdrawn(let session): offers.forget(session)
    case .connected(let tickets, let canModerate, let mayShare):
      (members.canModerate, self.mayShare) = (canModerate, mayShare)
      connect(tickets, in: recorder, context.setup)
      if mayShare, context.setup.people.isFindable { nearby.stayFindable() }
      if canModerate, let person = context.setup.people.toRing, people.removeIsStart() {
        ring(person, recorder)
      }
    case .around(let surroundings): set(surroundings, in: recorder, context)
    case .members(let members, let isHost): self.members.set(members, isHost: isHost)
    case .reach(let reach):
      isSearching = reach == .lost
      reachability.handle(reach, isInSession: recorder.isInSession, at: recorder.now.uptime)
    case .ticketLife(let life): invitations.set(life)
    case .ticketsEnded(let life): invitations.noteEnded(life)
    case .asked: requests.notify("Waiting until a person admits you.")
    case .preparing(let path): boards.ask(about: .board(path: path))
    case .prepared(let path, let choice):
      boards.follow(choice, about: .board(path: path), from: recorder)
    case .foregroundRequested: requests.ringBell()
    case .acted(let words): requests.notify(words.sentence)
    case .knocked(let request): admissions.receive(request, in: recorder.session)
    case .wentAway(let request): admissions.withdraw(request)
    case .cameByRing: prepareSession(recorder)
    case .peopleHere(let here): people.show(here)
    case .rang(let invitation): receive(invitation, in: recorder, context)
    case .ringEnded(let number): ringInvitations.withdraw(number)
    case .ringAnswered(let person, let outcome): people.handle(outcome, of: person)
    case .nearby(let search): nearby.show(search)
    case .meeting(let event): handle(event, in: recorder)
    case .wished: shareOnDemand(recorder)
    case .over, .entered, .changedCall, .locked: break
    }
  }

  /// Whether a lock lets only some people draw.
  package var isLocked: Bool { members.lock != nil }

  /// Stores the lock of the board, and returns the lock before.
  mutating func set(_ lock: BoardLock?) -> BoardLock? { members.set(lock) }

  private mutating func set(
    eligible isEligible: Bool, in recorder: BoardRecorder, _ context: SessionContext
  ) {
    let isNews = isEligible && !self.isEligible && !recorder.isInSession
    self.isEligible = isEligible
    // The open invite sheet says that the call is empty. This is no longer true, so the sheet
    // closes.
    if isNews, tickets == nil { requests.leaveSheet { $0 == .invite } }
    // The user came to join: a session that the others share opens by itself, so a notice is
    // unnecessary.
    if context.setup.arrival == .joining || awaitsSession(of: context.setup.seat) { return }
    if isNews, mayShare, !recorder.board.isReadOnly, offers.isEmpty, !awaitsGuest {
      greet()
    }
  }

  /// Whether the session that came with the user's seat has yet to be entered here.
  private func awaitsSession(of seat: Seat?) -> Bool {
    seat?.session != nil && !hasAdoptedSession
  }

  /// Shows a notice that names the people with whom the user can share the board.
  private func greet() {
    let own = surroundings.ownWindows
    guard own == 0 || own < surroundings.people.count else {
      return requests.notify(
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
    requests.notify(
      "\(people) here: S shares this board with them.", command: .session(.share))
  }

  /// Records the people in the call, and may show a notice. If other people are in the call
  /// already, a new guest does not change `isEligible`. Without this notice, the user would miss
  /// the arrival.
  private mutating func set(
    _ new: CallStatus, in recorder: BoardRecorder, _ context: SessionContext
  ) {
    let (before, ownBefore) = (surroundings.people, surroundings.ownWindows)
    let displaysBefore = surroundings.displays.count
    surroundings = new
    guard !recorder.isInSession, !awaitsSession(of: context.setup.seat) else { return }
    if new.displays.count > displaysBefore, mayShare, !recorder.board.isReadOnly {
      return showOnDisplay(recorder)
    }
    // Several people may arrive at once, and it may be known later which of them are this user's own
    // windows. So the notice is updated while it is still visible.
    if tickets == nil, context.noticeCommand == .session(.share),
      new.people != before || new.ownWindows != ownBefore, !new.people.isEmpty
    {
      return greet()
    }
    guard new.people.count > before.count, !before.isEmpty, canShare, tickets != nil,
      offers.isEmpty, !awaitsGuest, context.setup.arrival != .joining,
      !recorder.board.isReadOnly
    else { return }
    if new.ownWindows > ownBefore, new.ownWindows == new.people.count {
      return greet()
    }
    var arrived = new.others
    for name in before { arrived.firstIndex(of: name).map { _ = arrived.remove(at: $0) } }
    // The number of people has to grow: a person who only changed their name did not arrive.
    let name = arrived.count == 1 ? arrived[0].string : "Somebody"
    requests.notify(
      "\(name) is here, too: S shares this board with them.", command: .session(.share))
  }

  /// Shares the board with a display that came, if this user waits for a guest. A display makes nobody
  /// eligible, so the call does not do it.
  private func showOnDisplay(_ recorder: BoardRecorder) {
    guard awaitsGuest else {
      return requests.notify(
        "A screen is here: S shows this board on it.", command: .session(.share))
    }
    requests.append(.call(.unstage))
    requests.append(.call(.share(recorder.invitation)))
    requests.leaveSheet { $0.isInvitation }
  }

  /// Resets all state of the call, as if there had never been a call.
  mutating func leaveCall() {
    self = SessionPanel(hasCall: false, requests)
    requests.leaveSheet { $0.isAboutCall }
  }

  /// Begins anew in another call, in which this user joins a session without a question.
  mutating func changeCall(toJoin session: SessionUUID?) {
    self = SessionPanel(hasCall: true, requests)
    offers.expect(session)
    requests.leaveSheet { $0.isAboutCall }
  }

  // MARK: Guests

  private mutating func connect(
    _ new: Tickets?, in recorder: BoardRecorder, _ setup: WhiteboardSetup
  ) {
    let isFirst = invitations.set(new)
    let waitsAgain = !hasConnected && setup.seat?.awaitsGuest == true
    hasConnected = true
    if setup.arrival == .joining { offers.startWaiting(at: recorder.now.uptime) }
    // A seat that moves here brings its session along.
    guard setup.seat?.session == nil,
      waitsAgain || isFirst && sharesWithNextPerson(after: setup.arrival),
      !recorder.isInSession, !recorder.board.isReadOnly
    else { return }
    requests.append(.call(.stage(recorder.invitation)))
    if tickets != nil, setup.seat == nil { openInvite() }
  }

  /// Whether the program shares the board with the next person who arrives. It does so if the user
  /// started Easel to share the board. It also does so if the user makes tickets while alone in the
  /// call. If another person is in the call already, the user has to share the board themselves.
  private func sharesWithNextPerson(after arrival: WhiteboardSetup.Arrival) -> Bool {
    switch arrival {
    case .hosting: true
    case .free: tickets != nil && !isEligible
    case .joining: false
    }
  }

  private mutating func receive(
    _ offer: JoinableSession, in recorder: BoardRecorder, _ context: SessionContext
  ) {
    switch offers.receive(offer, in: recorder, context.setup) {
    case .ignore: return
    case .join: return requests.append(.call(.join(offer.session)))
    case .show: break
    }
    let headline = offer.invitation.headline(for: recorder.me, context.chrome)
    requests.notify("\(headline): S shows it.", command: .show(.offer))
    // The user who shares a board in another window is not called to this one.
    if !offer.isOwn { requests.requestForeground(of: offer.session) }
    // The small view keeps all of its room.
    guard !recorder.isInSession, context.view.bars == .all else { return }
    // The sheet opens if the user shared the board in another window. An offer of another person
    // opens it only if the user has drawn, selected and opened nothing yet.
    if offer.isOwn
      ? context.mayOpenSheet : context.isUntouched && recorder.picture.things.isEmpty
    {
      openOffer()
    }
  }

  // MARK: Coming and going

  /// Notes that the user enters a session. If the session brings a board, this board replaces the
  /// open board.
  ///
  /// - Returns: whether this user began the session.
  mutating func enter(_ entrance: Entrance, in recorder: inout BoardRecorder) -> Bool {
    if let opening = entrance.opening {
      boards.keepOwn(opening.previousPicture)
      requests.append(.editor(.reset))
      recorder.noteNewPicture()
      requests.show(opening, of: recorder.board)
    }
    boards.noteEntered()
    recorder.renewPreview()
    // Other participants receive only entries that are on the disk. So the paper is stored now,
    // even before the first stroke.
    requests.append(recorder.board.markHeldUnsaved().map(Effect.keep))
    awaitsGuest = false
    let isOwn = entrance.opening == nil && offers.offer(of: entrance.session) == nil
    offers.noteEntered(entrance.session)
    return isOwn
  }

  /// Tells the user that the session has begun.
  mutating func announce(
    _ entrance: Entrance, isOwn: Bool, of board: BoardReplica, in context: SessionContext
  ) {
    let title = context.chrome.quoted(board.name.string)
    if !hasAdoptedSession, context.setup.seat?.session?.id == entrance.session {
      hasAdoptedSession = true
      return
    }
    requests.notify(
      isOwn
        ? sharing(continuing: context.setup.continuedCall)
        : entrance.mayDraw
          ? "You draw on \(title) with the others now."
          : "You are watching \(title).")
  }

  /// Returns the sentence that this user's own session has begun. The first session of a continued
  /// call also says that the guests' tickets are still good.
  private mutating func sharing(continuing call: SafeText?) -> String {
    defer { hasShared = true }
    guard let begun = call, !hasShared else {
      return "You share this board now."
    }
    return "You share this board again: the tickets of \(begun.string) still work."
  }

  /// Notes that a session has ended.
  mutating func noteEnd(of session: SessionUUID, _ ending: Ending, on board: BoardReplica) {
    var isReplaced = false
    if case .replaced = ending { isReplaced = true }
    if isReplaced { boards.remember(board.path, board.name) }
    offers.noteLeft(session, isReplaced: isReplaced)
    requests.notify(ending, mayShare: mayShare)
  }

  /// Resets all state that exists only in a session.
  mutating func leaveSession() {
    reachability = Reachability(requests)
    boards.cancelQuestion()
    requests.leaveSheet { $0.isAboutSession }
  }

  /// Returns the way to draw with others that the first hint names; nil in a session or without a call.
  package func sharingHint(isInSession: Bool) -> SharingHint? {
    guard hasCall, !isInSession, !awaitsGuest else { return nil }
    if offers.latest != nil { return SharingHint(command: .session(.share), effect: "joins") }
    return canShare
      ? SharingHint(command: .session(.share), effect: "shares")
      : SharingHint(command: .show(.invite), effect: "invites others")
  }

  // MARK: Time

  /// The uptimes in milliseconds at which a notice is due.
  package var expiries: [Int64] { [reachability.expires, offers.expires].compactMap { $0 } }

  package mutating func expire(in recorder: BoardRecorder) {
    let uptime = recorder.now.uptime
    reachability.expire(at: uptime, mayDraw: recorder.mayDraw)
    offers.expire(
      at: uptime, isEligible: isEligible, mayShare: mayShare, isInSession: recorder.isInSession)
  }
}
