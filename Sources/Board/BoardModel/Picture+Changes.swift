import EaselBase

// The effects of changes on things. The parameter `by` is 1 if a change begins to stand and -1 if
// it stops standing.
extension Picture {
  /// Binds a change to the operations that it names. The change waits for operations that are
  /// unknown.
  mutating func bind(_ slot: Slot, to targets: [EntryID], _ batch: inout BatchChanges) {
    guard case .change(let change) = operations[slot] else { return }
    var things: Set<Slot> = []
    for target in Set(targets) {
      if let known = operations.slot(target) {
        if case .make = operations[known] { things.insert(wholes[known] ?? known) }
      } else {
        waiting[target, default: []].append(slot)
      }
    }
    let sorted = things.sorted()
    operations.setThings(sorted, of: slot)
    guard let property = change.effect.property else { return }
    for thing in sorted {
      // The lowest of many changes may lose its effect.
      note(thing, &batch)
      register(slot, as: property, of: thing)
    }
  }

  /// Adds a thing to the things of a change; returns false if it is one of them already.
  mutating func include(_ thing: Slot, in slot: Slot) -> Bool {
    guard operations.include(thing, in: slot) else { return false }
    if case .change(let change) = operations[slot], let property = change.effect.property {
      register(slot, as: property, of: thing)
    }
    return true
  }

  /// Adds a change to the changes of a thing's property. The change has no effect yet.
  private mutating func register(_ slot: Slot, as property: ItemProperty, of thing: Slot) {
    let place = place(of: slot, as: property, on: thing)
    alterations[thing, default: Alteration()].insert(slot, into: property, at: place)
  }

  private func place(of slot: Slot, as property: ItemProperty, on thing: Slot) -> Int {
    alterations[thing]?.changes(of: property)
      .partitioningIndex { !operations.precedes($0.slot, slot) } ?? 0
  }

  /// Returns whether a change is among the changes of a thing's property that may have an effect.
  private func lists(_ slot: Slot, as property: ItemProperty, of thing: Slot) -> Bool {
    let place = place(of: slot, as: property, on: thing)
    guard let changes = alterations[thing]?.changes(of: property), place < changes.count else {
      return false
    }
    return changes[place].slot == slot
  }

  /// Starts or stops the effect of a change.
  mutating func applyChange(_ slot: Slot, by sign: Int, _ batch: inout BatchChanges) {
    guard case .change(let change) = operations[slot] else { return }
    guard let reach = change.reach else {
      for thing in change.things {
        note(thing, &batch)
        record(slot, on: thing, by: sign)
      }
      return
    }
    if sign > 0 { clears.insert(slot) } else { clears.remove(slot) }
    for (replica, sequence) in reach.known {
      let index = operations.index(of: replica)
      guard let span = operations.countClear(of: index, upTo: sequence, by: sign) else { continue }
      cleared[index] = cleared[index]?.union(span) ?? span
    }
  }

  /// Notes that an operation changes a thing. The call must come before the change.
  func note(_ thing: Slot, _ batch: inout BatchChanges) {
    batch.note(thing, overrides: overrides(of: thing))
  }

  /// Returns the values that changes have replaced.
  ///
  /// - Parameter stands: whether a change of one of the thing's properties counts as standing.
  func overrides(
    of thing: Slot, where stands: (RegisteredChange) -> Bool = { $0.stands }
  ) -> ItemOverrides {
    guard !alterations.isEmpty, let alteration = alterations[thing] else { return ItemOverrides() }
    var overrides = ItemOverrides(offset: alteration.offset)
    for property in [ItemProperty.color, .scaling, .width, .fill, .level] {
      guard let top = alteration.changes(of: property).last(where: stands)?.slot,
        case .change(let change) = operations[top]
      else { continue }
      switch change.effect {
      case .hide, .move: break
      case .recolour(let color):
        overrides.color = color.with(alpha: operations.item(thing).color.alpha)
      case .resize(let scaling): overrides.scaling = scaling
      case .setWidth(let width): overrides.width = width
      case .setFilled(let isFilled): overrides.filled = isFilled
      case .reorder(let level):
        overrides.level = DrawingOrder.Level(isFront: level == .front, change: top)
      }
    }
    return overrides
  }

