import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import EaselBase

// Handles the events of a session: who is in it, and what the participants show and do.
extension Whiteboard {
  mutating func handle(_ event: SessionEvent, in session: Bytes16) {
    guard together.seat?.session == session else { return }
    switch event {
    case .participants(let present): setParticipants(present)
    case .appeared(let appearance, let id): show(appearance, of: id)
    case .vanished(let id): vanish(id)
    case .wet(let item): show([item])
    case .wets(let items): show(items)
    case .wetGone(let id): hide(id)
    case .merged(let change): merged(change)
    case .happened(let happening, let id): handle(happening, by: id)
    case .putOut(let ids): note(putOutByKeys: ids)
    case .removed(let authors): revoke(authors)
    case .alarm(let id):
      say("This picture and that of \(name(of: id)) differ: both are made anew.", isWarning: true)
    case .rebuilt: rebuilt()
    case .ended(let ending): end(ending)
    }
  }

  // MARK: Participants

  private mutating func setParticipants(_ present: [SessionParticipant]) {
    guard var seat = together.seat else { return }
    let known = Dictionary(seat.guests.map { ($0.id, $0) }) { first, _ in first }
    var ids: Set<Bytes16> = [seat.me]
    seat.mayDraw = present.first { $0.id == seat.me }?.mayDraw ?? seat.mayDraw
    // If there is no room for all, watchers are left out first, and among equals those that came
    // last.
    let inOrder = present.sorted { one, other in
      let (isOneKnown, isOtherKnown) = (known[one.id] != nil, known[other.id] != nil)
      if one.mayDraw != other.mayDraw { return one.mayDraw }
      return isOneKnown == isOtherKnown ? one.id < other.id : isOneKnown
    }
    seat.guests = inOrder.filter { ids.insert($0.id).inserted }.prefix(Guest.countMax)
      .sorted { $0.id < $1.id }.map { new in
        guard var guest = known[new.id] else { return Guest(new, isGreeted: !seat.hasRoster) }
        (guest.mayDraw, guest.callName) = (new.mayDraw, new.name ?? guest.callName)
        guest.isPerson = new.isPerson
        return guest
      }
    let gone = known.values.filter { !ids.contains($0.id) }.sorted { $0.id < $1.id }
    let isNews = seat.hasRoster
    seat.hasRoster = true
    together.seat = seat
    for guest in gone { sayGone(guest, isNews: isNews) }
    dropItems { !ids.contains($0.id.participant) }
    settleLooks()
    for guest in together.seat?.guests ?? [] { greet(guest) }
    if !seat.mayDraw { finishAll() }
    settleTool()
  }

  /// Announces a participant once their first appearance has come. A participant that was here
  /// first, or came along from the previous session, is not announced.
  private mutating func greet(_ guest: Guest) {
    guard !guest.isGreeted, let known = guest.known, let name = guest.name,
      let seat = together.seat
    else { return }
    together.seat?.change(guest.id) { $0.isGreeted = true }
    guard known.since >= seat.since, !together.companions.contains(known.author) else { return }
    say("\(signed(guest.id)) \(name.string) joined\(guest.mayDraw ? "" : " to watch").")
  }

  private mutating func sayGone(_ guest: Guest, isNews: Bool) {
    together.seat?.note(gone: guest)
    if together.guidance?.person == guest.id { together.guidance = nil }
    if isNews, !guest.isPutOut, !isBack(guest) { say("\(guest.name?.string ?? "Somebody") left.") }
  }

  /// Whether the person is here again with another run, which may come before the end of the first
  /// run is noticed.
  private func isBack(_ gone: Guest) -> Bool {
    guard let author = gone.known?.author else { return false }
    return together.seat?.guests.contains {
      $0.known?.author == author && $0.cameAt > gone.cameAt
        && now.uptime < $0.cameAt.later(by: Self.noticedWithin)
    } ?? false
  }

