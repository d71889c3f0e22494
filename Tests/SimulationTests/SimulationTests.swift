import EaselTesting
import Testing

@testable import easel_sim

/// The whole of sharing under seeded weather; each seed is held against all invariants.
@Suite struct SimulationTests {
  @Test("every invariant holds", arguments: Seeds.range(24))
  func holds(seed: UInt64) {
    let run = Run(seed)
    #expect(run.isGood, "\(run.report)")
  }

  @Test("what once failed holds", arguments: RegressionSeeds.all.map(\.name))
  func regressions(name: String) throws {
    let known = try #require(RegressionSeeds.all.first { $0.name == name })
    let run = Run(known.seed)
    #expect(run.isGood, "\(run.report)")
  }

  @Test("each kind of trouble and each kind of deed happens")
  func variety() {
    var plans: [Plan] = []
    for seed in 1...400 as ClosedRange<UInt64> {
      var chance = SplitMix64(seed: seed)
      plans.append(Plan(seed: seed, using: &chance))
    }
    #expect(Set(plans.map(\.people)) == Set(1...8))
    let liars = plans.count { $0.liar != nil }
    #expect((40...120).contains(liars))
    #expect(plans.contains { $0.crashEvery != nil } && plans.contains { $0.partitionEvery != nil })
    #expect(plans.contains { $0.isHealthy } && plans.contains { !$0.watchers.isEmpty })
  }
}
