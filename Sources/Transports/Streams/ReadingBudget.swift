/// How fast one neighbour is read who came by itself: as fast as sixty people draw, so that one who says
/// as much as it can holds nobody else up. What is too much waits at the neighbour's.
///
/// Who was dialled is read as fast as it goes: a newcomer hears all that was drawn at once.
struct ReadingBudget {
  /// A message costs one, or more where it is large.
  static let perSecond: Int64 = 4_000
  /// What may be said at once after a silence.
  static let most: Int64 = perSecond / 8
  /// What is read at once.
  static let biteBytes = 16 * 1_024
  /// Bytes that cost as much as a message.
  static let bytesPerUnit = 2_048

  /// In millionths, so that short times count.
  private var left = most * million
  /// Microseconds.
  private var filledAt: Int64
  private static let million: Int64 = 1_000_000

  init(at now: Int64) { filledAt = now }

  mutating func spend(messageOf bytes: Int) {
    left -= max(Int64(bytes / Self.bytesPerUnit), 1) * Self.million
  }

  /// Microseconds until more is to be read; 0 where it is at once.
  mutating func wait(at now: Int64) -> Int64 {
    let passed = now > filledAt ? min((now &- filledAt).magnitude, UInt64(10 * Self.million)) : 0
    left = min(left + Int64(passed) * Self.perSecond, Self.most * Self.million)
    filledAt = now
    return left >= 0 ? 0 : -left / Self.perSecond + 1
  }
}
