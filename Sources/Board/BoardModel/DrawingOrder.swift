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

  /// The position of a slot in the order.
  public struct Index: Hashable, Comparable, Sendable {
    let block: Int
    let offset: Int

    /// Orders from the bottom to the top.
    public static func < (left: Self, right: Self) -> Bool {
      (left.block, left.offset) < (right.block, right.offset)
    }
  }

  var startIndex: Index { Index(block: 0, offset: 0) }
  var endIndex: Index { Index(block: blocks.count, offset: 0) }
  var top: Slot? { blocks.last?.last }

  subscript(index: Index) -> Slot { blocks[index.block][index.offset] }

  func index(after index: Index) -> Index {
    index.offset + 1 < blocks[index.block].count
      ? Index(block: index.block, offset: index.offset + 1)
      : Index(block: index.block + 1, offset: 0)
  }

  func index(before index: Index) -> Index {
    index.offset > 0
      ? Index(block: index.block, offset: index.offset - 1)
      : Index(block: index.block - 1, offset: blocks[index.block - 1].count - 1)
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
      insert(slot, at: endIndex)
    } else {
      let index = lowerBound(of: slot, operations)
      if index == endIndex || self[index] != slot { insert(slot, at: index) }
    }
  }

  /// Gives a slot another level, and moves it to its new place. Does nothing if the order does not
  /// contain the slot.
  mutating func set(_ level: Level?, of slot: Slot, _ operations: OperationTable) {
    guard let index = index(of: slot, operations) else { return }
    remove(at: index)
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
      guard isIncluded(slot), let index = index(of: slot, operations) else { return false }
      let below = nearestSlot(below: index, where: isIncluded)
      let above = nearestSlot(above: index, where: isIncluded)
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
  private func nearestSlot(below index: Index, where isIncluded: (Slot) -> Bool) -> Slot? {
    var index = index
    while index > startIndex {
      index = self.index(before: index)
      if isIncluded(self[index]) { return self[index] }
    }
    return nil
  }

  /// Returns the nearest included slot above a place; nil if there is none.
  private func nearestSlot(above index: Index, where isIncluded: (Slot) -> Bool) -> Slot? {
    var index = self.index(after: index)
    while index < endIndex {
      if isIncluded(self[index]) { return self[index] }
      index = self.index(after: index)
    }
    return nil
  }

  /// Returns the place of a slot; nil if the order does not contain it.
  private func index(of slot: Slot, _ operations: OperationTable) -> Index? {
    let index = lowerBound(of: slot, operations)
    return index < endIndex && self[index] == slot ? index : nil
  }

  /// Returns the place of the lowest slot that does not lie below `slot`, found by bisection; the
  /// end if there is none. This is the place of `slot` itself, or the place for its insertion.
  private func lowerBound(of slot: Slot, _ operations: OperationTable) -> Index {
    let above = blocks.partitioningIndex { !isBelow($0[0], slot, operations) }
    guard above > 0 else { return startIndex }
    let block = above - 1
    let index = blocks[block].partitioningIndex { !isBelow($0, slot, operations) }
    return index < blocks[block].count
      ? Index(block: block, offset: index) : Index(block: above, offset: 0)
  }

  /// Inserts `slot` directly below the slot at `place`; at the top if `place` is the end.
  private mutating func insert(_ slot: Slot, at index: Index) {
    guard index.block < blocks.count else {
      if let last = blocks.last, last.count < Self.blockSize {
        blocks[blocks.count - 1].append(slot)
      } else {
        blocks.append([slot])
      }
      return
    }
    blocks[index.block].insert(slot, at: index.offset)
    if blocks[index.block].count > Self.blockSize { split(index.block) }
  }

  private mutating func remove(at index: Index) {
    blocks[index.block].remove(at: index.offset)
    if blocks[index.block].isEmpty { blocks.remove(at: index.block) }
  }

  private mutating func split(_ block: Int) {
    let middle = blocks[block].count / 2
    let upper = Array(blocks[block][middle...])
    blocks[block].removeSubrange(middle...)
    blocks.insert(upper, at: block + 1)
  }
}
