import EaselBase

/// The things of a picture, with the effects of all changes that stand.
struct ThingTable: Sendable {
  /// The box round the ink of each visible thing; `nowhere` for a hidden thing and for an operation
  /// that made no thing.
  private(set) var boxes = ChunkedArray<BoardRect>()
  /// The box round the ink of each thing before it was moved, so that a move or an undo does not read all
  /// points or letters again. `nowhere` if it is not known.
  private var unmovedBoxes = ChunkedArray<BoardRect>()
  /// How often all points or letters of a thing were read for its box, for tests of the work.
  private(set) var boxesMeasured = 0
  /// The number of visible things.
  private(set) var seenCount = 0
  /// The slots of all things, visible or not, bottom to top.
  private(set) var order = DrawingOrder()
  /// The alterations, by the slot of the thing. A thing has one if a change ever named it, or if it
  /// has several pieces.
  private var alterations: [Slot: Alteration] = [:]
  /// The thing that each later piece belongs to.
  private var wholes: [Slot: Slot] = [:]
  /// Which attaches count, and which things follow others.
  private(set) var attaches = AttachTable()

  // MARK: Arrival

  /// Adds the row of an operation. It is not a thing yet.
  mutating func append() {
    boxes.append(.nowhere)
    unmovedBoxes.append(.nowhere)
  }

  mutating func insert(_ thing: Slot, _ operations: OperationTable) {
    order.insert(thing, operations)
  }

  /// Adds a piece to its stroke.
  ///
  /// - Parameter isRefreshed: whether the stroke is refreshed later, so that nothing of it is computed
  ///   now.
  /// - Returns: the box of the new ink, if it is visible.
  mutating func insert(
    _ piece: Slot, into whole: Slot, isRefreshed: Bool, _ operations: OperationTable
  ) -> BoardRect? {
    wholes[piece] = whole
    unmovedBoxes[whole] = .nowhere
    let overrides = alterations[whole]?.overrides ?? ItemOverrides()
    alterations[whole, default: Alteration()].pieces.append(piece)
    guard !isRefreshed else { return nil }
    let item = overrides.apply(to: operations.item(piece))
    alterations[whole]?.shown?.append(item)
    guard !boxes[whole].isNowhere else { return nil }
    // More bytes change the whole image.
    let box = item.isInk ? item.bounds.moved(by: overrides.offset) : boxes[whole]
    boxes[whole] = boxes[whole].union(box)
    return box
  }

  // MARK: One thing

  func isThing(_ slot: Slot, _ operations: OperationTable) -> Bool {
    guard case .make = operations[slot] else { return false }
    return wholes.isEmpty || wholes[slot] == nil
  }

  /// Returns the thing that an operation made or is a piece of.
  func whole(of slot: Slot) -> Slot { wholes.isEmpty ? slot : wholes[slot] ?? slot }

  func isPiece(_ slot: Slot) -> Bool { !wholes.isEmpty && wholes[slot] != nil }

  func alteration(of thing: Slot) -> Alteration? {
    alterations.isEmpty ? nil : alterations[thing]
  }

  /// Returns the thing and then its pieces, with their present size, width and fill.
  func parts(of thing: Slot, _ operations: OperationTable) -> [Item] {
    guard let alteration = alteration(of: thing) else { return [operations.item(thing)] }
    return alteration.shown ?? ([thing] + alteration.pieces).map(operations.item)
  }

  /// Returns whether exactly `hides` standing hides name a thing and no standing clear covers it.
  func isBare(_ thing: Slot, hides: Int = 0, _ operations: OperationTable) -> Bool {
    !operations.isCleared(thing) && (alteration(of: thing)?.hides ?? 0) == hides
  }

