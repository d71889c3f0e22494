extension CMTime: Comparable, Hashable {
  /// Whether both are the same time, at whatever scale.
  public static func == (left: Self, right: Self) -> Bool { CMTimeCompare(left, right) == 0 }

  /// Orders the earlier time first: the negative infinity, numbers, the positive infinity, the
  /// indefinite time, the invalid time.
  public static func < (left: Self, right: Self) -> Bool { CMTimeCompare(left, right) < 0 }

  /// Hashes the time, at whatever scale.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard let reduced = Fraction(self)?.reduced.time else { return }
    hasher.combine(reduced.value)
    hasher.combine(reduced.timescale)
  }

  fileprivate var rank: Int {
    if !isValid { return 4 }
    if isIndefinite { return 3 }
    if isPositiveInfinity { return 2 }
    return isNegativeInfinity ? 0 : 1
  }

  /// Returns the sum. With a time that is not numeric, the sum is not numeric either.
  public static func + (left: Self, right: Self) -> Self {
    if let left = Fraction(left), let right = Fraction(right) { return (left + right).time }
    for special in [left, right] where !special.isValid { return .invalid }
    if left.isIndefinite || right.isIndefinite { return .indefinite }
    let specials = [left, right].filter { !$0.isNumeric }
    guard let first = specials.first else { return .invalid }
    return specials.allSatisfy { $0.rank == first.rank } ? first : .invalid
  }

  /// Returns the difference. With a time that is not numeric, the difference is not numeric either.
  public static func - (left: Self, right: Self) -> Self { left + -right }

  /// Returns the time with the other sign.
  public static prefix func - (time: Self) -> Self {
    if let number = Fraction(time) { return (-number).time }
    if time.isPositiveInfinity { return .negativeInfinity }
    return time.isNegativeInfinity ? .positiveInfinity : time
  }

  /// Adds a time.
  public static func += (left: inout Self, right: Self) { left = left + right }
  /// Subtracts a time.
  public static func -= (left: inout Self, right: Self) { left = left - right }

  /// Returns the time this many times.
  public static func * (time: Self, factor: Int32) -> Self { time * Double(factor) }
  /// Returns the time this many times.
  public static func * (factor: Int32, time: Self) -> Self { time * factor }
  /// Returns the time this many times.
  @_disfavoredOverload  // A whole number without a type is an `Int32`.
  public static func * (factor: Double, time: Self) -> Self { time * factor }
  /// Returns the time this many times; invalid if the factor is not a number.
  @_disfavoredOverload
  public static func * (time: Self, factor: Double) -> Self {
    guard time.isValid, !factor.isNaN else { return .invalid }
    if let time = Fraction(time), let factor = Fraction(factor) { return (time * factor).time }
    if time.isIndefinite { return .indefinite }
    let product = time.seconds * factor
    if product.isNaN { return .invalid }
    return product < 0 ? .negativeInfinity : .positiveInfinity
  }

  /// Returns the same time at another scale, rounded if necessary.
  public func convertScale(_ scale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    guard let number = Fraction(self) else { return self }
    return scale > 0 ? number.time(scale: scale, method) : .invalid
  }
}

/// Returns the time `value / timescale`.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// Returns the time that is nearest to a number of seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns the time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// Returns the sum.
public func CMTimeAdd(_ left: CMTime, _ right: CMTime) -> CMTime { left + right }
/// Returns the difference.
public func CMTimeSubtract(_ left: CMTime, _ right: CMTime) -> CMTime { left - right }
/// Returns the time this many times.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time * multiplier }
/// Returns the time this many times.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
  time * multiplier
}
/// Returns the earlier time.
public func CMTimeMinimum(_ left: CMTime, _ right: CMTime) -> CMTime { min(left, right) }
/// Returns the later time.
public func CMTimeMaximum(_ left: CMTime, _ right: CMTime) -> CMTime { max(left, right) }
/// Returns the time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime { time < .zero ? -time : time }

/// Returns -1 if the left time is earlier, 0 if both are the same, 1 if it is later.
public func CMTimeCompare(_ left: CMTime, _ right: CMTime) -> Int32 {
  if let left = Fraction(left), let right = Fraction(right) {
    return Fraction.isLess(left, right) ? -1 : Fraction.isLess(right, left) ? 1 : 0
  }
  return left.rank < right.rank ? -1 : left.rank > right.rank ? 1 : 0
}
