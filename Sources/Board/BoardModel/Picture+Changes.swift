import EaselBase

// The effects of changes on things.
extension Picture {
  /// Binds a change to the things that it names and that stand before it. The change waits for
  /// operations that are unknown.
  mutating func bind(_ slot: Slot, to targets: [EntryID], _ batch: inout BatchChanges) {
    var things: Set<Slot> = []
    var awaited = AwaitedNumbers()
    let targets = Set(targets).sorted()
    var rest = targets[...]
    work += targets.count
    while let first = rest.first {
      let group = rest.prefix { $0.replica == first.replica }
      rest = rest.dropFirst(group.count)
      var unknown: [SequenceNumber] = []
      for id in group {
        if let known = operations.slot(id) {
          guard case .make = operations[known], operations.precedes(known, slot) else { continue }
          things.insert(table.whole(of: known))
        } else if operations.mayArrive(id, before: slot) {
          unknown.append(id.sequence)
        }
      }
      guard let next = unknown.first else { continue }
      let offset = awaited.append(unknown)
      waiting.add(
        WaitingOperations.Wait(sequence: next, slot: slot, rest: offset), in: first.replica)
    }
    let sorted = things.sorted()
    operations.update(slot) { $0.bind(to: sorted, awaiting: awaited) }
    for thing in sorted { reach(thing, with: slot) }
    // The lowest of many changes may lose its effect, whether or not this one stands.
    for thing in sorted { batch.note(thing) }
    noteAttach(slot, &batch)
    batch.affect(slot)
  }

  /// Notes an attach among those to the same thing, and the thing of the attach that no longer counts.
  private mutating func noteAttach(_ slot: Slot, _ batch: inout BatchChanges) {
    guard case .attach(let attachment)? = operations.change(slot)?.effect,
      case .thing(let target, _) = attachment.anchor,
      let lowest = table.insert(attach: slot, to: target, operations)
    else { return }
    for thing in operations.change(lowest)?.things ?? [] { batch.note(thing) }
  }

  /// Notes the things that are attached to a thing that has arrived.
  mutating func noteFollowers(of slot: Slot, _ batch: inout BatchChanges) {
    for attach in table.attaches.attaches(to: operations.id(slot)) {
      work += 1
      for thing in operations.change(attach)?.things ?? [] { batch.note(thing) }
    }
  }

  /// Binds a clear to the replicas that it names. It waits for the replicas that are unknown.
  mutating func bind(_ slot: Slot, upTo vector: VersionVector, _ batch: inout BatchChanges) {
    work += vector.known.count
    for (replica, sequence) in vector.known {
      if let index = operations.index(of: replica) {
        operations.open(slot, in: index, upTo: sequence)
        note(operations.owner(ofReplica: index, for: slot), in: slot)
      } else {
        waiting.add(
          WaitingOperations.Wait(sequence: SequenceNumber(0), slot: slot), in: replica)
      }
    }
    batch.affect(slot)
  }

  /// Lets a clear reach a replica whose first operation has just arrived.
  mutating func reach(_ clear: Slot, in replica: ReplicaID) {
    guard let index = operations.index(of: replica),
      let sequence = operations.change(clear)?.reach(in: replica)
    else { return }
    operations.open(clear, in: index, upTo: sequence)
    let owner = operations.owner(ofReplica: index, for: clear)
    note(owner, in: clear)
    guard standing[clear].contains(StandingParts(owner)) else { return }
    let end = operations.clearEnd(of: clear, in: index, upTo: sequence)
    _ = operations.countClear(of: index, upTo: end, by: 1)
  }

  /// Adds a thing to the things of a change, if it is not one of them already.
  mutating func include(_ thing: Slot, in slot: Slot) {
    guard operations.update(slot, { $0.include(thing) }) == true else { return }
    reach(thing, with: slot)
    let owner = operations.owner(of: thing, for: slot)
    guard standing[slot].contains(StandingParts(owner)), let change = operations.change(slot)
    else { return }
    table.record(change.effect, on: thing, by: 1)
  }

  /// Notes that a change reaches a thing. The change has no effect yet.
  private mutating func reach(_ thing: Slot, with slot: Slot) {
    note(operations.owner(of: thing, for: slot), in: slot)
    guard let property = operations.change(slot)?.effect.property else { return }
    table.register(slot, as: property, of: thing, operations)
  }

