import EaselBase

/// The picture that ordered operations give.
///
/// Operations of one replica arrive in their order, operations of different replicas in any order,
/// and each perhaps twice. The same operations give the same picture in every order of arrival:
/// - A gesture stands or falls as a whole: the highest cancel or restore that names one of its
///   operations decides. A cancel or restore by its author governs the whole gesture; a cancel or
///   restore by another author governs its hides only.
/// - A thing is visible while its gesture stands and no standing hide names or covers it.
/// - Moves that stand add up. The highest recolour that stands gives the colour. Only the
///   `Limits.recolours` highest recolours of a thing count.
/// - An operation that names an unknown operation takes effect when the unknown operation arrives.
///
/// The picture keeps every operation. Each operation updates the derived state, at a cost that
/// follows from the size of its change. Things that clears hide or bring back are refreshed at the
/// end of each batch.
public struct Picture: Sendable {
  // One row for every operation, in the order of arrival.
  var marks = Column<Mark>()
  var contents = Column<Content>()
  /// The box round a visible thing's ink; nowhere for a hidden thing and for an operation that made
  /// no thing.
  var boxes = Column<BoardRect>()

  /// The number of visible things: the count of `things`, at no cost.
  public private(set) var seenCount = 0
  /// The slots of all things, visible or not, bottom to top.
  var order = DrawingOrder()
  var runs: [Run] = []
  private(set) var runIndex: [ReplicaID: Int] = [:]
  /// Every gesture of several operations, and every gesture that a toggle ever named, by the slot
  /// of its first operation.
  var gestures: [Slot: Gesture] = [:]
  /// The alteration of every thing that a change ever named or that has several pieces, by the slot
  /// of the thing.
  var alterations: [Slot: Alteration] = [:]
  /// The thing of each later piece.
  var wholes: [Slot: Slot] = [:]
  /// The changes and toggles that name an operation still unknown, by that operation.
  var waiting: [EntryID: [Slot]] = [:]
  /// The standing hides of everything up to a vector.
  var clears: Set<Slot> = []
  /// By run: the span over which the present operations moved `clearedTo`. Its things need a
  /// refresh.
  var cleared: [Int: ClearedSpan] = [:]
  /// The layings of text, by the first operation of their gesture; `paperHead` names the gesture
  /// whose text `paper` holds.
  var papers: [Slot: [Slot]] = [:]
  var paperHead: Slot?
  /// The history of each author; `historyIndex` gives its index.
  var histories: [History] = []
  private(set) var historyIndex: [AuthorID: Int] = [:]

  /// The text under the ink: the text of the highest standing gesture that laid some.
  public internal(set) var paper: [PaperText.Line] = []

  public init() {}

  /// The number of operations applied so far, each counted once.
  public var operationCount: Int { marks.count }

  /// The number of the last known operation of each replica.
  public var vector: VersionVector {
    VersionVector(
      Dictionary(uniqueKeysWithValues: runs.indices.map { (runs[$0].replica, seen(of: $0)) }))
  }
}

/// The part of an operation's stamp that every row holds; the run holds the rest.
struct Mark: Sendable {
  let lamport: Lamport
  let sequence: SequenceNumber
  let at: Int64
  let lasted: UInt32
  let run: UInt32
  /// The first operation of its gesture; the operation itself if it is the first.
  let head: Slot
}

enum Content: Sendable {
  case make(Item)
  // These cases are boxed, so that a stroke does not use the memory of the other cases.
  indirect case change(Change)
  indirect case verdict(Toggle)
  indirect case lay([PaperText.Line])
}

struct Change: Sendable {
  let effect: Operation.Effect
  /// The vector up to which it hides everything; nil if it names its targets.
  let reach: VersionVector?
  /// The known things among its named targets, ascending, each once.
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

/// The operations of one replica.
struct Run: Sendable {
  let replica: ReplicaID
  /// The author of its first operation; no author before that.
  var author = AuthorID(Bytes16(high: 0, low: 0))
  /// The index of that author's history.
  var history = 0
  /// Its operations, ascending.
  var slots: [Slot] = []
  /// The standing clears that cover a part of it.
  private(set) var clears = StandingClears()
  /// The highest number that these clears cover; 0 without a clear.
  private(set) var clearedTo = SequenceNumber(0)

