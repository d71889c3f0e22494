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

  /// Returns whether an operation is active, that is, whether no cancel takes it back.
  func isActive(_ slot: Slot, _ operations: OperationTable) -> Bool {
    guard !gestures.isEmpty, let gesture = gestures[operations.head(of: slot)] else { return true }
    return gesture.isActive(slot, operations)
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

  /// Applies a toggle to a gesture. It has no effect if a later toggle in the common order already
  /// decides about the gesture.
  ///
  /// - Parameter new: an operation of the gesture that the picture has not applied yet; the result
  ///   leaves it out.
  /// - Returns: the operations that become active or inactive.
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

  /// Returns what a gesture now contributes to the undo histories of authors.
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
  /// The last toggle by the author of the gesture, in the common order. It decides about all
  /// operations that hide nothing.
  var own: Slot?
  /// The last toggle by any author, in the common order. It decides about all hides.
  var any: Slot?
  /// Whether an operation of the gesture hides things.
  private(set) var hasHides: Bool
  /// Whether an operation of the gesture hides nothing: it makes or changes things.
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

  /// Returns whether an operation of this gesture is active.
  func isActive(_ slot: Slot, _ operations: OperationTable) -> Bool {
    !operations.cancels(operations.isHide(slot) ? any : own)
  }
}
