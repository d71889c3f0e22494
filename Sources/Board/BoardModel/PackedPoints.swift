/// At least one point, kept in few bytes: offsets from the first one, in a step that is a power of
/// two no coarser than a quarter of a dot of the screen it was drawn on.
///
/// Points are rounded to the step when packed; `Array(points)` gives them as every screen sees them.
public struct PackedPoints: Hashable, Sendable {
  /// Zig-zag varint deltas, x then y, of every point after the first, in steps.
  public let deltas: [UInt8]
  public let origin: BoardPoint
  /// Narrow, as a board keeps one of these for every stroke.
  private let narrowCount: UInt32
  /// The step is 2 to this power, 0 … 12.
  public let stepExponent: UInt8

  public static let stepExponentMax: UInt8 = 12

  public var count: Int { Int(narrowCount) }

  /// Nil for no points, and for more than 2³² of them.
  public init?(_ points: some Collection<BoardPoint>, stepExponent: UInt8) {
    guard let first = points.first else { return nil }
    var packer = PointsPacker(first, stepExponent: stepExponent)
    packer.reserve(points.count)
    for point in points.dropFirst() { packer.append(point) }
    guard let packed = packer.points else { return nil }
    self = packed
  }

  /// Takes deltas that are known to be well formed: `2 * (count - 1)` varints, every point of them
  /// within the board's limit. Nil only where the count is no 32-bit number above 0 or the exponent
  /// is too large.
  init?(checked deltas: ArraySlice<UInt8>, origin: BoardPoint, stepExponent: UInt8, count: Int) {
    guard let narrow = UInt32(exactly: count), narrow > 0, stepExponent <= Self.stepExponentMax
    else { return nil }
    // Copied byte by byte into an array of just this size: one that grew by doubling would keep its
    // slack for ever, and `Array(deltas)` may be that very one.
    self.deltas = deltas.withUnsafeBufferPointer { Array($0) }
    self.origin = origin
    self.stepExponent = stepExponent
    narrowCount = narrow
  }

  /// A point as it will be seen when it is packed.
  public static func rounded(_ point: BoardPoint, stepExponent: UInt8) -> BoardPoint {
    PackedPoints(CollectionOfOne(point), stepExponent: stepExponent)?.origin ?? point
  }

  static func append(_ value: Int32, to bytes: inout [UInt8]) {
    var rest = UInt32(bitPattern: (value << 1) ^ (value >> 31))
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Whether it is the other points, and perhaps more after them.
  public func extends(_ other: PackedPoints) -> Bool {
    guard origin == other.origin, stepExponent == other.stepExponent, count >= other.count,
      deltas.count >= other.deltas.count
    else { return false }
    return deltas.withUnsafeBufferPointer { own in
      other.deltas.withUnsafeBufferPointer { theirs in
        guard own.baseAddress != theirs.baseAddress else { return true }
        // Without a way out before the end, so that many are compared at once.
        var difference: UInt8 = 0
        for index in theirs.indices { difference |= own[index] ^ theirs[index] }
        return difference == 0
      }
    }
  }

  /// The box round the points. Walks all of them.
  public var bounds: BoardRect {
    reduce(into: BoardRect(origin)) { $0.include($1) }
  }

  /// The same points elsewhere; the offset is rounded to the step.
  public func moved(by offset: BoardOffset) -> PackedPoints? {
    PackedPoints(map { $0.moved(by: offset) }, stepExponent: stepExponent)
  }
}

extension PackedPoints: Swift.Sequence {
  /// Open to inlining, as every repaint runs through it once for every point of a board.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let deltas: [UInt8]
    @usableFromInline let shift: Int32
    @usableFromInline var index = -1
    @usableFromInline var point: BoardPoint

    init(_ points: PackedPoints) {
      deltas = points.deltas
      shift = Int32(points.stepExponent)
      point = points.origin
    }

    @inlinable
    public mutating func next() -> BoardPoint? {
      guard index >= 0 else {
        index = 0
        return point
      }
      guard index < deltas.count else { return nil }
      point.x &+= delta() &<< shift
      point.y &+= delta() &<< shift
      return point
    }

    @inlinable
    mutating func delta() -> Int32 {
      var value: UInt32 = 0
      var position: UInt32 = 0
      while index < deltas.count {
        let byte = deltas[index]
        index &+= 1
        value |= UInt32(byte & 127) &<< position
        position &+= 7
        if byte < 128 { break }
      }
      return Int32(bitPattern: value &>> 1) ^ (0 &- Int32(bitPattern: value & 1))
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }
  public var underestimatedCount: Int { count }
}
