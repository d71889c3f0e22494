import EaselBase
import GroupTesting

/// Compares Apple's rules and Easel's in the same worlds: several people draw, and one comes late.
struct RuleComparison {
  struct Row: Equatable {
    let people: Int
    let runs: Int
    /// The number of runs with Apple's rules that ended with missing points on a screen.
    var theirs = 0
    var ours = 0
    var pointsDrawn = 0
    var pointsLost = 0
  }

  let rows: [Row]

  init(people: [Int] = [2, 3, 5, 8], runs: UInt64, from first: UInt64 = 1) {
    rows = people.map { count in
      var row = Row(people: count, runs: Int(clamping: runs))
      for seed in first..<first + runs {
        let (drawn, lost) = Self.theirs(seed, people: count)
        row.pointsDrawn += drawn
        row.pointsLost += lost
        if lost > 0 { row.theirs += 1 }
        if !Self.ours(seed, people: count) { row.ours += 1 }
      }
      return row
    }
  }

  /// Plans an ordinary session: no member crashes, lies or is cut off.
  private static func plan(_ seed: UInt64, people: Int) -> (Plan, SplitMix64) {
    var plan = Plan(seed: seed, people: people, trouble: 5_000)
    plan.weather = .init(lossPercent: 3, delay: .milliseconds(1)...(.milliseconds(80)))
    plan.goings = 0
    return (plan, SplitMix64(seed: seed))
  }

  private static func world(_ seed: UInt64, people: Int, rules: any Rules) -> World {
    let (plan, chance) = plan(seed, people: people)
    let world = World(plan, rules: rules, chance: chance)
    for index in 0..<people {
      let isLate = index == people - 1
      let at = isLate ? world.chance.among(2_000...3_500) : Int64(index) * 100
      world.agenda.note(.starts(index), at: Uptime(milliseconds: at))
    }
    world.run(for: plan.trouble)
    _ = WorldPhases(world: world).comeTogether()
    return world
  }

  private static func theirs(_ seed: UInt64, people: Int) -> (drawn: Int, lost: Int) {
    let world = world(seed, people: people, rules: DrawTogetherRules())
    let players = world.people.compactMap { $0.process?.player as? DrawTogetherPlayer }
    let drawn = players.reduce(into: Set<UInt64>()) { $0.formUnion($1.drawn) }
    let everywhere = players.reduce(drawn) { $0.intersection($1.seen) }
    return (drawn.count, drawn.count - everywhere.count)
  }

  /// Returns whether every screen shows everything.
  private static func ours(_ seed: UInt64, people: Int) -> Bool {
    let world = world(seed, people: people, rules: EaselRules())
    let comparison = WorldComparison(world: world)
    comparison.compare()
    comparison.countLost()
    return world.judge.breaches.isEmpty && world.counts.lost == 0
  }

  var lines: [String] {
    [
      "people   runs   DrawTogether lost points in   (points lost of drawn)   Easel lost anything in"
    ]
      + rows.map { row in
        [
          pad("\(row.people)", 6), pad("\(row.runs)", 7), pad("\(row.theirs) runs", 30),
          pad("\(row.pointsLost) of \(row.pointsDrawn)", 25), pad("\(row.ours) runs", 25),
        ].joined()
      }
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}
