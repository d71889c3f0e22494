/// The 256 colours of a terminal's palette, as xterm defines them.
public enum XtermPalette {
  private static let sixteen: [UInt32] = [
    0x00_00_00, 0xCD_00_00, 0x00_CD_00, 0xCD_CD_00, 0x00_00_EE, 0xCD_00_CD, 0x00_CD_CD,
    0xE5_E5_E5, 0x7F_7F_7F, 0xFF_00_00, 0x00_FF_00, 0xFF_FF_00, 0x5C_5C_FF, 0xFF_00_FF,
    0x00_FF_FF, 0xFF_FF_FF,
  ]
  private static let steps = [0, 95, 135, 175, 215, 255]

  /// Returns one of the 256 colours as `0xRRGGBB`. Users can change the first sixteen colours in
  /// their terminal; this returns the initial values.
  public static func rgb(_ number: UInt8) -> UInt32 {
    let index = Int(number)
    if index < 16 { return sixteen[index] }
    if index >= 232 {
      let grey = 8 + (index - 232) * 10
      return ColorMath.joined(grey, grey, grey)
    }
    let cube = index - 16
    return ColorMath.joined(steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
  }

  /// Returns the most similar of the 240 fixed colours. A coloured ink never becomes grey, and keeps
  /// its hue rather than its brightness.
  public static func nearest256(_ rgb: UInt32) -> UInt8 {
    let wanted = OKLab(rgb)
    let isColored = wanted.isColored
    var (best, least) = (16, Double.infinity)
    for (index, color) in fixed.enumerated() where !isColored || color.chroma > 0.01 {
      let distance = wanted.distance(to: color)
      if distance < least { (best, least) = (16 + index, distance) }
    }
    return UInt8(truncatingIfNeeded: best)
  }

  private static let fixed = (16...255).map { OKLab(rgb(UInt8($0))) }

  /// Returns the most similar of the first `count` colours, 16 or 8. There are few, so it compares
  /// the hue and not the distance. For example, brown becomes red and not grey.
  public static func nearestBasic(_ rgb: UInt32, count: Int) -> UInt8 {
    let isBright = count > 8
    let (red, green, blue) = ColorMath.parts(rgb)
    let (low, high) = (min(red, green, blue), max(red, green, blue))
    guard high - low >= 40 else { return grey((low + high) / 2, isBright: isBright) }
    func bit(_ value: Int, _ bit: UInt8) -> UInt8 {
      (value - low) * 100 >= (high - low) * 47 ? bit : 0
    }
    let hue = bit(red, 1) | bit(green, 2) | bit(blue, 4)
    return isBright && high >= 0xC8 ? hue + 8 : hue
  }

  private static func grey(_ value: Int, isBright: Bool) -> UInt8 {
    switch value {
    case ..<0x38: 0
    case ..<0xA0: isBright ? 8 : 7
    case ..<0xE4: 7
    default: isBright ? 15 : 7
    }
  }
}
