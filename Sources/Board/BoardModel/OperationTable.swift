import EaselBase

/// The operations of a picture, in the order of arrival. It also knows their common order, which is
/// the same for every member.
///
/// A slot is the number of an operation in the order of arrival.
struct OperationTable: Sendable {
  // One row for every operation.
  private var marks = ChunkedArray<Mark>()
  private var contents = ChunkedArray<Content>()
  private var changes = ChunkedArray<ChangeRecord>()
  private var chains = GestureChains()
  private(set) var replicas: [ReplicaOperations] = []
  private var replicaIndex: [ReplicaID: Int] = [:]
  private var authorIndex: [AuthorID: Int] = [:]

  var count: Int { marks.count }
  /// The number of authors. The index of each author is below this number.
  var authorCount: Int { authorIndex.count }

  // MARK: Arrival

  /// Adds a new operation.
  ///
  /// - Returns: nil for a known operation, for a number or time out of bounds, and for a time before
  ///   the replica's last operation.
  mutating func add(_ operation: Operation, _ stamp: Stamp) -> Slot? {
    let id = stamp.id
    guard id.sequence.raw > 0, id.sequence <= .max, stamp.lamport <= .max,
      let slot = Slot(exactly: marks.count)
    else { return nil }
    let known = replicaIndex[id.replica]
    if let last = known.flatMap({ replicas[$0].slots.last }),
      marks[last].sequence >= id.sequence || marks[last].lamport > stamp.lamport
    {
      return nil
    }
    let replica = known ?? begin(id.replica, by: stamp.author)
    guard let narrow = UInt32(exactly: replica) else { return nil }
    let head = head(of: operation, at: slot, in: id.replica)
    marks.append(
      Mark(
        lamport: stamp.lamport, sequence: id.sequence, at: stamp.at, lasted: stamp.lasted,
        replica: narrow, head: head))
    contents.append(content(operation.action))
    replicas[replica].append(slot)
    if case .change = operation.action {
      replicas[replica].changes.append(slot, cost: operation.action.targetCount)
    }
    return slot
  }

  private mutating func content(_ action: Operation.Action) -> Content {
    switch action {
    case .make(let item): return .make(item)
    case .change(let targets, let effect):
      changes.append(ChangeRecord(targets, effect, targetCount: action.targetCount))
      return .change(changes.count - 1)
    case .cancel(let target): return .toggle(Toggle(target: target, cancels: true))
    case .restore(let target): return .toggle(Toggle(target: target, cancels: false))
    case .takeBack(let first, let last): return .takeBack(TakeBack(first: first, last: last))
    case .setPaper(let text): return .setPaper(text.lines)
    }
  }

  /// Returns the first operation of the gesture that an operation continues; the operation itself if
  /// it begins one. Toggles belong to no gesture.
  private mutating func head(
    of operation: Operation, at slot: Slot, in replica: ReplicaID
  ) -> Slot {
    switch operation.action {
    case .cancel, .restore: return slot
    case .make, .change, .takeBack, .setPaper: break
    }
    guard let gesture = operation.gesture,
      let named = self.slot(EntryID(replica, gesture)), isUndoable(named)
    else { return slot }
    let (contents, changes) = (contents, changes)
    return chains.add(
      slot, to: marks[named].head, targetCount: operation.action.targetCount
    ) { first in
      switch contents[first] {
      case .change(let index): changes[Slot(clamping: index)].targetCount
      case .takeBack: Limits.targets
      case .make, .setPaper, .toggle: 1
      }
    }
  }

  /// Adds a replica when its first operation arrives.
  private mutating func begin(_ replica: ReplicaID, by author: AuthorID) -> Int {
    let index = authorIndex[author] ?? authorIndex.count
    authorIndex[author] = index
    replicas.append(ReplicaOperations(replica: replica, author: author, authorIndex: index))
    replicaIndex[replica] = replicas.count - 1
    return replicas.count - 1
  }

  /// Changes the record of a change; does nothing for any other operation.
  @discardableResult
  mutating func update<Result>(_ slot: Slot, _ body: (inout ChangeRecord) -> Result) -> Result? {
    guard case .change(let index) = contents[slot] else { return nil }
    return body(&changes[Slot(clamping: index)])
  }

