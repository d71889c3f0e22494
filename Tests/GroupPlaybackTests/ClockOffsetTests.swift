import EaselBase
import GroupTesting
import Testing

@testable import GroupPlayback

@Suite struct ClockOffsetTests {
  /// Measures for some time, twice a second, over a network with these one-way delays.
  private func measured(
    _ mine: SimulatedClock, _ theirs: SimulatedClock, seconds: Int64, delay: ClosedRange<Int64>,
    _ chance: inout SplitMix64
  ) -> ClockOffset {
    var clock = ClockOffset()
    for beat in 0..<seconds * 2 {
      let sent = beat * 500
      let received = sent + chance.among(delay)
      let answered = received + chance.among(0...500)
      let now = answered + chance.among(delay)
      func time(_ clock: SimulatedClock, _ truth: Int64) -> HostTime {
        clock.time(at: .init(milliseconds: truth))
      }
      clock.measure(
        sent: time(mine, sent), received: time(theirs, received), answered: time(theirs, answered),
        at: time(mine, now))
    }
    return clock
  }

  @Test("C1 · two clocks that differ by a year are converted within half the jitter")
  func offset() throws {
    let year: Int64 = 365 * 86_400 * 1_000_000
    for seed in Seeds.range(200) {
      var chance = SplitMix64(seed: seed)
      let mine = SimulatedClock(offset: chance.among(-year...year), drift: chance.among(-200...200))
      let theirs = SimulatedClock(
        offset: chance.among(-year...year), drift: chance.among(-200...200))
      let delay = chance.among(0...200)
      let clock = measured(mine, theirs, seconds: 30, delay: delay...(delay + 50), &chance)
      let truth = Uptime(milliseconds: 30_500)
      let own = try #require(clock.ownTime(of: theirs.time(at: truth)))
      #expect(abs(own.since(mine.time(at: truth))) < 27_000, "seed \(seed)")
      let back = try #require(clock.theirTime(at: mine.time(at: truth)))
      #expect(abs(back.since(theirs.time(at: truth))) < 27_000, "seed \(seed)")
    }
  }

  @Test("C2 · after measurements of a minute, a silence of ten minutes costs less than 20 ms")
  func drift() throws {
    for seed in Seeds.range(100) {
      var chance = SplitMix64(seed: seed)
      let drift = chance.percent(50) ? 200 : -200 as Int64
      let mine = SimulatedClock(offset: chance.among(0...1_000_000_000), drift: drift)
      let theirs = SimulatedClock(offset: chance.among(0...1_000_000_000), drift: -drift)
      let clock = measured(mine, theirs, seconds: 60, delay: 5...6, &chance)
      let truth = Uptime(milliseconds: 660_000)
      let own = try #require(clock.ownTime(of: theirs.time(at: truth)))
      let error = abs(own.since(mine.time(at: truth)))
      // Without the drift the error is 240 ms.
      #expect(error < 20_000, "seed \(seed): \(error) µs")
    }
  }

  @Test("C3 · the measurement with the smallest of the last eight round trips counts")
  func smallest() throws {
    var clock = ClockOffset()
    func measure(_ to: Int64, _ fro: Int64, at second: Int64) {
      let sent = second * 1_000_000
      clock.measure(
        sent: .init(microseconds: sent), received: .init(microseconds: sent + to + 7),
        answered: .init(microseconds: sent + to + 7), at: .init(microseconds: sent + to + fro))
    }
    measure(1_000, 1_000, at: 1)
    for second in 2...8 as ClosedRange<Int64> { measure(90_000, 10_000, at: second) }
    #expect(clock.theirTime(at: .init(microseconds: 9_000_000))?.microseconds == 9_000_007)
    measure(90_000, 10_000, at: 9)
    let off = try #require(clock.theirTime(at: .init(microseconds: 9_000_000))?.microseconds)
    #expect(off > 9_030_000, "the first measurement is forgotten")
  }

  @Test("C4 · a clock that jumps, as after the sleep of a machine, is measured anew")
  func jump() throws {
    var chance = SplitMix64(seed: 1)
    let mine = SimulatedClock(offset: 0, drift: 0)
    let before = SimulatedClock(offset: 5_000_000, drift: 0)
    var clock = measured(mine, before, seconds: 20, delay: 1...2, &chance)
    let after = SimulatedClock(offset: 3_600_000_000, drift: 0)
    let at = Uptime(milliseconds: 30_000)
    clock.measure(
      sent: mine.time(at: at), received: after.time(at: at), answered: after.time(at: at),
      at: mine.time(at: at))
    #expect(clock.theirTime(at: mine.time(at: at)) == after.time(at: at))
  }

  @Test("C5 · measurements that cannot be right are ignored")
  func impossible() {
    var clock = ClockOffset()
    func time(_ microseconds: Int64) -> HostTime { .init(microseconds: microseconds) }
    clock.measure(sent: time(10), received: time(5), answered: time(5), at: time(9))
    clock.measure(sent: time(0), received: time(5), answered: time(4), at: time(9))
    clock.measure(sent: time(0), received: time(0), answered: time(50), at: time(9))
    clock.measure(sent: time(.min), received: time(.max), answered: time(.max), at: time(.max))
    #expect(!clock.isKnown && clock.ownTime(of: time(1)) == nil)
  }
}
