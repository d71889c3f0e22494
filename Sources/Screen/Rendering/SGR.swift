import BoardModel

/// Select Graphic Rendition: the escape sequences for colours and attributes (ECMA-48 8.3.117).
package enum SGR {
  /// Lets the parameters of one sequence change a look. Unknown ones change nothing.
  package static func apply(_ bytes: [UInt8], to look: inout PaperText.Look) {
    let parameters = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(number) }
    var index = 0
    while index < parameters.count {
      let parameter = parameters[index]
      index += 1
      switch parameter[0] {
      case 38: if let tone = tone(parameter, parameters, &index) { look.foreground = tone }
      case 48: if let tone = tone(parameter, parameters, &index) { look.background = tone }
      case 58: _ = tone(parameter, parameters, &index)
      case 4: look.attributes = set(.underline, parameter.count < 2 || parameter[1] != 0, look)
      default: apply(parameter[0], to: &look)
      }
    }
  }

  /// At most 9,999; an empty one counts as 0.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { min($0 * 10 + Int($1 & 15), 9_999) }
  }

  private static func set(
    _ attribute: PaperText.Attributes, _ isOn: Bool, _ look: PaperText.Look
  ) -> PaperText.Attributes {
    isOn ? look.attributes.union(attribute) : look.attributes.subtracting(attribute)
  }

  private static func apply(_ code: Int, to look: inout PaperText.Look) {
    switch code {
    case 0: look = PaperText.Look()
    case 1: look.attributes.insert(.bold)
    case 2: look.attributes.insert(.dim)
    case 3: look.attributes.insert(.italic)
    case 7: look.attributes.insert(.reverse)
    case 21: look.attributes.insert(.underline)
    case 22: look.attributes.subtract([.bold, .dim])
    case 23: look.attributes.remove(.italic)
    case 24: look.attributes.remove(.underline)
    case 27: look.attributes.remove(.reverse)
    case 30...37: look.foreground = indexed(code - 30)
    case 39: look.foreground = .plain
    case 40...47: look.background = indexed(code - 40)
    case 49: look.background = .plain
    case 90...97: look.foreground = indexed(code - 82)
    case 100...107: look.background = indexed(code - 92)
    default: break
    }
  }

  private static func indexed(_ number: Int) -> PaperText.Tone {
    UInt8(exactly: number).map { .indexed($0) } ?? .plain
  }

  /// A colour by number or by parts, after a colon (`38:2::1:2:3`) or in the parameters that follow
  /// (`38;2;1;2;3`), which `index` then leaves behind.
  private static func tone(
    _ parameter: [Int], _ all: [[Int]], _ index: inout Int
  ) -> PaperText.Tone? {
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
    return .rgb(RGB.joined(parts[1], parts[2], parts[3]))
  }

  /// The sequence that gives a style, whatever the look before it was.
  static func sequence(_ style: Style) -> String {
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
      let (red, green, blue) = RGB.parts(value)
      return [other, "2", String(red), String(green), String(blue)]
    }
  }
}
