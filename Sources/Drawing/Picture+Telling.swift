import Vocabulary

// Whether anybody can tell from what is seen that an operation stands. What others hid tells
// nothing.
extension Picture {
  /// Whether what is seen would change, were a gesture cancelled or restored by the author of a
  /// history: of others' gestures that reaches the hides only.
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
    let others = change.isHide ? clears.filter { $0 != slot } : []
    return runs.indices.contains { run in
      let replica = runs[run].replica
      let hidden = others.map { reached(by: $0, of: replica) }.max() ?? SequenceNumber(0)
      return slots(of: run, above: hidden, upTo: reach[replica]).contains {
        isThing($0) && tells(change, slot, on: $0)
      }
    }
  }

  private func reached(by clear: Slot, of replica: ReplicaID) -> SequenceNumber {
    guard case .change(let change) = contents[clear] else { return SequenceNumber(0) }
    return change.reach?[replica] ?? SequenceNumber(0)
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
      let isTop = alteration.recolours.last.map { !precedes(slot, $0) } ?? true
      return !boxes[thing].isNowhere && isTop
    }
  }

  /// Whether nothing lies over a thing but so many hides that name it.
  private func isBare(_ thing: Slot, hides: Int) -> Bool {
    let mark = marks[thing]
    return mark.sequence > runs[Int(mark.run)].clearedTo
      && (alterations.isEmpty ? 0 : alterations[thing]?.hides ?? 0) == hides
  }
}
