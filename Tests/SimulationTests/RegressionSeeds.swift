/// Runs that failed once, each with a name for its fault. The tests run them again. A failing seed
/// that `easel-sim` prints belongs here until the world changes so much that the seed means another
/// run.
enum RegressionSeeds {
  static let all: [(name: String, seed: UInt64)] = [
    ("nobody was complete, and everybody waited to be answered", 505),
    ("wet ink that a clogged way held back was shown longer than a run waited", 77_000_901),
    ("what somebody had said before a silence was forgotten", 155),
    ("members that had asked for entries told late that they had them", 332_001_304),
    (
      "a clogged way brought back a member that had left, and a run did not wait until it was gone",
      1_200_012_725
    ),
    (
      "a member that was stopped heard an event to all that was sent while it counted as gone",
      1_200_040_359
    ),
  ]
}
