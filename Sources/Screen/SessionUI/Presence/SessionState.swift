import BoardContract
import BoardModel
import BoardView
import EaselBase
import ScreenContract

/// The state of this user's participation in a session.
package struct SessionState {
  package let session: SessionUUID
  package let me: ParticipantUUID
  /// When this user entered the session, by the wall clock in milliseconds. The others see it.
  package let since: Int64
  /// The other participants, sorted by id.
  package private(set) var guests: [Guest] = []
  /// The names of the latest participants that left. A ruling that removed one of them may arrive
  /// after they left.
  private(set) var gone: [(id: ParticipantUUID, name: SafeText)] = []
  private static let goneMax = 16
  /// The rulings about members that are here or left a moment ago.
  private var rulings = ModerationClaims()
  /// The uptime in milliseconds until which the bar draws attention to the last person who came; nil if
  /// this was long ago.
  package private(set) var newcomerUntil: Int64?
  /// The further participants of people who are here already.
  private(set) var seats: MovedSeats
  /// Whether this user began the session. Then everyone else came later.
  let isFounder: Bool
  /// Whether the first list of participants has come; of a seat that moved here, the first whole list.
  private(set) var hasRoster = false
  /// How many others are in the session of a seat that moved here.
  private let expected: Int
  /// Whether this user has all that the others had when the user came. Participants and entries that
  /// come before are not announced, unless this user began the session.
  var isCaughtUp = false
  /// The strokes and texts in progress of other participants, in the order in which they first
  /// arrived.
  package private(set) var items: [GuestItem] = []
  /// The colour and sign of each participant, this user included.
  package private(set) var looks: [ParticipantUUID: ParticipantLook] = [:]
  /// The participants with an ambiguous name: another participant has the same name, or it equals
  /// this user's name, "you" or "somebody".
  private(set) var namesakes: Set<ParticipantUUID> = []
  /// The entries and messages that were refused, by the participant that sent them; of those who are
  /// not in the session, under nil.
  var refusals: [ParticipantUUID?: RefusalCounts] = [:]
  /// The people who are or were in the session, by their keys.
  private(set) var met: [AuthorID: KnownPerson] = [:]
  /// The appearance that was last sent to the other participants.
  var shown: ParticipantPresence?
  let requests: Requests

  /// - Parameter seat: the session of a seat that moved here; nil for any other session.
  init(
    session: SessionUUID, me: ParticipantUUID, since: Int64, author: AuthorID, isFounder: Bool,
    seat: SeatSession? = nil, _ requests: Requests
  ) {
    (self.session, self.me, self.isFounder) = (session, me, isFounder)
    self.since = seat?.since ?? since
    expected = seat?.others ?? 0
    if let look = seat?.look { looks[me] = look }
    seats = MovedSeats(of: me, author, since: self.since)
    self.requests = requests
  }

  // MARK: Participants

  /// Replaces the list of participants. Keeps the known state of the participants who stay.
  ///
  /// - Returns: the participants that left, sorted by id, and whether a notice should say so.
  ///   `isNews` is false for the first list. Also the participants who have another right than
  ///   before.
  mutating func setParticipants(
    _ present: [SessionParticipant]
  ) -> (gone: [Guest], isNews: Bool, ruled: [Guest]) {
    let present = seats.shown(among: present, besides: guests)
    let known = Dictionary(guests.map { ($0.id, $0) }) { first, _ in first }
    var ids: Set<ParticipantUUID> = [me]
    // If there is no room for all, watchers are left out first. Among equals, new participants are
    // left out before known ones.
    let inOrder = present.sorted { one, other in
      let (isOneKnown, isOtherKnown) = (known[one.id] != nil, known[other.id] != nil)
      if one.mayDraw != other.mayDraw { return one.mayDraw }
      return isOneKnown == isOtherKnown ? one.id < other.id : isOneKnown
    }
    guests = inOrder.filter { ids.insert($0.id).inserted }.prefix(Guest.countMax)
      .sorted { $0.id < $1.id }.map { new in
        guard var guest = known[new.id] else {
          return Guest(new, isGreeted: !hearsNews)
        }
        (guest.mayDraw, guest.callName) = (new.mayDraw, new.name ?? guest.callName)
        (guest.kind, guest.way) = (new.kind, new.way)
        return guest
      }
    let left = known.values.filter { !ids.contains($0.id) }.sorted { $0.id < $1.id }
    for guest in left { note(gone: guest) }
    removeItems { !ids.contains($0.id.participant) }
    defer { hasRoster = hasRoster || guests.count >= expected || seats.hasSettled }
    let ruled = guests.filter { guest in
      known[guest.id].map { $0.mayDraw != guest.mayDraw } ?? false
    }
    return (left, hasRoster, ruled)
  }

  /// Notes a person whose key is known now, besides this user.
  mutating func noteMet(_ id: ParticipantUUID, besides me: AuthorID) {
    guard let guest = guest(id), guest.isPerson, let name = guest.givenName,
      let author = guest.known?.author, author != me, author != .nobody,
      met[author] != nil || met.count < KnownPeople.countMax
    else { return }
    met[author] = KnownPerson(author: author, name: name, lastMet: since, way: guest.way)
  }

  /// Returns the people whom this user met, if the session ends at this time.
  func met(until wall: Int64) -> [KnownPerson] {
    met.values.map { person in
      var person = person
      person.lastMet = wall
      return person
    }
  }

  /// Handles the first appearance of a participant that was not shown until now. If it shows the
  /// seat of a participant who is here, it replaces that participant.
  ///
  /// - Returns: whether the participant is new on the screen, and the participant that it replaces.
  mutating func receiveFirst(
    _ appearance: ParticipantPresence, of id: ParticipantUUID
  ) -> (isNew: Bool, replaced: ParticipantUUID?) {
    switch seats.receive(appearance, of: id, among: guests) {
    case .nothing: return (false, nil)
    case .newcomer(let participant):
      add(Guest(participant, isGreeted: !hearsNews))
      return (true, nil)
    case .moved(let old, let participant):
      guests.removeAll { $0.id == old.id }
      add(old.moved(to: participant))
      return (true, old.id)
    }
  }

  private mutating func add(_ guest: Guest) {
    guard guests.count < Guest.countMax else { return }
    guests.append(guest)
    guests.sort { $0.id < $1.id }
  }

  private mutating func note(gone guest: Guest) {
    guard let name = guest.name else { return }
    gone = gone.suffix(Self.goneMax - 1) + [(guest.id, name)]
  }

  /// Whether the member is here or left a moment ago.
  func isKnown(_ id: ParticipantUUID) -> Bool {
    id == me || guest(id) != nil || gone.contains { $0.id == id }
  }

  private mutating func forgetRulings() {
    rulings.keepOnly(Set(guests.map { $0.id } + gone.map { $0.id } + [me]))
  }

  /// See `ModerationClaims.claim`.
  mutating func claim(
    _ ruling: Ruling, about id: ParticipantUUID, by: ParticipantUUID, at now: Int64
  ) -> Bool {
    forgetRulings()
    return rulings.claim(ruling, about: id, by: by, at: now)
  }

  /// See `ModerationClaims.prove`.
  mutating func prove(_ ruling: Ruling, about id: ParticipantUUID, at now: Int64)
    -> ParticipantUUID?
  {
    forgetRulings()
    return rulings.prove(ruling, about: id, at: now)
  }

  /// The participants that are drawing or typing at this moment.
  package var drawers: Set<ParticipantUUID> { Set(items.map(\.id.participant)) }

  /// How many people are here, this user included.
  package var peopleCount: Int { guests.count(where: \.isPerson) + 1 }
  /// Whether another person is here.
  package var hasPeople: Bool { guests.contains(where: \.isPerson) }
  /// Whether a person sees what this user shows, at an Easel of their own or on a display.
  package var hasAudience: Bool { guests.contains { $0.kind != .program } }

  package func guest(_ id: ParticipantUUID) -> Guest? { guests.first { $0.id == id } }

  /// The other participants; those that may draw come first.
  package var guestsInOrder: [Guest] { guests.filter(\.mayDraw) + guests.filter { !$0.mayDraw } }

  /// Whether this participant follows this user, directly or through other participants.
  func isFollowed(by id: ParticipantUUID) -> Bool {
    var next = guest(id)?.appearance?.following
    for _ in guests {
      guard let person = next else { return false }
      if person == me { return true }
      next = guest(person)?.appearance?.following
    }
    return false
  }

  /// Whether the same person has started Easel again and is already here as another participant.
  /// The session may notice the end of the first process later than the new participant.
  ///
  /// - Parameter present: all participants, also those that have not shown themselves yet.
  func isBack(_ gone: Guest, among present: [SessionParticipant], at uptime: Int64) -> Bool {
    guard let author = gone.known?.author else { return false }
    if present.contains(where: {
      $0.author == author && $0.id != me && guest($0.id)?.known == nil
    }) {
      return true
    }
    return guests.contains {
      $0.known?.author == author && $0.cameAt > gone.cameAt
        && uptime < $0.cameAt.later(by: Self.noticedWithin)
    }
  }

  /// The time in milliseconds within which the session notices that a process ended without a
  /// message.
  private static let noticedWithin: Int64 = 15_000

  // MARK: Names and signs

  /// Returns the name to show for a participant. Participants choose their names freely, so an
  /// ambiguous name is shown with the participant's sign; see `namesakes`.
  package func name(of id: ParticipantUUID, _ chrome: Chrome) -> String {
    if id == me { return "you" }
    return guest(id).map { name(of: $0, chrome) } ?? "Somebody"
  }

  package func name(of guest: Guest, _ chrome: Chrome) -> String {
    let isAlone = guest.name == nil || !namesakes.contains(guest.id)
    return isAlone ? guest.shownName : "\(guest.shownName) \(sign(of: guest.id, chrome))"
  }

  /// Returns the name to show in a label that begins with the participant's sign. The sign is not
  /// repeated, except after the name "you", which stands for this user.
  package func name(besideSignOf guest: Guest, _ chrome: Chrome) -> String {
    guest.shownName.lowercased() == "you" ? name(of: guest, chrome) : guest.shownName
  }

  /// Returns the same name, and behind a name of this user's own the name that others know.
  func fullName(besideSignOf guest: Guest, _ chrome: Chrome) -> String {
    guest.ownName == nil ? name(besideSignOf: guest, chrome) : guest.fullName
  }

  package func sign(of id: ParticipantUUID, _ chrome: Chrome) -> String {
    chrome.sign(looks[id]?.sign ?? 0)
  }

  // MARK: Strokes in progress

  /// Updates the strokes in progress of other participants. A stroke replaces its own earlier
  /// state.
  mutating func setItems(_ new: [GuestItem]) {
    for item in new where guests.contains(where: { $0.id == item.id.participant }) {
      if let index = items.firstIndex(where: { $0.id == item.id }) {
        items[index] = item
      } else if items.count < GuestItem.countMax {
        items.append(item)
      }
    }
  }

  /// Removes strokes in progress. Returns false if no stroke was removed.
  @discardableResult
  mutating func removeItems(where isGone: (GuestItem) -> Bool) -> Bool {
    guard items.contains(where: isGone) else { return false }
    items.removeAll(where: isGone)
    return true
  }

  /// The time in milliseconds for which the bar draws attention to a person who came.
  static let newcomerMilliseconds: Int64 = 10_000

  mutating func noteNewcomer(at uptime: Int64) {
    newcomerUntil = uptime.later(by: Self.newcomerMilliseconds)
  }

  mutating func expireNewcomer(at uptime: Int64) {
    if let until = newcomerUntil, until <= uptime { newcomerUntil = nil }
  }

  mutating func change(_ id: ParticipantUUID, _ change: (inout Guest) -> Void) {
    guard let index = guests.firstIndex(where: { $0.id == id }) else { return }
    change(&guests[index])
  }

  /// Whether what comes now is news for this user.
  var hearsNews: Bool { isFounder || hasRoster && isCaughtUp }

  /// Gives each participant, this user included, the colour and sign they ask for. If several ask
  /// for the same one, a participant that may draw comes before one that watches, and then the
  /// participant that came first.
  mutating func assignLooks(own: ParticipantPresence, mayDraw: Bool) {
    typealias Asking = (id: ParticipantUUID, mayDraw: Bool, wish: ParticipantPresence)
    let wishes: [Asking] =
      [(me, mayDraw, own)]
      + guests.compactMap { guest in guest.known.map { (guest.id, guest.mayDraw, $0) } }
    func assign(_ number: (ParticipantPresence) -> Int, among count: Int) -> [ParticipantUUID: Int]
    {
      IdentityAssignment.assign(
        wishes.map {
          .init(id: $0.id, since: $0.wish.since, number: number($0.wish), mayDraw: $0.mayDraw)
        }, among: count)
    }
    let colors = assign({ $0.color.nearest.rawValue }, among: PaletteColor.allCases.count)
    let signs = assign({ Int($0.sign) }, among: Chrome.signCount)
    looks = [:]
    for (id, _, wish) in wishes {
      guard let number = colors[id], let assigned = PaletteColor(rawValue: number) else { continue }
      let hasWish = wish.color.nearest == assigned
      looks[id] = ParticipantLook(
        color: hasWish ? wish.color.with(alpha: 255) : assigned.color, sign: signs[id] ?? 0)
    }
    namesakes = namesakes(besides: own.name)
  }

  private func namesakes(besides own: SafeText) -> Set<ParticipantUUID> {
    let taken: Set = ["you", "somebody", own.string.lowercased()]
    let words = guests.filter { $0.kind != .display }.compactMap { guest in
      guest.name.map { (guest.id, $0.string.lowercased()) }
    }
    let bearers = Dictionary(words.map { ($0.1, 1) }, uniquingKeysWith: +)
    return Set(words.filter { taken.contains($0.1) || bearers[$0.1] != 1 }.map(\.0))
  }
}

/// The colour and sign of a participant, the same on every screen.
package struct ParticipantLook: Hashable, Sendable {
  package var color: InkColor
  /// The number of a sign that is shown beside the colour, for users who see no colours.
  package var sign: Int
}
