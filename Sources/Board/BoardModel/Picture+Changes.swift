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
    guard change.isRecolour else { return }
    for thing in sorted {
      let before = overrides(of: thing)
      list(slot, of: thing)
      // The lowest of many recolours may have lost its effect.
      if overrides(of: thing) != before, !boxes[thing].isNowhere {
        damage.add(.area(boxes[thing]))
      }
    }
  }

  /// Adds a thing to the things of a change; returns false if it is one of them already.
  mutating func include(_ thing: Slot, in slot: Slot) -> Bool {
    guard operations.include(thing, in: slot) else { return false }
    if case .change(let change) = operations[slot], change.isRecolour { list(slot, of: thing) }
    return true
  }

  /// Adds a recolour to the list of a thing. The recolour has no effect yet.
  private mutating func list(_ slot: Slot, of thing: Slot) {
    let place = place(ofRecolour: slot, on: thing)
    alterations[thing, default: Alteration()].insert(slot, at: place)
  }

  private func place(ofRecolour slot: Slot, on thing: Slot) -> Int {
    alterations[thing]?.recolours.firstPlace { !operations.precedes($0.slot, slot) } ?? 0
  }

  /// Returns whether a recolour is among the recolours of a thing that may have an effect.
  func lists(_ slot: Slot, of thing: Slot) -> Bool {
    let place = place(ofRecolour: slot, on: thing)
    guard let recolours = alterations[thing]?.recolours, place < recolours.count else {
      return false
    }
    return recolours[place].slot == slot
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
    refresh(thing, areOverridesChanged: overrides(of: thing) != before, &damage)
  }

  func overrides(of thing: Slot) -> ItemOverrides {
    let alteration = alterations[thing]
    return ItemOverrides(offset: alteration?.offset ?? .zero, color: color(of: thing))
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
    case .recolour:
      guard lists(slot, of: thing) else { return }
      let place = place(ofRecolour: slot, on: thing)
      alterations[thing]?.turnRecolour(at: place, on: sign > 0)
    }
  }

  func isThing(_ slot: Slot) -> Bool {
    guard case .make = operations[slot] else { return false }
    return wholes.isEmpty || wholes[slot] == nil
  }

  /// Recomputes the visible box of a thing.
  mutating func refresh(_ thing: Slot, areOverridesChanged: Bool = false, _ damage: inout Repaint) {
    let old = boxes[thing]
    let new = visibleBox(of: thing)
    show(thing, in: new)
    guard old != new || (areOverridesChanged && !new.isNowhere) else { return }
    damage.add(.area(old.union(new)))
  }

  /// Returns the colour of the highest standing recolour of a thing; nil if none stands.
  func color(of thing: Slot) -> InkColor? {
    guard !alterations.isEmpty, let top = alterations[thing]?.topRecolour,
      case .change(let change) = operations[top], case .recolour(let color) = change.effect
    else { return nil }
    return color.with(alpha: operations.item(thing).color.alpha)
  }

  /// Returns the box round the visible ink of a thing; `nowhere` if the thing is hidden.
  func visibleBox(of thing: Slot) -> BoardRect {
    let alteration = alterations.isEmpty ? nil : alterations[thing]
    guard isActive(thing), !operations.isCleared(thing), (alteration?.hides ?? 0) == 0 else {
      return .nowhere
    }
    guard let alteration else { return operations.item(thing).bounds }
    return alteration.pieces.reduce(operations.item(thing).bounds) {
      $0.union(operations.item($1).bounds)
    }
    .moved(by: alteration.offset)
  }
}

/// The values of a thing that changes have replaced.
struct ItemOverrides: Equatable {
  let offset: BoardOffset
  let color: InkColor?
}