  /// Records a change on a thing without refreshing the thing.
  mutating func record(_ slot: Slot, on thing: Slot, by sign: Int) {
    guard case .change(let change) = operations[slot] else { return }
    switch change.effect {
    case .hide:
      alterations[thing, default: Alteration()].hides += sign
    case .move(let offset):
      alterations[thing, default: Alteration()].dx += Int64(offset.dx) * Int64(sign)
      alterations[thing, default: Alteration()].dy += Int64(offset.dy) * Int64(sign)
    case .recolour, .resize, .setWidth, .setFilled, .reorder:
      guard let property = change.effect.property, lists(slot, as: property, of: thing) else {
        return
      }
      let place = place(of: slot, as: property, on: thing)
      alterations[thing]?.turn(property, at: place, on: sign > 0)
    }
  }

  func isThing(_ slot: Slot) -> Bool {
    guard case .make = operations[slot] else { return false }
    return wholes.isEmpty || wholes[slot] == nil
  }

  // MARK: The end of a batch

  /// Refreshes every thing that operations of a batch changed, each once.
  mutating func refreshThings(of batch: inout BatchChanges) {
    for (thing, before) in batch.things {
      let isChanged = update(thing, since: before.overrides) || before.hasNewPieces
      batch.add(refresh(thing, isChanged: isChanged), from: before)
    }
  }

  /// Refreshes every thing that clears hid or brought back since the last call.
  mutating func refreshCleared() -> Damage {
    guard !cleared.isEmpty else { return .none }
    var damage = Repaint()
    for (index, span) in cleared {
      let replica = operations.replicas[index]
      for thing in operations.slots(of: replica, above: span.low, upTo: span.high)
      where isThing(thing) {
        damage.add(refresh(thing, isChanged: false))
      }
    }
    cleared.removeAll()
    return damage.result
  }

  /// Updates the item that is shown and its place in the order of drawing.
  ///
  /// - Parameter before: the values before the changes.
  /// - Returns: whether any value differs from the values before.
  @discardableResult
  mutating func update(_ thing: Slot, since before: ItemOverrides) -> Bool {
    let now = overrides(of: thing)
    if !now.givesSameItem(as: before) { alterations[thing]?.shown = nil }
    if now.changesItem, let alteration = alterations[thing] {
      // The thing may have got pieces since.
      let (shown, made) = (alteration.shown ?? [], [thing] + alteration.pieces)
      let missing = made[shown.count...].map { now.apply(to: operations.item($0)) }
      alterations[thing]?.shown = shown + missing
    }
    if now.level != before.level { order.set(now.level, of: thing, operations) }
    return now != before
  }

  /// Recomputes the visible box of a thing, and returns the damage.
  ///
  /// - Parameter isChanged: whether a visible thing looks different.
  private mutating func refresh(_ thing: Slot, isChanged: Bool) -> Damage {
    let old = boxes[thing]
    // The box follows from all points. So it is computed only if it may differ.
    guard isChanged || old.isNowhere == isShown(thing) else { return .none }
    let new = visibleBox(of: thing)
    show(thing, in: new)
    return old.isNowhere && new.isNowhere ? .none : .area(old.union(new))
  }

  /// Returns the thing and then its pieces, with their present size, width and fill.
  func parts(of thing: Slot, _ alteration: Alteration) -> [Item] {
    alteration.shown ?? ([thing] + alteration.pieces).map(operations.item)
  }

  /// Returns the box round the visible ink of a thing; `nowhere` if the thing is hidden.
  func visibleBox(of thing: Slot) -> BoardRect {
    guard isShown(thing) else { return .nowhere }
    guard !alterations.isEmpty, let alteration = alterations[thing] else {
      return operations.item(thing).bounds
    }
    return parts(of: thing, alteration).reduce(BoardRect.nowhere) { $0.union($1.bounds) }
      .moved(by: alteration.offset)
  }

  /// Returns whether a thing stands and nothing hides it.
  private func isShown(_ thing: Slot) -> Bool {
    isActive(thing) && !operations.isCleared(thing)
      && (alterations.isEmpty ? 0 : alterations[thing]?.hides ?? 0) == 0
  }
}
