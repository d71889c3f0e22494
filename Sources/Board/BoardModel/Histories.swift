import EaselBase

/// The gestures that each author can undo and redo, derived from the operations.
struct Histories: Sendable {
  /// The histories, by the index of the author.
  private var histories: [History] = []

  private struct History: Sendable {
    /// The author's standing gestures, each as its first operation, and the author's cancels of
    /// changes that others made to things that are not theirs. The highest is last.
    var done: [Slot] = []
    /// The author's cancels that suppress a gesture of the author, and the author's restores of a
    /// hide by another author. The highest is last.
    var undone: [Slot] = []
    /// The highest of the first operations of the author's gestures.
    var newest: Slot?
    /// All toggles by the author on gestures of other authors, the highest last.
    var foreign: [Slot] = []
  }

  /// The gestures of the author that stand, each as its first operation, and the author's cancels
  /// that suppress a hide by another author. The highest is last.
  func done(by author: Int) -> [Slot] { histories[author].done }

  /// The author's cancels that suppress a gesture of the author, and the author's restores of a
  /// hide by another author. The highest is last.
  func undone(by author: Int) -> [Slot] { histories[author].undone }

  /// Returns the author's latest gesture or toggle that was neither an undo nor a redo.
  func newest(by author: Int, _ operations: OperationTable) -> Slot? {
    let history = histories[author]
    var newest = history.newest
    for (index, slot) in history.foreign.enumerated().reversed() where operations.cancels(slot) {
      if let newest, operations.precedes(slot, newest) { break }
      let previous = history.foreign[..<index].last {
        operations.target(of: $0) == operations.target(of: slot)
      }
      // A cancel after the author's own restore is a redo, unless the author made a new gesture
      // between the two.
      if let previous, !operations.cancels(previous),
        newest.map({ operations.precedes($0, previous) }) ?? true
      {
        continue
      }
      newest = slot
      break
    }
    return newest
  }

  /// Adds an empty history for each new author.
  mutating func grow(to count: Int) {
    while histories.count < count { histories.append(History()) }
  }

  /// Records the arrival of an operation of a gesture.
  mutating func record(_ slot: Slot, in head: Slot, _ operations: OperationTable) {
    guard operations.isUndoable(slot) else { return }
    let author = operations.authorIndex(slot)
    histories[author].newest = operations.higher(histories[author].newest, head)
  }

  /// Records a toggle, if it names a gesture of another author.
  mutating func record(toggle: Slot, of head: Slot, _ operations: OperationTable) {
    let author = operations.authorIndex(toggle)
    guard author != operations.authorIndex(head) else { return }
    histories[author].foreign.insert(toggle, by: operations)
  }

  /// Replaces the previous claims of a gesture by its present claims.
  mutating func replace(_ before: [Claim], by after: [Claim], _ operations: OperationTable) {
    guard before != after else { return }
    for claim in before where !after.contains(claim) { remove(claim, operations) }
    for claim in after where !before.contains(claim) { insert(claim, operations) }
  }

  /// The bytes of the histories, for tests of the memory.
  var storedBytes: Int {
    histories.reduce(0) {
      $0 + MemoryLayout<History>.stride + 3 * Int.arrayHeader
        + ($1.done.capacity + $1.undone.capacity + $1.foreign.capacity)
        * MemoryLayout<Slot>.stride
    }
  }

  private mutating func insert(_ claim: Claim, _ operations: OperationTable) {
    if claim.isDone {
      histories[claim.author].done.insert(claim.slot, by: operations)
    } else {
      histories[claim.author].undone.insert(claim.slot, by: operations)
    }
  }

  private mutating func remove(_ claim: Claim, _ operations: OperationTable) {
    if claim.isDone {
      histories[claim.author].done.remove(claim.slot, by: operations)
    } else {
      histories[claim.author].undone.remove(claim.slot, by: operations)
    }
  }
}

/// The contribution of a gesture to a history. A gesture contributes at most one claim to its
/// author's history, and at most one to the history of one other author.
struct Claim: Equatable {
  /// The index of the author whose history receives the claim.
  let author: Int
  let slot: Slot
  let isDone: Bool
}

/// A list whose highest slot is last.
extension [Slot] {
  fileprivate mutating func insert(_ slot: Slot, by operations: OperationTable) {
    insert(slot, at: index(of: slot, by: operations))
  }

  fileprivate mutating func remove(_ slot: Slot, by operations: OperationTable) {
    let index = index(of: slot, by: operations)
    if index < count, self[index] == slot { remove(at: index) }
  }

  /// Returns the index of a slot, or the index at which it would be inserted.
  private func index(of slot: Slot, by operations: OperationTable) -> Int {
    if let last, operations.precedes(last, slot) { return count }
    return partitioningIndex { !operations.precedes($0, slot) }
  }
}
