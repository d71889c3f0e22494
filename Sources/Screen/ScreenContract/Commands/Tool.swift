import BoardDocument
import BoardModel

/// The tools.
package enum Tool: String, CaseIterable, Sendable {
  case pen, marker, eraser, line, arrow, rectangle, ellipse, diamond, bucket, text, select
  case eyedropper, hand, laser

  /// The tools outside of a session. The laser is missing, because only other participants would
  /// see it.
  package static let solo = allCases.filter { $0 != .laser }

  /// The key that selects the tool. No tool uses h, j, k or l, because these keys move the
  /// keyboard's pen.
  package var key: Character {
    switch self {
    case .pen: "p"
    case .marker: "m"
    case .eraser: "e"
    case .line: "/"
    case .arrow: "a"
    case .rectangle: "r"
    case .ellipse: "o"
    case .diamond: "d"
    case .bucket: "b"
    case .text: "t"
    case .select: "s"
    case .eyedropper: "i"
    case .hand: "g"
    case .laser: "w"
    }
  }

  package var title: String {
    switch self {
    case .pen: "Pen"
    case .marker: "Marker"
    case .eraser: "Eraser"
    case .line: "Line"
    case .arrow: "Arrow"
    case .rectangle: "Box"
    case .ellipse: "Oval"
    case .diamond: "Diamond"
    case .bucket: "Fill"
    case .text: "Text"
    case .select: "Select"
    case .eyedropper: "Info"
    case .hand: "Hand"
    case .laser: "Laser"
    }
  }

  /// A few words about the tool, for lists and for a tool under the pointer. For a person who only
  /// watches they name only what such a person can do.
  package func explanation(mayDraw: Bool) -> String {
    switch self {
    case .pen: "draw freehand"
    case .marker: "highlight without hiding"
    case .eraser: "erase whole shapes"
    case .line: "a straight line"
    case .arrow: "a line with a head"
    case .rectangle: "a rectangle"
    case .ellipse: "an ellipse"
    case .diamond: "a decision"
    case .bucket: "click in a shape to fill it"
    case .text: "type on the board"
    case .select: mayDraw ? "move, recolour, copy, delete" : "choose what to copy"
    case .eyedropper: "who drew this, and when"
    case .hand: "move the view"
    case .laser: "point at something"
    }
  }

  /// The effect of the mouse with this tool, for the control bar; a long and a short form.
  ///
  /// - Parameter isFilled: whether new boxes and ovals are filled.
  package func hint(isFilled: Bool) -> (long: String, short: String) {
    switch self {
    case .pen: ("Drag to draw, right drag erases", "Drag to draw")
    case .marker: ("Drag to highlight, right drag erases", "Drag to highlight")
    case .eraser: ("Drag over shapes to erase them", "Drag to erase")
    case .line: ("Drag a line, Alt snaps to 45 degrees", "Drag a line")
    case .arrow: ("Drag to the tip, Alt snaps to 45 degrees", "Drag to the tip")
    case .rectangle:
      isFilled
        ? ("Drag a filled box; f: no fill", "Drag a filled box")
        : ("Drag a box, Alt: square, f: filled", "Drag a box")
    case .ellipse:
      isFilled
        ? ("Drag a filled oval; f: no fill", "Drag a filled oval")
        : ("Drag an oval, Alt: circle, f: filled", "Drag an oval")
    case .diamond:
      isFilled
        ? ("Drag a filled diamond; f: no fill", "Drag a filled diamond")
        : ("Drag a diamond, Alt: even, f: filled", "Drag a diamond")
    case .bucket: ("Click to fill; f: fill new shapes", "Click inside a shape")
    case .text: ("Click, then type; Esc ends. 1 2: text size", "Click, then type")
    case .select: ("Click a shape, or drag round some", "Click or drag round")
    case .eyedropper: ("Click a shape: who drew it, and its colour", "Click a shape")
    case .hand: ("Drag to move the view", "Drag the view")
    case .laser: ("Drag to point; the trail fades", "Drag to point")
    }
  }

  /// The tools as the tool palette shows them, in groups.
  package static let groups: [[Tool]] = [
    [.pen, .marker, .eraser], [.rectangle, .ellipse, .diamond, .line, .arrow, .text, .bucket],
    [.select, .eyedropper, .hand, .laser],
  ]

  /// A sign for the tool, one column wide.
  package func icon(isASCII: Bool) -> String {
    switch self {
    case .pen: "~"
    case .marker: isASCII ? "%" : "▒"
    case .eraser: isASCII ? "x" : "×"
    case .line: isASCII ? "/" : "╱"
    case .arrow: isASCII ? ">" : "→"
    case .rectangle: isASCII ? "#" : "□"
    case .ellipse: isASCII ? "o" : "○"
    case .diamond: isASCII ? "v" : "◇"
    case .bucket: isASCII ? "@" : "■"
    case .text: "T"
    case .select: isASCII ? "+" : "▹"
    case .eyedropper: "?"
    case .hand: isASCII ? "=" : "↔"
    case .laser: "*"
    }
  }

  /// Whether the tool adds things to the board or removes things from it.
  package var changesBoard: Bool {
    switch self {
    case .select, .eyedropper, .hand, .laser: false
    case .pen, .marker, .eraser, .line, .arrow, .rectangle, .ellipse, .diamond, .bucket, .text: true
    }
  }

  /// Whether the tool adds things to the board.
  package var addsToBoard: Bool { changesBoard && self != .eraser }

  /// The looks that the shapes or lines of this tool can have.
  package var looks: StrokeLook {
    switch self {
    case .line: Stroke.Kind.line.looks
    case .arrow: Stroke.Kind.arrow.looks
    case .rectangle: Stroke.Kind.rectangle.looks
    case .ellipse: Stroke.Kind.ellipse.looks
    case .diamond: Stroke.Kind.diamond.looks
    case .pen, .marker, .eraser, .bucket, .text, .select, .eyedropper, .hand, .laser: .plain
    }
  }

  /// Whether the shapes of this tool can be filled.
  package var isFillable: Bool {
    switch self {
    case .rectangle, .ellipse, .diamond: true
    case .pen, .marker, .eraser, .line, .arrow, .bucket, .text, .select, .eyedropper, .hand, .laser:
      false
    }
  }
}

extension Tool {
  /// The tool's number in messages to other participants. Never change a number, because earlier
  /// versions of the program know it. A new tool gets the next free number.
  package var number: UInt8 {
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
    case .diamond: 13
    }
  }

  package init?(number: UInt8) {
    guard let tool = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = tool
  }
}
