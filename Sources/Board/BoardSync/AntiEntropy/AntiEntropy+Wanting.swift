import EaselBase
import GroupBase

/// Asks peers for entries, and decides what to do if a peer sends nothing new.
extension AntiEntropy {
  /// Asks a peer for the entries up to these heads. For each replica, only one peer is asked at a
  /// time.
  mutating func want(
    _ heads: [ReplicaHead], of peer: ParticipantID, at now: Uptime
  ) -> [Action] {
    var room = Self.wantsPerParticipant - wants.values.count { $0.peer == peer }
    var ranges: [EntryRange] = []
    for head in heads {
      guard let want = Want(head, at: own.heads[head.replica], of: peer, now: now),
        others[peer]?.isWorthAsking(for: head.replica, at: now) == true
      else { continue }
      if let pending = wants[head.replica] {
        if pending.peer != peer { wants[head.replica]?.add(Want.Rival(peer: peer, head: head)) }
      } else if room > 0 {
        wants[head.replica] = want
        ranges.append(want.range)
        room -= 1
      } else {
        others[peer]?.hasMore = true
      }
    }
    return ask(ranges, of: peer)
  }

  mutating func supply(
    _ ranges: [EntryRange], to peer: ParticipantID, at now: Uptime
  ) -> [Action] {
    guard others[peer]?.mayDemand(at: now) == true else { return [] }
    let there = own.clamped(ranges)
    return there.isEmpty ? supplied([], to: peer) : [.supply(there, to: peer)]
  }

  /// Handles new knowledge of this participant about a replica.
  mutating func gained(_ head: ReplicaHead, at now: Uptime) {
    guard let want = wants[head.replica] else { return }
    if want.theirs.lacking(at: head) == nil {
      wants[head.replica] = nil
      others[want.peer]?.kept(head.replica)
      continueComparing(with: want.peer, at: now)
      if wants.isEmpty { tellSoon(at: now) }
    } else if !want.looksBack {
      wants[head.replica]?.askedAt = now
      wants[head.replica]?.since = now
    }
    // A peer sends the requested entries in order, so the other requested entries are still on
    // their way.
    for (replica, other) in wants where other.peer == want.peer && !other.looksBack {
      wants[replica]?.askedAt = now
    }
  }

  /// Handles the message with which a peer ends its answer to a request.
  mutating func resumeWants(
    after supplied: [EntryRange], of peer: ParticipantID, at now: Uptime
  ) -> [Action] {
    let bounds = Dictionary(supplied.map { ($0.replica, $0) }) { first, _ in first }
    var ranges: [EntryRange] = []
    var vain: [Want] = []
    var untouched: [Want] = []
    for (replica, want) in wants.filter({ $0.value.peer == peer }).sorted(by: { $0.key < $1.key }) {
      if let next = next(want, after: bounds[replica], at: now) {
        wants[replica] = next
        ranges.append(next.range)
      } else if bounds[replica] == nil, !supplied.isEmpty {
        // The peer sent nothing of these replicas yet. Another peer may send their entries
        // meanwhile.
        untouched.append(want)
        others[peer]?.hasMore = true
      } else {
        vain.append(want)
      }
    }
    let actions = ask(ranges, of: peer) + abandon(vain, at: now) + handOn(untouched, at: now)
    continueComparing(with: peer, at: now)
    return actions
  }

  /// Returns the request that follows a sent part; nil if nothing is left to ask for.
  private func next(_ want: Want, after supplied: EntryRange?, at now: Uptime) -> Want? {
    let head = own.heads[want.theirs.replica]
    if !want.looksBack, head != want.mine {
      return Want(want.theirs, at: head, of: want.peer, now: now, rivals: want.rivals)
    }
    guard let supplied else { return nil }
    var next = want
    next.askedAt = now
    if want.looksBack, next.skip(through: supplied.last) { return next }
    return next.lookBack() ? next : nil
  }

  /// Gives up requests that brought nothing. For a while, the peer of each request is not asked for
  /// the same replica again.
  mutating func abandon(_ vain: [Want], at now: Uptime) -> [Action] {
    for want in vain { others[want.peer]?.disappointed(in: want.theirs.replica, at: now) }
    return handOn(vain, at: now)
  }

  /// Passes each request to the next peer that claimed to know the entries.
  private mutating func handOn(_ given: [Want], at now: Uptime) -> [Action] {
    var ranges: [ParticipantID: [EntryRange]] = [:]
    for want in given.sorted(by: { $0.theirs.replica < $1.theirs.replica }) {
      let replica = want.theirs.replica
      wants[replica] = want.successor(at: own.heads[replica], now: now) {
        others[$0]?.isWorthAsking(for: replica, at: now) == true
      }
      if let next = wants[replica] { ranges[next.peer, default: []].append(next.range) }
    }
    return ranges.keys.sorted().flatMap { ask(ranges[$0] ?? [], of: $0) }
  }

  private func ask(_ ranges: [EntryRange], of peer: ParticipantID) -> [Action] {
    stride(from: 0, to: ranges.count, by: AntiEntropyMessage.rangesMax).map { start in
      let end = min(start + AntiEntropyMessage.rangesMax, ranges.count)
      return send(.wanted(Array(ranges[start..<end])), to: peer)
    }
  }

  /// If the peer could not send everything at once, makes the next comparison with it due at once.
  private mutating func continueComparing(with peer: ParticipantID, at now: Uptime) {
    guard let other = others[peer], other.hasMore,
      !wants.values.contains(where: { $0.peer == peer })
    else { return }
    others[peer]?.hasMore = false
    others[peer]?.dueAt = now
  }
}
