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
  /// Milliseconds until all people were in one session again, after the trouble and after the
  /// restart.
  let gathering: [Int64]

  var isGood: Bool { breaches.isEmpty && counts.lost == 0 }

  /// The longest time to gather, in milliseconds. It depends on how fast a call notices lost
  /// members.
  static let gatheringMax: Int64 = 40_000
  /// The time in which all lost data is found after that, in milliseconds; twice as long if a
  /// member lies and promises data that never comes.
  static let healingMax: Int64 = 5_000
  /// How many more times this long the healing may take while logs are rebuilt.
  static let extraHealingsMax = 8

  init(
    _ seed: UInt64, crowd: Int? = nil, crowded: Bool = false, rules: any Rules = EaselRules(),
    story: ((String) -> Void)? = nil
  ) {
    if crowded {
      var chance = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 0xC0_0DED)
      let plan = Plan(crowded: seed, using: &chance)
      self.init(plan, rules: rules, chance: chance, story: story)
      return
    }
    var chance = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 0x5EED)
    let plan =
      (crowd ?? Plan.crowd(in: seed)).map { Plan(crowdOf: $0, seed: seed) }
      ?? Plan(seed: seed, using: &chance)
    self.init(plan, rules: rules, chance: chance, story: story)
  }

  init(
    _ plan: Plan, rules: any Rules = EaselRules(), chance: SplitMix64,
    story: ((String) -> Void)? = nil
  ) {
    let world = World(plan, rules: rules, chance: chance)
    world.story = story
    story?("\(plan)")
    world.begin()
    world.run(for: plan.trouble)
    var gathering = [world.comeTogether()]
    world.compare()
    world.checkAnswers()
    // A crowd sends so many messages that a second round would take too long.
    if !plan.isCrowd {
      world.restartAll()
      gathering.append(world.comeTogether())
      world.compare()
    }
    world.count()
    self.seed = plan.seed
    self.gathering = gathering
    counts = world.counts
    trace = world.trace
    pictures = world.pictures
    breaches = world.judge.breaches
  }
}

// The phases of a run.
extension World {
  func begin() {
    fillFiles()
    agenda.note(.starts(0), at: now)
    for index in 1..<max(people.count, 1) where index < people.count {
      let latest = plan.isCrowd ? plan.trouble / 2 : plan.trouble * 2 / 3
      agenda.note(.starts(index), at: Uptime(milliseconds: chance.among(0...latest)))
    }
    noteFaults()
  }

  /// Ends the trouble; all people come together, and lost data is found.
  ///
  /// - Returns: the milliseconds until all people were in one session.
  func comeTogether() -> Int64 {
    phase = .gathering
    heal()
    let start = now
    while !isGathered, now.since(start) < Run.gatheringMax { run(for: 250) }
    if !isGathered { judge.breach(.S1, "people do not come together: \(whereabouts)", at: now) }
    let gathering = now.since(start)
    phase = .quiet
    run(for: plan.isAttacked ? 2 * Run.healingMax : Run.healingMax)
    // Logs are rebuilt at most once in ten seconds; after that there is more to heal.
    for _ in 0..<Run.extraHealingsMax where isRebuilding { run(for: Run.healingMax) }
    return gathering
  }

  /// Whether a log will be rebuilt, or was rebuilt a moment ago.
  private var isRebuilding: Bool {
    people.contains { person in
      guard let process = person.process, let player = process.player as? EaselPlayer else {
        return false
      }
      return player.client.willRebuild
        || player.rebuiltAt.map { process.local(now).since($0) < Run.healingMax } == true
    }
  }

  /// Whether all people are in one session and see each other, and no process believes that a
  /// member is present who is gone: a session of such a member would be offered.
  private var isGathered: Bool {
    let sessions = Set(people.map { $0.process?.session })
    guard sessions.count == 1, sessions.first != .some(nil) else { return false }
    let present = people.compactMap { $0.process?.player?.participant }.sorted()
    return present.count == people.count
      && people.allSatisfy { $0.process?.player?.present == present }
      && processes.values.allSatisfy { $0.call.members.keys.allSatisfy { processes[$0] != nil } }
  }

  private var whereabouts: String {
    people.map { person in
      guard let process = person.process else { return "gone" }
      return "\(process.session.map { "\($0.initiator.raw % 997)" } ?? "none"), sees "
        + "\(process.player?.present.count ?? 0) of \(process.call.members.count + 1)"
    }.joined(separator: "; ")
  }

  /// Ends all processes, and starts all again from their disks.
  func restartAll() {
    guard let board = people[0].process?.player?.board else { return }
    for person in people {
      if chance.percent(50) { crash(person) } else { quit(person) }
    }
    run(for: 10)
    for person in people { person.lastBoard = board }
    for index in people.indices { start(index) }
  }
}
