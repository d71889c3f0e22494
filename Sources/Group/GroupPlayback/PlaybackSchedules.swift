/// The longest times for which one participant waits for others.
enum PlaybackWait {
  /// A start waits at most this long for a participant that is not ready.
  static let start = Duration.seconds(3)
  /// A participant that has prepared a start has to give it in this time: the wait and the longest way.
  static let starter = start + ClockOffset.tripMax
  /// The lowest id of the others has to give the start in this time.
  static let lowest = starter + ClockOffset.tripMax
  /// A start waits at most this long for a participant that is suspended for a reason to wait for.
  static let suspension = Duration.seconds(10)
  /// A participant proposes a state at the latest after this time, if nobody tells it another one.
  static let proposal = Duration.seconds(1)
}

/// A message that is sent a few times more: it may be lost, and the repetition of a reliable message may
/// come too late.
struct RepeatedMessage: Sendable {
  private let message: PlaybackMessage
  private var left = 5
  private(set) var due: HostTime

  private static let time = Duration.milliseconds(100)

  init(_ message: PlaybackMessage, at now: HostTime) {
    (self.message, due) = (message, now.advanced(by: Self.time))
  }

  var isDone: Bool { left == 0 }

  /// Returns the message if it has to be sent once more now.
  mutating func next(at now: HostTime) -> PlaybackMessage? {
    guard due <= now, left > 0 else { return nil }
    left -= 1
    due = now.advanced(by: Self.time)
    return message
  }
}

/// When the beats of a participant are due: twice a second, and more often after somebody came.
struct BeatSchedule: Hashable, Sendable {
  private(set) var due: HostTime
  /// The number of beats sent.
  private(set) var count = 0
  /// When the last beats were sent, the newest last.
  private(set) var last: [HostTime] = []
  private var hurried = 8

  private static let lastMax = 8

  private static let time = Duration.milliseconds(500)
  private static let hurriedTime = Duration.milliseconds(100)

  init(at now: HostTime = HostTime(microseconds: 0)) { due = now }

  var isHurried: Bool { hurried > 0 }

  mutating func hurry(at now: HostTime) {
    hurried = 8
    due = min(due, now.advanced(by: Self.hurriedTime))
  }

  mutating func sent(at now: HostTime) {
    count += 1
    last = last.suffix(Self.lastMax - 1) + [now]
    due = now.advanced(by: hurried > 0 ? Self.hurriedTime : Self.time)
    hurried = max(hurried - 1, 0)
  }

  /// Whether a beat is overdue by so much that this process was stopped, or its machine slept.
  func wasMissed(at now: HostTime) -> Bool { now > due.advanced(by: .seconds(1)) }
}
