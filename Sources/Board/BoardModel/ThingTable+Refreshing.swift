import EaselBase

/// The result of a refresh.
struct Refreshed {
  /// The damage from each refreshed thing, with the index of the last operation of the batch that changed
  /// it; nil if only clears did.
  private(set) var damage: [(operation: Int?, damage: Damage)] = []

  /// The letters of texts in shapes that were broken into lines anew.
  var letters = 0

  /// The steps of work: the refreshed things, and these letters.
  var work: Int { damage.count + letters }

  mutating func add(_ new: Damage, from operation: Int?) { damage.append((operation, new)) }
}

/// The things that a batch refreshes, each once, with the operations that changed them.
private struct RefreshQueue {
  /// The reason for a refresh.
  struct Cause {
    /// The last operation of the batch that changed the thing; nil if only clears did.
    var operation: Int?
    /// Whether a visible thing looks different.
    var isChanged: Bool

    func union(_ other: Cause?) -> Cause {
      guard let other else { return self }
      let operation = [operation, other.operation].compactMap { $0 }.max()
      return Cause(operation: operation, isChanged: isChanged || other.isChanged)
    }
  }

  /// The things that follow nothing, by their slots.
  private(set) var things: [Slot: Cause] = [:]
  private(set) var texts: [Slot: Cause] = [:]
  private(set) var lines: [Slot: Cause] = [:]
  /// The shapes whose texts may have other places.
  private(set) var blocks: [Slot: Cause] = [:]
  /// The lines whose texts may have other places.
  private(set) var labelled: [Slot: Cause] = [:]

  mutating func add(_ thing: Slot, _ item: Item, _ cause: Cause) {
    if item.isText {
      texts[thing] = cause.union(texts[thing])
    } else if item.hasEnds {
      lines[thing] = cause.union(lines[thing])
    } else {
      things[thing] = cause.union(things[thing])
    }
  }

  /// Adds the shape in which, or the line on which, a text stands.
  mutating func addBlocks(of overrides: ItemOverrides?, _ cause: Cause) {
    for attachment in overrides?.attachments ?? [] {
      guard let target = attachment.target else { continue }
      switch attachment.point {
      case .middle: add(block: target, cause)
      case .onLine: add(labelled: target, cause)
      case .start, .end: break
      }
    }
  }

  mutating func add(labelled line: Slot, _ cause: Cause) {
    let cause = Cause(operation: cause.operation, isChanged: false)
    labelled[line] = cause.union(labelled[line])
  }

  mutating func add(block shape: Slot, _ cause: Cause) {
    let cause = Cause(operation: cause.operation, isChanged: false)
    blocks[shape] = cause.union(blocks[shape])
  }

  mutating func add(lines new: Set<Slot>, _ cause: Cause) {
    let cause = Cause(operation: cause.operation, isChanged: false)
    for line in new { lines[line] = cause.union(lines[line]) }
  }
}

// Texts follow shapes, lines follow shapes and texts, and other texts follow lines. So a batch refreshes
// first the things that follow nothing, then texts, then lines, and then the texts on lines.
extension ThingTable {
  /// Refreshes every thing that operations of a batch changed, every thing that clears hid or brought
  /// back, and every thing that follows one of these; each once.
  mutating func refresh(
    _ changes: [Slot: ThingChange], cleared: [Slot], _ gestures: UndoGroupTable,
    _ operations: OperationTable
  ) -> Refreshed {
    var queue = RefreshQueue()
    for (thing, change) in changes { update(thing, change, &queue, gestures, operations) }
    for thing in cleared {
      let cause = RefreshQueue.Cause(operation: nil, isChanged: false)
      queue.addBlocks(of: alteration(of: thing)?.overrides, cause)
      queue.add(thing, operations.item(thing), cause)
    }
    var refreshed = Refreshed()
    for (thing, cause) in queue.things {
      let damage = refresh(thing, isChanged: cause.isChanged, gestures, operations)
      refreshed.add(damage, from: cause.operation)
    }
    placeTexts(&queue, &refreshed, gestures, operations)
    placeLines(&queue, &refreshed, gestures, operations)
    for (line, reason) in queue.labelled {
      let labels = labels(on: line, gestures, operations)
      place(labels, of: line, reason, &queue, &refreshed, gestures, operations)
    }
    return refreshed
  }

