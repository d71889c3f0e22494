import EaselBase
import GroupBase

/// Ensures that all participants eventually know the same entries, even if messages were lost.
///
/// Entries are opaque to this type. The caller (`SharedBoard`, and above it `SessionClient`)
/// reports how far it knows each replica, and it sends and merges the bytes. Any activity whose
/// data is a grow-only log for each replica can use this type.
///
/// The value receives one event at a time. The caller performs the returned actions in order, and
/// calls ``woke(at:using:)`` at ``deadline``.
package struct AntiEntropy: Hashable, Sendable {
  let me: ParticipantID
  var own = LocalState()
  var others: [ParticipantID: PeerState] = [:]
  var comparison: Comparison?
  var wants: [ReplicaID: Want] = [:]
  /// No comparison begins before this time.
  var restUntil: Uptime
  private var digestAt: Uptime
  /// The time of the last digest; nil before the first.
  private var toldAt: Uptime?
  private var isPaused = false
  private var lastAlarm: Alarm?

  /// The state hash of this participant when a peer had another one, and the time of the alarm.
  private struct Alarm: Hashable {
    let state: Bytes16
    let at: Uptime
  }

  /// A comparison: this participant has sent its vector to the peer, and awaits the answer.
  struct Comparison: Hashable, Sendable {
    let peer: ParticipantID
    var until: Uptime
  }

  package enum Action: Hashable, Sendable {
    case send(AntiEntropyMessage, to: Recipients, DeliveryMode)
    /// Send entries of these ranges reliably to this participant alone, in the order of the ranges.
    /// The caller decides how many entries it sends now. Then report the sent ranges to
    /// ``AntiEntropy/supplied(_:to:)``. If a replica is frozen, the number after its head stands
    /// for all entries that contradict each other at this number.
    case supply([EntryRange], to: ParticipantID)
    /// A peer with the same entries has another state hash, so a program has a fault.
    case alarm(with: ParticipantID)
    /// Count all entries anew, and rebuild the state from them.
    case rebuild
  }

  /// The time between two digests, in milliseconds; it varies at random by a quarter.
  package static let digestEvery: Int64 = 2_000
  /// After all requested entries have arrived, the next digest comes early, but not before this
  /// time since the last digest, in milliseconds.
  package static let digestEveryLeast: Int64 = 500
  /// The time for entries under way to arrive before a comparison, in milliseconds.
  package static let grace: Int64 = 200
  /// The approximate time between two comparisons among all participants together, in milliseconds.
  package static let comparisonEvery: Int64 = 31
  /// The longest pause of one participant after a comparison, in milliseconds.
  package static let restLongest: Int64 = 2_000
  /// The time after which an unanswered comparison ends, in milliseconds.
  package static let answerWithin: Int64 = 1_000
  /// The least time between two rebuilds, in milliseconds.
  package static let rebuildEvery: Int64 = 10_000
  /// A participant asks one peer for entries of at most this many replicas at a time.
  package static let wantsPerParticipant = AntiEntropyMessage.rangesMax

  package init(_ me: ParticipantID, at now: Uptime) {
    self.me = me
    digestAt = now
    restUntil = now
  }

  /// Notes how far this participant knows replicas, and the hash of the state that results from all
  /// entries, if it is known. The caller must call this before it passes on messages that came
  /// after these entries.
  package mutating func knows(_ heads: [ReplicaHead], state: Bytes16, at now: Uptime) {
    own.state = state
    for head in heads where own.heads[head.replica] != head {
      own.set(head)
      gained(head, at: now)
    }
  }

  /// Forgets all heads: the caller has counted all entries anew, and some entries may no longer
  /// count. The caller then reports the heads that count with `knows`.
  package mutating func recounted() { own.removeAll() }

  package mutating func arrived(
    _ participant: ParticipantID, at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    guard participant != me else { return }
    if others[participant] == nil { others[participant] = PeerState() }
    hasten(at: now, using: &chance)
  }

  /// Handles the departure of a participant.
  ///
  /// - Returns: requests to other peers for the entries that the participant was asked for.
  package mutating func left(_ participant: ParticipantID, at now: Uptime) -> [Action] {
    others[participant] = nil
    if comparison?.peer == participant { comparison = nil }
    return abandon(wants.values.filter { $0.peer == participant }, at: now)
  }

  package mutating func linkCameUp(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    hasten(at: now, using: &chance)
  }

  /// Stops digests and comparisons while this participant waits for the whole picture.
  package mutating func pause() { isPaused = true }

  package mutating func resume(at now: Uptime) {
    guard isPaused else { return }
    isPaused = false
    digestAt = now
  }

  package mutating func received(
    _ message: AntiEntropyMessage, from sender: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    guard others[sender] != nil, message.isSound else { return [] }
    switch message {
    case .digest(let summary): return hear(summary, of: sender, at: now, using: &chance)
    case .compare(let part): return compare(part, of: sender, at: now)
    case .answer(let answer): return receive(answer, of: sender, at: now)
    case .wanted(let ranges): return supply(ranges, to: sender, at: now)
    case .supplied(let ranges): return resumeWants(after: ranges, of: sender, at: now)
    }
  }

  /// Reports the ranges that the caller has sent; empty if it has none of the requested entries.
  package func supplied(_ ranges: [EntryRange], to participant: ParticipantID) -> [Action] {
    [send(.supplied(Array(ranges.prefix(AntiEntropyMessage.rangesMax))), to: participant)]
  }

  /// The uptime at which ``woke(at:using:)`` is due.
  package var deadline: Uptime? {
    var times = wants.values.map(\.deadline)
    if let comparison { times.append(comparison.until) }
    if !isPaused, !others.isEmpty {
      times.append(digestAt)
      if comparison == nil, let due = others.values.compactMap(\.dueAt).min() {
        times.append(max(due, restUntil))
      }
    }
    return times.min()
  }

  package mutating func woke(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    var actions = abandon(wants.values.filter { $0.deadline <= now }, at: now)
    if let comparison, comparison.until <= now {
      self.comparison = nil
      rest(at: now)
    }
    guard !isPaused, !others.isEmpty else { return actions }
    if digestAt <= now {
      let summary = own.summary(salt: chance.next())
      actions.append(.send(.digest(summary), to: .all, .unreliable))
      toldAt = now
      let quarter = Self.digestEvery / 4
      digestAt = now.advanced(
        by: Self.digestEvery + .random(in: -quarter...quarter, using: &chance))
    }
    return actions + beginComparison(at: now, using: &chance)
  }

  /// Raises an alarm if a peer has the same entries but another state hash.
  mutating func checkState(of summary: KnowledgeSummary, of peer: ParticipantID, at now: Uptime)
    -> [Action]
  {
    let isSaid = summary.state != KnowledgeSummary.unsaid && own.state != KnowledgeSummary.unsaid
    guard isSaid, summary.state != own.state, lastAlarm?.state != own.state else { return [] }
    if let lastAlarm, now.since(lastAlarm.at) < Self.rebuildEvery { return [] }
    lastAlarm = Alarm(state: own.state, at: now)
    return [.alarm(with: peer), .rebuild]
  }

  /// Brings the next digest forward, because all requested entries have arrived. Others may lack
  /// the same entries, and they ask only after a digest. Without this, each member of a chain would
  /// wait for the next regular digest.
  mutating func tellSoon(at now: Uptime) {
    let earliest = toldAt?.advanced(by: Self.digestEveryLeast) ?? now
    digestAt = min(digestAt, max(now.advanced(by: Self.grace), earliest))
  }

  /// Brings the next digest forward to a random time within ``grace``. The time is random because
  /// many participants may arrive at once, or may notice an arrival at once.
  private mutating func hasten(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    digestAt = min(digestAt, now.advanced(by: .random(in: 0...Self.grace, using: &chance)))
  }

  func send(_ message: AntiEntropyMessage, to peer: ParticipantID) -> Action {
    .send(message, to: .only([peer]), .reliable)
  }
}
