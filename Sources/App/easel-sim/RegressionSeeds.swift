/// Runs in which something went wrong once, each by the name of what it was. They are run again by
/// the tests; a failing seed that `easel-sim` prints belongs here until the world changes so much
/// that it means another run.
enum RegressionSeeds {
  static let all: [(name: String, seed: UInt64)] = [
    ("nobody was complete, and everybody waited to be answered", 505),
    ("what somebody had said before a silence was forgotten", 155),
  ]
}
