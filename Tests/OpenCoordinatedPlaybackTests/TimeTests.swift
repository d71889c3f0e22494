import Foundation
import Testing

@testable import OpenCoordinatedPlayback

@Suite struct TimeTests {
  @Test("a sum of fractions is a fraction")
  func sums() {
    let sum = CMTime(value: 1, timescale: 3) + CMTime(value: 1, timescale: 600)
    #expect(sum == CMTime(value: 201, timescale: 600) && sum.timescale == 600)
    #expect(
      CMTime(value: 1, timescale: 24) - CMTime(value: 1, timescale: 25)
        == CMTime(value: 1, timescale: 600))
    #expect(
      CMTime(value: 10, timescale: 1) + CMTime(value: 1, timescale: 2)
        == CMTime(seconds: 10.5, preferredTimescale: 1_000))
    var time = CMTime.zero
    for _ in 0..<3_000 { time += CMTime(value: 1_001, timescale: 30_000) }
    #expect(time == CMTime(value: 1_001, timescale: 10) && !time.hasBeenRounded)
  }

  @Test("a product is exact if a fraction can express it")
  func products() {
    #expect(CMTime(value: 1, timescale: 1) * 0.5 == CMTime(value: 1, timescale: 2))
    #expect(CMTime(value: 7, timescale: 3) * -2 == CMTime(value: -14, timescale: 3))
    #expect(!(CMTime(value: 1, timescale: 3) * 0.25).hasBeenRounded)
    #expect((CMTime(value: 1, timescale: 3) * 0.1).hasBeenRounded)
    #expect(abs((CMTime(value: 1, timescale: 3) * 0.1).seconds - 1.0 / 30) < 1e-9)
  }

  @Test("no operation traps, and what is too large is an infinity")
  func extremes() {
    let numbers: [CMTimeValue] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    let scales: [CMTimeScale] = [.min, -1, 0, 1, 2, 999_999_937, .max]
    var times: [CMTime] = numbers.flatMap { value in
      scales.map { CMTime(value: value, timescale: $0) }
    }
    times += [.invalid, .indefinite, .positiveInfinity, .negativeInfinity, .zero]
    let factors = [0, 1, -1, 0.1, 1e300, -1e-300, .infinity, -.infinity, .nan, 0x1p-1074, 5e17]
    for left in times {
      for right in times {
        let sum = left + right
        #expect(sum == right + left)
        #expect(!(left < right && right < left))
        if left.isNumeric, right.isNumeric, sum.isNumeric {
          let size = max(abs(left.seconds), abs(right.seconds)) + 1
          #expect(abs(sum.seconds - (left.seconds + right.seconds)) <= size * 1e-9)
        }
        _ = left - right
        if left == right { #expect(left.hashValue == right.hashValue) }
      }
      for factor in factors { _ = left * factor }
      for scale in scales { _ = left.convertScale(scale, method: .roundTowardZero) }
    }
    let largest = CMTime(value: .max, timescale: 1)
    #expect(largest + largest == .positiveInfinity)
    #expect(largest * -4 == .negativeInfinity)
  }

  @Test("a time that is not numeric spreads")
  func notNumeric() {
    let one = CMTime(value: 1, timescale: 1)
    #expect(!(one + .invalid).isValid && (one - .indefinite).isIndefinite)
    #expect((one - .positiveInfinity).isNegativeInfinity)
    #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
    #expect(CMTime.negativeInfinity < one && one < .positiveInfinity)
    #expect(!CMTime(value: 1, timescale: 0).isValid && !CMTime().isValid)
    #expect(CMTime.indefinite.seconds.isNaN && CMTime.positiveInfinity.seconds == .infinity)
  }

  @Test("seconds become the nearest time of the scale")
  func seconds() {
    #expect(CMTime(seconds: 1.5, preferredTimescale: 600).value == 900)
    #expect(!CMTime(seconds: 1.5, preferredTimescale: 600).hasBeenRounded)
    #expect(CMTime(seconds: 1.0 / 3, preferredTimescale: 600).value == 200)
    #expect(CMTime(seconds: 1.0 / 3, preferredTimescale: 600).hasBeenRounded)
    #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
    #expect(CMTime(seconds: -.infinity, preferredTimescale: 600) == .negativeInfinity)
    #expect(CMTime(seconds: 1e18, preferredTimescale: 600).seconds == 1e18)
    #expect(CMTimeGetSeconds(CMTimeMakeWithSeconds(-2.5, preferredTimescale: 2)) == -2.5)
  }

  @Test("the scale is converted as the method says")
  func rounding() {
    let time = CMTime(value: 15, timescale: 10)
    #expect(time.convertScale(1, method: .default).value == 2)
    #expect(time.convertScale(1, method: .roundTowardZero).value == 1)
    #expect((-time).convertScale(1, method: .roundHalfAwayFromZero).value == -2)
    #expect((-time).convertScale(1, method: .roundTowardPositiveInfinity).value == -1)
    #expect((-time).convertScale(1, method: .roundTowardNegativeInfinity).value == -2)
    #expect(CMTime(value: 11, timescale: 10).convertScale(1, method: .roundAwayFromZero).value == 2)
  }

  @Test("a timebase moves with its clock at its rate")
  func timebase() throws {
    let manual = ManualClock()
    let clock = CMClock(PlaybackClock(manual))
    var made: CMTimebase?
    #expect(
      CMTimebaseCreateWithSourceClock(
        allocator: kCFAllocatorDefault, sourceClock: clock, timebaseOut: &made) == noErr)
    let timebase = try #require(made)
    manual.advance(milliseconds: 500)
    #expect(CMTimebaseGetTime(timebase) == .zero)
    CMTimebaseSetTime(timebase, time: CMTime(value: 30, timescale: 1))
    CMTimebaseSetRate(timebase, rate: 2)
    manual.advance(milliseconds: 1_500)
    #expect(CMTimebaseGetTime(timebase) == CMTime(value: 33, timescale: 1))
    CMTimebaseSetRate(timebase, rate: 0)
    manual.advance(milliseconds: 1_500)
    #expect(timebase.time == CMTime(value: 33, timescale: 1) && timebase.rate == 0)
    #expect(CMClockGetTime(clock) == CMTime(value: 35, timescale: 10))
  }

  @Test("a value of Foundation holds a stretch of time")
  func values() {
    let range = CMTimeRange(
      start: CMTime(value: 5, timescale: 2), end: CMTime(value: 10, timescale: 1))
    #expect(NSValue(timeRange: range).timeRangeValue == range)
    #expect(NSValue(time: range.end).timeValue == range.end)
    #expect(!NSValue(time: range.end).timeRangeValue.isValid)
    #expect(range.containsTime(range.start) && !range.containsTime(range.end))
  }
}
