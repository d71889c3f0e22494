import BoardModel
import CellFrame
import EaselBase

/// The gesture in progress, from pen down to pen up.
enum Gesture: Sendable {
  case idle
  /// Freehand ink grows.
  case inking(Inking)
  /// A line, arrow, rectangle or ellipse is drawn.
  case shaping(Shaping)
  /// Each touched thing disappears.
  case erasing(Erasing)
  /// A loop goes round the things that will be selected.
  case lassoing(Lassoing)
  /// The selection moves.
  case moving(Moving)
  /// The view follows the pointer.
  case panning(Panning)
  /// The laser is on.
  case beaming

  var isIdle: Bool { if case .idle = self { true } else { false } }
  var isInking: Bool { if case .inking = self { true } else { false } }
  /// The uptime in milliseconds at which a move by keyboard is finished. Read here, so that no
  /// other kind of gesture is copied.
  var settles: Int64? { if case .moving(let moving) = self { moving.settles } else { nil } }
}

/// The position of the pointer.
struct Touch: Hashable, Sendable {
  /// The place on the canvas, which begins below the top line; beyond its edges while the mouse
  /// button is held.
  var pointer: Pointer
  var point: BoardPoint
  var modifiers: Modifiers

  /// Whether lines keep to 45° and boxes are square. Not by Shift, which most terminals never send.
  var constrains: Bool { modifiers.contains(.control) || modifiers.contains(.alt) }
}

struct Inking: Sendable {
  let kind: Stroke.Kind
  let ink: Ink
  var points: [BoardPoint]
  let began: Int64

  /// Returns the point that lies so many steps before the last point.
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
  /// How many points were sent to the other participants since the shape was last sent from its
  /// beginning.
  var told = 1
}

struct Erasing: Sendable {
  var last: BoardPoint
  var erased: [EntryID] = []
  /// The picture without the touched things.
  var rest: Picture
  let began: Int64
}

struct Lassoing: Hashable, Sendable {
  var points: [BoardPoint]
  /// Whether the found things are added to the selection.
  let adds: Bool
  /// The cell in which it began: a pointer that never leaves that cell is a click.
  let start: CellPoint
}

struct Moving: Hashable, Sendable {
  let from: BoardPoint
  var offset: BoardOffset
  let began: Int64
  /// For a move by keys: the uptime in milliseconds at which the series of key presses counts as a
  /// finished move.
  var settles: Int64?

  static let settlingMilliseconds: Int64 = 700
}

struct Panning: Hashable, Sendable {
  var last: Pointer
}