  /// Returns the values that changes replace.
  ///
  /// - Parameter isActive: whether a change of one of the thing's properties counts as standing.
  func overrides(
    of thing: Slot, _ operations: OperationTable, where isActive: (Slot) -> Bool
  ) -> ItemOverrides {
    guard let alteration = alteration(of: thing) else { return ItemOverrides() }
    var overrides = ItemOverrides(offset: alteration.offset)
    for property in alteration.properties {
      guard let top = alteration.changes(of: property).last(where: isActive),
        let change = operations.change(top)
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
      case .setText(let edit): overrides.text = edit.content
      case .setLook(let look): overrides.look = look
      case .setGroup(let group): overrides.group = group
      case .attach(let attachment):
        let follow = follow(thing, attachment, by: top, operations)
        overrides.attachments += follow.map { [$0] } ?? []
      }
    }
    // The properties have the order of their arrival.
    overrides.attachments.sort { $0.point.rawValue < $1.point.rawValue }
    return overrides
  }

  /// Returns a thing as all changes that stand have left it.
  func thing(_ slot: Slot, _ operations: OperationTable) -> BoardItem {
    var thing = BoardItem(stamp: operations.stamp(slot), item: operations.item(slot))
    guard let alteration = alteration(of: slot) else {
      if let image = thing.item.asImage { thing.item = .image(joined(image, slot, operations)) }
      thing.gaps = gaps(of: slot, operations)
      return thing
    }
    let overrides = alteration.overrides
    (thing.offset, thing.moves) = (overrides.offset, overrides.offset)
    (thing.color, thing.group) = (overrides.color, overrides.group)
    thing.scaling = overrides.scaling ?? .identity
    if let shown = alteration.shown?.first { thing.item = shown }
    let pieces = alteration.shown?.dropFirst() ?? alteration.pieces.map(operations.item)[...]
    for case .stroke(let piece) in pieces { thing.pieces.append(piece) }
    if let image = thing.item.asImage { thing.item = .image(joined(image, slot, operations)) }
    thing.gaps = gaps(of: slot, operations)
    if let placement = alteration.placement {
      (thing.item, thing.offset, thing.straight) = (placement.item, .zero, placement.straight)
      thing.attachments = effective(overrides.attachments, operations)
        .map { $0.attachment(operations) }
    }
    return thing
  }

  // MARK: Attachments

  /// Returns what an attach does to a thing; nil if it counts as one to nothing.
  private func follow(
    _ thing: Slot, _ attachment: PointAttachment, by attach: Slot, _ operations: OperationTable
  ) -> Follow? {
    let item = operations.item(thing)
    guard item.has(attachment.point), alteration(of: thing)?.pieces.isEmpty ?? true else {
      return nil
    }
    switch attachment.anchor {
    case .nothing: return nil
    case .board(let position):
      return item.hasEnds ? Follow(point: attachment.point, anchor: .board(position)) : nil
    case .thing(let id, let position):
      guard let target = operations.slot(id), operations.precedes(target, attach),
        isThing(target, operations), item.attaches(attachment.point, to: operations.item(target)),
        attaches.counts(attach, to: id, operations)
      else { return nil }
      return Follow(point: attachment.point, anchor: .thing(target, position))
    }
  }

  /// Adds an attach to the attaches of a thing.
  ///
  /// - Returns: the attach that no longer counts, if there is one.
  mutating func insert(
    attach: Slot, to target: EntryID, _ operations: OperationTable
  ) -> Slot? { attaches.insert(attach, to: target, operations) }

  /// Returns whether changes attached a thing to anything.
  func isAttached(_ thing: Slot) -> Bool {
    alteration(of: thing)?.overrides.attachments.isEmpty == false
  }

  /// Sets the present place of an attached thing; nil for a thing that is attached to nothing.
  ///
  /// - Returns: whether the place differs from the place before.
  mutating func setPlacement(_ placement: Placement?, of thing: Slot) -> Bool {
    guard alteration(of: thing)?.placement != placement else { return false }
    alterations[thing]?.placement = placement
    return true
  }

  // MARK: Changes

  /// Adds a change to the changes of a thing's property. The change has no effect yet.
  mutating func register(
    _ change: Slot, as property: ItemProperty, of thing: Slot, _ operations: OperationTable
  ) {
    let index =
      alterations[thing]?.changes(of: property)
      .partitioningIndex { !operations.precedes($0, change) } ?? 0
    alterations[thing, default: Alteration()].insert(change, into: property, at: index)
  }

  /// Records a change that begins to stand for a thing (1) or stops standing (-1), without refreshing
  /// the thing.
  mutating func record(_ effect: Operation.Effect, on thing: Slot, by sign: Int) {
    guard effect.property == nil else { return }
    alterations[thing, default: Alteration()].record(effect, by: sign)
  }

  /// Updates the item that is shown and its place in the order of drawing.
  ///
  /// - Returns: whether any value differs from the values before.
  @discardableResult
  mutating func update(
    _ thing: Slot, _ gestures: UndoGroupTable, _ operations: OperationTable
  ) -> Bool {
    guard let before = alteration(of: thing)?.overrides else { return false }
    let now = overrides(of: thing, operations) { change in
      gestures.isActive(change, on: operations.owner(of: thing, for: change), operations)
    }
    if now != before { alterations[thing]?.overrides = now }
    if now.attachments != before.attachments {
      attaches.follow(
        thing, isText: operations.item(thing).isText, from: before.attachments.compactMap(\.target),
        to: now.attachments.compactMap(\.target))
    }
    if !now.givesSameItem(as: before) {
      alterations[thing]?.shown = nil
      unmovedBoxes[thing] = .nowhere
    }
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
  mutating func refresh(
    _ thing: Slot, isChanged: Bool, _ gestures: UndoGroupTable, _ operations: OperationTable
  ) -> Damage {
    let old = boxes[thing]
    let isShown = gestures.isActive(thing, operations) && isBare(thing, operations)
    // The box depends on all points. The box is computed only if it may have changed.
    guard isChanged || old.isNowhere == isShown else { return .none }
    let new = isShown ? box(of: thing, operations) : .nowhere
    seenCount += (old.isNowhere ? 0 : -1) + (new.isNowhere ? 0 : 1)
    boxes[thing] = new
    return old.isNowhere && new.isNowhere ? .none : .area(old.union(new))
  }

  private mutating func box(of thing: Slot, _ operations: OperationTable) -> BoardRect {
    if let placement = alteration(of: thing)?.placement {
      return placement.gap ?? placement.item.bounds
    }
    if unmovedBoxes[thing].isNowhere {
      boxesMeasured += 1
      unmovedBoxes[thing] = parts(of: thing, operations).reduce(.nowhere) { $0.union($1.bounds) }
    }
    let box = unmovedBoxes[thing]
    // A piece without its image is nowhere.
    return box.isNowhere
      ? box : box.moved(by: alteration(of: thing)?.overrides.offset ?? .zero)
  }

  /// The bytes of the alterations, for tests of the memory.
  var storedBytes: Int {
    alterations.capacity * (MemoryLayout<Alteration>.stride + MemoryLayout<Slot>.stride)
      + alterations.values.reduce(0) { $0 + $1.storedBytes }
      + attaches.storedBytes + wholes.capacity * 2 * MemoryLayout<Slot>.stride
      + 2 * boxes.count * MemoryLayout<BoardRect>.stride
  }
}
