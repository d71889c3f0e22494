import BoardClient
import BoardDocument
import BoardModel
import EaselBase

/// One's place in a session.
struct SessionState: Sendable {
  let session: Bytes16
  let me: Bytes16
  /// When it was taken, by the wall clock in milliseconds.
  let since: Int64
  var mayDraw = true
  /// The others, in the order of their names for each other.
  var guests: [Guest] = []
  /// What those were called who left last: why they did may be heard of a moment later.
  private(set) var gone: [(id: Bytes16, name: SafeText)] = []
  private static let goneMax = 16
  /// Reports that a member was removed, for members who are here or left a moment ago.
  private var putOuts: [Bytes16: PutOut] = [:]
  /// Who was there already is not said to come.
  var hasRoster = false
  /// What is under their hands, in the order in which it was first heard of.
  var items: [GuestItem] = []
  /// How everybody is told apart, oneself included.
  var looks: [Bytes16: Look] = [:]
  /// Those whose name is another's as well, or reads as one's own or as nobody's.
  private(set) var namesakes: Set<Bytes16> = []
  /// What the others were last told of oneself.
  var shown: Appearance?
  /// What the others were last told of the text that is typed here.
  var typed: Typed?

  /// The news that this participant has heard about the removal of one member.
  struct PutOut: Hashable, Sendable {
    /// The participant that says it removed the member.
    var by: Bytes16?
    /// Whether a change of keys shows it.
    var isProved = false
    fileprivate var isTold = false
  }

  struct Typed: Hashable, Sendable {
    /// The name that its finished operation will have.
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

  /// - Returns: who put somebody out: once, when both their word and a change of keys say so.
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

  /// How many people are here, oneself included.
  var peopleCount: Int { guests.count(where: \.isPerson) + 1 }

  func guest(_ id: Bytes16) -> Guest? { guests.first { $0.id == id } }

  /// What others have under their hands is this now, each in the place of what it was.
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

  /// What one asks for oneself, and everybody else for themselves: who came first has it.
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

/// How somebody is told apart from the others, on every screen alike.
struct Look: Hashable, Sendable {
  var color: InkColor
  /// Beside the colour, for those who see none.
  var sign: Int
}

/// Somebody else in the session.
struct Guest: Hashable, Sendable {
  let id: Bytes16
  var mayDraw: Bool
  /// Whether somebody sits there.
  var isPerson: Bool
  /// What the transport calls them.
  var callName: SafeText?
  /// What they showed last.
  var known: Appearance?
  /// Whether they still show it: nothing was heard for a while where not.
  var isHeard = false
  /// Their going has been said.
  var isPutOut = false
  /// Their coming has been said, or was nothing new.
  var isGreeted: Bool
  /// The uptime at which their pointer moved last, and their laser.
  var movedAt: Int64 = .min
  var beamedAt: Int64 = .min
  /// When they showed themselves first.
  var cameAt: Int64 = .min
  /// A notice has said that they cannot save the board.
  var isTroubleSaid = false

  init(_ participant: SessionParticipant, isGreeted: Bool) {
    (id, mayDraw, callName) = (participant.id, participant.mayDraw, participant.name)
    isPerson = participant.isPerson
    self.isGreeted = isGreeted
  }

  /// What they show right now.
  var appearance: Appearance? { isHeard ? known : nil }

  /// As the transport calls them, whose word it may be, and only else as they call themselves.
  var name: SafeText? {
    if let callName, !callName.string.isEmpty { return callName }
    if let name = known?.name, !name.string.isEmpty { return name }
    return nil
  }

  /// Why they, who host, cannot save the board right now. A watcher never hosts.
  var unsaved: SafeText? { mayDraw ? appearance?.unsaved : nil }

  /// Where they show right now that they are.
  var pointer: BoardPoint? { isHeard ? known?.pointer : nil }
}

extension InkColor {
  /// The palette's colour that is most like it.
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
