import EaselBase

/// Limits the reading from one neighbour that dialled this process. While no other neighbour sends
/// and all neighbours keep up with their incoming data, reading is not limited. Otherwise the
/// neighbour gets only a part of the time, so that a busy neighbour delays no other. Data beyond
/// that waits at the neighbour's side.
///
/// The budget counts time, because the cost of a message depends on its content and on the number
/// of its receivers. A neighbour that this process dialled has no budget: a new member receives the
/// whole drawing at once.
struct ReadingBudget {
  /// The divisor of the neighbour's share: it gets one part in this many of the time of the thread
  /// that reads all neighbours. Sending the messages on takes the same time again, or more.
  static let parts: Int64 = 16
  /// The maximum credit after a silence, and the maximum debt, in microseconds.
  static let most: Int64 = 10_000
  /// The maximum time of one turn before other links get theirs, in microseconds.
  static let turnMost: Int64 = 250
  /// A neighbour does not keep up if this many bytes wait for it.
  static let behindMin = 64 * 1_024
  /// The maximum pause before the handler checks again whether other links need the time, in
  /// microseconds.
  static let pauseMost: Int64 = 5_000
  /// The maximum number of bytes in one read.
  static let biteBytes = 16 * 1_024

  /// The remaining budget, in fractions of a microsecond (one in `parts`), so that short times
  /// count.
  private var left = most * parts
  /// The time when the budget was last filled, in microseconds.
  private var filledAt: Int64

  init(at now: Int64) { filledAt = now }

  mutating func spend(microseconds: Int64) {
    let spent = min(max(microseconds, 0), 2 * Self.most) * Self.parts
    left = max(left - spent, -Self.most * Self.parts)
  }

  /// Returns the time until the next read, in microseconds; 0 for an immediate read.
  ///
  /// - Parameter isShared: whether other neighbours send as well, or do not keep up.
  mutating func wait(at now: Int64, isShared: @autoclosure () -> Bool) -> Int64 {
    let passed = now > filledAt ? (now &- filledAt).magnitude : 0
    left = min(
      left + Int64(min(passed, UInt64(2 * Self.most * Self.parts))), Self.most * Self.parts)
    filledAt = now
    guard left < 0 else { return 0 }
    if isShared() { return -left }
    // Time that no other neighbour needed is not a debt. Otherwise a neighbour that sent alone
    // would have to be silent as soon as others begin.
    left = 0
    return 0
  }
}

/// The neighbours that speak: they send one message after another, as a drawing hand does, and not
/// only a sign of life now and then.
struct Speakers {
  private var last: Speaker?
  /// The last speaker other than `last`.
  private var other: Speaker?

  private struct Speaker {
    let link: LinkID
    var at: Int64
  }

  /// A neighbour that sent nothing for this time speaks no more, in microseconds.
  static let memory: Int64 = 250_000

  mutating func spoke(_ link: LinkID, at now: Int64) {
    if last?.link != link { other = last }
    last = Speaker(link: link, at: now)
  }

  func isAnybody(but link: LinkID, at now: Int64) -> Bool {
    let speaker = last?.link == link ? other : last
    return speaker.map { now &- $0.at < Self.memory } ?? false
  }
}

/// Measures how often one neighbour sends messages.
struct MessageRateMeter {
  /// A neighbour speaks after this many messages beyond the rate `perSecond`.
  static let least: Int64 = 4
  /// Up to this many messages per second do not count as speech.
  static let perSecond: Int64 = 10
  private static let million: Int64 = 1_000_000

  /// Messages above the rate, in millionths of a message.
  private var level: Int64 = 0
  private var heardAt: Int64

  init(at now: Int64) { heardAt = now }

  /// - Returns: whether the neighbour speaks.
  mutating func heard(at now: Int64) -> Bool {
    let passed = now > heardAt ? min((now &- heardAt).magnitude, UInt64(Self.million)) : 0
    level = max(level - Int64(passed) * Self.perSecond, 0)
    level = min(level + Self.million, Self.least * Self.million)
    heardAt = now
    return level == Self.least * Self.million
  }
}
