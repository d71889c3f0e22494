import BoardDocument

/// The tools.
enum Tool: String, CaseIterable, Sendable {
  case pen, marker, eraser, line, arrow, rectangle, ellipse, bucket, text, select, eyedropper, hand
  case laser

  /// The tools outside of a session. The laser is missing, because only other participants would
  /// see it.
  static let solo = allCases.filter { $0 != .laser }

  /// The key that selects the tool. No tool uses h, j, k or l, because these keys move the
  /// keyboard's pen.
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

  /// Whether the tool adds things to the board or removes things from it.
  var changesBoard: Bool {
    switch self {
    case .select, .eyedropper, .hand, .laser: false
    case .pen, .marker, .eraser, .line, .arrow, .rectangle, .ellipse, .bucket, .text: true
    }
  }

  /// Whether the tool adds things to the board.
  var addsToBoard: Bool { changesBoard && self != .eraser }

  /// Whether the shapes of this tool can be filled.
  var isFillable: Bool {
    switch self {
    case .rectangle, .ellipse: true
    case .pen, .marker, .eraser, .line, .arrow, .bucket, .text, .select, .eyedropper, .hand, .laser:
      false
    }
  }
}

extension Tool {
  /// The tool's number in messages to other participants. Never change a number, because earlier
  /// versions of the program know it. A new tool gets the next free number.
  var number: UInt8 {
    switch self {
    case .pen: 0
    case .marker: 1
    case .eraser: 2
    case .line: 3
    case .arrow: 4
    case .rectangle: 5
    case .ellipse: 6
    case .bucket: 7
    case .text: 8
    case .select: 9
    case .eyedropper: 10
    case .hand: 11
    case .laser: 12
    }
  }

  init?(number: UInt8) {
    guard let tool = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = tool
  }
}
