import EaselBase

// These functions decide whether the visible picture shows that an operation stands. Things that
// others hid show nothing.
extension Picture {
  /// Returns whether the visible picture would change if the author of a history cancelled or
  /// restored a gesture. In a gesture of another author, this affects the hides only.
  func tells(_ head: Slot, ifItStands: Bool, to history: Int) -> Bool {
    let isOwn = history == self.history(head)
    func isTold(_ slot: Slot) -> Bool {
      (isOwn || isHide(slot)) && isActive(slot) != ifItStands && tells(slot)
    }
    return isTold(head) || gestures[head]?.others.contains(where: isTold) == true
  }

  private func tells(_ slot: Slot) -> Bool {
    switch contents[slot] {
    case .make: return isBare(wholes[slot] ?? slot, hides: 0)
    case .change(let change): return tells(change, slot)
    case .lay:
      let head = marks[slot].head
      return paperHead.map { isActive(slot) ? $0 == head : precedes($0, head) } ?? true
    case .verdict: return false
    }
  }

  private func tells(_ change: Change, _ slot: Slot) -> Bool {
    guard let reach = change.reach else {
      return change.things.contains { tells(change, slot, on: $0) }
    }
    let stands = clears.contains(slot)
    return reach.known.contains { replica, sequence in
      guard let run = runIndex[replica] else { return false }
      let others = runs[run].clears
      let hidden = stands ? others.highest(without: sequence) : others.highest
      return slots(of: run, above: hidden, upTo: sequence).contains {
        isThing($0) && tells(change, slot, on: $0)
      }
    }
  }

  private func tells(_ change: Change, _ slot: Slot, on thing: Slot) -> Bool {
    let alteration = alterations[thing] ?? Alteration()
    switch change.effect {
    case .hide where change.reach != nil: return isActive(thing) && alteration.hides == 0
    case .hide: return isActive(thing) && isBare(thing, hides: isActive(slot) ? 1 : 0)
    case .move(let offset):
      let sign: Int64 = isActive(slot) ? -1 : 1
      let other = BoardOffset(
        clamping: alteration.dx + sign * Int64(offset.dx), alteration.dy + sign * Int64(offset.dy))
      return !boxes[thing].isNowhere && other != alteration.offset
    case .recolour:
      let isTop = alteration.topRecolour.map { !precedes(slot, $0) } ?? true
      return !boxes[thing].isNowhere && isTop && lists(slot, of: thing)
    }
  }

  /// Returns whether exactly `hides` standing hides name a thing and no standing clear covers it.
  private func isBare(_ thing: Slot, hides: Int) -> Bool {
    let mark = marks[thing]
    return mark.sequence > runs[Int(mark.run)].clearedTo
      && (alterations.isEmpty ? 0 : alterations[thing]?.hides ?? 0) == hides
  }
}
