/// Runs in which something went wrong once, each by the name of what it was. They are run again by
/// the tests; a failing seed that `easel-sim` prints belongs here until the world changes so much
/// that it means another run.
enum RegressionSeeds {
  static let all: [(name: String, seed: UInt64)] = [
    ("what a newcomer said was heard before it was seen to have come", 124),
    ("nobody was complete, and everybody waited to be answered", 56),
    ("a fork took back time, and what was written next was too early", 232),
    ("somebody who had left was counted in the place of one who had come", 241),
    ("a liar's fork met a newcomer", 249),
  ]
}
