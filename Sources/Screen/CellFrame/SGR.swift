/// Select Graphic Rendition: the escape sequences for colours and attributes (ECMA-48 8.3.117).
package enum SGR {
  /// Changes a style by the parameters of one sequence. Unknown parameters change nothing.
  package static func apply(_ bytes: [UInt8], to style: inout Style) {
    let parameters = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(number) }
    var index = 0
    while index < parameters.count {
      let parameter = parameters[index]
      index += 1
      switch parameter[0] {
      case 38: if let tone = tone(parameter, parameters, &index) { style.foreground = tone }
      case 48: if let tone = tone(parameter, parameters, &index) { style.background = tone }
      case 58: _ = tone(parameter, parameters, &index)
      case 4: style.attributes = set(.underline, parameter.count < 2 || parameter[1] != 0, style)
      default: apply(parameter[0], to: &style)
      }
    }
  }

  /// Reads a number; returns at most 9,999, and 0 for an empty parameter.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { min($0 * 10 + Int($1 & 15), 9_999) }
  }

  private static func set(
    _ attribute: Style.Attributes, _ isOn: Bool, _ style: Style
  ) -> Style.Attributes {
    isOn ? style.attributes.union(attribute) : style.attributes.subtracting(attribute)
  }

  private static func apply(_ code: Int, to style: inout Style) {
    switch code {
    case 0: style = Style.plain
    case 1: style.attributes.insert(.bold)
    case 2: style.attributes.insert(.dim)
    case 3: style.attributes.insert(.italic)
    case 7: style.attributes.insert(.reverse)
    case 21: style.attributes.insert(.underline)
    case 22: style.attributes.subtract([.bold, .dim])
    case 23: style.attributes.remove(.italic)
    case 24: style.attributes.remove(.underline)
    case 27: style.attributes.remove(.reverse)
    case 30...37: style.foreground = indexed(code - 30)
    case 39: style.foreground = .terminal
    case 40...47: style.background = indexed(code - 40)
    case 49: style.background = .terminal
    case 90...97: style.foreground = indexed(code - 82)
    case 100...107: style.background = indexed(code - 92)
    default: break
    }
  }

  private static func indexed(_ number: Int) -> Tint {
    UInt8(exactly: number).map { .indexed($0) } ?? .terminal
  }

  /// Reads a colour as a number or as red, green and blue. The values stand after colons in the
  /// same parameter (`38:2::1:2:3`) or in the next parameters (`38;2;1;2;3`). In the second form,
  /// `index` moves past these parameters.
  private static func tone(
    _ parameter: [Int], _ all: [[Int]], _ index: inout Int
  ) -> Tint? {
    var parts = Array(parameter.dropFirst())
    if parts.isEmpty {
      let kind = index < all.count ? all[index][0] : 0
      let length = kind == 5 ? 2 : kind == 2 ? 4 : 1
      parts = all[min(index, all.count)..<min(index + length, all.count)].map { $0[0] }
      index = min(index + length, all.count)
    } else if parts[0] == 2, parts.count >= 5 {
      parts.remove(at: 1)  // the colour space
    }
    if parts.count >= 2, parts[0] == 5 { return UInt8(exactly: parts[1]).map { .indexed($0) } }
    guard parts.count >= 4, parts[0] == 2, parts[1...3].allSatisfy({ $0 < 256 }) else { return nil }
    return .rgb(ColorMath.joined(parts[1], parts[2], parts[3]))
  }

  /// Returns the sequence that sets a style, whatever style the terminal had before.
  package static func sequence(_ style: Style) -> String {
    var codes = ["0"]
    let attributes: [(Style.Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    codes += attributes.filter { style.attributes.contains($0.0) }.map(\.1)
    codes += code(style.foreground, plain: 30, bright: 90, other: "38")
    codes += code(style.background, plain: 40, bright: 100, other: "48")
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  private static func code(_ tint: Tint, plain: Int, bright: Int, other: String) -> [String] {
    switch tint.meaning {
    case .terminal: return []
    case .indexed(let number):
      if number < 8 { return [String(plain + Int(number))] }
      return number < 16 ? [String(bright + Int(number) - 8)] : [other, "5", String(number)]
    case .rgb(let value):
      let (red, green, blue) = ColorMath.parts(value)
      return [other, "2", String(red), String(green), String(blue)]
    }
  }
}
