/// Board units as decimal parts of the page, exactly there and back.
enum PageFraction {
  /// More digits than this after the point say nothing that a unit could show.
  static let digitsMax = 9
  /// Enough for any whole unit.
  static let digitsForUnits = 5

  /// The fewest digits after which rounding to a unit, then to the step, gives the same step again.
  static func digits(stepExponent: UInt8) -> Int {
    let step = Int64(1) << Int64(min(stepExponent, 12))
    guard step > 1 else { return digitsForUnits }
    var digits = 1
    // A decimal is off by half its last digit at the most, and the unit it is rounded to by half a
    // unit more; together they must stay below half a step.
    while Int64(Page.width) + power(digits) >= step * power(digits) { digits += 1 }
    return digits
  }

  /// `units` of `whole` in as few digits as say it, at the most `digits` after the point.
  static func text(_ units: Int32, of whole: Int32, digits: Int) -> String {
    let scale = power(digits)
    let scaled = quotient(Int64(units) * scale, Int64(whole))
    let size = scaled.magnitude
    let sign = scaled < 0 ? "-" : ""
    var fraction = String(size % UInt64(scale))
    fraction = String(repeating: "0", count: digits - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let head = sign + String(size / UInt64(scale))
    return fraction.isEmpty ? head : head + "." + fraction
  }

  /// The units nearest to a decimal; nil for anything but a decimal, and beyond `limit` units.
  static func units(
    _ text: some Collection<UInt8>, of whole: Int32, limit: Int32 = BoardPoint.limit
  ) -> Int32? {
    var rest = text[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    var number: Int64 = 0
    var (digits, decimals, hasPoint) = (0, 0, false)
    for byte in rest {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
        continue
      }
      guard (48...57).contains(byte), digits < 15 else { return nil }
      digits += 1
      if hasPoint { decimals += 1 }
      number = number * 10 + Int64(byte - 48)
    }
    guard digits > 0, decimals <= digitsMax, !hasPoint || decimals > 0 else { return nil }
    // Fifteen digits times the page would not fit; no place on the board needs so many.
    let (product, overflow) = number.multipliedReportingOverflow(by: Int64(whole))
    guard !overflow else { return nil }
    let units = quotient(isNegative ? -product : product, power(decimals))
    guard units.magnitude <= UInt64(limit.magnitude) else { return nil }
    return Int32(exactly: units)
  }

  /// Rounded to the nearest, halves upwards.
  private static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
    let half = divisor / 2
    let (sum, overflow) = value.addingReportingOverflow(half)
    guard !overflow else { return .max }
    let floor = sum / divisor
    return sum % divisor < 0 ? floor - 1 : floor
  }

  private static func power(_ digits: Int) -> Int64 {
    (0..<digits).reduce(1) { value, _ in value * 10 }
  }
}
