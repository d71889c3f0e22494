import BoardModel

/// The settings of the user's tools, which stay the same from one gesture to the next.
package struct ToolSettings: Hashable, Sendable {
  package private(set) var tool = Tool.pen
  /// The drawing tool that the user had before they became a watcher; nil if there is none.
  private var toolBeforeWatching: Tool?
  package var color: InkColor
  /// 1 … 8.
  package private(set) var width = 1
  /// The size of the letters of new texts.
  package private(set) var letterSize = LetterSize.normal
  /// Whether rectangles and ellipses are filled.
  package private(set) var isFilled = false
  /// The look of new shapes, lines and arrows.
  package private(set) var look = StrokeLook.plain
  /// Whether lines keep to 45°, and rectangles and ellipses are squares and circles, even without a
  /// modifier key.
  package private(set) var isConstrained = false

  /// Whether the ends of lines and arrows stick to shapes and texts.
  package private(set) var isSticking = true
  /// Whether dragged things snap to other things, and lines show to what.
  package private(set) var hasGuides = true

  package static let widths = Int(Ink.widths.lowerBound)...Int(Ink.widths.upperBound)
  /// The alpha value with which the marker covers the ink below it.
  static let markerAlpha: UInt8 = 112

  package init(color: InkColor) { self.color = color }

  package mutating func use(_ tool: Tool) { self.tool = tool }

  /// Carries out a command that changes a setting.
  ///
  /// - Returns: a sentence about the result; nil if the screen shows it.
  package mutating func perform(_ command: Command) -> String? {
    switch command {
    case .width(let width): tool == .text ? setLetterSize(width) : setWidth(width)
    case .thinner: tool == .text ? setLetterSize(1) : setWidth(width - 1)
    case .thicker: tool == .text ? setLetterSize(2) : setWidth(width + 1)
    case .letterSize(let size): letterSize = size
    case .toggleFill:
      isFilled.toggle()
      return isFilled
        ? "New boxes and ovals are filled. b fills one that is drawn."
        : "New boxes and ovals have no fill."
    case .toggleLook(let part):
      let isOn = !look.contains(part)
      look = look.with(part, isOn: isOn)
      return part.sentence(isOn: isOn)
    case .toggleConstraint:
      isConstrained.toggle()
      return isConstrained
        ? "Snapping to 45 degrees, squares and circles. z ends it." : "Shapes no longer snap."
    case .toggleSticking:
      isSticking.toggle()
      return isSticking
        ? "Lines and arrows stick to shapes." : "Lines and arrows no longer stick to shapes."
    case .toggleGuides:
      hasGuides.toggle()
      return hasGuides
        ? "Guides are on: what you drag snaps to other shapes."
        : "Guides are off: what you drag moves freely."
    default: break
    }
    return nil
  }

  /// Selects a tool that a watcher can use if the user became a watcher. Selects the earlier tool
  /// again once the user may draw.
  package mutating func adapt(mayDraw: Bool) {
    if !mayDraw, tool.changesBoard {
      toolBeforeWatching = tool
      tool = .hand
    } else if mayDraw, let former = toolBeforeWatching {
      toolBeforeWatching = nil
      if tool == .hand { tool = former }
    }
  }

  /// Selects the pen instead of the laser, because no other participant sees a laser outside of a
  /// session.
  package mutating func leaveLaser() {
    if tool == .laser { tool = .pen }
  }

  package mutating func setFilled(_ isFilled: Bool) { self.isFilled = isFilled }

  package mutating func setLook(_ part: StrokeLook, isOn: Bool) {
    look = look.with(part, isOn: isOn)
  }

  package mutating func setWidth(_ width: Int) {
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
  }

  /// The keys that set a width set the size of the letters while the user has the text tool.
  private mutating func setLetterSize(_ width: Int) {
    letterSize = LetterSize(width: UInt8(clamping: width))
  }

  /// The settings with which Easel starts the next time.
  package func remembered(with palette: PaletteForm, showsLineNumbers: Bool) -> RememberedTools {
    RememberedTools(
      tool: (toolBeforeWatching ?? tool).number, width: width, color: color, palette: palette,
      showsLineNumbers: showsLineNumbers)
  }

  /// The settings that move with the user's seat to another terminal.
  package func seat(with palette: PaletteForm, showsLineNumbers: Bool) -> SeatTools {
    SeatTools(
      tool: (toolBeforeWatching ?? tool).number, color: color.rgba, width: width,
      hasLargeLetters: letterSize == .large, isFilled: isFilled, look: look.rawValue,
      isConstrained: isConstrained, isSticking: isSticking, hasGuides: hasGuides,
      palette: palette.rawValue, showsLineNumbers: showsLineNumbers)
  }

  /// Takes over the settings of another terminal.
  package mutating func adopt(_ seat: SeatTools) {
    if let tool = Tool(number: seat.tool) { self.tool = tool }
    color = InkColor(rgba: seat.color)
    setWidth(seat.width)
    letterSize = seat.hasLargeLetters ? .large : .normal
    (isFilled, look) = (seat.isFilled, StrokeLook(rawValue: seat.look))
    (isConstrained, isSticking) = (seat.isConstrained, seat.isSticking)
    hasGuides = seat.hasGuides
  }

  package var ink: Ink { Ink(color: color, width: UInt8(width)) }
  /// The marker's ink: translucent, with twice the width, at least 4 and at most 8.
  package var markerInk: Ink {
    Ink(color: color.with(alpha: Self.markerAlpha), width: UInt8(min(max(width * 2, 4), 8)))
  }

  package var colorName: String { color.name }

  /// The width of the tool's line, or the size of its letters.
  package var sizeName: String { tool == .text ? "\(letterSize)" : "width \(width)" }
  /// The size in one character: of a width, or of the name of a size.
  package var shortSize: String { tool == .text ? letterSize == .large ? "L" : "N" : String(width) }
}

extension StrokeLook {
  /// Returns this look with or without a part. A line cannot have bends and be straight, and a choice
  /// between both ends the route that the program chose.
  package func with(_ part: StrokeLook, isOn: Bool) -> StrokeLook {
    guard part == .elbow || part == .straight else { return isOn ? union(part) : subtracting(part) }
    return subtracting(isOn ? [.elbow, .straight] : part).with(.automatic).union(isOn ? part : [])
  }

  /// Says what new shapes and lines look like after a part was switched on or off.
  fileprivate func sentence(isOn: Bool) -> String {
    switch self {
    case .rounded: "New boxes have \(isOn ? "round" : "square") corners."
    case .dashed: "New shapes and lines are \(isOn ? "dashed" : "not dashed")."
    case .solid: "New filled shapes have \(isOn ? "their full colour" : "a pale inside")."
    case .elbow:
      isOn ? "New lines and arrows have square bends." : "New lines bend only when it is useful."
    default: isOn ? "New lines and arrows stay straight." : "New lines bend only when it is useful."
    }
  }
}

extension InkColor {
  /// The name of a palette colour; `#rrggbb` for any other colour.
  package var name: String { PaletteColor(self)?.name ?? hex }

  /// `#rrggbb`.
  package var hex: String {
    let digits = String(rgb, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Reads `#rrggbb` or `rrggbb`; nil for anything else.
  package init?(hex text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(rgb: value)
  }
}
