/// The slots in the order of drawing, bottom to top, in blocks. An insertion in the middle moves at
/// most one block; an insertion at the top moves nothing.
public struct DrawingOrder: Sendable {
  private var blocks: [[Slot]] = []
  private static let blockSize = 512

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
  func firstPlace(where isAbove: (Slot) -> Bool) -> Place {
    let block = max(blocks.firstPlace { isAbove($0[0]) } - 1, 0)
    guard block < blocks.count else { return endPlace }
    return Place(block: block, index: blocks[block].firstPlace(where: isAbove))
  }

  /// Inserts `slot` directly below the slot at `place`. The index directly behind a block is valid.
  mutating func insert(_ slot: Slot, at place: Place) {
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