  /// Notes that a change reaches things of its author, or things of others.
  private mutating func note(_ owner: ThingOwner, in slot: Slot) {
    let change = operations.change(slot)
    switch owner {
    case .author:
      if change?.hasOwn == false { operations.update(slot) { $0.hasOwn = true } }
    case .others:
      guard change?.hasForeign == false else { return }
      let head = operations.head(of: slot)
      updateClaims(of: head) {
        $0.operations.update(slot) { $0.hasForeign = true }
        $0.gestures.noteForeign(in: head)
      }
    }
  }

  // MARK: The end of a batch

  /// Updates every operation that may have begun to stand or stopped standing, each once.
  mutating func updateAffected(of batch: inout BatchChanges) {
    for (head, operation) in batch.gestures {
      for slot in gestures.members(of: head) { batch.affect(slot, from: operation) }
    }
    for (slot, operation) in batch.affected {
      guard case .takeBack = operations[slot] else { continue }
      update(takeBack: slot, from: operation, &batch)
    }
    var papers: [Slot: Int] = [:]
    for (slot, operation) in batch.affected {
      work += 1
      switch operations[slot] {
      case .make:
        if table.isThing(slot, operations) { batch.note(slot, from: operation) }
      case .change: update(change: slot, from: operation, &batch)
      case .setPaper:
        let head = operations.head(of: slot)
        papers[head] = max(papers[head] ?? 0, operation)
      case .takeBack, .toggle: break
      }
    }
    guard let last = papers.values.max() else { return }
    let hasChanged = self.papers.update(Array(papers.keys), gestures, operations)
    if hasChanged { batch.add(.all, from: last) }
  }

  private mutating func update(
    takeBack slot: Slot, from operation: Int, _ batch: inout BatchChanges
  ) {
    // Whether the operation that it names has arrived is a part of whether it stands.
    let isOn = gestures.isActive(slot, operations) && operations.reach(of: slot) != nil
    guard isOn != standing[slot].contains(.author) else { return }
    standing[slot] = isOn ? .author : []
    let reached = operations.update(takeBack: slot, on: isOn) { [gestures] in
      gestures.isActive($0, $1)
    }
    for change in reached { batch.affect(change, from: operation) }
  }

  private mutating func update(
    change slot: Slot, from operation: Int, _ batch: inout BatchChanges
  ) {
    var now: StandingParts = []
    for owner in ThingOwner.allCases where gestures.isActive(slot, on: owner, operations) {
      now.insert(StandingParts(owner))
    }
    let switched = standing[slot].symmetricDifference(now)
    standing[slot] = now
    guard let change = operations.change(slot),
      change.hasOwn && switched.contains(.author) || change.hasForeign && switched.contains(.others)
        || change.reach != nil
    else { return }
    guard let reach = change.reach else {
      work += change.things.count
      // All things of most changes have one owner.
      let common: ThingOwner? =
        change.hasOwn && change.hasForeign ? nil : change.hasOwn ? .author : .others
      for thing in change.things {
        let part = StandingParts(common ?? operations.owner(of: thing, for: slot))
        guard switched.contains(part) else { continue }
        batch.note(thing, from: operation)
        table.record(change.effect, on: thing, by: now.contains(part) ? 1 : -1)
      }
      return
    }
    if now.isEmpty { clears.remove(slot) } else { clears.insert(slot) }
    guard !switched.isEmpty else { return }
    work += reach.count
    for id in reach {
      guard let index = operations.index(of: id.replica) else { continue }
      let part = StandingParts(operations.owner(ofReplica: index, for: slot))
      guard switched.contains(part) else { continue }
      let end = operations.clearEnd(of: slot, in: index, upTo: id.sequence)
      let span = operations.countClear(of: index, upTo: end, by: now.contains(part) ? 1 : -1)
      guard let span else { continue }
      cleared[index] = cleared[index]?.union(span) ?? span
    }
  }

  /// Refreshes every thing that the batch changed, and every thing that follows one of these.
  ///
  /// - Returns: the damage from things that only clears hid or brought back.
  mutating func refreshThings(of batch: inout BatchChanges) -> Damage {
    let refreshed = table.refresh(batch.things, cleared: clearedThings(), gestures, operations)
    work += refreshed.work
    return batch.add(refreshed)
  }

  /// Returns every thing that clears hid or brought back since the last call.
  private mutating func clearedThings() -> [Slot] {
    defer { cleared.removeAll() }
    return cleared.flatMap { index, span in
      operations.slots(of: operations.replicas[index], above: span.low, upTo: span.high)
        .filter { table.isThing($0, operations) }
    }
  }
}
