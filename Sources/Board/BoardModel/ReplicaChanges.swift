import EaselBase

/// The changes of one replica, and the takings back that reach them.
///
/// A taking back reaches neighbouring changes. It is stored in blocks of 1, 2, 4 … changes, and each
/// range of changes consists of few such blocks. So the highest taking back that reaches a change is
/// found in one look at each size of block.
struct ReplicaChanges: Sendable {
  /// The changes of the replica, ascending.
  private(set) var slots: [Slot] = []
  /// For each change, the sum of the costs of this change and of all changes before it.
  private var costs: [Int] = []
  private var blocks: [Block: Heap<Slot>] = [:]

  private struct Block: Hashable, Sendable {
    /// The block has 2 to this power changes.
    let power: UInt8
    let index: UInt32
  }

  /// A block of so many changes is the largest: no taking back reaches more.
  private static let powerMax = UInt8(12)

  mutating func append(_ slot: Slot, cost: Int) {
    slots.append(slot)
    costs.append((costs.last ?? 0) + cost)
  }

  /// Returns the part of a range of changes that a taking back reaches: from the start of the range,
  /// as far as the costs fit into `Limits.targets`.
  func reached(in range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return range }
    let before = range.lowerBound > 0 ? costs[range.lowerBound - 1] : 0
    let end = costs.partitioningIndex { $0 - before > Limits.targets }
    return range.lowerBound..<min(end, range.upperBound)
  }

  /// Adds a taking back that begins to stand.
  mutating func insert(_ takeBack: Slot, in range: Range<Int>, _ operations: OperationTable) {
    for block in Self.blocks(of: range) {
      blocks[block, default: Heap()].insert(takeBack) { operations.precedes($1, $0) }
    }
  }

  /// Removes every taking back that no longer stands, if no other one lies above it.
  mutating func clean(
    _ range: Range<Int>, _ operations: OperationTable, where isActive: (Slot) -> Bool
  ) {
    for block in Self.blocks(of: range) {
      while let top = blocks[block]?.top, !isActive(top) {
        _ = blocks[block]?.pop { operations.precedes($1, $0) }
      }
      if blocks[block]?.top == nil { blocks[block] = nil }
    }
  }

  /// Returns the highest standing taking back that reaches a change; nil if there is none.
  func highest(reaching change: Slot, _ operations: OperationTable) -> Slot? {
    heaps(reaching: change).compactMap(\.top).max(by: operations.precedes)
  }

  private func heaps(reaching change: Slot) -> [Heap<Slot>] {
    guard !blocks.isEmpty else { return [] }
    let index = UInt32(clamping: slots.partitioningIndex { $0 >= change })
    return (0...Self.powerMax).compactMap { blocks[Block(power: $0, index: index >> UInt32($0))] }
  }

  private static func blocks(of range: Range<Int>) -> [Block] {
    var blocks: [Block] = []
    var index = range.lowerBound
    while index < range.upperBound {
      var power = UInt8(0)
      while power < powerMax, index & ((2 << Int(power)) - 1) == 0,
        index + (2 << Int(power)) <= range.upperBound
      {
        power += 1
      }
      blocks.append(Block(power: power, index: UInt32(clamping: index >> Int(power))))
      index += 1 << Int(power)
    }
    return blocks
  }

  /// The bytes of this list, for tests of the memory.
  var storedBytes: Int {
    slots.capacity * MemoryLayout<Slot>.stride + costs.capacity * MemoryLayout<Int>.stride
      + blocks.capacity * (MemoryLayout<Block>.stride + MemoryLayout<Heap<Slot>>.stride)
      + blocks.values.reduce(0) {
        $0 + Int.arrayHeader + $1.elements.capacity * MemoryLayout<Slot>.stride
      }
  }
}
