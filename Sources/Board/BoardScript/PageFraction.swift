import BoardModel

/// Converts board units to decimal parts of the page and back, without loss.
enum PageFraction {
  /// The greatest number of digits after the point; more digits are finer than a unit.
  static let digitsMax = 9
  /// The number of digits after the point that is enough for any whole unit of the page's width.
  static let digitsForUnits = 5

  /// Returns the shortest decimal that gives the same step again after rounding to a unit and then
  /// to the step. All units that round to the same step give the same text. So a script that is
  /// read and written again has the same text.
  ///
  /// - Parameter digitsMax: the number of digits after the point that is enough for any value.
  static func text(
    _ units: Int32, of whole: Int32, stepExponent: UInt8 = 0, digitsMax: Int = digitsForUnits
  ) -> String {
    let target = PackedPoints.step(Int64(units), exponent: stepExponent)
    // The parser refuses a place beyond the limit, so a shorter decimal must not round to such a
    // place.
    let farthest = max(Int64(BoardPoint.limit), Int64(target.magnitude))
    var digits = 0
    var scaled = Int64(0)
    repeat {
      scaled = quotient(target * power(digits), Int64(whole))
      let back = quotient(scaled * Int64(whole), power(digits))
      if PackedPoints.step(back, exponent: stepExponent) == target, back.magnitude <= farthest {
        break
      }
      digits += 1
    } while digits < digitsMax
    if digits == digitsMax { scaled = quotient(target * power(digits), Int64(whole)) }
    let scale = UInt64(power(digits))
    let size = scaled.magnitude
    let head = (scaled < 0 ? "-" : "") + String(size / scale)
    guard digits > 0 else { return head }
    let fraction = String(size % scale)
    return head + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// Returns the units nearest to a decimal; nil for text that is not a decimal, and for a value
  /// beyond `limit` units.
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
    // Fifteen digits times the page's size may overflow; no place on the board needs so many
    // digits.
    let (product, overflow) = number.multipliedReportingOverflow(by: Int64(whole))
    guard !overflow else { return nil }
    let units = quotient(isNegative ? -product : product, power(decimals))
    guard units.magnitude <= UInt64(limit.magnitude) else { return nil }
    return Int32(exactly: units)
  }

  /// Returns the quotient rounded to the nearest whole number, halves upwards.
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

extension PackedPoints {
  /// Returns a coordinate in units, rounded to the step as packing rounds it.
  fileprivate static func step(_ unit: Int64, exponent: UInt8) -> Int64 {
    let shift = Int64(Swift.min(exponent, 12))
    let half = shift == 0 ? 0 : Int64(1) << (shift - 1)
    return ((unit + half) >> shift) << shift
  }
}
