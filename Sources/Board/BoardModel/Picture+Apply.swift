import EaselBase

extension Picture {
  /// Applies one operation and returns the part of the picture that changed. An operation has no
  /// effect in three cases: its number is not above the known numbers of its replica, its number or
  /// time is out of bounds, or its action is not allowed.
  public mutating func apply(_ operation: Operation, _ stamp: Stamp) -> Damage {
    let batch = apply(CollectionOfOne((stamp: stamp, operation: operation)))
    var damage = Repaint()
    for part in batch.each { damage.add(part) }
    damage.add(batch.cleared)
    return damage.result
  }

  /// Applies operations one after the other. The picture is the same as after single calls. Each
  /// changed thing is refreshed only once, after the last operation. Its damage belongs to the last
  /// operation that changed it.
  public mutating func apply(
    _ operations: some Swift.Sequence<(stamp: Stamp, operation: Operation)>
  ) -> BatchDamage {
    var batch = BatchChanges()
    for (stamp, operation) in operations {
      batch.beginOperation()
      add(operation, stamp, &batch)
    }
    refreshThings(of: &batch)
    return BatchDamage(each: batch.damage.map(\.result), cleared: refreshCleared())
  }

  /// Applies an operation, and only notes the things that it changes.
  private mutating func add(
    _ operation: Operation, _ stamp: Stamp, _ batch: inout BatchChanges
  ) {
    guard operation.action.isAllowed, let slot = operations.add(operation, stamp) else { return }
    boxes.append(.nowhere)
    histories.grow(to: operations.authorCount)
    let head = operations.head(of: slot)
    let waited = waiting.isEmpty ? [] : waiting.removeValue(forKey: stamp.id) ?? []
    for toggle in waited where !operations.isUndoable(toggle) {
      apply(toggle: toggle, to: head, except: slot, &batch)
    }
    // The slot is added to its replica only now. So a change up to a vector, which a toggle has
    // just taken back, never applied to it.
    operations.append(slot)
    let before = head == slot ? [] : gestures.claims(of: head, operations)
    gestures.add(slot, to: head, operations)
    install(
      operation.action, at: slot,
      awaitedBy: waited.isEmpty ? [] : waited.filter(operations.isUndoable), &batch)
    histories.record(slot, in: head, operations)
    histories.replace(before, by: gestures.claims(of: head, operations), operations)
  }

  private mutating func install(
    _ action: Operation.Action, at slot: Slot, awaitedBy changes: [Slot],
    _ batch: inout BatchChanges
  ) {
    switch action {
    case .make(let item):
      if case .stroke(let stroke) = item, stroke.continues, let whole = whole(ofPiece: slot) {
        addPiece(slot, to: whole, awaitedBy: changes, &batch)
      } else {
        addThing(slot, awaitedBy: changes, &batch)
      }
    case .change(.items(let targets), _):
      bind(slot, to: targets, &batch)
      if isActive(slot) { applyChange(slot, by: 1, &batch) }
    case .change(.upTo, _):
      if isActive(slot) { applyChange(slot, by: 1, &batch) }
    case .cancel(let target), .restore(let target):
      if let known = operations.slot(target) {
        apply(toggle: slot, to: operations.head(of: known), except: nil, &batch)
      } else {
        waiting[target, default: []].append(slot)
      }
    case .lay:
      if papers.add(slot, isActive: isActive(slot), operations) { batch.add(.all) }
    }
  }

  /// Applies a toggle to a gesture. The operation `new` has no effect yet.
  private mutating func apply(
    toggle: Slot, to head: Slot, except new: Slot?, _ batch: inout BatchChanges
  ) {
    guard operations.isUndoable(head) else { return }
    let before = gestures.claims(of: head, operations)
    for (slot, isActive) in gestures.apply(toggle: toggle, to: head, except: new, operations) {
      turn(slot, on: isActive, &batch)
    }
    histories.record(toggle: toggle, of: head, operations)
    guard head != new else { return }
    histories.replace(before, by: gestures.claims(of: head, operations), operations)
  }

  /// Updates the picture after an operation began to stand or stopped standing.
  private mutating func turn(_ slot: Slot, on: Bool, _ batch: inout BatchChanges) {
    switch operations[slot] {
    case .make: if wholes[slot] == nil { note(slot, &batch) }
    case .change: applyChange(slot, by: on ? 1 : -1, &batch)
    case .lay:
      let hasChanged = papers.update(operations) { [gestures, operations] in
        gestures.isActive($0, operations)
      }
      if hasChanged { batch.add(.all) }
    case .toggle: break
    }
  }

  private mutating func addThing(
    _ slot: Slot, awaitedBy changes: [Slot], _ batch: inout BatchChanges
  ) {
    order.insert(slot, operations)
    for change in changes where include(slot, in: change) && isActive(change) {
      record(change, on: slot, by: 1)
    }
    if !changes.isEmpty { update(slot, since: ItemOverrides()) }
    show(slot, in: visibleBox(of: slot))
    guard !boxes[slot].isNowhere else { return }
    batch.add(order.top == slot ? .added(operations.id(slot)) : .area(boxes[slot]))
  }

  private mutating func addPiece(
    _ slot: Slot, to whole: Slot, awaitedBy changes: [Slot], _ batch: inout BatchChanges
  ) {
    wholes[slot] = whole
    guard changes.isEmpty, !batch.notes(whole) else {
      note(whole, &batch)
      batch.notePiece(of: whole)
      alterations[whole, default: Alteration()].pieces.append(slot)
      for change in changes where include(whole, in: change) && isActive(change) {
        record(change, on: whole, by: 1)
      }
      return
    }
    let overrides = overrides(of: whole)
    let piece = overrides.apply(to: operations.item(slot))
    alterations[whole, default: Alteration()].pieces.append(slot)
    alterations[whole]?.shown?.append(piece)
    guard !boxes[whole].isNowhere else { return }
    let box = piece.bounds.moved(by: overrides.offset)
    boxes[whole] = boxes[whole].union(box)
    batch.add(.area(box))
  }

  /// Returns the nearest earlier stroke of the gesture that is not a piece itself. Nil for a piece
  /// whose stroke has not arrived; such a piece is then a thing by itself.
  private func whole(ofPiece slot: Slot) -> Slot? {
    let head = operations.head(of: slot)
    guard head != slot else { return nil }
    for other in [[head], gestures.others(of: head).dropLast()].joined().reversed() {
      guard case .make(.stroke(let stroke)) = operations[other] else { continue }
      return stroke.continues ? wholes[other] : other
    }
    return nil
  }
}
