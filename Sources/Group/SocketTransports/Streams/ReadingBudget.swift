import EaselBase
import EaselPlatform
import GroupBase
import NIOCore

/// Limits the reading from one neighbour that dialled this process. While no other neighbour sends
/// and all neighbours keep up with their incoming data, reading is not limited. Otherwise the
/// neighbour gets only a part of the time, so that a busy neighbour delays no other. Data beyond
/// this part waits on the neighbour's side.
///
/// The budget counts processor time, because the cost of a message depends on its content and on
/// the number of its receivers. A neighbour that this process dialled has no budget: a new member
/// receives the whole drawing at once.
struct ReadingBudget {
  /// The divisor of the neighbour's share: it gets one part in this many of the time of the thread
  /// that reads all neighbours. Forwarding the messages takes as much time again, or more.
  static let parts = 16
  /// The maximum credit after a silence, and the maximum debt.
  static let most = Duration.milliseconds(10)
  /// The maximum time for one link before the thread serves other links.
  static let turnMost = Duration.microseconds(250)
  /// The maximum pause before the handler checks again whether other links need the time.
  static let pauseMost = Duration.milliseconds(5)
  /// The maximum number of bytes in one read.
  static let biteBytes = 16 * 1_024

  /// The processor time that the neighbour may still use; a debt is below zero.
  private var left = most
  private var filledAt: ContinuousClock.Instant

  init(at now: ContinuousClock.Instant) { filledAt = now }

  /// The processor time of this thread. Only the thread's own computing time is charged to a
  /// neighbour, and no time in which other programs ran.
  static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  mutating func spend(_ time: Duration) { left = max(left - time, .zero - Self.most) }

  /// Returns the time until the next read; zero for an immediate read.
  ///
  /// - Parameter isShared: whether other neighbours send as well, or do not keep up.
  mutating func wait(
    at now: ContinuousClock.Instant, isShared: @autoclosure () -> Bool
  ) -> Duration {
    left = min(left + (now - filledAt) / Self.parts, Self.most)
    filledAt = now
    guard left < .zero else { return .zero }
    if isShared() { return .zero - left * Self.parts }
    // No other neighbour needed the time, so the debt is cancelled. Otherwise a neighbour that sent
    // alone would have to pause as soon as another neighbour begins.
    left = .zero
    return .zero
  }
}

/// The neighbours that need the time of the reading thread: neighbours that speak, and neighbours
/// that do not keep up with their incoming data. A neighbour speaks if it sends messages in quick
/// succession, as while a person draws. An occasional sign of life does not count.
struct BusyLinks {
  private var last: Speaker?
  /// The last speaker other than `last`.
  private var other: Speaker?
  private var behind: Set<LinkID> = []

  private struct Speaker {
    let link: LinkID
    var at: ContinuousClock.Instant
  }

  /// A neighbour that sent nothing for this time does not speak any more.
  static let memory = Duration.milliseconds(250)
  /// A neighbour does not keep up from the time when more bytes than `high` wait in its channel
  /// until fewer than `low` wait.
  static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(
    low: 32 * 1_024, high: 64 * 1_024)

  mutating func spoke(_ link: LinkID, at now: ContinuousClock.Instant) {
    if last?.link != link { other = last }
    last = Speaker(link: link, at: now)
  }

  mutating func keepsUp(_ link: LinkID, _ keepsUp: Bool) {
    if keepsUp { behind.remove(link) } else { behind.insert(link) }
  }

  /// Returns whether neighbours need the time that one link would use: another neighbour speaks, or
  /// any neighbour does not keep up.
  func needTime(of link: LinkID, at now: ContinuousClock.Instant) -> Bool {
    let speaker = last?.link == link ? other : last
    return !behind.isEmpty || speaker.map { now - $0.at < Self.memory } ?? false
  }
}

/// Measures how often one neighbour sends messages.
struct MessageRateMeter {
  /// The permitted rate is one message in this time. A neighbour speaks once it is four messages
  /// above the rate.
  private static let interval = Duration.milliseconds(100)
  private static let most = interval * 4

  /// The number of messages above the rate, multiplied by `interval`.
  private var level = Duration.zero
  private var heardAt: ContinuousClock.Instant

  init(at now: ContinuousClock.Instant) { heardAt = now }

  /// - Returns: whether the neighbour speaks.
  mutating func heard(at now: ContinuousClock.Instant) -> Bool {
    level = min(max(level - (now - heardAt), .zero) + Self.interval, Self.most)
    heardAt = now
    return level == Self.most
  }
}
