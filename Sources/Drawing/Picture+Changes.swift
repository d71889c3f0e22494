import Vocabulary

// What changes do to things. `by` is 1 where a change begins to stand and -1 where it ceases to.
extension Picture {
  /// Lets a change be about the operations it names, and await those still unknown.
  mutating func aim(_ slot: Slot, at targets: [EntryID]) {
    guard case .change(var change) = contents[slot] else { return }
    var things: [Slot] = []
    for target in Set(targets) {
      if let known = self.slot(target) {
        if case .make = contents[known] { things.append(wholes[known] ?? known) }
      } else {
        waiting[target, default: []].append(slot)
      }
    }
    change.things = Array(Set(things)).sorted()
    contents[slot] = .change(change)
  }

  /// False where the change was about this thing already.
  mutating func include(_ thing: Slot, in slot: Slot) -> Bool {
    guard case .change(var change) = contents[slot] else { return false }
    let place = change.things.firstPlace { $0 >= thing }
    guard place == change.things.count || change.things[place] != thing else { return false }
    change.things.insert(thing, at: place)
    contents[slot] = .change(change)
    return true
  }

  /// Whether a change that reaches up to a vector is about this thing.
  func covers(_ slot: Slot, _ thing: Slot) -> Bool {
    guard case .change(let change) = contents[slot], let reach = change.reach else { return false }
    return reach.covers(id(thing))
  }

  /// Lets a change begin or cease to do what it says.
  mutating func exert(_ slot: Slot, by sign: Int, _ damage: inout Repaint) {
    guard case .change(let change) = contents[slot] else { return }
    guard let reach = change.reach else {
      for thing in change.things { alter(thing, with: slot, by: sign, &damage) }
      return
    }
    if change.isHide {
      clears.enrol(slot, by: sign)
      clear(reach, &damage)
    } else {
      sweeps.enrol(slot, by: sign)
      for (replica, sequence) in reach.known {
        let run = run(of: replica)
        for thing in slots(of: run, above: SequenceNumber(0), upTo: sequence)
        where isThing(thing) {
          alter(thing, with: slot, by: sign, &damage)
        }
      }
    }
  }

  /// Sets how far the clears that stand reach, where `vector` may have changed that.
  private mutating func clear(_ vector: VersionVector, _ damage: inout Repaint) {
    for replica in vector.known.keys {
      let run = run(of: replica)
      let old = runs[run].clearedTo
      var new = SequenceNumber(0)
      for case .change(let change) in clears.map({ contents[$0] }) {
        new = max(new, change.reach?[replica] ?? new)
      }
      runs[run].clearedTo = new
      for thing in slots(of: run, above: min(old, new), upTo: max(old, new)) where isThing(thing) {
        refresh(thing, &damage)
      }
    }
  }

  mutating func alter(
    _ thing: Slot, with slot: Slot, by sign: Int, _ damage: inout Repaint
  ) {
    let before = look(of: thing)
    book(slot, on: thing, by: sign)
    refresh(thing, changedLook: look(of: thing) != before, &damage)
  }

  private func look(of thing: Slot) -> Look {
    let alteration = alterations[thing]
    return Look(offset: alteration?.offset ?? .zero, color: color(of: thing))
  }

  /// Books a change on a thing without looking what follows.
  mutating func book(_ slot: Slot, on thing: Slot, by sign: Int) {
    guard case .change(let change) = contents[slot] else { return }
    switch change.effect {
    case .hide:
      alterations[thing, default: Alteration()].hides += sign
    case .move(let offset):
      alterations[thing, default: Alteration()].dx += Int64(offset.dx) * Int64(sign)
      alterations[thing, default: Alteration()].dy += Int64(offset.dy) * Int64(sign)
    case .recolour:
      var recolours = alterations[thing]?.recolours ?? []
      let place = recolours.firstPlace { !precedes($0, slot) }
      if sign > 0 { recolours.insert(slot, at: place) } else { recolours.remove(at: place) }
      alterations[thing, default: Alteration()].recolours = recolours
    }
  }

  func isThing(_ slot: Slot) -> Bool {
    guard case .make = contents[slot] else { return false }
    return wholes.isEmpty || wholes[slot] == nil
  }

  /// Finds out anew where a thing is seen.
  mutating func refresh(_ thing: Slot, changedLook: Bool = false, _ damage: inout Repaint) {
    let old = boxes[thing]
    let new = visibleBox(of: thing)
    show(thing, in: new)
    guard old != new || (changedLook && !new.isNowhere) else { return }
    damage.add(.area(old.union(new)))
  }

  /// What it was recoloured to.
  func color(of thing: Slot) -> InkColor? {
    guard !alterations.isEmpty, let top = alterations[thing]?.recolours.last,
      case .change(let change) = contents[top], case .recolour(let color) = change.effect
    else { return nil }
    return color.with(alpha: item(thing).color.alpha)
  }

  /// The box round what is seen of a thing; nowhere if it is hidden.
  func visibleBox(of thing: Slot) -> BoardRect {
    let mark = marks[thing]
    let alteration = alterations.isEmpty ? nil : alterations[thing]
    guard isActive(thing),
      mark.sequence > runs[Int(mark.run)].clearedTo, (alteration?.hides ?? 0) == 0
    else { return .nowhere }
    guard let alteration else { return item(thing).bounds }
    return alteration.pieces.reduce(item(thing).bounds) { $0.union(item($1).bounds) }
      .moved(by: alteration.offset)
  }
}

private struct Look: Equatable {
  let offset: BoardOffset
  let color: InkColor?
}

extension [Slot] {
  fileprivate mutating func enrol(_ slot: Slot, by sign: Int) {
    if sign > 0 { append(slot) } else { removeAll { $0 == slot } }
  }
}
