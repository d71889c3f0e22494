import BoardPaper
import EaselBase

/// The effect of an operation.
enum Content: Sendable {
  case make(Item)
  /// A change, as its place among all changes.
  case change(Int)
  // These cases are boxed, so that a stroke does not occupy the memory that they need.
  indirect case toggle(Toggle)
  indirect case takeBack(TakeBack)
  indirect case setPaper([PaperText.Line])
}

struct ChangeRecord: Sendable {
  let effect: Operation.Effect
  /// For a clear: the last entry of each replica that it hides, in the order of the replicas. Nil
  /// if the change names its targets.
  let reach: [EntryID]?
  /// The number that the change adds to the size of its gesture.
  let targetCount: Int
  /// The known things that the change reaches, ascending, each once.
  private(set) var things: [Slot] = []
  /// The numbers of the named operations that have not arrived.
  private(set) var awaited = AwaitedNumbers()
  /// Whether the change reaches things of its own author.
  var hasOwn = false
  /// Whether the change reaches things of another author, or of none.
  var hasForeign = false

  init(_ targets: Operation.Targets, _ effect: Operation.Effect, targetCount: Int) {
    self.effect = effect
    self.targetCount = targetCount
    if case .upTo(let vector) = targets { reach = vector.sorted } else { reach = nil }
  }

  var isHide: Bool { effect == .hide }

  /// Sets the things that the change reaches, ascending, and the numbers that it waits for.
  mutating func bind(to things: [Slot], awaiting numbers: AwaitedNumbers) {
    (self.things, awaited) = (things, numbers)
  }

  /// Adds a thing that the change reaches; returns false if the thing is noted already.
  mutating func include(_ thing: Slot) -> Bool {
    let index =
      things.last.map { $0 < thing } ?? true
      ? things.count : things.partitioningIndex { $0 >= thing }
    guard index == things.count || things[index] != thing else { return false }
    things.insert(thing, at: index)
    return true
  }

  /// The number up to which a clear names the operations of a replica; 0 if it does not name it.
  func reach(in replica: ReplicaID) -> SequenceNumber {
    guard let reach else { return SequenceNumber(0) }
    let index = reach.partitioningIndex { $0.replica >= replica }
    guard index < reach.count, reach[index].replica == replica else { return SequenceNumber(0) }
    return reach[index].sequence
  }

  /// The bytes of the lists of targets, for tests of the memory.
  var storedBytes: Int {
    MemoryLayout<ChangeRecord>.stride + things.capacity * MemoryLayout<Slot>.stride
      + awaited.bytes.capacity + (reach?.capacity ?? 0) * MemoryLayout<EntryID>.stride
  }
}

/// A cancel or a restore.
struct Toggle: Sendable {
  let target: EntryID
  let cancels: Bool
}

/// Takes back what a replica changed on things of others.
struct TakeBack: Sendable {
  let first: SequenceNumber
  let last: EntryID
}
