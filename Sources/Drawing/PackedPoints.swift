/// At least one point, kept in few bytes: offsets from the first one, in a step that is a power of
/// two no coarser than a quarter of a dot of the screen it was drawn on.
///
/// Points are rounded to the step when packed; `Array(points)` gives them as every screen sees them.
public struct PackedPoints: Hashable, Sendable {
  public let origin: BoardPoint
  /// The step is 2 to this power, 0 … 12.
  public let stepExponent: UInt8
  public let count: Int
  public let bounds: BoardRect
  /// Zig-zag varint deltas, x then y, of every point after the first, in steps.
  public let deltas: [UInt8]

  /// Nil for no points.
  public init?(_ points: [BoardPoint], stepExponent: UInt8) {
    guard let first = points.first else { return nil }
    let shift = Swift.min(stepExponent, 12)
    let half = shift == 0 ? 0 : Int32(1) << (Int32(shift) - 1)
    func step(_ value: Int32) -> Int32 { (value + half) >> Int32(shift) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(points.count * 2)
    var (x, y) = (step(first.x), step(first.y))
    origin = BoardPoint(x: x << Int32(shift), y: y << Int32(shift))
    var box = BoardRect(origin)
    for point in points.dropFirst() {
      let (nextX, nextY) = (step(point.x), step(point.y))
      Self.append(nextX - x, to: &bytes)
      Self.append(nextY - y, to: &bytes)
      (x, y) = (nextX, nextY)
      box = box.union(BoardRect(BoardPoint(x: x << Int32(shift), y: y << Int32(shift))))
    }
    self.stepExponent = shift
    count = points.count
    deltas = bytes
    bounds = box
  }

  private static func append(_ value: Int32, to bytes: inout [UInt8]) {
    var rest = UInt32(bitPattern: (value << 1) ^ (value >> 31))
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

extension PackedPoints: Swift.Sequence {
  public struct Iterator: IteratorProtocol {
    private let points: PackedPoints
    private var index = -1
    private var point: BoardPoint

    init(_ points: PackedPoints) {
      self.points = points
      point = points.origin
    }

    public mutating func next() -> BoardPoint? {
      guard index >= 0 else {
        index = 0
        return point
      }
      guard index < points.deltas.count else { return nil }
      point.x &+= delta() << Int32(points.stepExponent)
      point.y &+= delta() << Int32(points.stepExponent)
      return point
    }

    private mutating func delta() -> Int32 {
      var value: UInt32 = 0
      var shift: UInt32 = 0
      while index < points.deltas.count {
        let byte = points.deltas[index]
        index += 1
        value |= UInt32(byte & 127) << shift
        shift += 7
        if byte < 128 { break }
      }
      return Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1)
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }
  public var underestimatedCount: Int { count }
}
