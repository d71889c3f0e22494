import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import EaselBase

// Handles the events of the call: who is there, what can be joined, where this user is.
extension Whiteboard {
  mutating func handle(_ event: CallEvent) {
    switch event {
    case .eligibility(let isEligible): setEligible(isEligible)
    case .staged(let name): together.staging = Together.Staging(name: name)
    case .unstaged: together.staging = nil
    case .offered(let offer): handle(offer)
    case .withdrawn(let session): forgetOffer(session)
    case .connected(let tickets, let canModerate, let mayShare):
      (together.canModerate, together.mayShare) = (canModerate, mayShare)
      connected(tickets)
    case .around(let surroundings): handle(surroundings)
    case .members(let members, let isHost):
      (together.members, together.isHost) = (members, isHost)
    case .reach(let reach): handle(reach)
    case .over: leaveCall()
    case .asked: say("Somebody is asked whether you may come in.")
    case .knocked(let visitor): knocked(visitor)
    case .wentAway(let visitor): wentAway(visitor)
    case .wished: shareOnDemand()
    case .entered(let entrance): enter(entrance)
    }
  }

  private mutating func setEligible(_ isEligible: Bool) {
    let isNews = isEligible && !together.isEligible && together.seat == nil
    together.isEligible = isEligible
    // The invite sheet says that the call is empty, which is no longer true.
    if isNews, together.tickets == nil, sheet?.kind == .invite { sheet = nil }
    // A session that they share opens without a notice.
    if setup.arrival == .joining { return }
    if isNews, together.mayShare, !board.isReadOnly, together.offers.isEmpty,
      together.staging == nil
    {
      greet()
    }
  }

  /// Says with whom the user can share the board.
  private mutating func greet() {
    let names = together.surroundings.people.map(\.string).sorted()
    let who =
      switch names.count {
      case 0: "Somebody else is"
      case 1: "\(names[0]) is"
      case 2: "\(names[0]) and \(names[1]) are"
      default: "\(names.count) others are"
      }
    say("\(who) here: S shares this board with them.", command: .together(.share))
  }

  /// Notes who is in the call, and may show a notice. A guest with a ticket who comes while other
  /// people are there already changes no eligibility, so without this notice the user would miss
  /// the arrival.
  private mutating func handle(_ surroundings: Surroundings) {
    let before = together.surroundings.people
    together.surroundings = surroundings
    // Several people may come at once: the notice is updated while it can still be read.
    if together.tickets == nil, together.seat == nil, notice?.command == .together(.share),
      surroundings.people != before, !surroundings.people.isEmpty
    {
      return greet()
    }
    guard surroundings.people.count > before.count, !before.isEmpty, together.canShare,
      together.tickets != nil, together.seat == nil, together.offers.isEmpty,
      together.staging == nil, setup.arrival != .joining, !board.isReadOnly
    else { return }
    var new = surroundings.people
    for name in before { new.firstIndex(of: name).map { _ = new.remove(at: $0) } }
    // A person who only changed their name did not arrive.
    let name = new.count == 1 ? new[0].string : "Somebody"
    say("\(name) is here, too: S shares this board with them.", command: .together(.share))
  }

  /// Resets all state of the call, as if there had never been a call.
  private mutating func leaveCall() {
    leaveSeat()
    together = Together()
    together.isOver = true
    if let kind = sheet?.kind, kind.isAboutCall { sheet = nil }
  }

  // MARK: Sessions that can be joined

  private mutating func handle(_ offer: Offer) {
    forgetOffer(offer.session)
    guard offer.session != together.seat?.session else { return }
    if let left = together.leftFor, offer.replaces == left {
      together.leftFor = nil
      return effects.append(.call(.join(offer.session)))
    }
    together.offers = (together.offers + [offer]).suffix(Together.offersMax)
    guard offer.session != together.declined else { return }
    if isExpected(offer) { return effects.append(.call(.join(offer.session))) }
    let (name, title) = (offer.invitation.shownName, offer.invitation.title.string)
    say("\(name) shares \(Chrome(raster).quoted(title)): S shows it.", command: .show(.offer))
    // The sheet opens only if the user has begun nothing.
    let isIdle = gesture.isIdle && draft == nil && sheet == nil && selection.isEmpty
    if isIdle, together.seat == nil, board.picture.things.isEmpty { show(.offer) }
  }

