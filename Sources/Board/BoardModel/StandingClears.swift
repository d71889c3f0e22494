import EaselBase

/// The reaches of the standing clears in one replica. The reach of a clear is the number up to
/// which it hides the replica's operations.
///
/// Equal reaches are counted together. A reach with a count of 0 stays in the heap until it is the
/// heap's highest reach. Each change costs the logarithm of the number of clears.
struct StandingClears: Sendable {
  private var counts: [SequenceNumber: Int] = [:]
  /// Every reach in `counts` once, except for `highest` and `second`.
  private var heap = Heap<SequenceNumber>()
  /// The largest reach that stands; 0 if none stands.
  private(set) var highest = SequenceNumber(0)
  /// The largest standing reach below `highest`.
  private var second = SequenceNumber(0)

  /// Counts a clear that begins to stand (1) or stops standing (-1).
  mutating func count(_ reach: SequenceNumber, by sign: Int) {
    guard reach.raw > 0 else { return }
    let old = counts[reach]
    counts[reach] = max((old ?? 0) + sign, 0)
    if old == nil { heap.insert(reach, by: >) }
    // A reach below `highest` and `second` changes neither of them.
    guard reach >= second else { return }
    for known in [highest, second] where known.raw > 0 { heap.insert(known, by: >) }
    (highest, second) = (popStanding(), popStanding())
  }

  /// Returns the largest standing reach that would remain if one clear with this reach stopped
  /// standing.
  func highest(without reach: SequenceNumber) -> SequenceNumber {
    guard reach == highest, counts[reach] == 1 else { return highest }
    return second
  }

  /// The number of stored numbers, for tests of the memory.
  var storedCount: Int { 2 * counts.capacity + heap.elements.capacity }

  private mutating func popStanding() -> SequenceNumber {
    while let reach = heap.pop(by: >) {
      if counts[reach, default: 0] > 0 { return reach }
      counts[reach] = nil
    }
    return SequenceNumber(0)
  }
}
