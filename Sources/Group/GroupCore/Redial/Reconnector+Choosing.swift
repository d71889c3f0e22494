import EaselBase
import GroupBase

// Chooses the members to dial, and the times.
extension Reconnector {
  /// Updates the state after links or members of the call have changed, and when ``deadline`` has
  /// come.
  ///
  /// - Parameter isReached: whether an address is of this transport's kind.
  public mutating func update(
    _ call: Call, reaching isReached: (String) -> Bool, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    learn(call, isReached, at: now, using: &chance)
    defer { miss(call) }
    if !call.path.isEmpty { lastPath = call.path }
    var actions: [Action] = []
    switch state {
    case .up:
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
    let choices = choices(at: now, in: call)
    deadline = choices.map(\.at).min()
    if let next = choices.first(where: { $0.at <= now }) {
      let until = now.advanced(by: attemptMax)
      state = .dialling(next.member, nil, until: until)
      deadline = until
      actions.append(.dial(next.address))
    }
    return actions
  }

  /// Determines the members from which this member is cut off. While other members are reachable, a
  /// missing member that the call no longer lists has left the call; it is not merely cut off. Such
  /// a member is dialled nevertheless.
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
    for (member, profile) in call.members where member != me {
      known[member, default: Known()].addresses = profile.addresses.filter(isReached)
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

  /// Remembers at most as many members as a call has. The member that is missing for longest is
  /// forgotten first.
  private mutating func forgetSome() {
    let surplus = known.count - Roster.membersMax
    guard surplus > 0 else { return }
    let missing = known.compactMap { member, memory in memory.missingSince.map { (member, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    for (member, _) in missing.prefix(surplus) { known[member] = nil }
  }

  /// Returns the missing members that can be dialled, the best first, each with the time from which
  /// it may be dialled.
  ///
  /// All members that are cut off from each other gather around the member with the smallest ID. As
  /// long as they can reach it, no two members wait for each other, and no two dial each other.
  ///
  private func choices(at now: Uptime, in call: Call) -> [Choice] {
    // A member may lose its path over a transport that cannot dial anybody, such as a door. The
    // other members then rely on this transport.
    let isOrphan = isOrphan || call.path.isEmpty && !lastPath.isEmpty
    // A missing member may have listened at one of these addresses before. Now the address leads to
    // this member or to a member that is not missing.
    let taken = Set(call.profile.addresses).union(
      known.values.filter { $0.missingSince == nil }.flatMap(\.addresses))
    let missing = known.filter {
      $0.value.missingSince != nil && $0.value.nextAddress(besides: taken) != nil
    }
    let here = known.filter { $0.value.missingSince == nil }.keys.reduce(me, min)
    let isAwaited = missing.keys.allSatisfy { here < $0 }
    return missing.compactMap { member, memory in
      guard let address = memory.nextAddress(besides: taken) else { return nil }
      let pathIndex = lastPath.firstIndex(of: member)
      var patience: Int64 = isOrphan ? 0 : Self.rootExpectsFor
      if isAwaited, pathIndex == nil || !isOrphan { patience += Self.expectFor }
      let ready = (memory.missingSince ?? now).advanced(by: patience)
      let at = [memory.notBefore, pausedUntil].compactMap { $0 }.reduce(ready, max)
      return Choice(
        failures: memory.failures, pathIndex: pathIndex ?? .max, member: member, address: address,
        at: at)
    }
    .sorted { ($0.failures, $0.pathIndex, $0.member) < ($1.failures, $1.pathIndex, $1.member) }
  }

  /// A member that may be dialled from this time on.
  private struct Choice {
    let failures: Int64
    /// The position on the path to the root; the nearest member comes first.
    let pathIndex: Int
    let member: MemberID
    let address: String
    let at: Uptime
  }
}

extension Reconnector.Known {
  /// Returns the next address to dial; after each failure the next one in the list. The address
  /// that has led to the member comes first.
  fileprivate func nextAddress(besides taken: Set<String>) -> String? {
    let announced = failures < Reconnector.announcedFailuresMax ? addresses : []
    let all =
      [reachedAt].compactMap { $0 }
      + announced.filter { $0 != reachedAt && !taken.contains($0) }
    return all.isEmpty ? nil : all[Int(failures) % all.count]
  }
}