  /// The time in milliseconds within which the end of a run without a message is noticed.
  private static let noticedWithin: Int64 = 15_000

  // MARK: Appearances

  private mutating func show(_ appearance: Appearance, of id: Bytes16) {
    guard let guest = together.seat?.guest(id) else { return }
    let before = guest.known
    together.seat?.change(id) { guest in
      if before == nil { guest.cameAt = now.uptime }
      if before?.pointer != appearance.pointer { guest.movedAt = now.uptime }
      if before?.trail != appearance.trail { guest.beamedAt = now.uptime }
      (guest.known, guest.isHeard) = (appearance, true)
    }
    if before.map({ $0.identity != appearance.identity }) ?? true {
      meet(appearance, as: guest.callName)
      settleLooks()
    }
    if let guest = together.seat?.guest(id) {
      if before == nil, guest.mayDraw { allowAgain(appearance.author) }
      greet(guest)
      warnOfTrouble(of: guest)
    }
    if before?.trail != appearance.trail { showGuestInk() }
    if let said = before?.speech, appearance.speech == nil {
      hear(said, by: id, at: before?.pointer)
    }
    follow(id)
  }

  /// Says once of each participant that they cannot save the board, however often that changes. The
  /// list of people shows the present state.
  private mutating func warnOfTrouble(of guest: Guest) {
    guard let reason = guest.unsaved, !guest.isTroubleSaid else { return }
    together.seat?.change(guest.id) { $0.isTroubleSaid = true }
    say("\(name(of: guest)) cannot save this board: \(reason.string)", isWarning: true)
  }

  private mutating func vanish(_ id: Bytes16) {
    together.seat?.change(id) { $0.isHeard = false }
    showGuestInk()
  }

  /// Notes the participant's name, so that their ink is shown with that name from now on.
  private mutating func meet(_ appearance: Appearance, as name: SafeText?) {
    let name = name ?? appearance.name
    guard appearance.author != me, !name.string.isEmpty else { return }
    let person = Person(author: appearance.author, name: name, color: appearance.color)
    if board.introduce(person) { emit(.met(person)) }
  }

  // MARK: Names, colours and signs

  /// Returns the name to show for a participant. Participants choose their names freely: a name
  /// that several have, or that reads as another, is shown with the participant's sign.
  func name(of id: Bytes16) -> String {
    guard let seat = together.seat, id != seat.me else { return "you" }
    return seat.guest(id).map(name) ?? "Somebody"
  }

  func name(of guest: Guest) -> String {
    guard let name = guest.name?.string else { return "Somebody" }
    let isNamesake = together.seat?.namesakes.contains(guest.id) == true
    return isNamesake ? "\(name) \(signed(guest.id))" : name
  }

  func signed(_ id: Bytes16) -> String { Chrome(raster).sign(together.seat?.looks[id]?.sign ?? 0) }

  /// Assigns the colours again. If this user's ink has a colour that belongs to another participant
  /// from now on, it gets the user's new colour, unless the user chose that ink on purpose.
  mutating func settleLooks() {
    guard var seat = together.seat else { return }
    let old = seat.looks[seat.me]?.color ?? setup.person.color
    seat.settleLooks(own: appearance(in: seat))
    together.seat = seat
    let color = seat.looks[seat.me]?.color ?? setup.person.color
    guard color != old, kit.color == old, gesture.isIdle else { return }
    kit.color = color
    let owner = seat.guests.first { seat.looks[$0.id]?.color == old }
    if let owner {
      say("\(name(of: owner.id)) came first with that colour: you draw in \(kit.colorName).")
    }
  }
}

extension Guest {
  /// The most other participants shown at once; a session has at most 254.
  static let countMax = 254
}

extension Appearance {
  /// The part of an appearance that seldom changes.
  fileprivate var identity: Appearance {
    Appearance(author: author, name: name, color: color, sign: sign, since: since)
  }
}
