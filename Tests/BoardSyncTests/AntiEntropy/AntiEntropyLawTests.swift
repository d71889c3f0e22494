import GroupTesting
import Testing

@testable import BoardSync
@testable import EaselBase

/// Whole worlds: lost entries come to every member.
@Suite struct AntiEntropyLawTests {
  /// Writes for a while in islands that come and go, with a third of all entries lost.
  static func troubled(seed: UInt64, members: ClosedRange<Int>, liars: Set<Int> = [])
    -> HealingWorld
  {
    var chance = SplitMix64(seed: seed)
    let count = Int.random(in: members, using: &chance)
    var world = HealingWorld(count, weather: .any(using: &chance), seed: seed, liars: liars)
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      let islands = (0..<count).map { ($0, Int.random(in: 0...2, using: &chance)) }
      world.part(Dictionary(uniqueKeysWithValues: islands))
      for _ in 0..<Int.random(in: 0...20, using: &chance) {
        let member = world.honest.randomElement(using: &chance) ?? 0
        let lost = Set((0..<count).filter { _ in chance.percent(33) })
        world.write(.test(member), by: member) { !lost.contains($0) }
        world.run(for: .random(in: 0...400, using: &chance))
      }
    }
    world.heal()
    return world
  }

  @Test("A1 · all know the same within 5 s after healing", arguments: Seeds.range(12))
  func heals(seed: UInt64) {
    var world = Self.troubled(seed: seed, members: 2...8)
    world.run(for: 5_000)
    let isWhole = world.isWhole
    #expect(isWhole, "seed \(seed)")
  }

  @Test("A1 · a newcomer gets everything, answer by answer", arguments: Seeds.range(4))
  func newcomer(seed: UInt64) {
    var world = HealingWorld(3, seed: seed)
    for index in 0..<30 {
      for _ in 0..<10 { world.write(.test(index), by: index % 2) { $0 != 2 } }
    }
    world.run(for: 5_000)
    let isWhole = world.isWhole
    let count = world.union.count
    #expect(isWhole && count == 30, "seed \(seed)")
  }

  @Test(
    "A2 · a contradiction freezes the replica on every screen", arguments: [40] + Seeds.range(8))
  func forks(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let count = Int.random(in: 2...6, using: &chance)
    var world = HealingWorld(count, weather: .any(using: &chance), seed: seed)
    let common = Int.random(in: 0...40, using: &chance)
    for _ in 0..<common { world.write(.test(9), by: 0) { _ in true } }
    world.run(for: 3_000)
    for _ in 0..<Int.random(in: 1...40, using: &chance) {
      world.write(.test(9), by: 0, branch: 1) { $0 % 2 == 0 }
    }
    for _ in 0..<Int.random(in: 1...40, using: &chance) {
      world.write(.test(9), by: 1, branch: 2) { $0 % 2 == 1 }
    }
    world.run(for: 20_000)
    let frozen = world.union.map(\.isFrozen)
    #expect(frozen == [true], "seed \(seed)")
    let isWhole = world.isWhole
    #expect(isWhole, "seed \(seed)")
    let before = world.entriesSent
    world.run(for: 5_000)
    let after = world.entriesSent
    #expect(after == before, "a frozen replica is fetched for ever: seed \(seed)")
  }

  @Test("A3 · a newcomer among 64 brings about one vector, and all it lacks")
  func crowd() {
    var world = HealingWorld(64, seed: 1)
    for index in 0..<20 { world.write(.test(index), by: index) { _ in false } }
    var all = NaiveLog()
    for member in 0..<20 { all.add(world.logs[member]) }
    for member in 0..<63 {
      world.logs[member] = all
      world.notify(member)
    }
    world.supplyMax = 1_000
    world.run(for: 1_500)
    let vectors = world.sent.count { if case .compare = $0 { true } else { false } }
    let isWhole = world.isWhole
    #expect(isWhole)
    #expect(vectors <= 2, "\(vectors) vectors")
  }

  @Test(
    "A4 · members with the same entries send each other nothing but digests",
    arguments: Seeds.range(3))
  func quiet(seed: UInt64) {
    var world = HealingWorld(5, weather: Weather(lossPercent: 20), seed: seed)
    for index in 0..<20 { world.write(.test(index % 5), by: index % 5) { _ in true } }
    world.run(for: 5_000)
    let before = world.sent.count
    world.run(for: 10_000)
    let later = world.sent[before...]
    #expect(later.allSatisfy { if case .digest = $0 { true } else { false } }, "seed \(seed)")
    #expect((20...40).contains(later.count), "seed \(seed): \(later.count) digests in 10 s")
  }

  @Test("A6 · liars keep no member from healing and cost little", arguments: Seeds.range(4))
  func liars(seed: UInt64) {
    let liars: Set<Int> = seed % 2 == 0 ? [0] : [1, 3]
    var world = Self.troubled(seed: seed, members: 4...8, liars: liars)
    let (sent, entries) = (world.sent.count, world.entriesSent)
    for _ in 0..<400 {
      for liar in liars { world.lie(as: liar, to: world.honest[Int(seed) % world.honest.count]) }
      world.run(for: 25)
    }
    let isWhole = world.isWhole
    #expect(isWhole, "seed \(seed)")
    let messages = (world.sent.count - sent) / world.honest.count / 10
    #expect(messages < 300, "seed \(seed): \(messages) messages a second and member")
    let supplied = world.entriesSent - entries
    #expect(supplied < 64 * 8 * 10 * 16, "seed \(seed)")
  }

  @Test("A7 · the same entries made into something else are made anew, once")
  func alarm() {
    var world = HealingWorld(3, seed: 7)
    world.write(.test(0), by: 0) { _ in true }
    world.run(for: 3_000)
    world.faults[1] = 1
    world.notify(1)
    world.run(for: 8_000)
    #expect(world.rebuilds[1] == 1)
    #expect(world.alarms[1] == 1)
    #expect(world.faults.isEmpty)
    let before = world.rebuilds
    world.run(for: 30_000)
    #expect(world.rebuilds == before)
  }

  @Test("A8 · a member that waits for the whole picture asks and tells nothing")
  func paused() {
    var world = HealingWorld(2, seed: 3)
    world.pause(1)
    for _ in 0..<5 { world.write(.test(0), by: 0) { _ in false } }
    world.run(for: 5_000)
    #expect(world.logs[1].heads.isEmpty)
    world.resume(1)
    world.run(for: 3_000)
    let isWhole = world.isWhole
    #expect(isWhole)
  }
}
