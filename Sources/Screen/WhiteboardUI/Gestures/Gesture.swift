import BoardModel
import CellFrame
import EaselBase

/// What is under the hand between its coming down and its going up.
enum Gesture: Sendable {
  case idle
  /// Freehand ink grows.
  case inking(Inking)
  /// A line, arrow, rectangle or ellipse is drawn out.
  case shaping(Shaping)
  /// What is touched vanishes.
  case erasing(Erasing)
  /// A loop goes round what will be selected.
  case lassoing(Lassoing)
  /// The selection goes elsewhere.
  case moving(Moving)
  /// The view follows the hand.
  case panning(Panning)
  /// The laser shines.
  case beaming

  var isIdle: Bool { if case .idle = self { true } else { false } }
  var isInking: Bool { if case .inking = self { true } else { false } }
  /// When a selection that the keyboard moves stays where it is. Asked here, so that nothing is copied
  /// of a gesture that is another.
  var settles: Int64? { if case .moving(let moving) = self { moving.settles } else { nil } }
}

/// Where the hand is.
struct Touch: Hashable, Sendable {
  /// On the canvas, which begins below the top line; beyond its edges while the mouse is held.
  var pointer: Pointer
  var point: BoardPoint
  var modifiers: Modifiers

  /// Lines keep to 45°, boxes are square: Shift never arrives in most terminals.
  var constrains: Bool { modifiers.contains(.control) || modifiers.contains(.alt) }
}

struct Inking: Sendable {
  let kind: Stroke.Kind
  let ink: Ink
  var points: [BoardPoint]
  let began: Int64

  /// So many before the last one.
  func point(back steps: Int) -> BoardPoint? {
    steps < points.count ? points[points.count - 1 - steps] : nil
  }
}

struct Shaping: Hashable, Sendable {
  let kind: Stroke.Kind
  let ink: Ink
  let isFilled: Bool
  let from: BoardPoint
  var to: BoardPoint
  let began: Int64
  /// How many points the others were told since it was last told from its beginning.
  var told = 1
}

struct Erasing: Sendable {
  var last: BoardPoint
  var erased: [EntryID] = []
  /// The picture without what was touched.
  var rest: Picture
  let began: Int64
}

struct Lassoing: Hashable, Sendable {
  var points: [BoardPoint]
  /// What is found is added to the selection.
  let adds: Bool
  /// Where it began, in cells: a hand that leaves that cell no more has clicked.
  let start: CellPoint
}

struct Moving: Hashable, Sendable {
  let from: BoardPoint
  var offset: BoardOffset
  let began: Int64
  /// Moved by keys: the uptime at which the series of key presses counts as one finished move.
  var settles: Int64?

  static let settlingMilliseconds: Int64 = 700
}

struct Panning: Hashable, Sendable {
  var last: Pointer
}
