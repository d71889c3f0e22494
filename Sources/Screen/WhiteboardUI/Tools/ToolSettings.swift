import BoardModel

/// The settings of the user's tools: everything that lasts from one gesture to the next.
struct ToolSettings: Hashable, Sendable {
  var tool = Tool.pen
  var color: InkColor
  /// 1 … 8.
  var width = 2
  /// Whether rectangles and ellipses are filled.
  var isFilled = false
  /// Whether lines keep to 45°, rectangles are squares and ellipses circles, without a modifier
  /// key.
  var isConstrained = false

  static let widths = 1...8
  /// The alpha value with which the marker covers the ink below it.
  static let markerAlpha: UInt8 = 112

  init(color: InkColor) { self.color = color }

  mutating func setWidth(_ width: Int) {
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
  }

  var ink: Ink { Ink(color: color, width: UInt8(width)) }
  /// The marker's ink: translucent, with twice the width, at least 4 and at most 8.
  var markerInk: Ink {
    Ink(color: color.with(alpha: Self.markerAlpha), width: UInt8(min(max(width * 2, 4), 8)))
  }

  var colorName: String { PaletteColor(color)?.name ?? color.hex }
}

extension InkColor {
  /// `#rrggbb`.
  var hex: String {
    let digits = String(rgb, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Reads `#rrggbb` or `rrggbb`; nil for anything else.
  init?(hex text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(rgb: value)
  }
}
