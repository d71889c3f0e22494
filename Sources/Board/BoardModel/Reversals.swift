import EaselBase

/// Decides whether the reversal of a gesture by one author would change the visible picture.
struct Reversals {
  let picture: Picture
  /// The index of the author among all authors.
  let author: Int

  /// Returns whether the visible picture would change if the author reversed the
  /// gesture or toggle at `slot`.
  func isReversible(_ slot: Slot) -> Bool {
    guard case .toggle(let toggle) = operations[slot] else {
      return hasEffect(slot, ifActive: false)
    }
    return operations.target(of: slot).map { hasEffect($0, ifActive: toggle.cancels) } ?? false
  }

  private var operations: OperationTable { picture.operations }

  /// Returns whether the visible picture would change if the author cancelled or restored a gesture.
  private func hasEffect(_ head: Slot, ifActive: Bool) -> Bool {
    let reversal = Reversal(
      head: head, isOn: ifActive, isOwn: author == operations.authorIndex(head))
    let members = picture.gestures.members(of: head)
    if reversal.isOwn, members.contains(where: isTakeBack) { return isChanged(by: reversal) }
    return members.contains { hasEffect($0, reversal) } || reorders(reversal)
  }

  private func isTakeBack(_ slot: Slot) -> Bool {
    if case .takeBack = operations[slot] { return true }
    return false
  }

  /// Returns whether a copy of the picture changes by a reversal. A taking back reaches changes of many
  /// gestures, so its effect is not computed in another way.
  private func isChanged(by reversal: Reversal) -> Bool {
    var copy = picture
    let id = operations.id(reversal.head)
    let stamp = Stamp(
      id: EntryID(ReplicaID(Bytes16(high: .max, low: .max)), SequenceNumber(1)),
      author: operations.author(reversal.head), lamport: .max, at: 0, lasted: 0)
    switch copy.apply(Operation(reversal.isOn ? .restore(id) : .cancel(id)), stamp) {
    case .none: return false
    case .added, .all: return true
    case .area(let area): return bytes(copy.things(in: area)) != bytes(picture.things(in: area))
    }
  }

  private func bytes(_ things: Things) -> [UInt8] {
    var encoder = CanonicalPictureEncoder()
    for thing in things {
      encoder.add(thing)
      encoder.add(UInt64(thing.item.asStroke?.look.rawValue ?? 0))
      for byte in thing.group?.replica.raw.bytes ?? [] { encoder.add(UInt64(byte)) }
      encoder.add(thing.group?.sequence.raw ?? 0)
    }
    return encoder.result
  }

  /// A cancel or a restore of a gesture, above all other verdicts on it.
  private struct Reversal {
    let head: Slot
    let isOn: Bool
    /// Whether the author of the gesture makes the reversal.
    let isOwn: Bool
  }

  /// Returns whether a reversal switches a change on or off for a part of its things.
  private func affects(_ change: Slot, on things: ThingOwner, _ reversal: Reversal) -> Bool {
    let isAllowed = reversal.isOwn || things == .others || operations.isHide(change)
    return isAllowed && picture.standing[change].contains(StandingParts(things)) != reversal.isOn
  }

  private func hasEffect(_ slot: Slot, _ reversal: Reversal) -> Bool {
    switch operations[slot] {
    case .make:
      return reversal.isOwn && picture.gestures.isActive(slot, operations) != reversal.isOn
        && picture.table.isBare(picture.table.whole(of: slot), operations)
    case .change: return hasEffect(change: slot, reversal)
    case .setPaper:
      let head = operations.head(of: slot)
      let isActive = picture.gestures.isActive(slot, operations)
      guard reversal.isOwn, isActive != reversal.isOn else { return false }
      return picture.papers.head.map {
        isActive ? $0 == head : $0 == head || operations.precedes($0, head)
      } ?? true
    case .takeBack, .toggle: return false
    }
  }

  private func hasEffect(change slot: Slot, _ reversal: Reversal) -> Bool {
    guard let change = operations.change(slot) else { return false }
    let parts = Set(ThingOwner.allCases.filter { affects(slot, on: $0, reversal) })
    return !parts.isEmpty && hasEffect(change, slot, turning: parts, reversal)
  }

  private func hasEffect(
    _ change: ChangeRecord, _ slot: Slot, turning parts: Set<ThingOwner>, _ reversal: Reversal
  ) -> Bool {
    guard let reach = change.reach else {
      return change.things.contains {
        parts.contains(operations.owner(of: $0, for: slot)) && hasEffect(change, on: $0, reversal)
      }
    }
    return reach.contains { id in
      guard let index = operations.index(of: id.replica),
        parts.contains(operations.owner(ofReplica: index, for: slot))
      else { return false }
      let replica = operations.replicas[index]
      let end = operations.clearEnd(of: slot, in: index, upTo: id.sequence)
      let hidden = reversal.isOn ? replica.clears.highest : replica.clears.highest(without: end)
      return operations.slots(of: replica, above: hidden, upTo: end).contains { thing in
        picture.table.isThing(thing, operations) && picture.gestures.isActive(thing, operations)
          && (picture.table.alteration(of: thing)?.hides ?? 0) == 0
      }
    }
  }