  /// Whether to join the session without a question: a user who came with a ticket came for the
  /// shared board. Joins only once, and never away from a drawing.
  private func isExpected(_ offer: Offer) -> Bool {
    setup.arrival == .joining && together.seat == nil && together.declined == nil
      && board.picture.things.isEmpty
      && (setup.expected == nil || setup.expected == offer.invitation.title)
  }

  mutating func forgetOffer(_ session: Bytes16) {
    together.offers.removeAll { $0.session == session }
    if sheet?.kind == .offer(session) { sheet = nil }
  }

  // MARK: Coming and going

  /// Enters the session. A board that comes with it replaces the open board; the stroke in progress
  /// was finished before, as with any other board.
  private mutating func enter(_ entrance: Entrance) {
    if let opening = entrance.opening {
      let own = opening.previousPicture
      if !together.isShared { together.own = own.things.isEmpty ? nil : own }
      showOpened(opening)
    }
    together.isShared = true
    // Other participants receive only what is on disk, so the paper is stored too, even before the
    // first stroke.
    effects += board.handHeld().map(Effect.keep)
    (together.staging, together.leftFor, together.next) = (nil, nil, nil)
    let isOwn =
      entrance.opening == nil && !together.offers.contains { $0.session == entrance.session }
    forgetOffer(entrance.session)
    together.seat = SessionState(
      session: entrance.session, me: entrance.me, since: now.wall, mayDraw: entrance.mayDraw)
    settleLooks()
    settleTool()
    // Ink in progress from an earlier session does not belong to this session.
    showGuestInk()
    showPen()
    let title = Chrome(raster).quoted(board.name.string)
    say(
      isOwn
        ? "You share \(title) now."
        : entrance.mayDraw
          ? "You draw on \(title) with the others now."
          : "You watch \(title): it is changed by those who draw.")
  }

  mutating func end(_ ending: Ending) {
    guard let seat = together.seat else { return }
    finishAll()
    together.companions = []
    if case .replaced = ending {
      together.leftFor = seat.session
      rememberSession(on: board.path, board.name)
    }
    // The session may go on and be offered again. This user has already left it, so no notice asks
    // to join it.
    together.declined = seat.session
    say(ending)
    leaveSeat()
  }

  /// Removes the state that only a session has; the picture stays.
  mutating func leaveSeat() {
    together.seat = nil
    (together.lostSince, together.isLossSaid) = (nil, false)
    together.speech = nil
    together.laser = LaserTrail()
    together.guidance = nil
    settleTool()
    if kit.tool == .laser { kit.tool = .pen }
    if let kind = sheet?.kind, kind.isAboutSession { sheet = nil }
    showGuestInk()
  }

  /// Remembers the board to go back to, and the authors of the participants.
  mutating func rememberSession(on path: String?, _ name: SafeText) {
    together.previous = path.map { .init(path: $0, name: name) }
    together.companions = Set(together.seat?.guests.compactMap { $0.known?.author } ?? [])
  }

  private mutating func say(_ ending: Ending) {
    let picture = "The picture stays here."
    switch ending {
    case .left: say("You left. \(picture)")
    case .endedHere: say("You ended the session for everyone. \(picture)")
    case .ended(let name): say("\(name?.string ?? "Somebody") ended the session. \(picture)")
    case .everyoneLeft: say("Everyone else has left. \(picture)")
    case .replaced: say("A new board for everyone is coming.")
    case .putOut: say("You were put out of the call. \(picture)", isWarning: true)
    case .callEnded: say("The call is over. \(picture)", isWarning: true)
    case .failed(let reason):
      say("You are out of the session: \(reason.clause). \(picture)", isWarning: true)
    }
  }
}

extension Invitation {
  var shownName: String { name.string.isEmpty ? "Somebody" : name.string }
}
