import EaselBase

/// What ordered operations give.
///
/// Operations of one replica arrive in their order; those of different replicas in any, and each
/// perhaps twice. The same operations give the same picture whatever the order:
/// - A gesture stands or falls as a whole: the highest cancel or restore that names one of its
///   operations decides. Its author's decide over all of it, those of others over its hides only.
/// - A thing is seen while its gesture stands and no hide that stands is about it.
/// - Moves that stand add up; of the colours the highest one stands. Only the
///   `Limits.recolours` highest recolours of a thing count.
/// - What is about something still unknown takes effect when that arrives.
///
/// Every operation is kept; what is derived from them is brought up to date by each, at a cost that
/// follows from what it changes. Things that clears hide or bring back are refreshed at the end of
/// each batch.
public struct Picture: Sendable {
  // One row for every operation, in the order of arrival.
  var marks = Column<Mark>()
  var contents = Column<Content>()
  /// The box round a visible thing's ink; nowhere for what is not seen and for what is no thing.
  var boxes = Column<BoardRect>()

  /// How many things are seen: as many as `things` gives, at no cost.
  public private(set) var seenCount = 0
  /// The slots of all things, seen or not, bottom to top.
  var order = DrawingOrder()
  var runs: [Run] = []
  private(set) var runIndex: [ReplicaID: Int] = [:]
  /// By the slot of its first operation: every gesture of several operations, and every one that
  /// was ever cancelled.
  var gestures: [Slot: Gesture] = [:]
  /// By its slot: every thing that changes ever named, or that has several pieces.
  var alterations: [Slot: Alteration] = [:]
  /// Later piece → its thing.
  var wholes: [Slot: Slot] = [:]
  /// The changes and verdicts that name an operation still unknown.
  var waiting: [EntryID: [Slot]] = [:]
  /// The hides up to a vector that stand.
  var clears: Set<Slot> = []
  /// By run: where the operations at hand moved `clearedTo`, and its things have to be refreshed.
  var cleared: [Int: ClearedSpan] = [:]
  /// The layings of text, by the first operation of their gesture; and whose text `paper` is.
  var papers: [Slot: [Slot]] = [:]
  var paperHead: Slot?
  /// What each author can undo, and where that is kept.
  var histories: [History] = []
  private(set) var historyIndex: [AuthorID: Int] = [:]

  /// What lies under the ink: that of the highest gesture which laid some and stands.
  public internal(set) var paper: [PaperText.Line] = []

  public init() {}

  /// The operations applied so far, each counted once.
  public var operationCount: Int { marks.count }

  /// How far each replica has been seen.
  public var vector: VersionVector {
    VersionVector(
      Dictionary(uniqueKeysWithValues: runs.indices.map { (runs[$0].replica, seen(of: $0)) }))
  }
}

/// What every row says of its operation's stamp; the rest is said once a run.
struct Mark: Sendable {
  let lamport: Lamport
  let sequence: SequenceNumber
  let at: Int64
  let lasted: UInt32
  let run: UInt32
  /// The first operation of its gesture; itself where it is the first.
  let head: Slot
}

enum Content: Sendable {
  case make(Item)
  // Boxed, so that a stroke does not pay for the size of the rest.
  indirect case change(Change)
  indirect case verdict(Toggle)
  indirect case lay([PaperText.Line])
}

struct Change: Sendable {
  let effect: Operation.Effect
  /// Everything it hides; nil where it names its targets.
  let reach: VersionVector?
  /// The things among the targets it names that are known, ascending, each once.
  var things: [Slot] = []

  var isHide: Bool { effect == .hide }

  var isRecolour: Bool {
    if case .recolour = effect { return true }
    return false
  }
}

/// A cancel or a restore.
struct Toggle: Sendable {
  let target: EntryID
  let cancels: Bool
}

/// One replica.
struct Run: Sendable {
  let replica: ReplicaID
  /// That of its first operation; nobody before.
  var author = AuthorID(Bytes16(high: 0, low: 0))
  /// That author's among the histories.
  var history = 0
  /// Its operations, ascending.
  var slots: [Slot] = []
  /// The clears that stand and cover some of it.
  private(set) var clears = StandingClears()
  /// How far the largest of them reaches.
  private(set) var clearedTo = SequenceNumber(0)

  mutating func countClear(upTo sequence: SequenceNumber, by sign: Int) {
    clears.count(sequence, by: sign)
    clearedTo = clears.highest
  }
}

/// Between which numbers the things of a run may have been hidden or brought back.
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

struct Gesture: Sendable {
  /// The operations after the first.
  var others: [Slot] = []
  /// The highest verdict of its author.
  var own: Slot?
  /// The highest verdict of anyone.
  var any: Slot?
  /// Whether there are hides, and whether there are makes, layings and other changes, in it.
  var hasHides = false
  var hasOthers = false

