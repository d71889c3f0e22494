import EaselBase

/// What every participant shows of itself right now: only the latest counts, and losing one is no
/// harm. A value, told of one event at a time and woken at ``deadline``.
public struct Presence<Value: Hashable & Sendable>: Hashable, Sendable {
  private var mine: Value?
  private var counter: UInt64 = 0
  private var sentAt: Uptime?
  /// Something has to be told sooner than the next repetition.
  private var hasNews = false
  private var seen: [ParticipantID: Seen] = [:]

  public struct Message: Hashable, Sendable {
    /// 1, 2, 3 … within the sender, a number for each sending.
    public let counter: UInt64
    public let value: Value

    public init(counter: UInt64, value: Value) {
      self.counter = counter
      self.value = value
    }
  }

  public enum Action: Hashable, Sendable {
    case send(Message, to: Recipients, DeliveryMode)
    case show(Value, of: ParticipantID)
    case hide(ParticipantID)
  }

  /// The counter stays a while when the value expires, so that no old packet brings it back; and no longer,
  /// so that one which others made up does not silence its owner for good.
  private struct Seen: Hashable {
    var counter: UInt64 = 0
    var value: Value?
    var heardAt: Uptime?
    /// Since the first message; an honest sender never comes near its limit.
    var rate: RateLimiter?

    func admits(_ counter: UInt64, at now: Uptime) -> Bool {
      counter > self.counter || heardAt.map { now.since($0) >= 2 * expireAfter } ?? false
    }
  }

  /// Milliseconds between two sendings at least.
  public static var sendEvery: Int64 { 33 }
  /// What did not change is told again after this long, milliseconds.
  public static var repeatEvery: Int64 { 2_000 }
  /// Who was not heard for this long is not shown, milliseconds.
  public static var expireAfter: Int64 { 6_000 }

  public init() {}

  /// What is known of the others.
  public subscript(participant: ParticipantID) -> Value? { seen[participant]?.value }

  /// Told to all: at once after a pause, else as soon as another sending may follow.
  public mutating func update(_ value: Value, at now: Uptime) -> [Action] {
    guard value != mine else { return [] }
    mine = value
    hasNews = true
    return sendIfDue(at: now)
  }

  public mutating func arrived(_ participant: ParticipantID, at now: Uptime) -> [Action] {
    if seen[participant] == nil { seen[participant] = Seen() }
    hasNews = true
    return sendIfDue(at: now)
  }

  public mutating func left(_ participant: ParticipantID) -> [Action] {
    seen.removeValue(forKey: participant)?.value == nil ? [] : [.hide(participant)]
  }

  /// One who has not arrived, or has left, is not heard. Of one who sends more than about 60 messages a
  /// second, the rest is dropped.
  public mutating func received(
    _ message: Message, from sender: ParticipantID, at now: Uptime
  ) -> [Action] {
    guard let known = seen[sender], known.admits(message.counter, at: now) else { return [] }
    var rate = known.rate ?? RateLimiter(at: now)
    let isWithinRate = rate.admits(at: now)
    seen[sender]?.rate = rate
    guard isWithinRate else { return [] }
    seen[sender] = Seen(
      counter: message.counter, value: message.value, heardAt: now, rate: rate)
    return known.value == message.value ? [] : [.show(message.value, of: sender)]
  }

  /// When ``woke(at:)`` is due.
  public var deadline: Uptime? {
    var times = seen.values.filter { $0.value != nil }.compactMap {
      $0.heardAt?.advanced(by: Self.expireAfter)
    }
    if let sendAt { times.append(sendAt) }
    return times.min()
  }

  public mutating func woke(at now: Uptime) -> [Action] {
    let silent = seen.filter { known in
      known.value.value != nil
        && known.value.heardAt.map { now.since($0) >= Self.expireAfter } ?? false
    }.keys.sorted()
    for participant in silent { seen[participant]?.value = nil }
    return silent.map { .hide($0) } + sendIfDue(at: now)
  }

  /// Nil where nobody is there to be told, or nothing is there to tell.
  private var sendAt: Uptime? {
    guard mine != nil, !seen.isEmpty else { return nil }
    return (sentAt ?? Uptime(milliseconds: .min)).advanced(
      by: hasNews ? Self.sendEvery : Self.repeatEvery)
  }

  private mutating func sendIfDue(at now: Uptime) -> [Action] {
    guard let mine, let sendAt, sendAt <= now else { return [] }
    counter += 1
    sentAt = now
    hasNews = false
    return [.send(Message(counter: counter, value: mine), to: .all, .unreliable)]
  }
}
