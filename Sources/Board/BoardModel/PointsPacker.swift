/// Packs points one by one as they arrive. At any time, the result is the same as if all points
/// were packed at once.
public struct PointsPacker: Hashable, Sendable {
  private let shift: Int32
  private let origin: BoardPoint
  private var deltas: [UInt8] = []
  /// The last point, in steps.
  private var x: Int32
  private var y: Int32
  /// The number of points so far, at least 1.
  public private(set) var count = 1

  /// Begins with a point; limits the exponent to ``PackedPoints/stepExponentMax``.
  public init(_ first: BoardPoint, stepExponent: UInt8) {
    shift = Int32(min(stepExponent, PackedPoints.stepExponentMax))
    (x, y) = (Self.steps(first.x, shift), Self.steps(first.y, shift))
    origin = BoardPoint(x: x << shift, y: y << shift)
  }

  mutating func reserve(_ count: Int) { deltas.reserveCapacity(count * 2) }

  /// Adds a point in units, rounded to the step and held within the board's limit.
  public mutating func append(_ point: BoardPoint) {
    let (nextX, nextY) = (Self.steps(point.x, shift), Self.steps(point.y, shift))
    PackedPoints.append(nextX - x, to: &deltas)
    PackedPoints.append(nextY - y, to: &deltas)
    (x, y) = (nextX, nextY)
    count += 1
  }

  /// The packed points, as a copy of the bytes; nil for 2³² points or more.
  public var points: PackedPoints? {
    PackedPoints(checked: deltas[...], origin: origin, stepExponent: UInt8(shift), count: count)
  }

  private static func steps(_ value: Int32, _ shift: Int32) -> Int32 {
    let half = shift == 0 ? 0 : Int32(1) << (shift - 1)
    return (min(max(value, -BoardPoint.limit), BoardPoint.limit) + half) >> shift
  }
}
