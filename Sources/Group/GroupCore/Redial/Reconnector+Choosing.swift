import EaselBase

// Whom to dial, and when.
extension Reconnector {
  /// After links or members of the call have changed, and when ``deadline`` has come.
  ///
  /// - Parameter isReached: whether an address is of this transport's kind.
  public mutating func update(
    _ call: Call, reaching isReached: (String) -> Bool, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    learn(call, isReached, at: now, using: &chance)
    defer { miss(call) }
    var actions: [Action] = []
    switch state {
    case .up:
      if !call.path.isEmpty { lastPath = call.path }
      deadline = nil
      return []
    case .dialling(let member, let link, let until):
      guard now >= until else {
        deadline = until
        return []
      }
      state = .without
      if let member { failed(member, nil, at: now, using: &chance) }
      if let link { actions.append(.hangUp(link)) }
    case .without: break
    }
    let choices = choices(at: now, from: call.seat.addresses)
    deadline = choices.map(\.at).min()
    if let next = choices.first(where: { $0.at <= now }) {
      let until = now.advanced(by: attemptMax)
      state = .dialling(next.member, nil, until: until)
      deadline = until
      actions.append(.dial(next.address))
    }
    return actions
  }

  /// Where some of the others are here, whom the call lists no longer has gone rather than been cut off,
  /// though they are dialled still.
  private mutating func miss(_ call: Call) {
    let before = missed
    missed = []
    if isOrphan, !hasUpstream {
      let missing = known.filter { $0.value.missingSince != nil }.keys
      let isAlone = missing.count == known.count
      let listed = call.members
      missed = Set(missing.filter { isAlone || listed[$0] != nil })
    }
    let isFound = before.contains { member in
      known[member].map { $0.missingSince == nil } ?? false
    }
    hasFoundAgain = isFound || !before.isEmpty && hasUpstream
  }

  private mutating func learn(
    _ call: Call, _ isReached: (String) -> Bool, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) {
    for (member, seat) in call.members where member != me {
      known[member, default: Known()].addresses = seat.addresses.filter(isReached)
    }
    let later = Int64.random(in: 0...200, using: &chance)
    for (member, memory) in known {
      if call.neighbour(towards: member) != nil {
        known[member]?.missingSince = nil
        known[member]?.failures = 0
      } else if memory.missingSince == nil {
        known[member]?.missingSince = now.advanced(by: later)
      }
    }
    known = known.filter { member, memory in
      let isOver = memory.missingSince.map { now.since($0) >= Self.forgetAfter } ?? false
      return !isOver && !call.hasLeft(member)
    }
    forgetSome()
  }

  /// No more are remembered than a call has members: who is missed for longest is forgotten first.
  private mutating func forgetSome() {
    let surplus = known.count - Roster.membersMax
    guard surplus > 0 else { return }
    let missing = known.compactMap { member, memory in memory.missingSince.map { (member, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    for (member, _) in missing.prefix(surplus) { known[member] = nil }
  }

  /// Those who are missed and can be dialled, the best first, each with the moment from which it may
  /// be.
  ///
  /// All who are cut off from each other gather around the smallest member, so that no two wait for
  /// each other and no two dial each other, as long as they can reach it.
  ///
  /// - Parameter own: where one listens oneself.
  private func choices(at now: Uptime, from own: [String]) -> [Choice] {
    // Who is missing may have listened there before: now that leads to somebody who is here.
    let taken = Set(own).union(
      known.values.filter { $0.missingSince == nil }.flatMap(\.addresses))
    let missing = known.filter {
      $0.value.missingSince != nil && $0.value.nextAddress(besides: taken) != nil
    }
    let here = known.filter { $0.value.missingSince == nil }.keys.reduce(me, min)
    let isAwaited = missing.keys.allSatisfy { here < $0 }
    return missing.compactMap { member, memory in
      guard let address = memory.nextAddress(besides: taken) else { return nil }
      let place = lastPath.firstIndex(of: member)
      var patience: Int64 = isOrphan ? 0 : Self.rootExpectsFor
      if isAwaited, place == nil || !isOrphan { patience += Self.expectFor }
      let ready = (memory.missingSince ?? now).advanced(by: patience)
      let at = [memory.notBefore, pausedUntil].compactMap { $0 }.reduce(ready, max)
      return Choice(
        failures: memory.failures, place: place ?? .max, member: member, address: address, at: at)
    }
    .sorted { ($0.failures, $0.place, $0.member) < ($1.failures, $1.place, $1.member) }
  }

  /// Somebody who may be dialled from that moment on.
  private struct Choice {
    let failures: Int64
    /// On the way to the root, nearest first.
    let place: Int
    let member: MemberID
    let address: String
    let at: Uptime
  }
}

extension Reconnector.Known {
  /// Each in turn, first the one that is known to lead there.
  fileprivate func nextAddress(besides taken: Set<String>) -> String? {
    let announced = failures < Reconnector.announcedFailuresMax ? addresses : []
    let all =
      [reachedAt].compactMap { $0 }
      + announced.filter { $0 != reachedAt && !taken.contains($0) }
    return all.isEmpty ? nil : all[Int(failures) % all.count]
  }
}
