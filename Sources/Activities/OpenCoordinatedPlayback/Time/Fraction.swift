/// A fraction of two whole numbers, wide enough that no step of the arithmetic of times overflows.
struct Fraction {
  private let numerator: Int128
  private let denominator: Int128
  private let isRounded: Bool

  private init(_ numerator: Int128, _ denominator: Int128, isRounded: Bool) {
    self.numerator = numerator
    self.denominator = denominator
    self.isRounded = isRounded
  }

  /// Returns nil for a time that is not numeric.
  init?(_ time: CMTime) {
    guard time.isNumeric else { return nil }
    self.init(
      Int128(time.value), Int128(time.timescale), isRounded: time.flags.contains(.hasBeenRounded))
  }

  /// The number itself, or if it has more binary places than a fraction of this size can have, the
  /// nearest with 62 of them. Returns nil if its size is 2⁶³ or more.
  init?(_ number: Double) {
    guard number.isFinite, number.magnitude < 0x1p63 else { return nil }
    let binaryDigits = min(max(52 - Int(number.exponent == .min ? 0 : number.exponent), 0), 62)
    let scale = Double(sign: .plus, exponent: binaryDigits, significand: 1)
    let scaled = (number * scale).rounded()
    self.init(
      Int128(scaled), Int128(1) << Int128(binaryDigits), isRounded: scaled / scale != number)
  }

  static func + (left: Self, right: Self) -> Self {
    let isRounded = left.isRounded || right.isRounded
    let divisor = greatestDivisor(left.denominator, right.denominator)
    let (first, second) = (right.denominator / divisor, left.denominator / divisor)
    return Self(
      left.numerator * first + right.numerator * second, left.denominator * first,
      isRounded: isRounded)
  }

  static prefix func - (number: Self) -> Self {
    Self(-number.numerator, number.denominator, isRounded: number.isRounded)
  }

  static func * (left: Self, right: Self) -> Self {
    // Reduced crosswise, so that the products are as small as they can be.
    let (left, right) = (left.reduced, right.reduced)
    let (a, b) = (
      Self(left.numerator, right.denominator, isRounded: false).reduced,
      Self(right.numerator, left.denominator, isRounded: false).reduced
    )
    return Self(
      a.numerator * b.numerator, a.denominator * b.denominator,
      isRounded: left.isRounded || right.isRounded)
  }

  static func isLess(_ left: Self, _ right: Self) -> Bool {
    left.numerator * right.denominator < right.numerator * left.denominator
  }

  var reduced: Self {
    let divisor = Self.greatestDivisor(numerator, denominator)
    return Self(numerator / divisor, denominator / divisor, isRounded: isRounded)
  }

  /// The seconds in units of the scale, rounded; nil if the number of units is too large.
  func units(of scale: Int32, _ method: CMTimeRoundingMethod) -> (units: Int64, isExact: Bool)? {
    let (units, rest) = scaled(scale)
    let isAway =
      switch method {
      case .roundHalfAwayFromZero: rest.magnitude * 2 >= denominator.magnitude
      case .roundTowardZero: false
      case .roundAwayFromZero: rest != 0
      case .roundTowardPositiveInfinity: rest > 0
      case .roundTowardNegativeInfinity: rest < 0
      }
    guard let units = Int64(exactly: units + (isAway ? rest.signum() : 0)) else { return nil }
    return (units, rest == 0)
  }

  private func scaled(_ scale: Int32) -> (Int128, Int128) {
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    let (units, part) = (rest * Int128(scale)).quotientAndRemainder(dividingBy: denominator)
    return (whole * Int128(scale) + units, part)
  }

  /// The time at this scale, or at the largest smaller one that can express it.
  func time(
    scale: Int32, _ method: CMTimeRoundingMethod = .roundHalfAwayFromZero
  ) -> CMTime {
    var scale = scale
    while scale > 0 {
      if let (units, isExact) = units(of: scale, method) {
        var time = CMTime(value: units, timescale: scale)
        if !isExact || isRounded { time.flags.insert(.hasBeenRounded) }
        return time
      }
      scale /= 2
    }
    return numerator < 0 ? .negativeInfinity : .positiveInfinity
  }

  /// The time with the fraction's own scale if a time can have it, else the nearest time in
  /// nanoseconds.
  var time: CMTime {
    if let scale = Int32(exactly: denominator) { return time(scale: scale) }
    let reduced = reduced
    return reduced.time(scale: Int32(exactly: reduced.denominator) ?? 1_000_000_000)
  }

  private static func greatestDivisor(_ left: Int128, _ right: Int128) -> Int128 {
    var (left, right) = (left.magnitude, right.magnitude)
    while right != 0 { (left, right) = (right, left % right) }
    return Int128(left)
  }
}