  // MARK: Clears

  /// Returns the number of the last operation of a replica that a clear covers: at most `sequence`,
  /// and before the first operation that stands above the clear.
  func clearEnd(
    of clear: Slot, in replica: Int, upTo sequence: SequenceNumber
  ) -> SequenceNumber {
    let slots = replicas[replica].slots
    guard let last = index(of: sequence, in: slots), precedes(clear, slots[last]) else {
      return sequence
    }
    let above = slots.partitioningIndex { precedes(clear, $0) }
    return SequenceNumber(marks[slots[above]].sequence.raw - 1)
  }

  /// Counts a clear of a replica that begins to stand (1) or stops standing (-1).
  ///
  /// - Returns: the span between the previous and the present number up to which clears hide; nil
  ///   if this number is the same.
  mutating func countClear(
    of replica: Int, upTo sequence: SequenceNumber, by sign: Int
  ) -> ClearedSpan? {
    let old = replicas[replica].clearedTo
    replicas[replica].countClear(upTo: sequence, by: sign)
    let new = replicas[replica].clearedTo
    return old == new ? nil : ClearedSpan(old, new)
  }

  /// Notes that a clear names numbers of a replica above its last operation, so that a later
  /// operation may end the clear.
  mutating func open(_ clear: Slot, in replica: Int, upTo sequence: SequenceNumber) {
    guard sequence > seen(of: replica), let last = replicas[replica].slots.last,
      !precedes(clear, last)
    else { return }
    withOpenClears(of: replica) { $0.insert(clear, by: $1.precedes) }
  }

  /// Ends the clears that name the numbers of a new operation and of later ones, but stand below it.
  ///
  /// - Parameter standing: the parts of their things for which changes stand.
  mutating func endClears(before slot: Slot, _ standing: ChunkedArray<StandingParts>) {
    let (replica, sequence) = (Int(marks[slot].replica), marks[slot].sequence)
    while let clear = replicas[replica].openClears.top, precedes(clear, slot) {
      withOpenClears(of: replica) { _ = $0.pop(by: $1.precedes) }
      let end = change(clear)?.reach(in: replicas[replica].replica)
      let part = StandingParts(owner(ofReplica: replica, for: clear))
      guard let end, end >= sequence, standing[clear].contains(part) else { continue }
      replicas[replica].countClear(upTo: end, by: -1)
      replicas[replica].countClear(upTo: SequenceNumber(sequence.raw - 1), by: 1)
    }
  }

  /// Takes the heap out while it changes, so that its order can read the table.
  private mutating func withOpenClears(
    of replica: Int, _ body: (inout Heap<Slot>, OperationTable) -> Void
  ) {
    var heap = Heap<Slot>()
    swap(&heap, &replicas[replica].openClears)
    body(&heap, self)
    swap(&heap, &replicas[replica].openClears)
  }

  // MARK: Taking back

  /// Returns the indices of the changes that a taking back reaches among the changes of its replica.
  /// Nil if the operation that it names has not arrived, or stands above it.
  func reach(of takeBack: Slot) -> (replica: Int, indices: Range<Int>)? {
    guard case .takeBack(let content) = contents[takeBack], let last = slot(content.last),
      precedes(last, takeBack), content.first <= content.last.sequence
    else { return nil }
    let replica = Int(marks[last].replica)
    let changes = replicas[replica].changes
    let start = changes.slots.partitioningIndex { marks[$0].sequence >= content.first }
    let end = changes.slots.partitioningIndex { $0 > last }
    return (replica, changes.reached(in: start..<max(start, end)))
  }

  /// Updates the takings back of a replica after one of them began to stand or stopped standing.
  ///
  /// - Returns: the changes that it reaches.
  mutating func update(
    takeBack: Slot, on: Bool, where isActive: (Slot, OperationTable) -> Bool
  ) -> ArraySlice<Slot> {
    guard let (replica, indices) = reach(of: takeBack) else { return [] }
    // The list is taken out while it changes, so that its order can read the table.
    var changes = ReplicaChanges()
    swap(&changes, &replicas[replica].changes)
    if on {
      changes.insert(takeBack, in: indices, self)
    } else {
      changes.clean(indices, self) { isActive($0, self) }
    }
    swap(&changes, &replicas[replica].changes)
    return replicas[replica].changes.slots[indices]
  }

