import EaselBase

extension Picture {
  /// Applies one operation and returns the part of the picture that changed. An operation has no
  /// effect in three cases: its number is not above the known numbers of its replica, its number or
  /// time is out of bounds, or its action is not allowed.
  public mutating func apply(_ operation: Operation, _ stamp: Stamp) -> Damage {
    var damage = Repaint()
    damage.add(add(operation, stamp))
    damage.add(refreshCleared())
    return damage.result
  }

  /// Applies operations one after the other. The picture is the same as after single calls. A thing
  /// that several clears hide and bring back is refreshed only once.
  public mutating func apply(
    _ operations: some Swift.Sequence<(stamp: Stamp, operation: Operation)>
  ) -> BatchDamage {
    var each: [Damage] = []
    each.reserveCapacity(operations.underestimatedCount)
    for (stamp, operation) in operations { each.append(add(operation, stamp)) }
    return BatchDamage(each: each, cleared: refreshCleared())
  }

  /// Applies an operation without the call of `refreshCleared`.
  private mutating func add(_ operation: Operation, _ stamp: Stamp) -> Damage {
    guard operation.action.isAllowed, let slot = operations.add(operation, stamp) else {
      return .none
    }
    boxes.append(.nowhere)
    histories.grow(to: operations.authorCount)
    var damage = Repaint()
    let head = operations.head(of: slot)
    let waited = waiting.isEmpty ? [] : waiting.removeValue(forKey: stamp.id) ?? []
    for toggle in waited where !operations.isUndoable(toggle) {
      apply(toggle: toggle, to: head, except: slot, &damage)
    }
    // The slot is added to its replica only now. So a change up to a vector, which a toggle has
    // just taken back, never applied to it.
    operations.append(slot)
    let before = head == slot ? [] : gestures.claims(of: head, operations)
    gestures.add(slot, to: head, operations)
    install(
      operation.action, at: slot,
      awaitedBy: waited.isEmpty ? [] : waited.filter(operations.isUndoable), &damage)
    histories.record(slot, in: head, operations)
    histories.replace(before, by: gestures.claims(of: head, operations), operations)
    return damage.result
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
      bind(slot, to: targets, &damage)
      if isActive(slot) { applyChange(slot, by: 1, &damage) }
    case .change(.upTo, _):
      if isActive(slot) { applyChange(slot, by: 1, &damage) }
    case .cancel(let target), .restore(let target):
      if let known = operations.slot(target) {
        apply(toggle: slot, to: operations.head(of: known), except: nil, &damage)
      } else {
        waiting[target, default: []].append(slot)
      }
    case .lay:
      if papers.add(slot, isActive: isActive(slot), operations) { damage.add(.all) }
    }
  }

  /// Applies a toggle to a gesture. The operation `new` has no effect yet.
  private mutating func apply(
    toggle: Slot, to head: Slot, except new: Slot?, _ damage: inout Repaint
  ) {
    guard operations.isUndoable(head) else { return }
    let before = gestures.claims(of: head, operations)
    for (slot, isActive) in gestures.apply(toggle: toggle, to: head, except: new, operations) {
      turn(slot, on: isActive, &damage)
    }
    histories.record(toggle: toggle, of: head, operations)
    guard head != new else { return }
    histories.replace(before, by: gestures.claims(of: head, operations), operations)
  }

  /// Updates the picture after an operation began to stand or stopped standing.
  private mutating func turn(_ slot: Slot, on: Bool, _ damage: inout Repaint) {
    switch operations[slot] {
    case .make: if wholes[slot] == nil { refresh(slot, &damage) }
    case .change: applyChange(slot, by: on ? 1 : -1, &damage)
    case .lay:
      let hasChanged = papers.update(operations) { [gestures, operations] in
        gestures.isActive($0, operations)
      }
      if hasChanged { damage.add(.all) }
    case .toggle: break
    }
  }

  private mutating func addThing(
    _ slot: Slot, awaitedBy changes: [Slot], _ damage: inout Repaint
  ) {
    order.insert(slot, operations)
    for change in changes where include(slot, in: change) && isActive(change) {
      record(change, on: slot, by: 1)
    }
    if !changes.isEmpty { update(slot, since: ItemOverrides()) }
    show(slot, in: visibleBox(of: slot))
    guard !boxes[slot].isNowhere else { return }
    damage.add(order.top == slot ? .added(operations.id(slot)) : .area(boxes[slot]))
  }

  private mutating func addPiece(
    _ slot: Slot, to whole: Slot, awaitedBy changes: [Slot], _ damage: inout Repaint
  ) {
    wholes[slot] = whole
    let before = overrides(of: whole)
    let piece = before.apply(to: operations.item(slot))
    alterations[whole, default: Alteration()].pieces.append(slot)
    alterations[whole]?.shown?.append(piece)
    if !changes.isEmpty {
      for change in changes where include(whole, in: change) && isActive(change) {
        record(change, on: whole, by: 1)
      }
      refresh(whole, since: before, &damage)
    }
    guard !boxes[whole].isNowhere, let alteration = alterations[whole],
      let shown = alteration.shown?.last ?? alteration.pieces.last.map(operations.item)
    else { return }
    let box = shown.bounds.moved(by: alteration.offset)
    boxes[whole] = boxes[whole].union(box)
    damage.add(.area(box))
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
