/// A list of at least one point in few bytes: the first point, and the differences from point to
/// point in steps. A step is a power of two of units, at most a quarter of a dot of the author's
/// screen.
///
/// Packing rounds points to the step. `Array(points)` returns the rounded points, which every
/// screen shows.
public struct PackedPoints: Hashable, Sendable {
  /// Zig-zag varint deltas, x then y, of every point after the first, in steps.
  public let deltas: [UInt8]
  /// The first point, in units, rounded to the step.
  public let origin: BoardPoint
  /// The count. It has only 32 bits, because a board stores one for every stroke.
  private let narrowCount: UInt32
  /// The step is 2 to this power, 0 … 12, in units.
  public let stepExponent: UInt8

  /// The greatest step exponent: a step of 4,096 units.
  public static let stepExponentMax: UInt8 = 12

  /// The number of points, at least 1.
  public var count: Int { Int(narrowCount) }

  /// Packs points; nil for no points, and for 2³² points or more.
  public init?(_ points: some Collection<BoardPoint>, stepExponent: UInt8) {
    guard let first = points.first else { return nil }
    var packer = PointsPacker(first, stepExponent: stepExponent)
    packer.reserve(points.count)
    for point in points.dropFirst() { packer.append(point) }
    guard let packed = packer.points else { return nil }
    self = packed
  }

  /// Accepts deltas that are known to be well formed: `2 * (count - 1)` varints, with every point
  /// within the board's limit. Nil only if the count is 0 or does not fit 32 bits, or if the
  /// exponent is too large.
  init?(checked deltas: ArraySlice<UInt8>, origin: BoardPoint, stepExponent: UInt8, count: Int) {
    guard let narrow = UInt32(exactly: count), narrow > 0, stepExponent <= Self.stepExponentMax
    else { return nil }
    // The bytes are copied into an array of exactly this size. An array that grew by doubling would
    // never free its unused memory, and `Array(deltas)` may return the same array.
    self.deltas = deltas.withUnsafeBufferPointer { Array($0) }
    self.origin = origin
    self.stepExponent = stepExponent
    narrowCount = narrow
  }

  /// Returns a point as screens show it after packing.
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

  /// Returns whether the list begins with all points of `other`; more points may follow.
  public func extends(_ other: PackedPoints) -> Bool {
    guard origin == other.origin, stepExponent == other.stepExponent, count >= other.count,
      deltas.count >= other.deltas.count
    else { return false }
    return deltas.withUnsafeBufferPointer { own in
      other.deltas.withUnsafeBufferPointer { theirs in
        guard own.baseAddress != theirs.baseAddress else { return true }
        // The loop has no early exit, so that the processor compares many bytes at once.
        var difference: UInt8 = 0
        for index in theirs.indices { difference |= own[index] ^ theirs[index] }
        return difference == 0
      }
    }
  }

  /// The box round the points. The getter walks all points.
  public var bounds: BoardRect {
    reduce(into: BoardRect(origin)) { $0.include($1) }
  }

  /// Returns the same points moved by `offset`, which is rounded to the step.
  public func moved(by offset: BoardOffset) -> PackedPoints? {
    PackedPoints(map { $0.moved(by: offset) }, stepExponent: stepExponent)
  }
}

extension PackedPoints: Swift.Sequence {
  /// The iterator allows inlining, because every repaint calls it for every point of a board.
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

    /// Returns the next point, in units; nil after the last point.
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

  /// Returns an iterator over all points, in units.
  public func makeIterator() -> Iterator { Iterator(self) }
  /// The exact number of points.
  public var underestimatedCount: Int { count }
}
