import EaselBase

/// The gestures of several operations, and the toggles that govern gestures. A toggle is a cancel
/// or a restore.
///
/// A toggle names an operation and governs the gesture of this operation. A toggle itself belongs
/// to no gesture, and a cancel of a toggle does nothing.
struct GestureTable: Sendable {
  /// Every gesture of several operations, and every gesture that a toggle ever named. The key is
  /// the slot of the gesture's first operation.
  private var gestures: [Slot: GestureRecord] = [:]

  /// Returns whether an operation stands.
  func isActive(_ slot: Slot, _ operations: OperationTable) -> Bool {
    guard !gestures.isEmpty, let gesture = gestures[operations.head(of: slot)] else { return true }
    return gesture.isActive(slot, operations)
  }

  /// Returns the operations of a gesture after the first.
  func others(of head: Slot) -> [Slot] { gestures[head]?.others ?? [] }

  /// Returns all operations of a gesture, in order.
  func members(of head: Slot) -> [Slot] { [head] + others(of: head) }

  /// Adds an operation to its gesture. Does nothing if the gesture has no other operation and no
  /// toggle names it.
  mutating func add(_ slot: Slot, to head: Slot, _ operations: OperationTable) {
    guard head != slot || gestures[head] != nil else { return }
    let alone = GestureRecord(of: head, operations)
    // The gesture changes in place. Removing and inserting it would copy all of it for each
    // operation.
    gestures[head, default: alone].add(
      slot == head ? nil : slot, isHide: operations.isHide(slot))
  }

  /// Applies a toggle to a gesture, unless a higher toggle governs it.
  ///
  /// - Parameter new: the operation that has no effect yet.
  /// - Returns: the operations that begin to stand or stop standing.
  mutating func apply(
    toggle: Slot, to head: Slot, except new: Slot?, _ operations: OperationTable
  ) -> [(slot: Slot, isActive: Bool)] {
    let old = gesture(of: head, operations)
    var gesture = old
    if operations.authorIndex(toggle) == operations.authorIndex(head) {
      gesture.own = operations.higher(old.own, toggle)
    }
    gesture.any = operations.higher(old.any, toggle)
    gestures[head] = gesture
    return members(of: head).compactMap { slot in
      guard slot != new else { return nil }
      let isActive = gesture.isActive(slot, operations)
      return isActive != old.isActive(slot, operations) ? (slot, isActive) : nil
    }
  }

  /// Returns the claims that a gesture now has on the histories.
  func claims(of head: Slot, _ operations: OperationTable) -> [Claim] {
    guard operations.isUndoable(head) else { return [] }
    let gesture = gesture(of: head, operations)
    let author = operations.authorIndex(head)
    var claims: [Claim] = []
    if gesture.hasOthers && !operations.cancels(gesture.own)
      || gesture.hasHides && !operations.cancels(gesture.any)
    {
      claims.append(Claim(author: author, slot: head, isDone: true))
    } else if let own = gesture.own, operations.cancels(own) {
      claims.append(Claim(author: author, slot: own, isDone: false))
    }
    if gesture.hasHides, let any = gesture.any, operations.authorIndex(any) != author {
      claims.append(
        Claim(author: operations.authorIndex(any), slot: any, isDone: operations.cancels(any)))
    }
    return claims
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
  /// The highest toggle by the author of the gesture.
  var own: Slot?
  /// The highest toggle by any author.
  var any: Slot?
  /// Whether the gesture contains hides (`hasHides`), and whether it contains makes, layings or
  /// other changes (`hasOthers`).
  private(set) var hasHides: Bool
  private(set) var hasOthers: Bool

  /// Creates the gesture of a single operation.
  init(of head: Slot, _ operations: OperationTable) {
    hasHides = operations.isHide(head)
    hasOthers = !hasHides
  }

  /// - Parameter other: the operation to add; nil for the first operation of the gesture.
  mutating func add(_ other: Slot?, isHide: Bool) {
    if let other { others.append(other) }
    hasHides = hasHides || isHide
    hasOthers = hasOthers || !isHide
  }

  /// Returns whether an operation of this gesture stands.
  func isActive(_ slot: Slot, _ operations: OperationTable) -> Bool {
    !operations.cancels(operations.isHide(slot) ? any : own)
  }
}
