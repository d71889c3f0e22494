import BoardModel
import EaselBase

/// Converts between values and the words of the script language.
enum ScriptText {
  /// The words that may begin a line.
  static let commands =
    Stroke.Kind.allCases.map(word) + [
      "as", "run", "pen", "step", "label-size", "text", "picture", "paper", "clear", "erase",
      "move",
      "recolour", "resize", "width", "fill", "outline", "front", "back", "rewrite", "undo", "redo",
      "look", "group", "ungroup", "attach", "cancel", "restore", "takeback", "also", "wait",
    ]

  /// The looks in the order in which a script names them.
  static let looks: [(word: String, look: StrokeLook)] = [
    ("rounded", .rounded), ("dashed", .dashed), ("elbow", .elbow), ("straight", .straight),
    ("solid", .solid),
  ]

  /// The routes of lines with attached ends, which a script names after the look.
  static let routes: [(word: String, route: LineRoute)] = [
    ("level-first", .levelFirst), ("upright-first", .uprightFirst),
    ("middle-column", .middleColumn), ("middle-row", .middleRow), ("around-right", .aroundRight),
    ("around-below", .aroundBelow), ("curve", .curve),
  ]

  static func words(_ look: StrokeLook) -> [String] {
    looks.filter { look.contains($0.look) }.map(\.word)
      + routes.filter { look.route == $0.route }.map(\.word)
  }

  static func word(_ point: PointAttachment.Point) -> String {
    switch point {
    case .start: "start"
    case .end: "end"
    case .middle: "middle"
    case .onLine: "label"
    }
  }

  /// The word before the thing to which a line that draws a thing attaches a point.
  static func preposition(_ point: PointAttachment.Point) -> String {
    switch point {
    case .start: "from"
    case .end: "to"
    case .middle: "in"
    case .onLine: "on"
    }
  }

  static func word(_ kind: Stroke.Kind) -> String {
    switch kind {
    case .pen: "stroke"
    case .marker: "marker"
    case .line: "line"
    case .arrow: "arrow"
    case .rectangle: "rect"
    case .ellipse: "ellipse"
    case .diamond: "diamond"
    case .region: "region"
    }
  }

  static func kind(_ word: String) -> Stroke.Kind? {
    Stroke.Kind.allCases.first { self.word($0) == word }
  }

  /// Reads the name of a palette colour, `#rrggbb` or `#rrggbbaa`; nil for other text.
  static func color(_ text: String) -> (color: InkColor, hasAlpha: Bool)? {
    if let named = PaletteColor(name: text) { return (named.color, false) }
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == digits.count,
      digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16)
    else { return nil }
    switch digits.count {
    case 6: return (InkColor(rgb: value), false)
    case 8: return (InkColor(rgba: value), true)
    default: return nil
    }
  }

  static func text(_ color: InkColor, hasAlpha: Bool) -> String {
    if hasAlpha { return "#" + hex(color.rgba, digits: 8) }
    return PaletteColor(color)?.name ?? "#" + hex(color.rgb, digits: 6)
  }

  static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\"", "\\": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns the part of a script's text that an error message shows.
  static func excerpt(_ text: String) -> String {
    let safe = SafeText(String(text.prefix(40)), limit: .title).string
    return safe.count < text.count ? safe + "…" : safe
  }
}
