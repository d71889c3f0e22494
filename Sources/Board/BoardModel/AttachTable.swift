import EaselBase

/// The attaches of a picture by the things that they name, and the things that follow others.
///
/// The ``Limits/attachesPerTarget`` highest attaches of one author to one thing count, whether or not
/// they stand. All others count as attaches to nothing.
struct AttachTable: Sendable {
  /// By the thing that the attaches name and by the index of their author: the attaches that count, the
  /// highest last.
  private var counted: [EntryID: [Int: [Slot]]] = [:]
  /// The things that follow each thing.
  private var followers: [Slot: Followers] = [:]

  /// The things that follow one thing, whether or not they are visible.
  private struct Followers: Sendable {
    var texts: Set<Slot> = []
    var lines: Set<Slot> = []
  }

  // MARK: Attaches

  /// Adds an attach.
  ///
  /// - Returns: the attach that no longer counts, if there is one.
  mutating func insert(
    _ attach: Slot, to target: EntryID, _ operations: OperationTable
  ) -> Slot? {
    let author = operations.authorIndex(attach)
    var list: [Slot] = []
    // The list must have one owner, so that the insertion copies nothing.
    swap(&list, &counted[target, default: [:]][author, default: []])
    list.insert(attach, at: list.partitioningIndex { !operations.precedes($0, attach) })
    let last = list.count > Limits.attachesPerTarget ? list.removeFirst() : nil
    swap(&list, &counted[target, default: [:]][author, default: []])
    return last
  }

  /// Returns whether an attach is one of its author's highest to a thing.
  func counts(_ attach: Slot, to target: EntryID, _ operations: OperationTable) -> Bool {
    guard let lowest = counted[target]?[operations.authorIndex(attach)]?.first else { return false }
    return !operations.precedes(attach, lowest)
  }

  /// Returns the attaches to a thing that count.
  func attaches(to target: EntryID) -> [Slot] {
    counted.isEmpty ? [] : counted[target].map { $0.values.flatMap { $0 } } ?? []
  }

  // MARK: Followers

  /// Replaces the things that a thing follows.
  mutating func follow(_ thing: Slot, isText: Bool, from old: [Slot], to new: [Slot]) {
    let set: WritableKeyPath<Followers, Set<Slot>> = isText ? \.texts : \.lines
    for target in old where !new.contains(target) {
      followers[target]?[keyPath: set].remove(thing)
      if followers[target].map({ $0.texts.isEmpty && $0.lines.isEmpty }) ?? false {
        followers[target] = nil
      }
    }
    for target in new { followers[target, default: Followers()][keyPath: set].insert(thing) }
  }

  /// Whether anything follows anything.
  var hasFollowers: Bool { !followers.isEmpty }

  /// Returns the texts that follow a shape.
  func texts(in shape: Slot) -> Set<Slot> {
    followers.isEmpty ? [] : followers[shape]?.texts ?? []
  }

  /// Returns the lines that follow a shape or a text.
  func lines(at thing: Slot) -> Set<Slot> {
    followers.isEmpty ? [] : followers[thing]?.lines ?? []
  }

  /// The bytes of the table, for tests of the memory.
  var storedBytes: Int {
    let lists = counted.values.reduce(0) { sum, authors in
      sum + authors.capacity * 2 * MemoryLayout<Int>.stride + Int.arrayHeader
        + authors.values.reduce(0) {
          $0 + Int.arrayHeader + $1.capacity * MemoryLayout<Slot>.stride
        }
    }
    let sets = followers.values.reduce(0) {
      $0 + 2 * Int.arrayHeader
        + ($1.texts.capacity + $1.lines.capacity) * MemoryLayout<Slot>.stride * 2
    }
    return lists + sets
      + counted.capacity * (MemoryLayout<EntryID>.stride + MemoryLayout<Int>.stride)
      + followers.capacity * (MemoryLayout<Followers>.stride + MemoryLayout<Slot>.stride)
  }
}
