import EaselBase
import Testing

struct PartitioningTests {
  @Test("The partitioning index is that of the first element that satisfies the condition")
  func index() {
    for count in 0...9 {
      let numbers = Array(0..<count)
      for first in 0...count {
        #expect(numbers.partitioningIndex { $0 >= first } == first)
      }
    }
  }
}
