import BoardSync
import EaselBase
import GroupCore
import GroupTesting

/// The world that a seed gives: how many people, how long, and which faults.
struct Plan {
  let seed: UInt64
  var people: Int
  /// The people who watch and may not draw; person 0 always draws.
  var watchers: Set<Int> = []
  /// The person who lies; nil if there is none.
  var liar: Int?
  /// The people whose program is older than the others': it does not know one effect.
  var older: Set<Int> = []
  /// The length of the phase with faults, in milliseconds.
  var trouble: Int64
  var weather = NetworkModel.Weather()
  /// Whether there are no faults and all people stay.
  var isHealthy = false
  /// The average time between crashes, in milliseconds; nil for no crashes.
  var crashEvery: Int64?
  /// The average time until all processes crash at once, and each keeps only its disk.
  var blackoutEvery: Int64?
  var pauseEvery: Int64?
  var partitionEvery: Int64?
  /// The longest time in which nothing passes, in milliseconds.
  var cutLongest: Int64 = 6_000
  var clogEvery: Int64?
  var clockJumpEvery: Int64?
  /// The time between two acts of a person, in milliseconds.
  var restlessness: ClosedRange<Int64> = 60...500
  /// The percentage of people's acts that are arrivals, departures and new sessions.
  var goings: UInt64 = 6
  /// Whether people also draw boxes with words and arrows.
  var hasDiagrams = false
  /// Whether the diagrams have diamonds, and words on lines.
  var hasLabels = false
  /// Whether people also place images.
  var hasImages = false
  /// The plan of a crowded world; nil in ordinary worlds.
  var crowded: Crowded?

  init(seed: UInt64, using chance: inout SplitMix64) {
    self.seed = seed
    people = 1 + chance.below(8)
    trouble = chance.among(2_000...7_000)
    isHealthy = chance.percent(12)
    if people > 2 { watchers = Set((1..<people).filter { _ in chance.percent(12) }) }
    older = Self.older(in: seed, of: people)
    guard !isHealthy else {
      weather.delayMilliseconds = 1...chance.among(2...40)
      goings = 0
      return
    }
    if people > 2, chance.percent(20) { liar = 1 + chance.below(people - 1) }
    if let liar { older.remove(liar) }
    weather = .init(
      lossPercent: chance.percent(25) ? 0 : chance.next() % 31,
      doublingPercent: chance.percent(25) ? 0 : chance.next() % 51,
      delay: .milliseconds(1)...(.milliseconds(chance.among(2...200))),
      isReordering: chance.percent(50))
    if chance.percent(60) { crashEvery = chance.among(1_000...6_000) }
    if chance.percent(30) { pauseEvery = chance.among(1_000...6_000) }
    if chance.percent(50) { partitionEvery = chance.among(800...5_000) }
    if chance.percent(30) { clogEvery = chance.among(500...4_000) }
    if chance.percent(20) { clockJumpEvery = chance.among(1_000...4_000) }
    goings = chance.percent(30) ? 0 : chance.next() % 15
    if chance.percent(8) { blackoutEvery = chance.among(2_000...5_000) }
    if chance.percent(4) { last() }
  }

  /// One seed in five has older programs; they take no chance from the world.
  private static func older(in seed: UInt64, of people: Int) -> Set<Int> {
    guard people > 1, seed % 5 == 2 else { return [] }
    var chance = SplitMix64(seed: seed)
    return Set((0..<people).filter { _ in chance.percent(40) })
  }

  /// Makes the faults last until members that are cut off are given up, and come back.
  private mutating func last() {
    trouble += 12_000
    partitionEvery = 3_000
    cutLongest = 14_000
    restlessness = 300...2_000
  }

  /// Returns the size of a crowd. A call is meant for up to 254 people. A world of that size takes
  /// as long as five thousand others, so only one seed in ten thousand has such a world.
  static func crowd(in seed: UInt64) -> Int? { seed % 10_000 == 5_000 ? 254 : nil }

  /// Plans a world of this many people, without crashes and other repeated faults.
  init(seed: UInt64, people: Int, trouble: Int64) {
    self.seed = seed
    self.people = people
    self.trouble = trouble
  }

  /// Plans a call of this many people with few network faults, for a short time.
  init(crowdOf people: Int, seed: UInt64) {
    self.seed = seed
    self.people = people
    trouble = 5_000
    weather = .init(
      lossPercent: 1, doublingPercent: 1, delay: .milliseconds(1)...(.milliseconds(20)))
    restlessness = 300...2_000
    goings = 0
    watchers = Set(stride(from: 64, to: people, by: 1))
  }

  var isCrowd: Bool { people > 64 }
}