  /// - Parameter other: nil for its first.
  mutating func add(_ other: Slot?, isHide: Bool) {
    if let other { others.append(other) }
    hasHides = hasHides || isHide
    hasOthers = hasOthers || !isHide
  }
}

/// What changes and further pieces did to a thing.
struct Alteration: Sendable {
  var pieces: [Slot] = []
  /// How many hides that stand name it.
  var hides = 0
  /// The sum of all moves that stand: wide, since a sum held within limits would depend on order.
  var dx: Int64 = 0
  var dy: Int64 = 0
  /// The recolours that name it, be it that they stand or not, the highest last. Only the
  /// `Limits.recolours` highest are kept; the others never have an effect.
  private(set) var recolours: [Recolour] = []

  var offset: BoardOffset { BoardOffset(clamping: dx, dy) }

  /// The recolour whose colour is seen.
  var topRecolour: Slot? { recolours.last { $0.stands }?.slot }

  mutating func insert(_ recolour: Slot, at place: Int) {
    recolours.insert(Recolour(slot: recolour), at: place)
    if recolours.count > Limits.recolours { recolours.removeFirst() }
  }

  mutating func turnRecolour(at place: Int, on: Bool) { recolours[place].stands = on }
}

struct Recolour: Sendable {
  let slot: Slot
  var stands = false
}

extension Picture {
  /// Notes where a thing is seen now.
  mutating func show(_ thing: Slot, in box: BoardRect) {
    seenCount += (boxes[thing].isNowhere ? 0 : -1) + (box.isNowhere ? 0 : 1)
    boxes[thing] = box
  }

  /// Where a replica's run is kept, which begins here where it was never heard of.
  mutating func run(of replica: ReplicaID) -> Int {
    if let known = runIndex[replica] { return known }
    runs.append(Run(replica: replica))
    runIndex[replica] = runs.count - 1
    return runs.count - 1
  }

  /// The number of a run's last operation; 0 before the first.
  func seen(of run: Int) -> SequenceNumber {
    runs[run].slots.last.map { marks[$0].sequence } ?? SequenceNumber(0)
  }

  /// Notes whose a run is, at its first operation.
  mutating func begin(_ run: Int, by author: AuthorID) {
    let index = historyIndex[author] ?? histories.count
    if index == histories.count {
      histories.append(History())
      historyIndex[author] = index
    }
    runs[run].author = author
    runs[run].history = index
  }

  func history(of author: AuthorID) -> History? { historyIndex[author].map { histories[$0] } }

  /// Where the history of an operation's author is kept.
  func history(_ slot: Slot) -> Int { runs[Int(marks[slot].run)].history }

  /// Nil for an operation that has not arrived.
  func slot(_ id: EntryID) -> Slot? {
    guard let index = runIndex[id.replica] else { return nil }
    let slots = runs[index].slots
    guard let place = place(of: id.sequence, in: slots), marks[slots[place]].sequence == id.sequence
    else { return nil }
    return slots[place]
  }

  /// The last of the ascending `slots` numbered `sequence` or less.
  private func place(of sequence: SequenceNumber, in slots: [Slot]) -> Int? {
    // Numbers begin at 1 and ascend, so none stands farther back than its number; where none is
    // missing it stands just there.
    guard let last = slots.indices.last, sequence.raw > 0 else { return nil }
    let guess = Int(min(sequence.raw - 1, UInt64(last)))
    if marks[slots[guess]].sequence <= sequence { return guess }
    let above = slots.firstPlace { marks[$0].sequence > sequence }
    return above > 0 ? above - 1 : nil
  }

  /// The operations of a run numbered above `low` and up to `high`.
  func slots(of run: Int, above low: SequenceNumber, upTo high: SequenceNumber) -> ArraySlice<Slot>
  {
    let slots = runs[run].slots
    let start = place(of: low, in: slots).map { $0 + 1 } ?? 0
    let end = place(of: high, in: slots).map { $0 + 1 } ?? 0
    return slots[min(start, end)..<end]
  }

  func id(_ slot: Slot) -> EntryID {
    EntryID(runs[Int(marks[slot].run)].replica, marks[slot].sequence)
  }

  func author(_ slot: Slot) -> AuthorID { runs[Int(marks[slot].run)].author }

  /// The common order; within a replica that gives one time twice, its own.
  func precedes(_ left: Slot, _ right: Slot) -> Bool {
    let (a, b) = (marks[left], marks[right])
    if a.lamport != b.lamport { return a.lamport < b.lamport }
    if a.run != b.run { return runs[Int(a.run)].replica < runs[Int(b.run)].replica }
    return a.sequence < b.sequence
  }

  /// The later in the common order.
  func higher(_ slot: Slot?, _ other: Slot) -> Slot {
    guard let slot, precedes(other, slot) else { return other }
    return slot
  }
}
