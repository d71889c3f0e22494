import EaselBase
import GroupBase

/// The values that participants show of themselves at present. Only the latest value counts, and a
/// lost message does no harm. It is a value that receives one event at a time, and its caller wakes
/// it at ``deadline``.
package struct PresenceTracker<Value: Hashable & Sendable>: Hashable, Sendable {
  private var mine: Value?
  private var counter: UInt64 = 0
  private var sentAt: Uptime?
  /// Whether a value must be sent before the next repetition is due.
  private var hasNews = false
  private var seen: [ParticipantID: Seen] = [:]

  package struct Message: Hashable, Sendable {
    /// The number of the message, which the sender counts: 1, 2, 3 …
    package let counter: UInt64
    package let value: Value

    package init(counter: UInt64, value: Value) {
      self.counter = counter
      self.value = value
    }
  }

  package enum Action: Hashable, Sendable {
    case send(Message, to: Recipients, DeliveryMode)
    case show(Value, of: ParticipantID)
    case hide(ParticipantID)
  }

  /// The last message of one participant. The counter is stored for some time after the value has
  /// expired, so that a late message cannot bring the value back.
  private struct Seen: Hashable {
    var counter: UInt64 = 0
    var value: Value?
    var heardAt: Uptime?
    /// Limits the messages of the participant; nil before the first message. An honest sender stays
    /// far below the limit.
    var rate: RateLimiter?

    /// Returns whether a message is not late. A message is late if its counter is the last one or
    /// at most ``lateMax`` below it. A counter further below belongs to no late message: somebody
    /// made up the last one, so that counter must not hide what the participant shows.
    func admits(_ counter: UInt64, at now: Uptime) -> Bool {
      guard counter <= self.counter, let heardAt else { return true }
      return self.counter - counter > lateMax || now.since(heardAt) >= 2 * expireAfter
    }
  }

  /// The least time between two messages, in milliseconds.
  package static var sendEvery: Int64 { 33 }
  /// The most messages that may arrive before an earlier one: as many as a sender sends in a second.
  package static var lateMax: UInt64 { UInt64(1_000 / sendEvery) }
  /// The time after which an unchanged value is sent again, in milliseconds.
  package static var repeatEvery: Int64 { 2_000 }
  /// The time of silence after which a participant's value is hidden, in milliseconds.
  package static var expireAfter: Int64 { 6_000 }

  package init() {}

  /// The value that another participant shows; nil if none is known.
  package subscript(participant: ParticipantID) -> Value? { seen[participant]?.value }

  /// Sends a new value to all. It is sent at once after a pause; otherwise it waits until
  /// ``sendEvery`` has passed since the last message.
  package mutating func update(_ value: Value, at now: Uptime) -> [Action] {
    guard value != mine else { return [] }
    mine = value
    hasNews = true
    return sendIfDue(at: now)
  }

  package mutating func arrived(_ participant: ParticipantID, at now: Uptime) -> [Action] {
    if seen[participant] == nil { seen[participant] = Seen() }
    hasNews = true
    return sendIfDue(at: now)
  }

  package mutating func left(_ participant: ParticipantID) -> [Action] {
    seen.removeValue(forKey: participant)?.value == nil ? [] : [.hide(participant)]
  }

  /// Handles a message. Ignores a sender that has not arrived or has left, and drops messages of a
  /// sender beyond about 60 a second.
  package mutating func received(
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

  /// The uptime at which ``woke(at:)`` is due.
  package var deadline: Uptime? {
    var times = seen.values.filter { $0.value != nil }.compactMap {
      $0.heardAt?.advanced(by: Self.expireAfter)
    }
    if let sendAt { times.append(sendAt) }
    return times.min()
  }

  package mutating func woke(at now: Uptime) -> [Action] {
    let silent = seen.filter { known in
      known.value.value != nil
        && known.value.heardAt.map { now.since($0) >= Self.expireAfter } ?? false
    }.keys.sorted()
    for participant in silent { seen[participant]?.value = nil }
    return silent.map { .hide($0) } + sendIfDue(at: now)
  }

  /// The time of the next message; nil if no other participant is present, or no value was set.
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
