import Testing

@testable import BoardSessions
@testable import easel

/// When arrived ink is merged and drawn.
@MainActor @Suite struct FrameScheduleTests {
  @Test("A terminal that has accepted the last frame gets the next one at once")
  func ready() {
    #expect(moments(readyAt: 0, hasArrivals: true) == Array(0...1_000))
    #expect(moments(readyAt: 0, hasArrivals: false) == Array(0...1_000))
  }

  @Test("While the terminal accepts nothing, no frame is due unless ink arrives")
  func waiting() {
    #expect(moments(readyAt: 900, hasArrivals: false) == Array(900...1_000))
  }

  @Test("While the terminal accepts nothing, arrived ink is merged ten times a second")
  func merging() {
    // After each merge the next wait begins with the next arrival, here a millisecond later.
    #expect(moments(readyAt: 2_000, hasArrivals: true) == (0..<9).map { 100 + 101 * $0 })
  }

  @Test(
    "The wait for a slow terminal ends when the terminal is ready, or when no ink waits any more")
  func endings() {
    for (isTerminalReady, hasArrivals) in [(true, true), (false, false)] {
      var schedule = FrameSchedule()
      let first = schedule.isDue(at: 0, isTerminalReady: false, hasArrivals: true)
      #expect(!first && schedule.mergesAt == 100)
      _ = schedule.isDue(at: 50, isTerminalReady: isTerminalReady, hasArrivals: hasArrivals)
      #expect(schedule.mergesAt == nil)
      let second = schedule.isDue(at: 100, isTerminalReady: false, hasArrivals: true)
      #expect(!second && schedule.mergesAt == 200)
    }
  }

  @Test("Ink of others waits for a terminal that accepts nothing, and is then merged all the same")
  func board() async {
    let call = await WhiteboardCall.pair(disk: TestDisk())
    let ben = call.controllers[1]
    var schedule = FrameSchedule()
    call.draw(0, from: (5, 12), to: (20, 12))
    #expect(await call.reach(without: 1) { ben.hasArrivals })
    // No task runs in between that could merge the ink otherwise.
    for now in Int64(0)...100 {
      #expect(ben.hasArrivals)
      if schedule.isDue(at: now, isTerminalReady: false, hasArrivals: ben.hasArrivals) {
        ben.showArrivals()
      }
    }
    #expect(!ben.hasArrivals)
  }

  /// The moments of one second at which a frame is due.
  ///
  /// - Parameter ready: the moment from which on the terminal accepts every frame.
  private func moments(readyAt ready: Int64, hasArrivals: Bool) -> [Int64] {
    var schedule = FrameSchedule()
    return (0...1_000).filter {
      schedule.isDue(at: $0, isTerminalReady: $0 >= ready, hasArrivals: hasArrivals)
    }
  }
}
