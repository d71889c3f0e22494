/// A change of size: a linear map of the points of a thing, from the points with which the thing
/// was made. Rounding errors do not add up, however often a thing is resized.
///
/// A coordinate becomes `coordinate * scale + shift`. The scales are whole numbers of
/// `1 / BoardScaling.one`, so the result is the same on every machine. A negative scale mirrors the
/// thing.
public struct BoardScaling: Hashable, Sendable {
  /// The factors of both axes, in parts of ``one``.
  public let scaleX: Int32
  public let scaleY: Int32
  /// The distances that are added after the multiplication, in units.
  public let shiftX: Int32
  public let shiftY: Int32

  /// The scale that changes nothing.
  public static let one: Int32 = 1 << fractionBits
  private static let fractionBits: Int32 = 20
  /// The greatest magnitude of a scale, which is 1,024 times the size, and of a shift, in units.
  public static let limit: Int32 = 1 << 30

  /// The scaling that changes nothing.
  public static let identity = BoardScaling(unchecked: one, one, 0, 0)

  /// Creates a scaling; nil if a value is beyond ``limit``.
  public init?(scaleX: Int32, scaleY: Int32, shiftX: Int32, shiftY: Int32) {
    guard [scaleX, scaleY, shiftX, shiftY].allSatisfy({ $0.magnitude <= Self.limit.magnitude })
    else { return nil }
    self.init(unchecked: scaleX, scaleY, shiftX, shiftY)
  }

  private init(unchecked scaleX: Int32, _ scaleY: Int32, _ shiftX: Int32, _ shiftY: Int32) {
    (self.scaleX, self.scaleY, self.shiftX, self.shiftY) = (scaleX, scaleY, shiftX, shiftY)
  }

  /// Returns the place of a point, held within the board's limit.
  public func apply(to point: BoardPoint) -> BoardPoint {
    BoardPoint(x: Self.map(point.x, scaleX, shiftX), y: Self.map(point.y, scaleY, shiftY))
  }

  /// Returns the nearest point that the scaling brings to a place, held within the board's limit. Along
  /// an axis without extent it is the same coordinate.
  func source(of position: BoardPoint) -> BoardPoint {
    func source(_ value: Int32, _ scale: Int32, _ shift: Int32) -> Double {
      guard scale != 0 else { return Double(value) }
      return (Double(value) - Double(shift)) * Double(Self.one) / Double(scale)
    }
    return BoardPoint(
      clamping: source(position.x, scaleX, shiftX), source(position.y, scaleY, shiftY))
  }

  /// A point lies within 32 bits and a scale within 31, so no product overflows.
  private static func map(_ value: Int32, _ scale: Int32, _ shift: Int32) -> Int32 {
    let half = Int64(1) << Int64(fractionBits - 1)
    let scaled = (Int64(value) * Int64(scale) + half) >> Int64(fractionBits) + Int64(shift)
    return Int32(min(max(scaled, Int64(-BoardPoint.limit)), Int64(BoardPoint.limit)))
  }

  /// The step exponent for scaled points: a step that is as fine, compared with the thing, as
  /// before. It is never coarser than before.
  func stepExponent(from exponent: UInt8) -> UInt8 {
    var scale = Int64(min(scaleX.magnitude, scaleY.magnitude))
    var exponent = exponent
    while scale < Int64(Self.one), exponent > 0 {
      scale *= 2
      exponent -= 1
    }
    return exponent
  }
}

/// A change of a box on the board that resizes the things in it: a linear map from the corners of
/// the box to two other places. Its axes may be mirrored.
public struct BoxStretch: Hashable, Sendable {
  /// The box before the change.
  public let box: BoardRect
  /// The place to which the upper left corner of the box goes.
  public let low: BoardPoint
  /// The place to which the lower right corner of the box goes.
  public let high: BoardPoint

  /// Creates a stretch of `box` that brings its upper left corner to `low` and its lower right
  /// corner to `high`. An axis along which the box has no extent only moves, with `low`.
  public init(_ box: BoardRect, low: BoardPoint, high: BoardPoint) {
    (self.box, self.low, self.high) = (box, low, high)
  }

  /// Returns the scaling that a thing needs, so that this stretch moves each of its points as the
  /// screen shows them. Nil if the thing would become too large.
  ///
  /// - Parameters:
  ///   - scaling: the present scaling of the thing.
  ///   - offset: the sum of the thing's moves, which the board adds after the scaling.
  public func scaling(after scaling: BoardScaling, offset: BoardOffset) -> BoardScaling? {
    let x = Self.axis(
      (box.minX, box.maxX), (low.x, high.x), scaling.scaleX, scaling.shiftX, offset.dx)
    let y = Self.axis(
      (box.minY, box.maxY), (low.y, high.y), scaling.scaleY, scaling.shiftY, offset.dy)
    guard let x, let y else { return nil }
    return BoardScaling(scaleX: x.scale, scaleY: y.scale, shiftX: x.shift, shiftY: y.shift)
  }

  private static func axis(
    _ from: (low: Int32, high: Int32), _ to: (low: Int32, high: Int32), _ scale: Int32,
    _ shift: Int32, _ offset: Int32
  ) -> (scale: Int32, shift: Int32)? {
    let span = Double(from.high) - Double(from.low)
    let factor = span == 0 ? 1 : (Double(to.high) - Double(to.low)) / span
    // The screen shows a point p at p * scale + shift + offset.
    let before = Double(shift) + Double(offset) - Double(from.low)
    let after = Double(to.low) + before * factor - Double(offset)
    guard let newScale = Int32(exactly: (Double(scale) * factor).rounded()),
      let newShift = Int32(exactly: after.rounded())
    else { return nil }
    return (newScale, newShift)
  }
}
