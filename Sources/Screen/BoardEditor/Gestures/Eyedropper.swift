import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import ScreenContract

/// The eyedropper tells the user the kind and the author of a thing, and takes its colour.
enum Eyedropper {
  /// Describes the topmost thing in a notice.
  ///
  /// - Returns: the colour of the thing; nil if there is no thing at this place, or only a picture.
  static func describeThing(
    at touch: Touch, within reach: Int32, in recorder: BoardRecorder
  ) -> InkColor? {
    let board = recorder.board
    guard let thing = board.picture.topmost(at: touch.point, within: reach) else {
      recorder.requests.notify("Nothing lies here.")
      return nil
    }
    let age = Age(from: thing.stamp.at, to: recorder.now.wall).words
    let author = thing.author == .nobody ? board.credits[thing.id] : thing.author
    let origin =
      author.map { "by \(recorder.called($0))" } ?? "from the picture this board began with"
    guard thing.item.hasColor else {
      recorder.requests.notify("\(thing.item.description), \(origin), \(age).")
      return nil
    }
    let color = thing.inkColor.with(alpha: 255)
    recorder.requests.notify(
      "\(thing.item.description), \(color.name), \(origin), \(age). You draw in its colour now.")
    return color
  }
}

extension Item {
  /// The kind of the item, in a few words.
  var description: String {
    switch self {
    case .label: "Text"
    case .image, .imagePiece: "Picture"
    case .stroke(let stroke):
      switch stroke.kind {
      case .pen: "Pen, width \(stroke.ink.width)"
      case .marker: "Marker, width \(stroke.ink.width)"
      case .line: "Line, width \(stroke.ink.width)"
      case .arrow: "Arrow, width \(stroke.ink.width)"
      case .rectangle: stroke.filled ? "Filled box" : "Box"
      case .ellipse: stroke.filled ? "Filled oval" : "Oval"
      case .diamond: stroke.filled ? "Filled diamond" : "Diamond"
      case .region: "Fill"
      }
    }
  }
}
