import EaselBase

/// A world of people who watch together: their number, their clocks, and the network between them.
package struct PlaybackPlan: Sendable {
  package let seed: UInt64
  package var people: Int
  /// The people who only watch; person 0 may always command.
  package var watchers: Set<Int> = []
  /// The highest difference between two clocks, in microseconds.
  package var offsetMax: Int64 = 365 * 86_400 * 1_000_000
  /// The highest drift of a clock, in millionths.
  package var driftMax: Int64 = 200
  /// The longest round trip, in milliseconds.
  package var roundTripMax: Int64 = 500
  /// The number of a hundred messages that are lost.
  package var lossPercent: UInt64
  /// The longest time that a player needs to get ready, in milliseconds.
  package var loadMax: Int64
  /// Whether people also come late, leave, suspend themselves, and are stopped for a while.
  package var isBusy: Bool
  /// The number of commands.
  package var commands = 20

  /// Creates the plan that belongs to a seed.
  package init(seed: UInt64, using chance: inout SplitMix64) {
    self.seed = seed
    people = 2 + chance.below(5)
    lossPercent = chance.percent(25) ? 0 : chance.next() % 30
    roundTripMax = chance.percent(25) ? 500 : chance.among(2...500)
    loadMax = chance.percent(30) ? 0 : chance.among(1...400)
    isBusy = chance.percent(60)
    if people > 2, chance.percent(30) { watchers = [people - 1] }
  }
}
