extension PackedPoints {
  /// Reads the form that `encoded` writes: the first point and the deltas of the other points, as
  /// zig-zag varints in steps.
  ///
  /// Returns nil for any other bytes: no point, more than `Limits.pointsPerOperation` points, an x
  /// without its y, a varint with more bytes than necessary, or a point beyond the board's limit.
  /// Returns nil also for an exponent above ``stepExponentMax``. It never traps, and it allocates
  /// memory once.
  public init?(decoding bytes: [UInt8], stepExponent: UInt8) {
    guard stepExponent <= Self.stepExponentMax else { return nil }
    let bound = Int(BoardPoint.limit) >> Int(stepExponent)
    guard let walk = bytes.withUnsafeBufferPointer({ Walk($0, bound: bound) }) else { return nil }
    func units(_ steps: Int) -> Int32 { Int32(truncatingIfNeeded: steps << Int(stepExponent)) }
    self.init(
      checked: bytes[walk.firstDelta...],
      origin: BoardPoint(x: units(walk.originX), y: units(walk.originY)),
      stepExponent: stepExponent, count: walk.count)
  }

  /// The bytes that ``init(decoding:stepExponent:)`` reads. The exponent is not among these bytes.
  public var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(deltas.count + 10)
    for value in [origin.x, origin.y] {
      Self.append(value >> Int32(stepExponent), to: &bytes)
    }
    bytes += deltas
    return bytes
  }

  /// One pass over all bytes, in steps.
  private struct Walk {
    private(set) var count = 0
    private(set) var originX = 0
    private(set) var originY = 0
    private(set) var firstDelta = 0

    init?(_ bytes: UnsafeBufferPointer<UInt8>, bound: Int) {
      var (index, x, y) = (0, 0, 0)
      while index < bytes.count {
        guard let dx = Self.delta(bytes, &index), let dy = Self.delta(bytes, &index) else {
          return nil
        }
        // Neither sum can overflow, because both parts are far smaller than the greatest Int.
        x += dx
        y += dy
        guard abs(x) <= bound, abs(y) <= bound, count < Limits.pointsPerOperation else {
          return nil
        }
        if count == 0 { (originX, originY, firstDelta) = (x, y, index) }
        count += 1
      }
      guard count > 0 else { return nil }
    }

    /// Reads a zig-zag varint of at most 32 bits. Nil if the bytes end within it, or if it has more
    /// bytes than necessary.
    private static func delta(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int? {
      var (value, shift) = (0, 0)
      while index < bytes.count, shift < 35 {
        let byte = Int(bytes[index])
        index += 1
        value |= (byte & 127) << shift
        shift += 7
        guard byte < 128 else { continue }
        guard value <= Int(UInt32.max), byte > 0 || shift == 7 else { return nil }
        return (value >> 1) ^ -(value & 1)
      }
      return nil
    }
  }
}
