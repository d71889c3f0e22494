import EaselBase

/// Decides whether the reversal of a gesture by one author would change the visible picture.
struct Reversals {
  let picture: Picture
  /// The index of the author among all authors.
  let author: Int

  /// Returns whether the visible picture would change if the author reversed the
  /// gesture or toggle at `slot`.
  func isReversible(_ slot: Slot) -> Bool {
    guard case .toggle(let toggle) = picture.operations[slot] else {
      return hasEffect(slot, ifActive: false)
    }
    return picture.operations.target(of: slot)
      .map { hasEffect($0, ifActive: toggle.cancels) } ?? false
  }

  /// Returns whether the visible picture would change if the author cancelled or
  /// restored a gesture. In a gesture of another author, only the hides can be cancelled or
  /// restored.
  private func hasEffect(_ head: Slot, ifActive: Bool) -> Bool {
    let isOwn = author == picture.operations.authorIndex(head)
    func isAffected(_ slot: Slot) -> Bool {
      (isOwn || picture.operations.isHide(slot)) && picture.isActive(slot) != ifActive
        && hasEffect(slot)
    }
    return isAffected(head) || picture.gestures.others(of: head).contains(where: isAffected)
      || isOwn && reorders(head, ifActive: ifActive)
  }

  private func hasEffect(_ slot: Slot) -> Bool {
    switch picture.operations[slot] {
    case .make: return isBare(picture.wholes[slot] ?? slot, hides: 0)
    case .change(let change): return hasEffect(change, slot)
    case .lay:
      let head = picture.operations.head(of: slot)
      return picture.papers.head.map {
        picture.isActive(slot) ? $0 == head : picture.operations.precedes($0, head)
      } ?? true
    case .toggle: return false
    }
  }

  private func hasEffect(_ change: Change, _ slot: Slot) -> Bool {
    guard let reach = change.reach else {
      return change.things.contains { hasEffect(change, slot, on: $0) }
    }
    let stands = picture.clears.contains(slot)
    return reach.known.contains { id, sequence in
      guard let replica = picture.operations.operations(of: id) else { return false }
      let own = replica.clears
      let hidden = stands ? own.highest(without: sequence) : own.highest
      return picture.operations.slots(of: replica, above: hidden, upTo: sequence).contains {
        picture.isThing($0) && hasEffect(change, slot, on: $0)
      }
    }
  }

  private func hasEffect(_ change: Change, _ slot: Slot, on thing: Slot) -> Bool {
    let alteration = picture.alterations[thing] ?? Alteration()
    switch change.effect {
    case .hide where change.reach != nil: return picture.isActive(thing) && alteration.hides == 0
    case .hide:
      return picture.isActive(thing) && isBare(thing, hides: picture.isActive(slot) ? 1 : 0)
    case .move(let offset):
      let sign: Int64 = picture.isActive(slot) ? -1 : 1
      let other = BoardOffset(
        clamping: alteration.dx + sign * Int64(offset.dx), alteration.dy + sign * Int64(offset.dy))
      return !picture.boxes[thing].isNowhere && other != alteration.offset
    case .recolour, .resize, .setWidth, .setFilled:
      return !picture.boxes[thing].isNowhere && restyles(thing, byReversing: slot)
    // The order depends on all things of the gesture.
    case .reorder: return false
    }
  }

  /// Returns whether a thing would look different if the whole gesture of a change were reversed.
  private func restyles(_ thing: Slot, byReversing slot: Slot) -> Bool {
    let (before, after) = (picture.overrides(of: thing), overrides(of: thing, afterReversing: slot))
    let made = picture.operations.item(thing)
    if (before.color ?? made.color) != (after.color ?? made.color) { return true }
    guard !before.givesSameItem(as: after) else { return false }
    let pieces = picture.alterations[thing]?.pieces ?? []
    return ([made] + pieces.map(picture.operations.item)).contains {
      before.apply(to: $0) != after.apply(to: $0)
    }
  }

  private func overrides(of thing: Slot, afterReversing slot: Slot) -> ItemOverrides {
    let (head, isActive) = (picture.operations.head(of: slot), picture.isActive(slot))
    return picture.overrides(of: thing) { change in
      picture.operations.head(of: change.slot) == head ? !isActive : change.stands
    }
  }

  /// At most this many moved things are compared with their neighbours. The order of more things is
  /// taken to change, because a comparison would take long.
  private static let movedThingsMax = 1_000

  /// Returns whether the visible things would lie in another order if a gesture of the author were
  /// reversed.
  private func reorders(_ head: Slot, ifActive: Bool) -> Bool {
    var levels: [Slot: DrawingOrder.Level?] = [:]
    for slot in picture.gestures.members(of: head) where picture.isActive(slot) != ifActive {
      guard case .change(let change) = picture.operations[slot], case .reorder = change.effect
      else { continue }
      for thing in change.things {
        let level = overrides(of: thing, afterReversing: slot).level
        guard level != picture.order.level(of: thing) else { continue }
        levels.updateValue(level, forKey: thing)
        if levels.count > Self.movedThingsMax { return true }
      }
    }
    return picture.order.differs(withLevels: levels, picture.operations) {
      !picture.boxes[$0].isNowhere
    }
  }

  /// Returns whether exactly `hides` standing hides name a thing and no standing clear covers it.
  private func isBare(_ thing: Slot, hides: Int) -> Bool {
    !picture.operations.isCleared(thing)
      && (picture.alterations.isEmpty ? 0 : picture.alterations[thing]?.hides ?? 0) == hides
  }
}
