import GroupTesting
import Testing

@testable import easel_sim

/// The whole of sharing under seeded weather; each seed is held against all invariants.
@Suite struct SimulationTests {
  @Test("every invariant holds", arguments: Seeds.range(24))
  func holds(seed: UInt64) {
    let run = Run(seed)
    #expect(run.isGood, "\(run.report)")
  }

  @Test("every invariant holds where people draw diagrams", arguments: Seeds.range(12))
  func diagrams(seed: UInt64) {
    let run = Run(seed, diagrams: true)
    #expect(run.isGood, "\(run.report)")
  }

  @Test("worlds that once failed pass", arguments: RegressionSeeds.all.map(\.name))
  func regressions(name: String) throws {
    let known = try #require(RegressionSeeds.all.first { $0.name == name })
    let run = Run(known.seed)
    #expect(run.isGood, "\(run.report)")
  }

  @Test("each kind of attack happens in crowded worlds, and some begin with many replicas")
  func crowdedVariety() {
    let plans = (1...200 as ClosedRange<UInt64>).compactMap { seed in
      var chance = SplitMix64(seed: seed)
      return Plan(crowded: seed, using: &chance).crowded
    }
    #expect(plans.count == 200 && plans.allSatisfy { (100...2_000).contains($0.operations) })
    for attack in Crowded.Attack.allCases {
      #expect(plans.count { $0.hostile.values.contains { $0.contains(attack) } } > 20)
    }
    #expect(plans.contains { $0.oldReplicas > 4_096 })
    #expect(plans.contains { $0.hostile.count > 2 })
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
