import EaselBase

/// The operations of a picture, in the order of arrival. It also knows their common order, which is
/// the same for every member.
///
/// A slot is the number of an operation in the order of arrival.
struct OperationTable: Sendable {
  // One row for every operation.
  private var marks = ChunkedArray<Mark>()
  private var contents = ChunkedArray<Content>()
  private(set) var replicas: [ReplicaOperations] = []
  private var replicaIndex: [ReplicaID: Int] = [:]
  private var authorIndex: [AuthorID: Int] = [:]

  var count: Int { marks.count }
  /// The number of authors. The index of each author is below this number.
  var authorCount: Int { authorIndex.count }

  // MARK: Arrival

  /// Writes the row of a new operation. The operation is not yet among the operations of its
  /// replica; `append` adds it there.
  ///
  /// - Returns: nil for a known operation, and for a number or time out of bounds.
  mutating func add(_ operation: Operation, _ stamp: Stamp) -> Slot? {
    let id = stamp.id
    guard id.sequence.raw > 0, id.sequence <= .max, stamp.lamport <= .max,
      let slot = Slot(exactly: marks.count)
    else { return nil }
    let replica = index(of: id.replica)
    guard id.sequence > seen(of: replica), let narrow = UInt32(exactly: replica) else { return nil }
    let content = Content(operation.action)
    marks.append(
      Mark(
        lamport: stamp.lamport, sequence: id.sequence, at: stamp.at, lasted: stamp.lasted,
        replica: narrow,
        head: first(of: operation.gesture, in: id.replica, with: content) ?? slot))
    contents.append(content)
    if replicas[replica].slots.isEmpty { begin(replica, by: stamp.author) }
    return slot
  }

  /// Adds an operation to the operations of its replica.
  mutating func append(_ slot: Slot) {
    replicas[Int(marks[slot].replica)].slots.append(slot)
  }

  /// Returns the first operation of the gesture that an operation continues. Toggles belong to no
  /// gesture.
  private func first(
    of gesture: SequenceNumber?, in replica: ReplicaID, with content: Content
  ) -> Slot? {
    guard let gesture, let named = slot(EntryID(replica, gesture)), isUndoable(named) else {
      return nil
    }
    if case .toggle = content { return nil }
    return marks[named].head
  }

  /// Returns the index of a replica; adds the replica if it is unknown.
  mutating func index(of replica: ReplicaID) -> Int {
    if let known = replicaIndex[replica] { return known }
    replicas.append(ReplicaOperations(replica: replica))
    replicaIndex[replica] = replicas.count - 1
    return replicas.count - 1
  }

  /// Records the author of a replica when its first operation arrives.
  private mutating func begin(_ replica: Int, by author: AuthorID) {
    let index = authorIndex[author] ?? authorIndex.count
    authorIndex[author] = index
    replicas[replica].author = author
    replicas[replica].authorIndex = index
  }

  /// Sets the list of things that a change applies to, in ascending order.
  mutating func setThings(_ things: [Slot], of slot: Slot) {
    guard case .change(var change) = contents[slot] else { return }
    change.things = things
    contents[slot] = .change(change)
  }

  /// Adds a thing to the things of a change; returns false if it is one of them already.
  mutating func include(_ thing: Slot, in slot: Slot) -> Bool {
    guard case .change(var change) = contents[slot] else { return false }
    let place = change.things.partitioningIndex { $0 >= thing }
    guard place == change.things.count || change.things[place] != thing else { return false }
    change.things.insert(thing, at: place)
    contents[slot] = .change(change)
    return true
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
    if case .change(let change) = contents[slot] { return change.isHide }
    return false
  }

  /// Returns whether an operation is a make, a change or a laying, which undo can take back.
  func isUndoable(_ slot: Slot) -> Bool {
    if case .toggle = contents[slot] { return false }
    return true
  }

  /// Returns whether an operation is a cancel.
  func cancels(_ slot: Slot?) -> Bool {
    guard let slot, case .toggle(let toggle) = contents[slot] else { return false }
    return toggle.cancels
  }

