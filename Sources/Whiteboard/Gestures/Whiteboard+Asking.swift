import Drawing
import Rendering
import Vocabulary

// The eyedropper: who and what is this?
extension Whiteboard {
  mutating func ask(_ touch: Touch) {
    guard let thing = board.picture.topmost(at: touch.point, within: reach) else {
      return say("Nothing lies here.")
    }
    kit.color = thing.inkColor.with(alpha: 255)
    let author = thing.author == me ? "you" : thing.author.short
    let age = Age(from: thing.stamp.at, to: now.wall).words
    say("\(thing.item.description), \(kit.colorName), by \(author), \(age). Colour taken.")
  }
}

extension AuthorID {
  /// Enough of it to tell people apart.
  var short: String {
    let digits = String(raw.high >> 40, radix: 16)
    return "someone (" + String(repeating: "0", count: max(6 - digits.count, 0)) + digits + ")"
  }
}

extension Item {
  /// What it is, in a few words.
  var description: String {
    switch self {
    case .label: "Text"
    case .stroke(let stroke):
      switch stroke.kind {
      case .pen: "Pen, width \(stroke.ink.width)"
      case .marker: "Marker, width \(stroke.ink.width)"
      case .line: "Line, width \(stroke.ink.width)"
      case .arrow: "Arrow, width \(stroke.ink.width)"
      case .rectangle: (stroke.filled ? "Filled rectangle" : "Rectangle")
      case .ellipse: (stroke.filled ? "Filled ellipse" : "Ellipse")
      case .region: "Bucket fill"
      }
    }
  }
}
