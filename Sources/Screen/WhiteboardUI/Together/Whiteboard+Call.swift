import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import EaselBase

// What the call says: who is there, what can be joined, where one is.
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
    // It says that nobody is there.
    if isNews, together.tickets == nil, sheet?.kind == .invite { sheet = nil }
    // What they share comes by itself.
    if setup.arrival == .joining { return }
    if isNews, together.mayShare, !board.isReadOnly, together.offers.isEmpty,
      together.staging == nil
    {
      greet()
    }
  }

  /// Says with whom one could share.
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

  /// Who comes with a ticket while others of this machine are there would go unnoticed.
  private mutating func handle(_ surroundings: Surroundings) {
    let before = together.surroundings.people
    together.surroundings = surroundings
    // Several may come at once, of whom it is said while it can still be read.
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
    // Who took another name meanwhile did not come.
    let name = new.count == 1 ? new[0].string : "Somebody"
    say("\(name) is here, too: S shares this board with them.", command: .together(.share))
  }

  /// From now on this is a board for one, as if there had never been a call.
  private mutating func leaveCall() {
    leaveSeat()
    together = Together()
    together.isOver = true
    if let kind = sheet?.kind, kind.isAboutCall { sheet = nil }
  }

  // MARK: What can be joined

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
    // Nobody is disturbed who has begun nothing.
    let isIdle = gesture.isIdle && draft == nil && sheet == nil && selection.isEmpty
    if isIdle, together.seat == nil, board.picture.things.isEmpty { show(.offer) }
  }

  /// Whoever came with a ticket came for what is shared there; once, and not away from a drawing.
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

  /// A board that comes with it takes the place of the one that is open; what was under the hand
  /// was finished before, as with any other board.
  private mutating func enter(_ entrance: Entrance) {
    if let opening = entrance.opening {
      let own = opening.previousPicture
      if !together.isShared { together.own = own.things.isEmpty ? nil : own }
      showOpened(opening)
    }
    together.isShared = true
    // Others get what is on disk: the paper, too, on which nobody has drawn yet.
    effects += board.handHeld().map(Effect.keep)
    (together.staging, together.leftFor, together.next) = (nil, nil, nil)
    let isOwn =
      entrance.opening == nil && !together.offers.contains { $0.session == entrance.session }
    forgetOffer(entrance.session)
    together.seat = SessionState(
      session: entrance.session, me: entrance.me, since: now.wall, mayDraw: entrance.mayDraw)
    settleLooks()
    settleTool()
    // What was wet in a session before is nobody's here.
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
    // It may still go on and be offered again: whoever was in it knows.
    together.declined = seat.session
    say(ending)
    leaveSeat()
  }

  /// What only a session has goes; the picture stays.
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

  /// Where everybody can go back to, and who everybody is.
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
