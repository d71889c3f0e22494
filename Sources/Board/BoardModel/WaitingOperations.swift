import EaselBase

/// The operations that wait for operations that have not arrived.
///
/// A cancel, a restore and a taking back wait for the operation that they name. A change waits once in
/// each replica of which it names unknown operations: for the lowest of them. A clear waits for the
/// first operation of each unknown replica.
struct WaitingOperations: Sendable {
  private var queues: [ReplicaID: Heap<Wait>] = [:]

  /// An operation that waits for one operation of a replica.
  struct Wait: Sendable {
    /// The number of the awaited operation; 0 for the first operation of the replica, whatever its
    /// number is.
    let sequence: SequenceNumber
    /// The operation that waits.
    let slot: Slot
    /// The place of the numbers behind this one in the change's ``AwaitedNumbers``.
    var rest: UInt32 = 0

    fileprivate static func isAbove(_ left: Wait, _ right: Wait) -> Bool {
      (left.sequence, left.slot) < (right.sequence, right.slot)
    }
  }

  mutating func add(_ wait: Wait, in replica: ReplicaID) {
    queues[replica, default: Heap()].insert(wait, by: Wait.isAbove)
  }

  /// Removes and returns an operation that waits for this number or a lower one; nil if there is none.
  mutating func pop(in replica: ReplicaID, upTo sequence: SequenceNumber) -> Wait? {
    guard !queues.isEmpty, let next = queues[replica]?.top, next.sequence <= sequence else {
      return nil
    }
    let wait = queues[replica]?.pop(by: Wait.isAbove)
    if queues[replica]?.top == nil { queues[replica] = nil }
    return wait
  }

  /// The bytes of the stored waits, for tests of the memory.
  var storedBytes: Int {
    queues.capacity * (MemoryLayout<ReplicaID>.stride + MemoryLayout<Heap<Wait>>.stride)
      + queues.values.reduce(0) {
        $0 + Int.arrayHeader + $1.elements.capacity * MemoryLayout<Wait>.stride
      }
  }
}

/// The numbers of the operations for which a change waits: one run of ascending numbers for each
/// replica. A run holds the distances between its numbers and ends with a zero. A number takes no more
/// bytes here than in the entry.
struct AwaitedNumbers: Sendable {
  private(set) var bytes: [UInt8] = []

  /// Adds a run of ascending numbers. The first number is not stored.
  ///
  /// - Returns: the place of the second number.
  mutating func append(_ numbers: some Swift.Sequence<SequenceNumber>) -> UInt32 {
    let offset = UInt32(clamping: bytes.count)
    var last: SequenceNumber?
    for number in numbers {
      if let last { append(number.raw - last.raw) }
      last = number
    }
    append(0)
    return offset
  }

  private mutating func append(_ distance: UInt64) {
    var rest = distance
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Returns the number behind `number`, and moves the place behind it; nil at the end of the run.
  func next(after number: SequenceNumber, at offset: inout UInt32) -> SequenceNumber? {
    var (distance, shift): (UInt64, UInt64) = (0, 0)
    while Int(offset) < bytes.count {
      let byte = bytes[Int(offset)]
      offset += 1
      distance |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte >= 0x80 else { break }
    }
    return distance > 0 ? SequenceNumber(number.raw + distance) : nil
  }
}

extension Int {
  /// The bytes that an array needs besides its elements.
  static let arrayHeader = 32
}
