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

  /// Returns the lowest place for whose slot `isAbove` is true, found by bisection; the end if
  /// there is none.
  private func firstPlace(where isAbove: (Slot) -> Bool) -> Place {
    let block = max(blocks.firstPlace { isAbove($0[0]) } - 1, 0)
    guard block < blocks.count else { return endPlace }
    return Place(block: block, index: blocks[block].firstPlace(where: isAbove))
  }

  /// Returns whether `left` lies below `right`.
  private func isBelow(_ left: Slot, _ right: Slot, _ operations: OperationTable) -> Bool {
    guard !levels.isEmpty else { return operations.precedes(left, right) }
    let (leftLevel, rightLevel) = (levels[left], levels[right])
    let (isLeftBack, isRightBack) = (leftLevel?.isFront == false, rightLevel?.isFront == false)
    guard isLeftBack == isRightBack else { return isLeftBack }
    let (first, second) = (leftLevel?.change ?? left, rightLevel?.change ?? right)
    if first == second { return operations.precedes(left, right) }
    return isLeftBack ? operations.precedes(second, first) : operations.precedes(first, second)
  }

  /// Inserts a slot at its place.
  mutating func insert(_ slot: Slot, _ operations: OperationTable) {
    let isTop = top.map { isBelow($0, slot, operations) } ?? true
    insert(slot, at: isTop ? endPlace : firstPlace { isBelow(slot, $0, operations) })
  }

  /// Gives a slot another level, and moves it to its new place.
  mutating func set(_ level: Level?, of slot: Slot, _ operations: OperationTable) {
    remove(slot, operations)
    levels[slot] = level
    insert(slot, operations)
  }

  /// Returns whether the included slots have the same order here and there.
  func isSame(as other: DrawingOrder, where isIncluded: (Slot) -> Bool) -> Bool {
    blocks.joined().lazy.filter(isIncluded)
      .elementsEqual(other.blocks.joined().lazy.filter(isIncluded))
  }

  private mutating func remove(_ slot: Slot, _ operations: OperationTable) {
    var place = firstPlace { !isBelow($0, slot, operations) }
    if place.block < blocks.count, place.index == blocks[place.block].count {
      place = Place(block: place.block + 1, index: 0)
    }
    guard place.block < blocks.count, self[place] == slot else { return }
    blocks[place.block].remove(at: place.index)
    if blocks[place.block].isEmpty { blocks.remove(at: place.block) }
  }

  /// Inserts `slot` directly below the slot at `place`. The index directly behind a block is valid.
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

  private mutating func split(_ block: Int) {
    let middle = blocks[block].count / 2
    let upper = Array(blocks[block][middle...])
    blocks[block].removeSubrange(middle...)
    blocks.insert(upper, at: block + 1)
  }
}

extension Array {
  /// Returns the first index for whose element `isAbove` is true, by bisection; else the count.
  func firstPlace(where isAbove: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAbove(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
