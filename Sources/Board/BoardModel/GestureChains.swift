/// The gestures that are too large for one verdict.
///
/// The operations of a gesture name at most `Limits.targets` targets together. An operation that would
/// exceed this bound begins another gesture, and later operations of its author's gesture continue
/// that one. All gestures that began as one form a chain, and the author undoes them together. The
/// operations of a replica arrive in their order, so every member cuts a gesture at the same places.
struct GestureChains: Sendable {
  /// The chains of more than one operation, by the first operation.
  private var chains: [Slot: Chain] = [:]
  /// The first operation of the chain, by the first operation of each later gesture.
  private var origins: [Slot: Slot] = [:]

  private struct Chain: Sendable {
    /// The first operation of the last gesture.
    var head: Slot
    /// The number of targets of the last gesture so far.
    var targetCount: Int
    /// The first operations of the gestures behind the first one.
    var later: [Slot] = []
  }

  /// Adds an operation to the chain of a gesture.
  ///
  /// - Parameter named: the first operation of the gesture that the operation names.
  /// - Returns: the first operation of the gesture to which the operation belongs.
  mutating func add(
    _ slot: Slot, to named: Slot, targetCount: Int, firstTargetCount: (Slot) -> Int
  ) -> Slot {
    let origin = origin(of: named)
    var chain = chains[origin] ?? Chain(head: origin, targetCount: firstTargetCount(origin))
    if chain.targetCount + targetCount <= Limits.targets {
      chain.targetCount += targetCount
    } else {
      (chain.head, chain.targetCount) = (slot, targetCount)
      chain.later.append(slot)
      origins[slot] = origin
    }
    chains[origin] = chain
    return chain.head
  }

  /// Returns the first operations of all gestures that form a chain with this one, in order.
  func heads(with head: Slot) -> [Slot] {
    let origin = origin(of: head)
    return [origin] + (chains[origin]?.later ?? [])
  }

  func origin(of head: Slot) -> Slot { origins.isEmpty ? head : origins[head] ?? head }

  /// The bytes of the chains, for tests of the memory.
  var storedBytes: Int {
    chains.capacity * (MemoryLayout<Chain>.stride + MemoryLayout<Slot>.stride)
      + origins.capacity * MemoryLayout<Slot>.stride * 3
  }
}