  /// Returns the vector up to which a clear hides everything; nil for any other operation.
  func reach(of slot: Slot) -> VersionVector? {
    guard case .change(let change) = contents[slot] else { return nil }
    return change.reach
  }

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
    guard let index = replicaIndex[id.replica] else { return nil }
    let slots = replicas[index].slots
    guard let place = place(of: id.sequence, in: slots), marks[slots[place]].sequence == id.sequence
    else { return nil }
    return slots[place]
  }

  /// Returns the index of an author; nil for an author of no operation.
  func index(of author: AuthorID) -> Int? { authorIndex[author] }

  /// Returns the operations of a replica; nil for an unknown replica.
  func operations(of replica: ReplicaID) -> ReplicaOperations? {
    replicaIndex[replica].map { replicas[$0] }
  }

  /// Returns the operations of a replica numbered above `low` and up to `high`.
  func slots(
    of replica: ReplicaOperations, above low: SequenceNumber, upTo high: SequenceNumber
  ) -> ArraySlice<Slot> {
    let slots = replica.slots
    let start = place(of: low, in: slots).map { $0 + 1 } ?? 0
    let end = place(of: high, in: slots).map { $0 + 1 } ?? 0
    return slots[min(start, end)..<end]
  }

  /// Returns the index of the last of `slots` with a number up to `sequence`. `slots` must be
  /// ascending.
  private func place(of sequence: SequenceNumber, in slots: [Slot]) -> Int? {
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

enum Content: Sendable {
  case make(Item)
  // These cases are boxed, so that a stroke does not occupy the memory that they need.
  indirect case change(Change)
  indirect case toggle(Toggle)
  indirect case lay([PaperText.Line])

  fileprivate init(_ action: Operation.Action) {
    switch action {
    case .make(let item): self = .make(item)
    case .change(.items, let effect): self = .change(Change(effect: effect, reach: nil))
    case .change(.upTo(let reach), let effect): self = .change(Change(effect: effect, reach: reach))
    case .cancel(let target): self = .toggle(Toggle(target: target, cancels: true))
    case .restore(let target): self = .toggle(Toggle(target: target, cancels: false))
    case .lay(let text): self = .lay(text.lines)
    }
  }
}

struct Change: Sendable {
  let effect: Operation.Effect
  /// The vector up to which the change hides everything; nil if the change names its targets.
  let reach: VersionVector?
  /// The known things among the named targets, ascending, each once.
  var things: [Slot] = []

  var isHide: Bool { effect == .hide }
}

/// A cancel or a restore.
struct Toggle: Sendable {
  let target: EntryID
  let cancels: Bool
}

/// The operations of one replica.
struct ReplicaOperations: Sendable {
  let replica: ReplicaID
  /// The author of the replica's first operation; all zeros before this operation has arrived.
  fileprivate(set) var author = AuthorID(Bytes16(high: 0, low: 0))
  /// The index of the author.
  fileprivate(set) var authorIndex = 0
  /// The operations of the replica, ascending.
  fileprivate(set) var slots: [Slot] = []
  /// The standing clears that cover a part of the replica.
  private(set) var clears = StandingClears()
  /// The highest number that the standing clears cover; 0 without a clear.
  private(set) var clearedTo = SequenceNumber(0)

  fileprivate init(replica: ReplicaID) { self.replica = replica }

  fileprivate mutating func countClear(upTo sequence: SequenceNumber, by sign: Int) {
    clears.count(sequence, by: sign)
    clearedTo = clears.highest
  }
}

/// A span of numbers in one replica. The things in it may have been hidden or brought back.
struct ClearedSpan: Sendable {
  private(set) var low: SequenceNumber
  private(set) var high: SequenceNumber

  init(_ old: SequenceNumber, _ new: SequenceNumber) {
    (low, high) = (min(old, new), max(old, new))
  }

  func union(_ other: ClearedSpan) -> ClearedSpan {
    ClearedSpan(min(low, other.low), max(high, other.high))
  }
}
