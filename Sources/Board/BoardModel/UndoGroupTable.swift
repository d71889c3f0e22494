import EaselBase

/// The gestures that consist of several operations, and the toggle that decides about each gesture.
///
/// A toggle is a cancel or a restore. It names an operation and decides whether the whole gesture
/// of this operation is active. The last toggle in the common order counts. A toggle itself belongs
/// to no gesture, and a cancel of a toggle does nothing.
struct UndoGroupTable: Sendable {
  /// Every gesture of several operations, and every gesture of which a toggle ever named an
  /// operation. The key is the slot of the gesture's first operation.
  private var gestures: [Slot: GestureRecord] = [:]

  /// Returns whether an operation stands, that is, whether no cancel of its author takes it back. A
  /// change stands or falls for each part of its things; see ``isActive(_:on:_:)``.
  func isActive(_ slot: Slot, _ operations: OperationTable) -> Bool {
    guard !gestures.isEmpty, let gesture = gestures[operations.head(of: slot)] else { return true }
    return Self.isActive(slot, below: gesture.own, operations)
  }

  /// Returns whether a change stands for a part of its things.
  ///
  /// Cancels, restores and takings back by any author decide about things of others, and about every
  /// hide. Only cancels and restores by the author of the change decide about the author's own things.
  func isActive(_ change: Slot, on things: ThingOwner, _ operations: OperationTable) -> Bool {
    let gesture = gestures.isEmpty ? nil : gestures[operations.head(of: change)]
    if things == .author {
      let top = operations.isHide(change) ? gesture?.any : gesture?.own
      return Self.isActive(change, below: top, operations)
    }
    let takeBack = operations.takeBack(of: change)
    let top = takeBack.map { operations.higher(gesture?.any, $0) } ?? gesture?.any
    return Self.isActive(change, below: top, operations)
  }

  /// A verdict reaches only the operations that stand before it.
  private static func isActive(
    _ slot: Slot, below verdict: Slot?, _ operations: OperationTable
  ) -> Bool {
    guard let verdict, operations.takesBack(verdict) else { return true }
    return operations.precedes(verdict, slot)
  }

  /// Returns the operations of a gesture except the first.
  func others(of head: Slot) -> [Slot] { gestures[head]?.others ?? [] }

  /// Returns all operations of a gesture, in order.
  func members(of head: Slot) -> [Slot] { [head] + others(of: head) }

  /// Adds an operation to its gesture. A gesture of a single operation is not stored until a toggle
  /// names this operation, so this method does nothing for such a gesture.
  mutating func add(_ slot: Slot, to head: Slot, _ operations: OperationTable) {
    guard head != slot || gestures[head] != nil else { return }
    let alone = GestureRecord(of: head, operations)
    // The gesture changes in place. Removing and inserting it would copy all of it for each
    // operation.
    gestures[head, default: alone].add(
      slot == head ? nil : slot, isHide: operations.isHide(slot))
  }

  /// Notes that a change of a gesture reaches things of others.
  mutating func noteForeign(in head: Slot) { gestures[head]?.hasForeign = true }

  /// Adds a toggle of a gesture. It has no effect if a later toggle in the common order already
  /// decides about the gesture.
  mutating func add(toggle: Slot, to head: Slot, _ operations: OperationTable) {
    var gesture = gestures[head] ?? GestureRecord(of: head, operations)
    // The list of operations must have one owner, so that the change copies nothing.
    gestures[head] = nil
    if operations.authorIndex(toggle) == operations.authorIndex(head) {
      gesture.own = operations.higher(gesture.own, toggle)
    }
    gesture.any = operations.higher(gesture.any, toggle)
    gestures[head] = gesture
  }

  /// Returns what a gesture now contributes to the undo histories of authors.
  func claims(of head: Slot, _ operations: OperationTable) -> [Claim] {
    guard operations.isUndoable(head) else { return [] }
    let gesture = gesture(of: head, operations)
    let author = operations.authorIndex(head)
    // If a verdict reaches the last operation, it reaches all.
    let last = gesture.others.last ?? head
    let isForAll = gesture.hasHides || gesture.hasForeign
    var claims: [Claim] = []
    if gesture.hasOthers && Self.isActive(last, below: gesture.own, operations)
      || isForAll && Self.isActive(last, below: gesture.any, operations)
    {
      claims.append(Claim(author: author, slot: head, isDone: true))
    } else if let own = gesture.own, operations.cancels(own) {
      claims.append(Claim(author: author, slot: own, isDone: false))
    }
    if isForAll, let any = gesture.any, operations.authorIndex(any) != author {
      claims.append(
        Claim(author: operations.authorIndex(any), slot: any, isDone: operations.cancels(any)))
    }
    return claims
  }

  /// The bytes of the table, for tests of the memory.
  var storedBytes: Int {
    gestures.capacity * (MemoryLayout<GestureRecord>.stride + MemoryLayout<Slot>.stride)
      + gestures.values.reduce(0) {
        $0 + Int.arrayHeader + $1.others.capacity * MemoryLayout<Slot>.stride
      }
  }

  private func gesture(of head: Slot, _ operations: OperationTable) -> GestureRecord {
    if !gestures.isEmpty, let known = gestures[head] { return known }
    return GestureRecord(of: head, operations)
  }
}

/// One gesture.
private struct GestureRecord: Sendable {
  /// All operations of the gesture except the first.
  private(set) var others: [Slot] = []
  /// The last toggle by the author of the gesture, in the common order.
  var own: Slot?
  /// The last toggle by any author, in the common order.
  var any: Slot?
  /// Whether an operation of the gesture hides things.
  private(set) var hasHides: Bool
  /// Whether an operation of the gesture hides nothing: it makes or changes things.
  private(set) var hasOthers: Bool
  /// Whether a change of the gesture reaches things of others.
  var hasForeign: Bool

  /// Creates the gesture of a single operation.
  init(of head: Slot, _ operations: OperationTable) {
    hasHides = operations.isHide(head)
    hasOthers = !hasHides
    hasForeign = operations.change(head)?.hasForeign ?? false
  }

  /// - Parameter other: the operation to add; nil for the first operation of the gesture.
  mutating func add(_ other: Slot?, isHide: Bool) {
    if let other { others.append(other) }
    hasHides = hasHides || isHide
    hasOthers = hasOthers || !isHide
  }
}

/// The authors of the things that a change reaches.
enum ThingOwner: CaseIterable, Sendable {
  /// The author of the change.
  case author
  /// Another author, or none.
  case others
}
