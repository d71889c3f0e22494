import BoardDocument

/// The tools.
enum Tool: String, CaseIterable, Sendable {
  case pen, marker, eraser, line, arrow, rectangle, ellipse, bucket, text, select, eyedropper, hand
  case laser

  /// The tools outside of a session: the laser needs other participants.
  static let solo = allCases.filter { $0 != .laser }

  /// The key that selects it. The keys do not collide with hjkl, which move the keyboard's pen.
  var key: Character {
    switch self {
    case .pen: "p"
    case .marker: "m"
    case .eraser: "e"
    case .line: "/"
    case .arrow: "a"
    case .rectangle: "r"
    case .ellipse: "o"
    case .bucket: "b"
    case .text: "t"
    case .select: "s"
    case .eyedropper: "i"
    case .hand: "g"
    case .laser: "w"
    }
  }

  var title: String {
    switch self {
    case .pen: "Pen"
    case .marker: "Marker"
    case .eraser: "Eraser"
    case .line: "Line"
    case .arrow: "Arrow"
    case .rectangle: "Rect"
    case .ellipse: "Oval"
    case .bucket: "Bucket"
    case .text: "Text"
    case .select: "Select"
    case .eyedropper: "Info"
    case .hand: "Grab"
    case .laser: "Laser"
    }
  }

  /// One line for the help and for the tools sheet.
  var explanation: String {
    switch self {
    case .pen: "draw freely"
    case .marker: "draw in ink that shows what is under it"
    case .eraser: "rub out whole strokes"
    case .line: "a straight line"
    case .arrow: "a line with a head"
    case .rectangle: "a rectangle; f fills it"
    case .ellipse: "an ellipse; f fills it"
    case .bucket: "fill an enclosed area"
    case .text: "type on the board; Esc ends"
    case .select: "click or lasso, then move, recolour, copy, delete"
    case .eyedropper: "who drew this, when, in which colour; takes that colour"
    case .hand: "move the view"
    case .laser: "point something out: it fades"
    }
  }

  /// Whether it adds things to the board or removes things.
  var changesBoard: Bool {
    switch self {
    case .select, .eyedropper, .hand, .laser: false
    default: true
    }
  }

  /// Whether it adds things to the board.
  var addsToBoard: Bool { changesBoard && self != .eraser }

  /// Whether its shapes can be filled.
  var isFillable: Bool { self == .rectangle || self == .ellipse }
}

extension Tool {
  /// The tool's number as sent to other participants: its index among all tools.
  var number: UInt8 { UInt8(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0) }

  init?(number: UInt8) {
    guard Self.allCases.indices.contains(Int(number)) else { return nil }
    self = Self.allCases[Int(number)]
  }
}
