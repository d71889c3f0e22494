import EaselBase

extension Picture {
  /// Applies one operation. An operation may arrive twice; the second time nothing changes. Nothing
  /// changes either for an operation whose number or time is out of bounds, or which no program
  /// writes.
  public mutating func apply(_ operation: Operation, _ stamp: Stamp) -> Damage {
    var damage = Repaint()
    damage.add(add(operation, stamp))
    damage.add(refreshCleared())
    return damage.result
  }

  /// Applies operations one after the other. The picture is the same as after single calls, but a
  /// thing that several clears hide and bring back is refreshed once.
  public mutating func apply(
    _ operations: some Swift.Sequence<(stamp: Stamp, operation: Operation)>
  ) -> BatchDamage {
    var each: [Damage] = []
    each.reserveCapacity(operations.underestimatedCount)
    for (stamp, operation) in operations { each.append(add(operation, stamp)) }
    return BatchDamage(each: each, cleared: refreshCleared())
  }

  /// Applies an operation, except for the call of `refreshCleared`.
  private mutating func add(_ operation: Operation, _ stamp: Stamp) -> Damage {
    guard operation.action.isAllowed, let slot = enter(operation, stamp) else { return .none }
    var damage = Repaint()
    let head = marks[slot].head
    let waited = waiting.isEmpty ? [] : waiting.removeValue(forKey: stamp.id) ?? []
    for verdict in waited where !isDeed(verdict) { judge(head, by: verdict, except: slot, &damage) }
    // The slot joins its run only now: a change up to a vector that a toggle has just taken back
    // never applied to it.
    runs[Int(marks[slot].run)].slots.append(slot)
    let before = head == slot ? [] : claims(of: head)
    if head != slot || gestures[head] != nil { join(slot, head) }
    install(
      operation.action, at: slot, awaitedBy: waited.isEmpty ? [] : waited.filter(isDeed), &damage)
    note(slot, in: head, before: before)
    return damage.result
  }

  /// Writes the row of a new operation, without any effect so far and without a place in its run.
  private mutating func enter(_ operation: Operation, _ stamp: Stamp) -> Slot? {
    let id = stamp.id
    guard id.sequence.raw > 0, id.sequence <= .max, stamp.lamport <= .max,
      let slot = Slot(exactly: marks.count)
    else { return nil }
    let run = run(of: id.replica)
    guard id.sequence > seen(of: run), let narrowRun = UInt32(exactly: run) else { return nil }
    let content = Content(operation.action)
    marks.append(
      Mark(
        lamport: stamp.lamport, sequence: id.sequence, at: stamp.at, lasted: stamp.lasted,
        run: narrowRun, head: first(of: operation.gesture, in: id.replica, with: content) ?? slot))
    contents.append(content)
    boxes.append(.nowhere)
    if runs[run].slots.isEmpty { begin(run, by: stamp.author) }
    return slot
  }

  /// Returns the first operation of the gesture that an operation continues. Toggles belong to no
  /// gesture.
  private func first(
    of gesture: SequenceNumber?, in replica: ReplicaID, with content: Content
  ) -> Slot? {
    guard let gesture, let named = slot(EntryID(replica, gesture)), isDeed(named) else {
      return nil
    }
    if case .verdict = content { return nil }
    return marks[named].head
  }

  private mutating func install(
    _ action: Operation.Action, at slot: Slot, awaitedBy changes: [Slot], _ damage: inout Repaint
  ) {
    switch action {
    case .make(let item):
      if case .stroke(let stroke) = item, stroke.continues, let whole = whole(ofPiece: slot) {
        addPiece(slot, to: whole, awaitedBy: changes, &damage)
      } else {
        addThing(slot, awaitedBy: changes, &damage)
      }
    case .change(.items(let targets), _):
      aim(slot, at: targets, &damage)
      if isActive(slot) { exert(slot, by: 1, &damage) }
    case .change(.upTo, _):
      if isActive(slot) { exert(slot, by: 1, &damage) }
    case .cancel(let target), .restore(let target):
      if let known = self.slot(target) {
        judge(marks[known].head, by: slot, except: nil, &damage)
      } else {
        waiting[target, default: []].append(slot)
      }
    case .lay:
      addPaper(slot, &damage)
    }
  }

  private mutating func addThing(
    _ slot: Slot, awaitedBy changes: [Slot], _ damage: inout Repaint
  ) {
    let isTop = order.top.map { precedes($0, slot) } ?? true
    order.insert(slot, at: isTop ? order.endPlace : order.firstPlace { precedes(slot, $0) })
    for change in changes where include(slot, in: change) && isActive(change) {
      book(change, on: slot, by: 1)
    }
    show(slot, in: visibleBox(of: slot))
    guard !boxes[slot].isNowhere else { return }
    damage.add(isTop ? .added(id(slot)) : .area(boxes[slot]))
  }

  private mutating func addPiece(
    _ slot: Slot, to whole: Slot, awaitedBy changes: [Slot], _ damage: inout Repaint
  ) {
    wholes[slot] = whole
    alterations[whole, default: Alteration()].pieces.append(slot)
    if !changes.isEmpty {
      let before = currentLook(of: whole)
      for change in changes where include(whole, in: change) && isActive(change) {
        book(change, on: whole, by: 1)
      }
      refresh(whole, changedLook: currentLook(of: whole) != before, &damage)
    }
    guard !boxes[whole].isNowhere, case .make(let item) = contents[slot] else { return }
    let box = item.bounds.moved(by: alterations[whole]?.offset ?? .zero)
    boxes[whole] = boxes[whole].union(box)
    damage.add(.area(box))
  }

  /// Returns the nearest earlier stroke of the gesture that is not a piece itself; nil for a piece
  /// without its beginning, which then stands alone.
  private func whole(ofPiece slot: Slot) -> Slot? {
    let head = marks[slot].head
    guard head != slot, let gesture = gestures[head] else { return nil }
    for other in [[head], gesture.others.dropLast()].joined().reversed() {
      guard case .make(.stroke(let stroke)) = contents[other] else { continue }
      return stroke.continues ? wholes[other] : other
    }
    return nil
  }
}

extension Content {
  fileprivate init(_ action: Operation.Action) {
    switch action {
    case .make(let item): self = .make(item)
    case .change(.items, let effect): self = .change(Change(effect: effect, reach: nil))
    case .change(.upTo(let reach), let effect): self = .change(Change(effect: effect, reach: reach))
    case .cancel(let target): self = .verdict(Toggle(target: target, cancels: true))
    case .restore(let target): self = .verdict(Toggle(target: target, cancels: false))
    case .lay(let text): self = .lay(text.lines)
    }
  }
}

/// Adds up the damage of one operation.
struct Repaint {
  private(set) var result = Damage.none

  mutating func add(_ damage: Damage) {
    switch (result, damage) {
    case (_, .none): break
    case (.none, _): result = damage
    case (.area(let a), .area(let b)): result = .area(a.union(b))
    default: result = .all
    }
  }
}
