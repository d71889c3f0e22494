import GroupTesting
import Testing

@testable import EaselBase

/// Election and responder together.
@Suite struct ResponderWorldTests {
  private let drawn = VersionVector([
    ReplicaID(Bytes16(high: 1, low: 1)): SequenceNumber(40)
  ])

  /// So many complete members under one leader.
  private func call(of count: Int, seed: UInt64) -> ElectionWorld {
    var world = ElectionWorld(seed: seed)
    for number in 1...count { world.sit(world.name(number), knowing: drawn) }
    world.run(for: ElectionPropertyTests.settledMilliseconds)
    return world
  }

  @Test("R1 · in a healthy call each newcomer is answered exactly once, by its upstream")
  func once() {
    for seed in Seeds.range(30) {
      let count = Int(1 + seed % 7)
      var world = call(of: count, seed: seed)
      for number in 1...4 {
        let newcomer = world.name(100 + number)
        let upstream = world.present.randomElement(using: &world.chance)
        world.upstream[newcomer] = upstream
        world.join(newcomer, draws: number % 2 == 0)
        world.run(for: 3_000)
        let answers = world.answers.filter { $0.newcomer == newcomer }
        #expect(answers.map(\.by) == [upstream], "seed \(seed)")
        let member = world.members[newcomer]
        #expect(member?.responder.isPending == false && member?.knowledge == drawn, "seed \(seed)")
      }
    }
  }

  @Test("R2 · without its leader a newcomer is answered all the same, in about 1 s")
  func leaderless() {
    for seed in Seeds.range(20) {
      var world = call(of: 4, seed: seed)
      for leader in world.leading { world.remove(leader) }
      let start = world.now
      world.join(world.name(100))
      world.run(for: 1_000 + 3 * world.weather.delay.upperBound)
      let first = world.answers.first
      #expect(first.map { $0.at.since(start) <= 1_150 } == true, "seed \(seed)")
      #expect(world.members[world.name(100)]?.knowledge == drawn, "seed \(seed)")
    }
  }

  @Test("R3 · a newcomer to incomplete members alone does not wait for ever")
  func nobodyKnows() {
    var world = ElectionWorld(seed: 1)
    for number in 1...3 { world.join(world.name(number)) }
    world.run(for: 10_000)
    #expect(world.answers.isEmpty)
    #expect(world.members.values.allSatisfy { !$0.responder.isPending })
  }

  @Test("R1 · in a call of two the other answers, and a member left alone needs no answer")
  func two() {
    for seed in Seeds.range(10) {
      var world = call(of: 1, seed: seed)
      let newcomer = world.name(100)
      world.join(newcomer)
      world.run(for: 3_000)
      #expect(world.answers.map(\.by) == [world.name(1)], "seed \(seed)")
      world.remove(world.name(1))
      world.run(for: 1_000)
      #expect(world.leading == [newcomer], "seed \(seed)")
      world.join(world.name(101))
      world.run(for: 3_000)
      #expect(world.answers.map(\.by) == [world.name(1), newcomer], "seed \(seed)")
    }
  }

  @Test("R1 · R2 · in foul weather and with members dying all newcomers get the picture")
  func foul() {
    for seed in Seeds.range(20) {
      var world = call(of: 5, seed: seed)
      world.weather = .foul
      for number in 1...4 {
        world.join(world.name(100 + number))
        world.cutAtRandom()
        world.run(for: .random(in: 0...800, using: &world.chance))
        if number < 4 { world.remove(world.name(number)) }
      }
      world.cut = []
      world.run(for: 45_000)
      #expect(world.members.values.allSatisfy { !$0.responder.isPending }, "seed \(seed)")
      #expect(world.members.values.allSatisfy { $0.knowledge == drawn }, "seed \(seed)")
    }
  }
}