  mutating func countClear(upTo sequence: SequenceNumber, by sign: Int) {
    clears.count(sequence, by: sign)
    clearedTo = clears.highest
  }
}

/// The numbers between which the things of a run may have been hidden or brought back.
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
  /// The highest toggle by its author.
  var own: Slot?
  /// The highest toggle by any author.
  var any: Slot?
  /// Whether it contains hides (`hasHides`), and whether it contains makes, layings or other
  /// changes (`hasOthers`).
  var hasHides = false
  var hasOthers = false

  /// - Parameter other: the operation; nil for the first operation of the gesture.
  mutating func add(_ other: Slot?, isHide: Bool) {
    if let other { others.append(other) }
    hasHides = hasHides || isHide
    hasOthers = hasOthers || !isHide
  }
}

/// The effects of changes and further pieces on a thing.
struct Alteration: Sendable {
  var pieces: [Slot] = []
  /// The number of standing hides that name it.
  var hides = 0
  /// The sum of all moves that stand, in units. It has 64 bits, because a sum held within limits
  /// would depend on the order.
  var dx: Int64 = 0
  var dy: Int64 = 0
  /// The recolours that name it, whether they stand or not, the highest last. Only the
  /// `Limits.recolours` highest are kept; the others never have an effect.
  private(set) var recolours: [Recolour] = []

  var offset: BoardOffset { BoardOffset(clamping: dx, dy) }

  /// The recolour whose colour screens show.
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
  /// Records the present visible box of a thing.
  mutating func show(_ thing: Slot, in box: BoardRect) {
    seenCount += (boxes[thing].isNowhere ? 0 : -1) + (box.isNowhere ? 0 : 1)
    boxes[thing] = box
  }

  /// Returns the index of a replica's run; adds an empty run for an unknown replica.
  mutating func run(of replica: ReplicaID) -> Int {
    if let known = runIndex[replica] { return known }
    runs.append(Run(replica: replica))
    runIndex[replica] = runs.count - 1
    return runs.count - 1
  }

  /// Returns the number of a run's last operation; 0 before the first.
  func seen(of run: Int) -> SequenceNumber {
    runs[run].slots.last.map { marks[$0].sequence } ?? SequenceNumber(0)
  }

  /// Records the author of a run, at its first operation.
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

  /// Returns the index of the history of an operation's author.
  func history(_ slot: Slot) -> Int { runs[Int(marks[slot].run)].history }

  /// Returns the slot of an operation; nil if it has not arrived.
  func slot(_ id: EntryID) -> Slot? {
    guard let index = runIndex[id.replica] else { return nil }
    let slots = runs[index].slots
    guard let place = place(of: id.sequence, in: slots), marks[slots[place]].sequence == id.sequence
    else { return nil }
    return slots[place]
  }

  /// Returns the index of the last of the ascending `slots` whose number is `sequence` or less.
  private func place(of sequence: SequenceNumber, in slots: [Slot]) -> Int? {
    // Numbers begin at 1 and ascend, so the index of a number is at most the number minus 1. If no
    // number is missing, the index is exactly that.
    guard let last = slots.indices.last, sequence.raw > 0 else { return nil }
    let guess = Int(min(sequence.raw - 1, UInt64(last)))
    if marks[slots[guess]].sequence <= sequence { return guess }
    let above = slots.firstPlace { marks[$0].sequence > sequence }
    return above > 0 ? above - 1 : nil
  }

  /// Returns the operations of a run numbered above `low` and up to `high`.
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

  /// Returns whether `left` comes before `right` in the common order. Operations of a replica that
  /// used the same time twice are in the replica's own order.
  func precedes(_ left: Slot, _ right: Slot) -> Bool {
    let (a, b) = (marks[left], marks[right])
    if a.lamport != b.lamport { return a.lamport < b.lamport }
    if a.run != b.run { return runs[Int(a.run)].replica < runs[Int(b.run)].replica }
    return a.sequence < b.sequence
  }

  /// Returns the later operation in the common order.
  func higher(_ slot: Slot?, _ other: Slot) -> Slot {
    guard let slot, precedes(other, slot) else { return other }
    return slot
  }
}
