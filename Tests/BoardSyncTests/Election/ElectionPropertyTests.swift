import GroupBase
import GroupTesting
import Testing

@testable import BoardSync
@testable import EaselBase

/// The laws under seeded weather.
@Suite struct ElectionPropertyTests {
  static let settledMilliseconds: Int64 = 15_000

  @Test("E1 · E2 · no term has two leaders and no member votes twice, whatever the network does")
  func oneLeader() {
    for seed in Seeds.range(20) {
      var world = ElectionWorld(seed: seed)
      world.weather = .foul
      for number in 1...Int(2 + seed % 7) { world.sit(world.name(number), isComplete: false) }
      // All members know each other before the first term, so that none leads it alone.
      for id in world.present { world.seeRoster(id) }
      for id in world.present { world.learn(id, VersionVector(), isComplete: true) }
      for _ in 0..<10 {
        world.cutAtRandom()
        world.run(for: 3_000)
      }
      #expect(world.leaders.allSatisfy { $0.value.count == 1 }, "seed \(seed)")
      #expect(world.votes.allSatisfy { $0.value.count == 1 }, "seed \(seed)")
    }
  }

  @Test("E2 · E5 · after joins, leaves and cuts all follow one leader in 15 s, and keep it")
  func settles() {
    for seed in Seeds.range(20) {
      var world = ElectionWorld(seed: seed)
      world.weather = .foul
      for number in 1...4 { world.sit(world.name(number)) }
      for number in 5...14 {
        world.disturb(newcomer: world.name(number))
        world.run(for: .random(in: 100...4_000, using: &world.chance))
      }
      world.calm()
      world.run(for: Self.settledMilliseconds)
      let leading = world.leading
      let isElectable = world.members.values.contains(where: \.draws)
      #expect(leading.count == (isElectable ? 1 : 0), "seed \(seed)")
      #expect(world.followed == Set(leading), "seed \(seed)")
      for _ in 0..<60 {
        world.run(for: 1_000)
        #expect(world.leading == leading && world.followed == Set(leading), "seed \(seed)")
      }
      #expect(world.votes.allSatisfy { $0.value.count == 1 }, "seed \(seed)")
    }
  }

  @Test("E5 · from one member to eight a leader is there in 15 s", arguments: 1...8)
  func sizes(count: Int) {
    for seed in Seeds.range(6) {
      var world = ElectionWorld(seed: seed)
      for number in 1...count { world.sit(world.name(number), isComplete: false) }
      world.run(for: 1_000)
      #expect(world.leading.isEmpty)
      world.calm()
      world.run(for: Self.settledMilliseconds)
      #expect(world.leading.count == 1, "seed \(seed)")
      #expect(world.followed == Set(world.leading), "seed \(seed)")
    }
  }

  @Test("E6 · a leader that keeps a majority stays, whichever other links are cut in one direction")
  func asymmetric() {
    for seed in Seeds.range(20) {
      var world = ElectionWorld(seed: seed)
      for number in 1...Int(3 + seed % 6) { world.sit(world.name(number)) }
      world.run(for: Self.settledMilliseconds)
      guard let leader = world.leading.first else {
        Issue.record("seed \(seed): no leader")
        continue
      }
      let before = world.leaders
      for _ in 0..<6 {
        world.cutAtRandom(sparing: leader)
        world.run(for: 8_000)
        #expect(world.leading == [leader], "seed \(seed)")
      }
      world.calm()
      world.run(for: Self.settledMilliseconds)
      #expect(world.followed == [leader], "seed \(seed)")
      #expect(world.leaders == before, "seed \(seed)")
    }
  }

  @Test("E7 · a leader that is heard but hears no other steps down in 6 s, and another stays")
  func deaf() {
    for seed in Seeds.range(15) {
      var world = ElectionWorld(seed: seed)
      for number in 1...Int(3 + seed % 6) { world.sit(world.name(number)) }
      world.run(for: Self.settledMilliseconds)
      guard let deaf = world.leading.first else {
        Issue.record("seed \(seed): no leader")
        continue
      }
      world.cut = Set(world.present.map { ElectionWorld.Link(from: $0, to: deaf) })
      world.run(for: 6_000)
      #expect(world.members[deaf]?.election.leader == nil, "seed \(seed)")
      world.run(for: Self.settledMilliseconds)
      let next = world.leading
      #expect(next.count == 1 && next != [deaf], "seed \(seed)")
      world.run(for: 30_000)
      #expect(world.leading == next, "seed \(seed)")
    }
  }

  @Test("E9 · after any number of lies about terms the honest elect again")
  func lies() {
    for seed in Seeds.range(15) {
      var world = ElectionWorld(seed: seed)
      for number in 1...4 { world.sit(world.name(number)) }
      world.run(for: Self.settledMilliseconds)
      for _ in 0..<40 {
        world.lie()
        world.run(for: .random(in: 0...300, using: &world.chance))
      }
      world.run(for: 60_000)
      #expect(world.leading.count == 1, "seed \(seed)")
      #expect(world.followed == Set(world.leading), "seed \(seed)")
    }
  }
}

extension ElectionWorld {
  /// The leaders that drawing members believe in.
  var followed: Set<ParticipantID?> {
    Set(members.values.filter(\.draws).map(\.election.leader))
  }

  /// Each direction of each link alone. A spared leader keeps both directions to a majority.
  mutating func cutAtRandom(sparing leader: ParticipantID? = nil) {
    let others = present.filter { $0 != leader }.shuffled(using: &chance)
    let spared = leader.map { Set(others.prefix(present.count / 2)).union([$0]) } ?? []
    cut = []
    for from in present {
      for to in present where from != to && Int.random(in: 0..<3, using: &chance) == 0 {
        let isSpared =
          from == leader && spared.contains(to) || to == leader && spared.contains(from)
        if !isSpared { cut.insert(Link(from: from, to: to)) }
      }
    }
  }

  mutating func disturb(newcomer: ParticipantID) {
    switch Int.random(in: 0..<5, using: &chance) {
    case 0, 1:
      sit(newcomer, draws: Bool.random(using: &chance), isComplete: Bool.random(using: &chance))
    case 2 where present.count > 1:
      if let one = present.randomElement(using: &chance) { remove(one) }
    case 3: cut = []
    default: cutAtRandom()
    }
  }

  /// Faults stop, and anti-entropy has healed what was missing.
  mutating func calm() {
    (weather, cut) = (.fair, [])
    for id in present {
      learn(id, VersionVector(), isComplete: true)
      seeRoster(id)
    }
  }

  /// One member's message, with a term that it never had.
  mutating func lie() {
    guard let (liar, victim) = pair else { return }
    let terms: [UInt64] = [
      .max, .max - 1, Term.leapMax, .random(in: 0...9, using: &chance),
      .random(in: 0 ... .max, using: &chance),
    ]
    let term = Term(terms.randomElement(using: &chance) ?? 0)
    let messages: [ElectionMessage] = [
      .canvass(term, knowledge: nil), .support(term), .requestVote(term, knowledge: nil),
      .vote(term),
      .heartbeat(term), .heard(term), .refuse(term),
    ]
    guard let message = messages.randomElement(using: &chance) else { return }
    inject(message, from: liar, to: victim)
  }

  private var pair: (ParticipantID, ParticipantID)? {
    mutating get {
      let two = present.shuffled(using: &chance)
      return two.count > 1 ? (two[0], two[1]) : nil
    }
  }
}
