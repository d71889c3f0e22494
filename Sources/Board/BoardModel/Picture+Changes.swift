import EaselBase

// The effects of changes on things. The parameter `by` is 1 if a change begins to stand and -1 if
// it stops standing.
extension Picture {
  /// Binds a change to the operations that it names. The change waits for operations that are
  /// unknown.
  mutating func bind(_ slot: Slot, to targets: [EntryID], _ damage: inout Repaint) {
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
      let before = overrides(of: thing)
      register(slot, as: property, of: thing)
      // The lowest of many changes may have lost its effect.
      if overrides(of: thing) != before { refresh(thing, since: before, &damage) }
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
      .firstPlace { !operations.precedes($0.slot, slot) } ?? 0
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
  mutating func applyChange(_ slot: Slot, by sign: Int, _ damage: inout Repaint) {
    guard case .change(let change) = operations[slot] else { return }
    guard let reach = change.reach else {
      for thing in change.things { alter(thing, with: slot, by: sign, &damage) }
      return
    }
    if sign > 0 { clears.insert(slot) } else { clears.remove(slot) }
    for (replica, sequence) in reach.known {
      let index = operations.index(of: replica)
      guard let span = operations.countClear(of: index, upTo: sequence, by: sign) else { continue }
      cleared[index] = cleared[index]?.union(span) ?? span
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
        refresh(thing, &damage)
      }
    }
    cleared.removeAll()
    return damage.result
  }

  mutating func alter(
    _ thing: Slot, with slot: Slot, by sign: Int, _ damage: inout Repaint
  ) {
    let before = overrides(of: thing)
    record(slot, on: thing, by: sign)
    refresh(thing, since: before, &damage)
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

  /// Refreshes a thing after changes that may have replaced some of its values.
  ///
  /// - Parameter before: the values before the changes.
  mutating func refresh(_ thing: Slot, since before: ItemOverrides, _ damage: inout Repaint) {
    refresh(thing, areOverridesChanged: update(thing, since: before), &damage)
  }

  /// Updates the item that is shown and its place in the order of drawing.
  ///
  /// - Returns: whether any value differs from the values before.
  @discardableResult
  mutating func update(_ thing: Slot, since before: ItemOverrides) -> Bool {
    let now = overrides(of: thing)
    guard now != before else { return false }
    if !now.givesSameItem(as: before) {
      let made = [thing] + (alterations[thing]?.pieces ?? [])
      alterations[thing]?.shown =
        now.changesItem ? made.map { now.apply(to: operations.item($0)) } : nil
    }
    if now.level != before.level { order.set(now.level, of: thing, operations) }
    return true
  }

  /// Recomputes the visible box of a thing.
  mutating func refresh(_ thing: Slot, areOverridesChanged: Bool = false, _ damage: inout Repaint) {
    let old = boxes[thing]
    let new = visibleBox(of: thing)
    show(thing, in: new)
    guard old != new || (areOverridesChanged && !new.isNowhere) else { return }
    damage.add(.area(old.union(new)))
  }

  /// Returns the thing and then its pieces, with their present size, width and fill.
  func parts(of thing: Slot, _ alteration: Alteration) -> [Item] {
    alteration.shown ?? ([thing] + alteration.pieces).map(operations.item)
  }

  /// Returns the box round the visible ink of a thing; `nowhere` if the thing is hidden.
  func visibleBox(of thing: Slot) -> BoardRect {
    let alteration = alterations.isEmpty ? nil : alterations[thing]
    guard isActive(thing), !operations.isCleared(thing), (alteration?.hides ?? 0) == 0 else {
      return .nowhere
    }
    guard let alteration else { return operations.item(thing).bounds }
    return parts(of: thing, alteration).reduce(BoardRect.nowhere) { $0.union($1.bounds) }
      .moved(by: alteration.offset)
  }
}
