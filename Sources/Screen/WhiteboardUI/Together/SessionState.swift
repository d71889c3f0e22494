import BoardClient
import BoardDocument
import BoardModel
import EaselBase

/// The state of this user's participation in a session.
struct SessionState: Sendable {
  let session: Bytes16
  let me: Bytes16
  /// When this user entered the session, by the wall clock in milliseconds.
  let since: Int64
  var mayDraw = true
  /// The other participants, sorted by id.
  var guests: [Guest] = []
  /// The names of the participants that left last; the reason may arrive a moment later.
  private(set) var gone: [(id: Bytes16, name: SafeText)] = []
  private static let goneMax = 16
  /// Reports that a member was removed, for members that are here or left a moment ago.
  private var putOuts: [Bytes16: PutOut] = [:]
  /// Whether the first list of participants has come. Participants in that list are not announced.
  var hasRoster = false
  /// The strokes and texts in progress of other participants, in the order in which they first
  /// arrived.
  var items: [GuestItem] = []
  /// The colour and sign of each participant, this user included.
  var looks: [Bytes16: Look] = [:]
  /// The participants whose name another participant has as well, or whose name equals this user's
  /// name, "you" or "somebody".
  private(set) var namesakes: Set<Bytes16> = []
  /// The appearance that was last sent to the other participants.
  var shown: Appearance?
  /// The typed text that was last sent to the other participants.
  var typed: Typed?

  /// The news that this user has received about the removal of one member.
  struct PutOut: Hashable, Sendable {
    /// The participant that claims to have removed the member.
    var by: Bytes16?
    /// Whether a change of keys shows it.
    var isProved = false
    fileprivate var isTold = false
  }

  struct Typed: Hashable, Sendable {
    /// The id that its finished operation will have.
    let entry: EntryID
    let label: Label
  }

  init(session: Bytes16, me: Bytes16, since: Int64, mayDraw: Bool = true) {
    (self.session, self.me, self.since, self.mayDraw) = (session, me, since, mayDraw)
  }

  mutating func note(gone guest: Guest) {
    guard let name = guest.name else { return }
    gone = gone.suffix(Self.goneMax - 1) + [(guest.id, name)]
  }

  /// - Returns: the participant that removed the member; only once, when both that participant's
  ///   notice and a change of keys say so.
  mutating func note(putOut id: Bytes16, _ change: (inout PutOut) -> Void) -> Bytes16? {
    let known = Set(guests.map { $0.id } + gone.map { $0.id })
    putOuts = putOuts.filter { known.contains($0.key) }
    guard known.contains(id) else { return nil }
    var putOut = putOuts[id] ?? PutOut()
    change(&putOut)
    let isNews = putOut.isProved && putOut.by != nil && !putOut.isTold
    if isNews { putOut.isTold = true }
    putOuts[id] = putOut
    return isNews ? putOut.by : nil
  }

  /// How many people are here, this user included.
  var peopleCount: Int { guests.count(where: \.isPerson) + 1 }

  func guest(_ id: Bytes16) -> Guest? { guests.first { $0.id == id } }

  /// Sets the strokes in progress of other participants; each replaces its earlier state.
  mutating func setItems(_ new: [GuestItem]) {
    for item in new where guests.contains(where: { $0.id == item.id.participant }) {
      if let index = items.firstIndex(where: { $0.id == item.id }) {
        items[index] = item
      } else if items.count < GuestItem.countMax {
        items.append(item)
      }
    }
  }

  mutating func change(_ id: Bytes16, _ change: (inout Guest) -> Void) {
    guard let index = guests.firstIndex(where: { $0.id == id }) else { return }
    change(&guests[index])
  }

  /// Gives each participant, this user included, the colour and sign they ask for; the participant
  /// that came first wins.
  mutating func settleLooks(own: Appearance) {
    let wishes = [(me, own)] + guests.compactMap { guest in guest.known.map { (guest.id, $0) } }
    let colors = IdentityAssignment.assign(
      wishes.map { .init(id: $0.0, since: $0.1.since, number: $0.1.color.nearest.rawValue) },
      among: PaletteColor.allCases.count)
    let signs = IdentityAssignment.assign(
      wishes.map { .init(id: $0.0, since: $0.1.since, number: Int($0.1.sign)) },
      among: Chrome.signCount)
    looks = [:]
    for (id, wish) in wishes {
      guard let number = colors[id], let settled = PaletteColor(rawValue: number) else { continue }
      let hasWish = wish.color.nearest == settled
      looks[id] = Look(
        color: hasWish ? wish.color.with(alpha: 255) : settled.color, sign: signs[id] ?? 0)
    }
    namesakes = namesakes(besides: own.name)
  }

  private func namesakes(besides own: SafeText) -> Set<Bytes16> {
    let taken: Set = ["you", "somebody", own.string.lowercased()]
    let words = guests.compactMap { guest in guest.name.map { (guest.id, $0.string.lowercased()) } }
    let bearers = Dictionary(words.map { ($0.1, 1) }, uniquingKeysWith: +)
    return Set(words.filter { taken.contains($0.1) || bearers[$0.1] != 1 }.map(\.0))
  }
}

/// The colour and sign of a participant, the same on every screen.
struct Look: Hashable, Sendable {
  var color: InkColor
  /// Shown beside the colour, for users who see no colours.
  var sign: Int
}

/// Another participant in the session.
struct Guest: Hashable, Sendable {
  let id: Bytes16
  var mayDraw: Bool
  /// Whether a person sits there.
  var isPerson: Bool
  /// Their name as the transport knows it.
  var callName: SafeText?
  /// The appearance that they sent last.
  var known: Appearance?
  /// Whether they still show it; false when nothing was heard from them for a while.
  var isHeard = false
  /// A notice has said that they were removed.
  var isPutOut = false
  /// Their arrival needs no notice: it was announced, or they were here already.
  var isGreeted: Bool
  /// The uptime in milliseconds at which their pointer, and their laser, last moved.
  var movedAt: Int64 = .min
  var beamedAt: Int64 = .min
  /// The uptime in milliseconds at which their first appearance came.
  var cameAt: Int64 = .min
  /// A notice has said that they cannot save the board.
  var isTroubleSaid = false

  init(_ participant: SessionParticipant, isGreeted: Bool) {
    (id, mayDraw, callName) = (participant.id, participant.mayDraw, participant.name)
    isPerson = participant.isPerson
    self.isGreeted = isGreeted
  }

  /// Their appearance right now; nil when nothing was heard from them for a while.
  var appearance: Appearance? { isHeard ? known : nil }

  /// The name that the transport gives them, for which the transport may vouch; without one, the
  /// name that they give themselves.
  var name: SafeText? {
    if let callName, !callName.string.isEmpty { return callName }
    if let name = known?.name, !name.string.isEmpty { return name }
    return nil
  }

  /// Why this participant, as the host, cannot save the board right now. A watcher never hosts.
  var unsaved: SafeText? { mayDraw ? appearance?.unsaved : nil }

  /// The position that they show right now.
  var pointer: BoardPoint? { isHeard ? known?.pointer : nil }
}

extension InkColor {
  /// The most similar colour of the palette.
  var nearest: PaletteColor {
    func distance(_ other: PaletteColor) -> Int {
      let pairs = [(red, other.color.red), (green, other.color.green), (blue, other.color.blue)]
      return pairs.reduce(0) { sum, pair in
        let way = Int(pair.0) - Int(pair.1)
        return sum + way * way
      }
    }
    return PaletteColor.allCases.min { distance($0) < distance($1) } ?? .graphite
  }
}