  private func hasEffect(_ change: ChangeRecord, on thing: Slot, _ reversal: Reversal) -> Bool {
    let isVisible = isVisible(thing)
    switch change.effect {
    case .hide:
      return picture.gestures.isActive(thing, operations)
        && picture.table.isBare(thing, hides: reversal.isOn ? 0 : 1, operations)
    case .move(let offset):
      guard isVisible || isFollowed(thing), let alteration = picture.table.alteration(of: thing)
      else { return false }
      let sign: Int64 = reversal.isOn ? 1 : -1
      let other = BoardOffset(
        clamping: alteration.dx + sign * Int64(offset.dx), alteration.dy + sign * Int64(offset.dy))
      guard other != alteration.offset else { return false }
      var after = alteration.overrides
      after.offset = other
      return after.attachments.isEmpty || looksDifferent(thing, alteration.overrides, after)
    case .resize, .setWidth, .setText, .attach:
      return (isVisible || isFollowed(thing)) && restyles(thing, reversal)
    case .recolour, .setFilled, .setLook, .setGroup:
      return isVisible && restyles(thing, reversal)
    // The new order depends on all things that the gesture names, so that one thing alone cannot tell it.
    case .reorder: return false
    }
  }

  /// Returns whether a thing would look different if a whole gesture were reversed.
  private func restyles(_ thing: Slot, _ reversal: Reversal) -> Bool {
    guard let alteration = picture.table.alteration(of: thing) else { return false }
    let (before, after) = (alteration.overrides, overrides(of: thing, after: reversal))
    let made = operations.item(thing)
    if (before.color ?? made.color) != (after.color ?? made.color) { return true }
    if before.group != after.group { return true }
    guard before.attachments.isEmpty, after.attachments.isEmpty else {
      return looksDifferent(thing, before, after)
    }
    guard !before.givesSameItem(as: after) else { return false }
    return ([made] + alteration.pieces.map(operations.item)).contains {
      before.apply(to: $0) != after.apply(to: $0)
    }
  }

  /// Returns whether an attached thing looks different with other values. The place of a text depends on
  /// its shape only.
  private func looksDifferent(
    _ thing: Slot, _ before: ItemOverrides, _ after: ItemOverrides
  ) -> Bool {
    func item(_ overrides: ItemOverrides) -> Item {
      let table = picture.table
      let placement = table.placement(ofLine: thing, overrides, operations) {
        table.outline(of: $0, operations)
      }
      return placement?.item
        ?? overrides.apply(to: operations.item(thing)).copied(movedBy: overrides.offset)
    }
    if operations.item(thing).isText, before.attachments != after.attachments { return true }
    guard operations.item(thing).isText, picture.table.hasRoom(thing) else {
      return item(before) != item(after)
    }
    return before.text != after.text || before.width != after.width
  }

  private func isVisible(_ thing: Slot) -> Bool { !picture.table.boxes[thing].isNowhere }

  /// Returns whether a visible thing follows a thing, directly or with a text between them.
  private func isFollowed(_ thing: Slot) -> Bool {
    let attaches = picture.table.attaches
    let texts = attaches.texts(in: thing).filter(picture.table.hasRoom)
    return texts.contains(where: isVisible)
      || ([thing] + texts).contains { attaches.lines(at: $0).contains(where: isVisible) }
  }

  private func overrides(of thing: Slot, after reversal: Reversal) -> ItemOverrides {
    picture.table.overrides(of: thing, operations) { change in
      let owner = operations.owner(of: thing, for: change)
      if operations.head(of: change) == reversal.head, affects(change, on: owner, reversal) {
        return reversal.isOn
      }
      return picture.standing[change].contains(StandingParts(owner))
    }
  }

  /// At most this many moved things are compared with their neighbours. The order of more things is
  /// taken to change, because a comparison would take long.
  private static let movedThingsMax = 1_000

  /// Returns whether the visible things would lie in another order if a gesture were reversed.
  private func reorders(_ reversal: Reversal) -> Bool {
    var levels: [Slot: DrawingOrder.Level?] = [:]
    for slot in picture.gestures.members(of: reversal.head) {
      guard let change = operations.change(slot), case .reorder = change.effect else { continue }
      for thing in change.things
      where affects(slot, on: operations.owner(of: thing, for: slot), reversal) {
        let level = overrides(of: thing, after: reversal).level
        guard level != picture.table.order.level(of: thing) else { continue }
        levels.updateValue(level, forKey: thing)
        if levels.count > Self.movedThingsMax { return true }
      }
    }
    return picture.table.order.differs(withLevels: levels, operations) {
      !picture.table.boxes[$0].isNowhere
    }
  }
}
