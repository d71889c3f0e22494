/// The number of an operation in the order of arrival in this process. It is an index into the
/// picture's columns.
typealias Slot = UInt32

/// A growing array in blocks of one size. It never copies its elements to grow, and only its last
/// block has unused space. Two copies of it share every block that neither has changed since.
struct ChunkedArray<Element: Sendable>: Sendable {
  private var blocks: [[Element]] = []
  private(set) var count = 0

  private static var shift: Int { 9 }
  private static var blockSize: Int { 1 << shift }

  mutating func append(_ element: Element) {
    if count & (Self.blockSize - 1) == 0 {
      var block: [Element] = []
      block.reserveCapacity(Self.blockSize)
      blocks.append(block)
    }
    blocks[count >> Self.shift].append(element)
    count += 1
  }

  subscript(slot: Slot) -> Element {
    get { blocks[Int(slot) >> Self.shift][Int(slot) & (Self.blockSize - 1)] }
    _modify { yield &blocks[Int(slot) >> Self.shift][Int(slot) & (Self.blockSize - 1)] }
  }
}
