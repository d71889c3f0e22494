import Testing

@testable import easel

/// The detection of a program that does not keep up.
@Suite struct StallDetectorTests {
  private typealias Wake = (due: Int64?, now: Int64, isTerminalReady: Bool)

  /// Returns for each wake whether the program stalled before it.
  private func stalls(_ wakes: [Wake]) -> [Bool] {
    var detector = StallDetector()
    return wakes.map {
      detector.isStalled(due: $0.due, at: $0.now, isTerminalReady: $0.isTerminalReady)
    }
  }

  @Test("A program that wakes more than a second late stalls until its next wake")
  func late() {
    #expect(
      stalls([
        (nil, 5_000, true), (5_000, 6_000, true), (5_000, 6_001, true), (6_033, 6_034, true),
      ]) == [false, false, true, false])
  }

  @Test("A terminal that accepts no frame for more than a second stalls the program")
  func terminal() {
    #expect(
      stalls([
        (nil, 1_000, false), (nil, 2_000, false), (nil, 2_001, false), (nil, 2_002, true),
        (nil, 2_003, false),
      ]) == [false, false, true, false, false])
  }
}
