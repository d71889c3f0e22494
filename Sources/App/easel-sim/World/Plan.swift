import BoardSync
import EaselBase
import GroupCore
import GroupTesting

/// What one seed makes of the world: how many people, how long, and what goes wrong.
struct Plan {
  let seed: UInt64
  var people: Int
  /// They watch and may not draw; person 0 always draws.
  var watchers: Set<Int> = []
  /// Says what it likes, where there is one.
  var liar: Int?
  /// Milliseconds of trouble.
  var trouble: Int64
  var weather = SimulatedNetwork.Weather()
  /// Nothing goes wrong and nobody goes.
  var isHealthy = false
  /// Once in so many milliseconds, about; nil for never.
  var crashEvery: Int64?
  /// All crash at once, each with what it knew.
  var blackoutEvery: Int64?
  var pauseEvery: Int64?
  var partitionEvery: Int64?
  /// How long nothing passes at most, milliseconds.
  var cutLongest: Int64 = 6_000
  var clogEvery: Int64?
  var clockJumpEvery: Int64?
  /// Between two things that one person does, milliseconds.
  var restlessness: ClosedRange<Int64> = 60...500
  /// Of a hundred things that people do so many are comings, goings and new sessions.
  var goings: UInt64 = 6
  /// Nil in ordinary worlds.
  var crowded: Crowded?

  init(seed: UInt64, using chance: inout SplitMix64) {
    self.seed = seed
    people = 1 + chance.below(8)
    trouble = chance.among(2_000...7_000)
    isHealthy = chance.percent(12)
    if people > 2 { watchers = Set((1..<people).filter { _ in chance.percent(12) }) }
    guard !isHealthy else {
      weather.delay = 1...chance.among(2...40)
      goings = 0
      return
    }
    if people > 2, chance.percent(20) { liar = 1 + chance.below(people - 1) }
    weather = .init(
      lossPercent: chance.percent(25) ? 0 : chance.next() % 31,
      doublingPercent: chance.percent(25) ? 0 : chance.next() % 51,
      delay: 1...chance.among(2...200), isReordering: chance.percent(50))
    if chance.percent(60) { crashEvery = chance.among(1_000...6_000) }
    if chance.percent(30) { pauseEvery = chance.among(1_000...6_000) }
    if chance.percent(50) { partitionEvery = chance.among(800...5_000) }
    if chance.percent(30) { clogEvery = chance.among(500...4_000) }
    if chance.percent(20) { clockJumpEvery = chance.among(1_000...4_000) }
    goings = chance.percent(30) ? 0 : chance.next() % 15
    if chance.percent(8) { blackoutEvery = chance.among(2_000...5_000) }
    if chance.percent(4) { last() }
  }

  /// Trouble that lasts until those who are cut off are given up, and come back.
  private mutating func last() {
    trouble += 12_000
    partitionEvery = 3_000
    cutLongest = 14_000
    restlessness = 300...2_000
  }

  /// A call is meant for up to 254 people; a world of so many takes as long as five thousand others, and
  /// so comes once in ten thousand.
  static func crowd(in seed: UInt64) -> Int? { seed % 10_000 == 5_000 ? 254 : nil }

  /// So many in fair weather, of whom nobody goes.
  init(seed: UInt64, people: Int, trouble: Int64) {
    self.seed = seed
    self.people = people
    self.trouble = trouble
  }

  /// As many as a call is meant for, in fair weather and for a short time.
  init(crowdOf people: Int, seed: UInt64) {
    self.seed = seed
    self.people = people
    trouble = 5_000
    weather = .init(lossPercent: 1, doublingPercent: 1, delay: 1...20)
    restlessness = 300...2_000
    goings = 0
    watchers = Set(stride(from: 64, to: people, by: 1))
  }

  var isCrowd: Bool { people > 64 }
}
