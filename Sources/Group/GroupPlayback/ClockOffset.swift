/// The difference between this participant's clock and the clock of another participant.
///
/// Each measurement has four stamps, as in the Network Time Protocol (RFC 5905): this participant
/// sends, the other one receives, the other one sends, this participant receives. The error of a
/// measurement is at most half of its round trip, so the measurement with the smallest of the last
/// eight round trips counts. The two clocks drift apart by the slope of earlier measurements.
package struct ClockOffset: Hashable, Sendable {
  private struct Sample: Hashable, Sendable {
    /// This participant's time of the measurement.
    let at: HostTime
    /// The other clock's reading minus this clock's reading, in microseconds.
    let offset: Int64
    /// The time on the way, to and fro, in microseconds.
    let roundTrip: Int64
  }

  /// The last measurements, the newest last.
  private var samples: [Sample] = []
  /// The best of each eight measurements, the newest last.
  private var bests: [Sample] = []
  /// The number of measurements since the last of ``bests``.
  private var count = 0
  /// The best of the last ``count`` measurements.
  private var bestSoFar: Sample?
  /// How fast the other clock runs away from this clock: microseconds for each microsecond.
  private var drift = 0.0
  /// The round trip, smoothed over about eight measurements, in microseconds; 0 before the first.
  private var smoothed: Int64 = 0

  private static let samplesMax = 8
  private static let bestsMax = 16
  /// Below this time between the first and the last of ``bests``, the drift is not known.
  private static let driftTime = Duration.seconds(16).microseconds
  /// No clock in use drifts more.
  private static let driftMax = 500e-6
  /// A longer round trip says nothing.
  private static let roundTripMax = Duration.seconds(60).microseconds

  /// Creates the difference of two clocks that were not compared yet.
  package init() {}

  /// Whether the clocks were compared.
  package var isKnown: Bool { !samples.isEmpty }

  /// The smoothed round trip, at most ``tripMax``; zero before the first measurement. The other
  /// participant can claim a longer one, and nobody waits for it.
  package var roundTrip: Duration { min(.microseconds(smoothed), Self.tripMax) }

  /// The longest round trip for which anybody waits.
  static let tripMax = Duration.milliseconds(500)

  /// Adds a measurement. Ignores one that cannot be right.
  ///
  /// - Parameters:
  ///   - sent: when this participant sent, by its own clock.
  ///   - received: when the other participant received that, by the other clock.
  ///   - answered: when the other participant sent its answer, by the other clock.
  ///   - now: when this participant received the answer, by its own clock.
  package mutating func measure(
    sent: HostTime, received: HostTime, answered: HostTime, at now: HostTime
  ) {
    let roundTrip = now.since(sent) - answered.since(received)
    guard now >= sent, answered >= received, (0...Self.roundTripMax).contains(roundTrip) else {
      return
    }
    let offset = (received.since(sent) + answered.since(now)) / 2
    let sample = Sample(at: now, offset: offset, roundTrip: roundTrip)
    if !agrees(sample) { self = ClockOffset() }
    smoothed = isKnown ? smoothed + (roundTrip - smoothed) / 8 : roundTrip
    samples = samples.suffix(Self.samplesMax - 1) + [sample]
    if roundTrip <= bestSoFar?.roundTrip ?? .max { bestSoFar = sample }
    count += 1
    if count == Self.samplesMax, let best = bestSoFar {
      bests = bests.suffix(Self.bestsMax - 1) + [best]
      (count, bestSoFar) = (0, nil)
      drift = Self.slope(of: bests)
    }
  }

  /// Whether a measurement can be right if the earlier ones are: the true difference lies within
  /// half a round trip of each. Otherwise a clock was set, or its machine slept.
  private func agrees(_ sample: Sample) -> Bool {
    guard let best else { return true }
    let apart = abs(sample.offset - offset(at: sample.at))
    let aged = Int64(Double(sample.at.since(best.at)) * Self.driftMax)
    return apart <= (sample.roundTrip + best.roundTrip) / 2 + max(aged, 0) + 1_000
  }

  /// The measurement with the smallest round trip; the newest of equal ones.
  private var best: Sample? {
    samples.reversed().min { $0.roundTrip < $1.roundTrip }
  }

  private func offset(at now: HostTime) -> Int64 {
    guard let best else { return 0 }
    return best.offset + PlaybackLimits.clamp(Double(now.since(best.at)) * drift)
  }

  /// Returns the slope of the line with the least squares.
  private static func slope(of samples: [Sample]) -> Double {
    guard let first = samples.first, let last = samples.last,
      last.at.since(first.at) >= driftTime
    else { return 0 }
    let points = samples.map {
      (time: Double($0.at.since(first.at)), offset: Double($0.offset - first.offset))
    }
    let count = Double(points.count)
    let time = points.reduce(0) { $0 + $1.time } / count
    let offset = points.reduce(0) { $0 + $1.offset } / count
    let above = points.reduce(0) { $0 + ($1.time - time) * ($1.offset - offset) }
    let below = points.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
    return below > 0 ? min(max(above / below, -driftMax), driftMax) : 0
  }

  /// Returns the time of this participant's clock at which the other clock shows `time`; nil before
  /// the first measurement.
  package func ownTime(of time: HostTime) -> HostTime? {
    guard isKnown else { return nil }
    // The drift over the difference of the two clocks is below a microsecond after one repetition.
    let near = time.advanced(by: -offset(at: time.advanced(by: -offset(at: time))))
    return time.advanced(by: -offset(at: near))
  }

  /// Returns what the other clock shows when this participant's clock shows `time`; nil before the
  /// first measurement.
  package func theirTime(at time: HostTime) -> HostTime? {
    isKnown ? time.advanced(by: offset(at: time)) : nil
  }
}
