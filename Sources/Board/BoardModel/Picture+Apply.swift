import EaselBase

extension Picture {
  /// Applies one operation and returns the part of the picture that changed. An operation has no
  /// effect in three cases: its number is not above the known numbers of its replica, its number or
  /// time is out of bounds, or its action is not allowed.
  public mutating func apply(_ operation: Operation, _ stamp: Stamp) -> Damage {
    let batch = apply(CollectionOfOne((stamp: stamp, operation: operation)))
    var damage = Repaint()
    for part in batch.each { damage.add(part) }
    damage.add(batch.cleared)
    return damage.result
  }

  /// Applies operations one after the other. The picture is the same as after single calls. Each
  /// changed thing is refreshed only once, after the last operation. Its damage belongs to the last
  /// operation that changed it.
  public mutating func apply(
    _ operations: some Swift.Sequence<(stamp: Stamp, operation: Operation)>
  ) -> BatchDamage {
    var batch = BatchChanges()
    for (stamp, operation) in operations {
      batch.beginOperation()
      add(operation, stamp, &batch)
    }
    updateAffected(of: &batch)
    let cleared = refreshThings(of: &batch)
    return BatchDamage(each: batch.damage.map(\.result), cleared: cleared)
  }

  /// Applies an operation, and only notes what it turns and changes.
  private mutating func add(
    _ operation: Operation, _ stamp: Stamp, _ batch: inout BatchChanges
  ) {
    guard operation.action.isAllowed, let slot = operations.add(operation, stamp) else { return }
    table.append()
    standing.append([])
    histories.grow(to: operations.authorCount)
    let head = operations.head(of: slot)
    updateClaims(of: head, isNew: head == slot) { $0.gestures.add(slot, to: head, $0.operations) }
    histories.record(slot, in: head, operations)
    operations.endClears(before: slot, standing)
    let changes = resolveWaits(for: slot, &batch)
    switch operation.action {
    case .make(let item):
      if item.continues, let whole = whole(ofPiece: slot) {
        addPiece(slot, to: whole, awaitedBy: changes, &batch)
      } else {
        addThing(slot, awaitedBy: changes, &batch)
      }
      noteFollowers(of: slot, &batch)
      noteWords(of: item, slot)
      noteImage(item, slot, &batch)
    case .change(.items(let targets), _): bind(slot, to: targets, &batch)
    case .change(.upTo(let vector), _): bind(slot, upTo: vector, &batch)
    case .cancel(let target), .restore(let target):
      if let known = operations.slot(target) {
        apply(toggle: slot, to: known, &batch)
      } else {
        wait(slot, for: target)
      }
    case .takeBack(_, let last):
      batch.affect(slot)
      if operations.slot(last) == nil { wait(slot, for: last) }
    case .setPaper:
      papers.add(slot, operations)
      batch.affect(slot)
    }
  }

  /// Makes an operation wait for another one, unless that one would stand above it.
  private mutating func wait(_ slot: Slot, for target: EntryID) {
    guard operations.mayArrive(target, before: slot) else { return }
    waiting.add(WaitingOperations.Wait(sequence: target.sequence, slot: slot), in: target.replica)
  }

  /// Applies the toggles and clears that waited for an operation.
  ///
  /// - Returns: the changes that name the operation.
  private mutating func resolveWaits(for slot: Slot, _ batch: inout BatchChanges) -> [Slot] {
    let id = operations.id(slot)
    var changes: [Slot] = []
    while let wait = waiting.pop(in: id.replica, upTo: id.sequence) {
      work += 1
      switch operations[wait.slot] {
      case .toggle:
        if wait.sequence == id.sequence { apply(toggle: wait.slot, to: slot, &batch) }
      case .takeBack: batch.affect(wait.slot)
      case .change where wait.sequence.raw == 0: reach(wait.slot, in: id.replica)
      case .change:
        // All later operations of the replica stand above the change, too.
        guard operations.precedes(slot, wait.slot) else { continue }
        if wait.sequence == id.sequence { changes.append(wait.slot) }
        var rest = wait.rest
        let next = operations.change(wait.slot)?.awaited.next(after: wait.sequence, at: &rest)
        guard let next else { continue }
        waiting.add(
          WaitingOperations.Wait(sequence: next, slot: wait.slot, rest: rest), in: id.replica)
      case .make, .setPaper: break
      }
    }
    return changes
  }