  /// Updates a thing, and queues it and the things that follow it.
  private mutating func update(
    _ thing: Slot, _ change: ThingChange, _ queue: inout RefreshQueue,
    _ gestures: UndoGroupTable, _ operations: OperationTable
  ) {
    let before = alteration(of: thing)?.overrides ?? ItemOverrides()
    let isChanged = update(thing, gestures, operations) || change.hasNewPieces
    let after = alteration(of: thing)?.overrides ?? ItemOverrides()
    let item = operations.item(thing)
    let cause = RefreshQueue.Cause(operation: change.operation, isChanged: isChanged)
    queue.add(thing, item, cause)
    if item.isText {
      for overrides in [before, after] { queue.addBlocks(of: overrides, cause) }
      let ends = attaches.lines(at: thing)
      if (before.attachments.first?.point == .onLine) != isOnLine(thing) {
        queue.add(lines: ends, cause)
      }
    } else if item.hasEnds {
      guard before.attachments != after.attachments else { return }
      // A hidden text has a place in its shape only while lines end at it.
      for follow in before.attachments + after.attachments {
        guard let text = follow.target, operations.item(text).isText, boxes[text].isNowhere else {
          continue
        }
        queue.addBlocks(of: alteration(of: text)?.overrides, cause)
      }
    } else if item.attractsEnds, before.offset != after.offset || before.scaling != after.scaling {
      if !attaches.texts(in: thing).isEmpty { queue.add(block: thing, cause) }
      queue.add(lines: attaches.lines(at: thing), cause)
    }
  }

  private mutating func placeTexts(
    _ queue: inout RefreshQueue, _ refreshed: inout Refreshed, _ gestures: UndoGroupTable,
    _ operations: OperationTable
  ) {
    for (text, cause) in queue.texts where !isAttached(text) {
      let isChanged = setPlacement(nil, of: text) || cause.isChanged
      let damage = refresh(text, isChanged: isChanged, gestures, operations)
      refreshed.add(damage, from: cause.operation)
      if isChanged { queue.add(lines: attaches.lines(at: text), cause) }
    }
    for (shape, reason) in queue.blocks {
      let labels = labels(in: shape, gestures, operations)
      place(labels, of: shape, reason, &queue, &refreshed, gestures, operations)
    }
  }

  /// Refreshes the texts of a shape or a line.
  private mutating func place(
    _ labels: [(slot: Slot, label: Label, before: Label?)], of target: Slot,
    _ reason: RefreshQueue.Cause, _ queue: inout RefreshQueue, _ refreshed: inout Refreshed,
    _ gestures: UndoGroupTable, _ operations: OperationTable
  ) {
    for (text, label, before) in labels {
      if let flow = label.flow, flow != before?.flow { refreshed.letters += flow.lettersRead }
      let placement = Placement(label, isOnLine: isOnLine(text))
      refresh(text, at: placement, reason, &queue, &refreshed, gestures, operations)
    }
    let placed = Set(labels.map(\.slot))
    for text in attaches.texts(in: target)
    where !placed.contains(text) && (hasRoom(text) || queue.texts[text] != nil) {
      refresh(text, at: nil, reason, &queue, &refreshed, gestures, operations)
    }
  }

  /// Refreshes a text in a shape. `placement` is nil if the text has no room.
  private mutating func refresh(
    _ text: Slot, at placement: Placement?, _ reason: RefreshQueue.Cause,
    _ queue: inout RefreshQueue, _ refreshed: inout Refreshed, _ gestures: UndoGroupTable,
    _ operations: OperationTable
  ) {
    let isPlaced = setPlacement(placement, of: text)
    let cause = reason.union(queue.texts[text])
    let damage = refresh(text, isChanged: isPlaced || cause.isChanged, gestures, operations)
    refreshed.add(damage, from: cause.operation)
    if isPlaced { queue.add(lines: attaches.lines(at: text), cause) }
  }

  private mutating func placeLines(
    _ queue: inout RefreshQueue, _ refreshed: inout Refreshed, _ gestures: UndoGroupTable,
    _ operations: OperationTable
  ) {
    var outlines: [Slot: AnchorOutline] = [:]
    for (line, cause) in queue.lines {
      let overrides = alteration(of: line)?.overrides ?? ItemOverrides()
      let placement = placement(ofLine: line, overrides, operations) { target in
        if let known = outlines[target] { return known }
        outlines[target] = outline(of: target, operations)
        return outlines[target]
      }
      let isChanged = setPlacement(placement, of: line) || cause.isChanged
      let damage = refresh(line, isChanged: isChanged, gestures, operations)
      refreshed.add(damage, from: cause.operation)
      if isChanged, !attaches.texts(in: line).isEmpty { queue.add(labelled: line, cause) }
    }
  }
}
