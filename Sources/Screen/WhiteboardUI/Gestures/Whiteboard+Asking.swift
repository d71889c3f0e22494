import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// The eyedropper: says what a thing is and who drew it.
extension Whiteboard {
  mutating func ask(_ touch: Touch) {
    guard let thing = board.picture.topmost(at: touch.point, within: reach) else {
      return say("Nothing lies here.")
    }
    kit.color = thing.inkColor.with(alpha: 255)
    let age = Age(from: thing.stamp.at, to: now.wall).words
    let author = thing.author == .nobody ? board.credits[thing.id] : thing.author
    let origin = author.map { "by \(called($0))" } ?? "from the picture this board began with"
    say("\(thing.item.description), \(kit.colorName), \(origin), \(age). Colour taken.")
  }

  /// Returns the name to show for an author. Names are chosen freely: a name that several people
  /// have, or that reads as another, is shown with its author's id.
  func called(_ author: AuthorID) -> String {
    if author == me { return "you" }
    let name = board.people[author]?.name.string ?? ""
    guard !name.isEmpty else { return "someone (\(author.short))" }
    let bearers = board.people(with: setup.person).filter {
      $0.name.string.lowercased() == name.lowercased()
    }
    let isClear = bearers.count == 1 && !["you", "someone"].contains(name.lowercased())
    return isClear ? name : "\(name) (\(author.short))"
  }
}

extension AuthorID {
  /// The first six hex digits of the id, enough to distinguish people.
  var short: String {
    let digits = String(raw.high >> 40, radix: 16)
    return String(repeating: "0", count: max(6 - digits.count, 0)) + digits
  }
}

extension Item {
  /// The kind of the item, in a few words.
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