  /// Notes a toggle of a gesture. It reaches the operations of the gesture that stand before it, if it
  /// names one of these.
  private mutating func apply(
    toggle: Slot, to target: Slot, _ batch: inout BatchChanges
  ) {
    guard operations.isUndoable(target), operations.precedes(target, toggle) else { return }
    let head = operations.head(of: target)
    updateClaims(of: head) { $0.gestures.add(toggle: toggle, to: head, $0.operations) }
    histories.record(toggle: toggle, of: head, operations)
    batch.affect(gesture: head)
  }

  /// Changes a gesture, and then what it contributes to the histories.
  mutating func updateClaims(
    of head: Slot, isNew: Bool = false, _ body: (inout Picture) -> Void
  ) {
    let before = isNew ? [] : gestures.claims(of: head, operations)
    body(&self)
    histories.replace(before, by: gestures.claims(of: head, operations), operations)
  }

  private mutating func addThing(
    _ slot: Slot, awaitedBy changes: [Slot], _ batch: inout BatchChanges
  ) {
    table.insert(slot, operations)
    for change in changes { include(slot, in: change) }
    // Later operations of the batch may decide whether these changes stand.
    guard changes.isEmpty else { return batch.note(slot) }
    let damage = table.refresh(slot, isChanged: false, gestures, operations)
    guard damage != .none else { return }
    batch.add(table.order.top == slot ? .added(operations.id(slot)) : damage)
  }

  private mutating func noteWords(of item: Item, _ slot: Slot) {
    guard let label = item.asLabel,
      label.columnWidth != Page.cellWidth || label.rowHeight != Page.cellHeight
    else { return }
    let author = operations.authorIndex(slot)
    if let first = unusualWords[author], operations.precedes(first, slot) { return }
    unusualWords[author] = slot
  }

  /// Notes an image for its copies. A copy may have arrived before the bytes that it shows.
  private mutating func noteImage(_ item: Item, _ slot: Slot, _ batch: inout BatchChanges) {
    switch item {
    case .image(let image):
      if let original = image.original { imageCopies.add(slot, of: original) }
    case .imagePiece:
      let pieces = table.alteration(of: table.whole(of: slot))?.pieces ?? []
      guard pieces.count <= ImageLimits.piecesMax else { return }
    case .stroke, .label: return
    }
    for copy in imageCopies.copies(of: operations.id(table.whole(of: slot))) {
      batch.note(copy)
      batch.notePiece(of: copy)
    }
  }

  private mutating func addPiece(
    _ slot: Slot, to whole: Slot, awaitedBy changes: [Slot], _ batch: inout BatchChanges
  ) {
    // A stroke of several pieces is attached to nothing.
    let isRefreshed = !changes.isEmpty || batch.notes(whole) || table.isAttached(whole)
    if isRefreshed {
      batch.note(whole)
      batch.notePiece(of: whole)
    }
    let box = table.insert(slot, into: whole, isRefreshed: isRefreshed, operations)
    if let box { batch.add(.area(box)) }
    for change in changes { include(whole, in: change) }
  }

  /// Returns the nearest earlier stroke or image of the gesture that is not a piece itself. Nil for a
  /// piece whose stroke or image has not arrived; such a piece is then a thing by itself.
  private func whole(ofPiece slot: Slot) -> Slot? {
    let (head, piece) = (operations.head(of: slot), operations.item(slot))
    guard head != slot else { return nil }
    for other in [[head], gestures.others(of: head).dropLast()].joined().reversed() {
      guard piece.mayContinue(operations.item(other)) else { continue }
      let whole = table.whole(of: other)
      return operations.item(whole).continues ? nil : whole
    }
    return nil
  }
}
