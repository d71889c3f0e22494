/// Calculations with colours as `0xRRGGBB`.
public enum ColorMath {
  package static func parts(_ rgb: UInt32) -> (red: Int, green: Int, blue: Int) {
    (Int(rgb >> 16 & 0xFF), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF))
  }

  package static func joined(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    func held(_ value: Int) -> UInt32 { UInt32(min(max(value, 0), 255)) }
    return held(red) << 16 | held(green) << 8 | held(blue)
  }

  /// Parses `#rrggbb`, in upper or lower case; nil for any other text.
  public static func parsed(_ text: String) -> UInt32? {
    guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
      text.utf8.dropFirst().allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  /// Returns the linear light of each channel, 0 to 1.
  static func linearParts(_ rgb: UInt32) -> (red: Double, green: Double, blue: Double) {
    let (red, green, blue) = parts(rgb)
    return (linear[red], linear[green], linear[blue])
  }

  /// Returns the colour as `#rrggbb`.
  public static func text(_ rgb: UInt32) -> String {
    let digits = String(rgb & 0xFF_FF_FF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Lays one colour over another; alpha 255 hides the colour below.
  public static func blend(_ top: UInt32, over ground: UInt32, alpha: UInt8) -> UInt32 {
    let (a, b) = (parts(top), parts(ground))
    let part = Int(alpha)
    func mixed(_ x: Int, _ y: Int) -> Int { (x * part + y * (255 - part) + 127) / 255 }
    return joined(mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue))
  }

  /// Returns the relative luminance (WCAG 2.1): 0 for black, 1 for white.
  public static func luminance(_ rgb: UInt32) -> Double {
    let (red, green, blue) = parts(rgb)
    return 0.2126 * linear[red] + 0.7152 * linear[green] + 0.0722 * linear[blue]
  }

  /// Returns the contrast of two colours (WCAG 2.1): 1 for the same colour, 21 for black and white.
  /// Level AA requires 4.5 for text, and 3 for lines and signs.
  public static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns `color` if it has this contrast with `ground`. Otherwise moves it towards white or
  /// black until it has.
  public static func visible(_ color: UInt32, on ground: UInt32, contrast least: Double) -> UInt32 {
    guard contrast(color, ground) < least else { return color }
    let goal: UInt32 =
      contrast(0xFF_FF_FF, ground) >= contrast(0, ground) ? 0xFF_FF_FF : 0
    for step in 1...16 {
      let tried = blend(goal, over: color, alpha: UInt8(min(step * 16, 255)))
      if contrast(tried, ground) >= least { return tried }
    }
    return goal
  }

  /// The linear light of each of the 256 values of a channel (sRGB).
  private static let linear: [Double] = (0...255).map { value in
    let part = Double(value) / 255
    if part <= 0.04045 { return part / 12.92 }
    let base = (part + 0.055) / 1.055
    return base * base * fifthRoot(base * base)
  }

  /// Computes a fifth root by Newton's method, so that no mathematical library is necessary. x^2.4
  /// is x² · ⁵√x².
  private static func fifthRoot(_ value: Double) -> Double {
    var root = 1.0
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (root * fourth - value) / (5 * fourth)
    }
    return root
  }
}