  /// Returns the highest standing taking back that reaches a change; nil if there is none.
  func takeBack(of change: Slot) -> Slot? {
    replicas[Int(marks[change].replica)].changes.highest(reaching: change, self)
  }

  // MARK: One operation

  subscript(slot: Slot) -> Content { contents[slot] }

  /// Returns the first operation of an operation's gesture.
  func head(of slot: Slot) -> Slot { marks[slot].head }

  func id(_ slot: Slot) -> EntryID {
    EntryID(replicas[Int(marks[slot].replica)].replica, marks[slot].sequence)
  }

  func author(_ slot: Slot) -> AuthorID { replicas[Int(marks[slot].replica)].author }

  /// Returns the index of an operation's author.
  func authorIndex(_ slot: Slot) -> Int { replicas[Int(marks[slot].replica)].authorIndex }

  /// Returns whether a thing belongs to the author of a change.
  func owner(of thing: Slot, for change: Slot) -> ThingOwner {
    owner(ofReplica: Int(marks[thing].replica), for: change)
  }

  /// Returns whether the things of a replica belong to the author of a change.
  func owner(ofReplica replica: Int, for change: Slot) -> ThingOwner {
    replicas[replica].authorIndex == authorIndex(change) ? .author : .others
  }

  func stamp(_ slot: Slot) -> Stamp {
    let mark = marks[slot]
    return Stamp(
      id: id(slot), author: author(slot), lamport: mark.lamport, at: mark.at, lasted: mark.lasted)
  }

  func item(_ slot: Slot) -> Item {
    guard case .make(let item) = contents[slot] else { return .nothing }
    return item
  }

  func isHide(_ slot: Slot) -> Bool {
    change(slot)?.isHide ?? false
  }

  /// Returns whether undo can take an operation back: every one except for cancels and restores.
  func isUndoable(_ slot: Slot) -> Bool {
    if case .toggle = contents[slot] { return false }
    return true
  }

  /// Returns whether an operation is a cancel.
  func cancels(_ slot: Slot?) -> Bool {
    guard let slot, case .toggle(let toggle) = contents[slot] else { return false }
    return toggle.cancels
  }

  /// Returns the record of a change; nil for any other operation.
  func change(_ slot: Slot) -> ChangeRecord? {
    guard case .change(let index) = contents[slot] else { return nil }
    return changes[Slot(clamping: index)]
  }

  /// Returns whether an operation is a cancel or a taking back.
  func takesBack(_ slot: Slot) -> Bool {
    if case .takeBack = contents[slot] { return true }
    return cancels(slot)
  }

  /// Returns the first operations of all gestures that the author made as one with this gesture.
  func chain(of head: Slot) -> [Slot] { chains.heads(with: head) }

  /// Returns the first operation of the gesture that a toggle names.
  func target(of toggle: Slot) -> Slot? {
    guard case .toggle(let toggle) = contents[toggle] else { return nil }
    return slot(toggle.target).map { marks[$0].head }
  }

  /// Returns whether a standing clear covers an operation.
  func isCleared(_ slot: Slot) -> Bool {
    let mark = marks[slot]
    return mark.sequence <= replicas[Int(mark.replica)].clearedTo
  }

  // MARK: Searching

  /// Returns the slot of an operation; nil if it has not arrived.
  func slot(_ id: EntryID) -> Slot? {
    guard let replica = replicaIndex[id.replica] else { return nil }
    let slots = replicas[replica].slots
    guard let index = index(of: id.sequence, in: slots), marks[slots[index]].sequence == id.sequence
    else { return nil }
    return slots[index]
  }

  /// Returns the index of an author; nil for an author of no operation.
  func index(of author: AuthorID) -> Int? { authorIndex[author] }

  /// Returns the index of a replica; nil for an unknown replica.
  func index(of replica: ReplicaID) -> Int? { replicaIndex[replica] }

