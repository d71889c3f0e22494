import EaselBase

/// The slots in the order of drawing, bottom to top, in blocks. An insertion in the middle moves at
/// most one block; an insertion at the top moves nothing.
///
/// A slot without a level lies at its place in the common order of operations. A slot that was
/// brought to the front lies at the place of the change that did so. Slots that were sent to the
/// back lie below all others, the latest lowest. Slots with the level of the same change keep their
/// own order.
public struct DrawingOrder: Sendable {
  private var blocks: [[Slot]] = []
  private var levels: [Slot: Level] = [:]
  private static let blockSize = 512

  /// The level that a change gave a slot.
  struct Level: Hashable, Sendable {
    let isFront: Bool
    let change: Slot
  }

  /// The place of a slot in the order.
  public struct Place: Hashable, Comparable, Sendable {
    let block: Int
    let index: Int

    /// Orders from the bottom to the top.
    public static func < (left: Self, right: Self) -> Bool {
      (left.block, left.index) < (right.block, right.index)
    }
  }

  var startPlace: Place { Place(block: 0, index: 0) }
  var endPlace: Place { Place(block: blocks.count, index: 0) }
  var top: Slot? { blocks.last?.last }

  subscript(place: Place) -> Slot { blocks[place.block][place.index] }

  func place(after place: Place) -> Place {
    place.index + 1 < blocks[place.block].count
      ? Place(block: place.block, index: place.index + 1) : Place(block: place.block + 1, index: 0)
  }

  func place(before place: Place) -> Place {
    place.index > 0
      ? Place(block: place.block, index: place.index - 1)
      : Place(block: place.block - 1, index: blocks[place.block - 1].count - 1)
  }

  /// Returns the level that a change gave a slot; nil without such a change.
  ///
  /// - Parameter changed: levels that replace the present ones.
  func level(of slot: Slot, _ changed: [Slot: Level?] = [:]) -> Level? {
    changed.isEmpty ? levels[slot] : changed[slot] ?? levels[slot]
  }

  /// Inserts a slot at its place. Does nothing if the order contains the slot.
  mutating func insert(_ slot: Slot, _ operations: OperationTable) {
    if top.map({ isBelow($0, slot, operations) }) ?? true {
      insert(slot, at: endPlace)
    } else {
      let place = lowerBound(of: slot, operations)
      if place == endPlace || self[place] != slot { insert(slot, at: place) }
    }
  }

  /// Gives a slot another level, and moves it to its new place. Does nothing if the order does not
  /// contain the slot.
  mutating func set(_ level: Level?, of slot: Slot, _ operations: OperationTable) {
    guard let place = place(of: slot, operations) else { return }
    remove(at: place)
    levels[slot] = level
    insert(slot, operations)
  }

  /// Returns whether the included slots would have another order if some slots had other levels.
  /// Copies nothing: it compares each of these slots with its two neighbours.
  func differs(
    withLevels changed: [Slot: Level?], _ operations: OperationTable,
    where isIncluded: (Slot) -> Bool
  ) -> Bool {
    // All other slots keep their order among each other. So the order is the same if and only if
    // each changed slot still lies between its neighbours.
    changed.keys.contains { slot in
      guard isIncluded(slot), let place = place(of: slot, operations) else { return false }
      let below = nearestSlot(below: place, where: isIncluded)
      let above = nearestSlot(above: place, where: isIncluded)
      return below.map { !isBelow($0, slot, operations, changed) } ?? false
        || above.map { !isBelow(slot, $0, operations, changed) } ?? false
    }
  }

  // MARK: Places

  /// Returns whether `left` lies below `right`.
  ///
  /// - Parameter changed: levels that replace the present ones.
  private func isBelow(
    _ left: Slot, _ right: Slot, _ operations: OperationTable, _ changed: [Slot: Level?] = [:]
  ) -> Bool {
    guard !levels.isEmpty || !changed.isEmpty else { return operations.precedes(left, right) }
    let (leftLevel, rightLevel) = (level(of: left, changed), level(of: right, changed))
    let (isLeftBack, isRightBack) = (leftLevel?.isFront == false, rightLevel?.isFront == false)
    guard isLeftBack == isRightBack else { return isLeftBack }
    let (first, second) = (leftLevel?.change ?? left, rightLevel?.change ?? right)
    if first == second { return operations.precedes(left, right) }
    return isLeftBack ? operations.precedes(second, first) : operations.precedes(first, second)
  }

  /// Returns the nearest included slot below a place; nil if there is none.
  private func nearestSlot(below place: Place, where isIncluded: (Slot) -> Bool) -> Slot? {
    var place = place
    while place > startPlace {
      place = self.place(before: place)
      if isIncluded(self[place]) { return self[place] }
    }
    return nil
  }

  /// Returns the nearest included slot above a place; nil if there is none.
  private func nearestSlot(above place: Place, where isIncluded: (Slot) -> Bool) -> Slot? {
    var place = self.place(after: place)
    while place < endPlace {
      if isIncluded(self[place]) { return self[place] }
      place = self.place(after: place)
    }
    return nil
  }

  /// Returns the place of a slot; nil if the order does not contain it.
  private func place(of slot: Slot, _ operations: OperationTable) -> Place? {
    let place = lowerBound(of: slot, operations)
    return place < endPlace && self[place] == slot ? place : nil
  }

  /// Returns the place of the lowest slot that does not lie below `slot`, found by bisection; the
  /// end if there is none. This is the place of `slot` itself, or the place for its insertion.
  private func lowerBound(of slot: Slot, _ operations: OperationTable) -> Place {
    let above = blocks.partitioningIndex { !isBelow($0[0], slot, operations) }
    guard above > 0 else { return startPlace }
    let block = above - 1
    let index = blocks[block].partitioningIndex { !isBelow($0, slot, operations) }
    return index < blocks[block].count
      ? Place(block: block, index: index) : Place(block: above, index: 0)
  }

  /// Inserts `slot` directly below the slot at `place`; at the top if `place` is the end.
  private mutating func insert(_ slot: Slot, at place: Place) {
    guard place.block < blocks.count else {
      if let last = blocks.last, last.count < Self.blockSize {
        blocks[blocks.count - 1].append(slot)
      } else {
        blocks.append([slot])
      }
      return
    }
    blocks[place.block].insert(slot, at: place.index)
    if blocks[place.block].count > Self.blockSize { split(place.block) }
  }

  private mutating func remove(at place: Place) {
    blocks[place.block].remove(at: place.index)
    if blocks[place.block].isEmpty { blocks.remove(at: place.block) }
  }

  private mutating func split(_ block: Int) {
    let middle = blocks[block].count / 2
    let upper = Array(blocks[block][middle...])
    blocks[block].removeSubrange(middle...)
    blocks.insert(upper, at: block + 1)
  }
}
