import BoardModel

/// What somebody draws with: everything that lasts from one gesture to the next.
struct ToolSettings: Hashable, Sendable {
  var tool = Tool.pen
  var color: InkColor
  /// 1 … 8.
  var width = 2
  /// Rectangles and ellipses are filled.
  var isFilled = false
  /// Lines keep to 45°, rectangles are squares, ellipses circles, without any modifier held.
  var isConstrained = false

  static let widths = 1...8
  /// How much of what is under it the marker covers.
  static let markerAlpha: UInt8 = 112

  init(color: InkColor) { self.color = color }

  mutating func setWidth(_ width: Int) {
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
  }

  var ink: Ink { Ink(color: color, width: UInt8(width)) }
  /// Broad and translucent: twice the width, at least 4.
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

  /// From `#rrggbb` or `rrggbb`; nil for anything else.
  init?(hex text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(rgb: value)
  }
}