  /// Returns whether an unknown operation may still arrive and then stand before `slot`.
  func mayArrive(_ id: EntryID, before slot: Slot) -> Bool {
    guard let index = replicaIndex[id.replica], let last = replicas[index].slots.last else {
      return true
    }
    return id.sequence > seen(of: index) && precedes(last, slot)
  }

  /// Returns the operations of a replica; nil for an unknown replica.
  func operations(of replica: ReplicaID) -> ReplicaOperations? {
    replicaIndex[replica].map { replicas[$0] }
  }

  /// Returns the operations of a replica numbered above `low` and up to `high`.
  func slots(
    of replica: ReplicaOperations, above low: SequenceNumber, upTo high: SequenceNumber
  ) -> ArraySlice<Slot> {
    let slots = replica.slots
    let start = index(of: low, in: slots).map { $0 + 1 } ?? 0
    let end = index(of: high, in: slots).map { $0 + 1 } ?? 0
    return slots[min(start, end)..<end]
  }

  /// Returns the index of the last of `slots` with a number up to `sequence`. `slots` must be
  /// ascending.
  private func index(of sequence: SequenceNumber, in slots: [Slot]) -> Int? {
    // Numbers begin at 1 and ascend, so a number is at most at the index of the number minus 1. If
    // no number is missing, it is exactly at this index.
    guard let last = slots.indices.last, sequence.raw > 0 else { return nil }
    let guess = Int(min(sequence.raw - 1, UInt64(last)))
    if marks[slots[guess]].sequence <= sequence { return guess }
    let above = slots.partitioningIndex { marks[$0].sequence > sequence }
    return above > 0 ? above - 1 : nil
  }

  /// Returns the number of a replica's last operation; 0 before the first.
  private func seen(of replica: Int) -> SequenceNumber {
    replicas[replica].slots.last.map { marks[$0].sequence } ?? SequenceNumber(0)
  }

  /// Returns the last known number of each replica: of the author's replicas, or of all if it is
  /// nil.
  func vector(of author: AuthorID? = nil) -> VersionVector {
    let indices = replicas.indices.filter { author == nil || replicas[$0].author == author }
    return VersionVector(
      Dictionary(uniqueKeysWithValues: indices.map { (replicas[$0].replica, seen(of: $0)) }))
  }

  /// Returns the authors of the chosen replicas, in the order in which the replicas became known.
  func authors(where isIncluded: (ReplicaOperations) -> Bool) -> [AuthorID] {
    var seen: Set<AuthorID> = []
    return replicas.filter(isIncluded).map(\.author).filter { seen.insert($0).inserted }
  }

  /// Returns whether the time of an operation is before the given time.
  func isBefore(_ lamport: Lamport, _ slot: Slot) -> Bool { marks[slot].lamport < lamport }

  // MARK: Order

  /// Returns whether `left` comes before `right` in the common order. If two operations of one
  /// replica have the same time, their numbers decide.
  func precedes(_ left: Slot, _ right: Slot) -> Bool {
    let (a, b) = (marks[left], marks[right])
    if a.lamport != b.lamport { return a.lamport < b.lamport }
    if a.replica != b.replica {
      return replicas[Int(a.replica)].replica < replicas[Int(b.replica)].replica
    }
    return a.sequence < b.sequence
  }

  /// Returns the later operation in the common order.
  func higher(_ slot: Slot?, _ other: Slot) -> Slot {
    guard let slot, precedes(other, slot) else { return other }
    return slot
  }

  /// The bytes of the table, for tests of the memory.
  var storedBytes: Int {
    let rows = MemoryLayout<Mark>.stride + MemoryLayout<Content>.stride
    let named = (0..<changes.count).reduce(0) { $0 + changes[Slot(clamping: $1)].storedBytes }
    return marks.count * rows + named + replicas.reduce(0) { $0 + $1.storedBytes }
      + chains.storedBytes
  }
}

/// The part of an operation's stamp that differs in every row. The other parts are the same for all
/// operations of a replica, and are stored once for the replica.
private struct Mark: Sendable {
  let lamport: Lamport
  let sequence: SequenceNumber
  let at: Int64
  let lasted: UInt32
  /// The index of the operation's replica.
  let replica: UInt32
  /// The first operation of the gesture; the operation itself if it is the first.
  let head: Slot
}
