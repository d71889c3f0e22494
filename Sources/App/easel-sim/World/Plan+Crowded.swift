import BoardLog
import GroupTesting

/// The plan of a crowded world: many operations on boards near their limits, and several hostile
/// members at once.
struct Crowded {
  /// The allowances of the board's authors: small, so that some overflow.
  var allowances: Log.Allowances
  /// The approximate number of operations that people try.
  var operations: Int
  /// The number of replicas of honest people in each file at the start.
  var oldReplicas = 0
  /// The attacks of each hostile member.
  var hostile: [Int: [Attack]] = [:]
  /// The most attacks of each hostile member.
  var attacksMax: Int
  /// The number of a thousand acts of the board's owner that revoke an author.
  var revocations: UInt64

  /// An attack of a hostile member on the others.
  enum Attack: CaseIterable {
    /// The member forks its replicas, with far times, and shows each branch to different people.
    case contradicts
    /// The member fills its allowance and goes on, with several replicas.
    case overfills
    case inventsAuthors
    /// The member replays entries of another board.
    case replays
    /// The member sends entries far ahead of the board's clock.
    case runsAhead
    /// The member names numbers of others that do not exist yet: it hides, moves and cancels them.
    case reachesAhead
    /// The member moves everything to the edge of the board.
    case movesEverything
    /// The member changes many things in one gesture, and cancels and restores it again and again.
    case toggles
    /// The member names replicas and numbers that it made up.
    case namesUnknown
    /// The member may only watch, and passes on entries that it made up.
    case passesOn
    /// The member may only watch, and makes as many links to another as that one accepts.
    case crowdsLinks
    /// The member may only watch, and lies about what it knows and about answers to newcomers.
    case claims
    /// The member may only watch, and shows itself in the name of another watcher.
    case speaksForAnother
    /// The member may only watch, asks for the colour of another one, and says that it came first.
    case takesColor

    /// The attacks of members that may only watch.
    static let ofWatchers: [Attack] = [
      .passesOn, .crowdsLinks, .claims, .speaksForAnother, .takesColor,
    ]

    var isOfWatcher: Bool { Self.ofWatchers.contains(self) }
  }
}

extension Plan {
  init(crowded seed: UInt64, using chance: inout SplitMix64) {
    self.seed = seed
    people = 3 + chance.below(4)
    trouble = chance.among(3_000...6_000)
    weather = .init(
      lossPercent: chance.percent(40) ? 0 : chance.next() % 11,
      doublingPercent: chance.percent(50) ? 0 : chance.next() % 21,
      delay: .milliseconds(1)...(.milliseconds(chance.among(2...80))),
      isReordering: chance.percent(50))
    if chance.percent(40) { crashEvery = chance.among(1_500...6_000) }
    if chance.percent(20) { pauseEvery = chance.among(2_000...6_000) }
    if chance.percent(40) { partitionEvery = chance.among(1_500...5_000) }
    if chance.percent(10) { blackoutEvery = chance.among(2_000...5_000) }
    goings = chance.next() % 3
    cutLongest = 3_000
    var hostile = Self.hostile(of: people, using: &chance)
    watchers = Set(hostile.filter { $0.value.allSatisfy(\.isOfWatcher) }.keys)
    // The victim of a hostile watcher: an honest one. No drawer invents authors beside it: the
    // watcher accepts entries of such an author, and nobody accepts them from the watcher.
    if !watchers.isEmpty {
      hostile = hostile.mapValues { attacks in
        let others = attacks.filter { $0 != .inventsAuthors }
        return others.isEmpty ? [.contradicts] : others
      }
      // Only a world with honest drawers shows whether a member waits for a watcher.
      let someoneClaims = hostile.values.contains { $0.contains(.claims) }
      if someoneClaims, chance.percent(40) {
        hostile = hostile.filter { watchers.contains($0.key) }
      }
      watchers.insert(people)
      people += 1
    }
    // Most worlds get few operations, since all seeds together must not take too long.
    let share = chance.below(1_000)
    let operations = 100 + 1_900 * share * share / 1_000_000
    let drawers = people - watchers.count
    restlessness = 1...max(2, trouble * Int64(drawers) / Int64(operations))
    let used = operations / drawers * 190
    let drawing = max(3 << 10, used * (40 + chance.below(120)) / 100)
    let tidying = max(1 << 10, drawing * (15 + chance.below(40)) / 100)
    var crowded = Crowded(
      allowances: .init(
        guest: Allowance(drawing: drawing, tidying: tidying),
        owner: Allowance(drawing: drawing * 2, tidying: tidying * 2 + (8 << 10))),
      operations: operations, hostile: hostile, attacksMax: 5 + chance.below(30),
      revocations: chance.percent(70) ? 4 + chance.next() % 30 : 0)
    if chance.percent(4) { crowded.fillFiles(drawers: drawers, using: &chance) }
    self.crowded = crowded
  }

  /// SimulatedPerson 0 is honest and owns the board; at least one other is honest as well.
  private static func hostile(
    of people: Int, using chance: inout SplitMix64
  ) -> [Int: [Crowded.Attack]] {
    var hostile: [Int: [Crowded.Attack]] = [:]
    for person in 2..<people where chance.percent(65) {
      if chance.percent(25) {
        let attacks = Crowded.Attack.ofWatchers.filter { _ in chance.percent(60) }
        hostile[person] = attacks.isEmpty ? [.passesOn] : attacks
      } else {
        let attacks = Crowded.Attack.allCases.filter { !$0.isOfWatcher && chance.percent(50) }
        hostile[person] = attacks.isEmpty ? [.contradicts] : attacks
      }
    }
    return hostile
  }

  /// Whether a member lies or attacks.
  var isAttacked: Bool { liar != nil || crowded?.hostile.isEmpty == false }
}

extension Crowded {
  /// Makes more replicas than one part of a clear, or one run of entries, can name.
  fileprivate mutating func fillFiles(drawers: Int, using chance: inout SplitMix64) {
    oldReplicas = 4_097 + chance.below(1_000)
    operations = min(operations, 400)
    let share = oldReplicas * 256
    func with(_ allowance: Allowance) -> Allowance {
      Allowance(drawing: allowance.drawing + share, tidying: allowance.tidying + share)
    }
    allowances = .init(guest: with(allowances.guest), owner: with(allowances.owner))
  }
}
