import EaselBase
import GroupTesting

/// The run of one seed, from the start of the first program to the verdict.
struct Run: Sendable {
  let seed: UInt64
  let counts: World.Counts
  let trace: Trace
  /// A hash of the final pictures of all honest participants who are still running.
  let pictures: Trace
  let breaches: [Breach]
  /// Milliseconds until all people were in one session again, after the faults and after the
  /// restart.
  let gathering: [Int64]

  var isGood: Bool { breaches.isEmpty && counts.lost == 0 }

  /// The longest time to gather, in milliseconds. It depends on how fast a call notices lost
  /// members.
  static let gatheringMax: Int64 = 40_000
  /// The time in which all lost data is found after people have gathered, in milliseconds. It is
  /// twice as long if a member lies and promises data that never comes.
  static let repairMax: Int64 = 5_000
  /// The time after which late wet ink is certainly hidden, beyond its own time, in milliseconds.
  static let lateInkMargin: Int64 = 250
  /// The number of further periods of `repairMax` that the repair may take while logs are rebuilt.
  static let extraRepairsMax = 8

  init(
    _ seed: UInt64, crowd: Int? = nil, crowded: Bool = false, diagrams: Bool = false,
    labels: Bool = false, images: Bool = false,
    story: ((String) -> Void)? = nil
  ) {
    if crowded {
      var chance = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 0xC0_0DED)
      let plan = Plan(crowded: seed, using: &chance)
      self.init(plan, chance: chance, story: story)
      return
    }
    var chance = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 0x5EED)
    var plan =
      (crowd ?? Plan.crowd(in: seed)).map { Plan(crowdOf: $0, seed: seed) }
      ?? Plan(seed: seed, using: &chance)
    (plan.hasDiagrams, plan.hasLabels) = (diagrams || labels || images, labels || images)
    plan.hasImages = images
    self.init(plan, chance: chance, story: story)
  }

  init(
    _ plan: Plan, chance: SplitMix64,
    story: ((String) -> Void)? = nil
  ) {
    let world = World(plan, chance: chance)
    world.story = story
    story?("\(plan)")
    let phases = WorldPhases(world: world)
    let comparison = WorldComparison(world: world)
    phases.begin()
    world.run(for: plan.trouble)
    var gathering = [phases.comeTogether()]
    comparison.compare()
    comparison.checkAnswers()
    // A crowd sends so many messages that a second round would take too long.
    if !plan.isCrowd {
      phases.restartAll()
      gathering.append(phases.comeTogether())
      comparison.compare()
    }
    comparison.countLost()
    self.seed = plan.seed
    self.gathering = gathering
    counts = world.counts
    trace = world.trace
    pictures = comparison.pictures
    breaches = world.judge.breaches
  }
}
