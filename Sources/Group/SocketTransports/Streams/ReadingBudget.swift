import EaselBase

/// How fast one neighbour is read who came by itself: as fast as it goes while nobody else speaks and all
/// keep up with what they are sent, and otherwise for a part of the time only, so that one who says as
/// much as it can holds nobody else up. What is too much waits at the neighbour's.
///
/// It is a budget of time, since what a message costs depends on how much is in it and on how many hear
/// it. Who was dialled has none: a newcomer hears all that was drawn at once.
struct ReadingBudget {
  /// Of the time of the thread that reads all neighbours, one part of so many; to send on what was read
  /// takes as long again, or longer.
  static let parts: Int64 = 16
  /// What may be taken at once after a silence, and is paid back at the most, microseconds.
  static let most: Int64 = 10_000
  /// Then others have their turn, microseconds.
  static let turnMost: Int64 = 250
  /// A neighbour for whom this much waits does not keep up, bytes.
  static let behindMin = 64 * 1_024
  /// Whether others have more room by then is looked at again, microseconds.
  static let pauseMost: Int64 = 5_000
  /// What is read at once.
  static let biteBytes = 16 * 1_024

  /// In parts of microseconds, so that short times count.
  private var left = most * parts
  /// Microseconds.
  private var filledAt: Int64

  init(at now: Int64) { filledAt = now }

  mutating func spend(microseconds: Int64) {
    let spent = min(max(microseconds, 0), 2 * Self.most) * Self.parts
    left = max(left - spent, -Self.most * Self.parts)
  }

  /// Microseconds until more is to be read; 0 where it is at once.
  ///
  /// - Parameter isShared: whether others speak as well, or do not keep up.
  mutating func wait(at now: Int64, isShared: @autoclosure () -> Bool) -> Int64 {
    let passed = now > filledAt ? (now &- filledAt).magnitude : 0
    left = min(
      left + Int64(min(passed, UInt64(2 * Self.most * Self.parts))), Self.most * Self.parts)
    filledAt = now
    guard left < 0 else { return 0 }
    if isShared() { return -left }
    // What nobody else wanted is not owed: else whoever spoke alone would be silent when others begin.
    left = 0
    return 0
  }
}

/// Which neighbours speak: say one thing after the other, as a hand that draws does, rather than give a
/// sign of life now and then.
struct Speakers {
  private var last: Speaker?
  /// The last of all others.
  private var other: Speaker?

  private struct Speaker {
    let link: LinkID
    var at: Int64
  }

  /// Who said nothing for this long speaks no more, microseconds.
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

/// How often one neighbour says something.
struct Speech {
  /// So many more than one would who says a few things a second.
  static let least: Int64 = 4
  /// As many a second are no speech.
  static let perSecond: Int64 = 10
  private static let million: Int64 = 1_000_000

  /// In millionths.
  private var level: Int64 = 0
  private var heardAt: Int64

  init(at now: Int64) { heardAt = now }

  /// - Returns: whether it speaks.
  mutating func heard(at now: Int64) -> Bool {
    let passed = now > heardAt ? min((now &- heardAt).magnitude, UInt64(Self.million)) : 0
    level = max(level - Int64(passed) * Self.perSecond, 0)
    level = min(level + Self.million, Self.least * Self.million)
    heardAt = now
    return level == Self.least * Self.million
  }
}
