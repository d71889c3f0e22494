import BoardDocument
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The gesture in progress, from pen down to pen up.
package enum Gesture {
  case idle
  /// Freehand ink grows.
  case inking(Inking)
  /// A line, arrow, rectangle or ellipse is drawn.
  case shaping(Shaping)
  /// Each touched thing disappears.
  case erasing(Erasing)
  /// The user selects things, or moves or resizes the selection.
  case selecting(SelectionGesture)
  /// The view follows the pointer.
  case panning(Panning)
  /// The laser is on.
  case beaming

  package var isIdle: Bool { if case .idle = self { true } else { false } }
  package var isInking: Bool { if case .inking = self { true } else { false } }
  package var isBeaming: Bool { if case .beaming = self { true } else { false } }
  /// Whether the end of the gesture changes the board.
  package var changesBoard: Bool {
    switch self {
    case .inking, .shaping, .erasing: true
    case .idle, .selecting, .panning, .beaming: false
    }
  }
  /// The uptime in milliseconds at which a move by keyboard is finished. This property reads the
  /// value in place, so that no gesture is copied.
  package var finishesAt: Int64? {
    if case .selecting(let gesture) = self { gesture.finishesAt } else { nil }
  }

  /// Whether a stroke in progress already shows the pointer's place.
  package var showsPen: Bool {
    switch self {
    case .inking(let inking): inking.showsPen
    case .shaping(let shaping): shaping.showsPen
    case .idle, .erasing, .selecting, .panning, .beaming: false
    }
  }
}

extension Gesture {
  /// Sends the stroke in progress to the other participants.
  package func send(in recorder: BoardRecorder, _ view: View) {
    switch self {
    case .inking(let inking): inking.send(in: recorder, view)
    case .shaping(let shaping): shaping.send(in: recorder, view)
    case .idle, .erasing, .selecting, .panning, .beaming: break
    }
  }
}

/// The position of the pointer.
package struct Touch: Hashable, Sendable {
  /// The place on the canvas. Row 0 lies below the top line of the screen. While the mouse button
  /// is held, the place may lie beyond the canvas.
  package var pointer: Pointer
  package var point: BoardPoint
  var modifiers: Modifiers

  /// Whether lines keep to 45° and boxes are square. Shift has no effect here, because most
  /// terminals never report it with the mouse.
  var constrains: Bool { modifiers.contains(.control) || modifiers.contains(.alt) }
}

/// The area that the user drags across things to select them: a rectangle, or a loop.
package struct SelectionArea: Hashable, Sendable {
  private var path: [BoardPoint]
  /// The length of the path, in units.
  private var length = 0.0
  /// Whether the things in the area are added to the selection; otherwise they replace it.
  let adds: Bool

  init(at touch: Touch, adds: Bool) {
    path = [touch.point]
    self.adds = adds
  }

  private static let ink = Ink(color: PaletteColor.graphite.color, width: 1)

  /// The place where the user pressed, if the pointer stayed within a click's reach of it; nil for a
  /// drag.
  func click(within reach: Int32) -> BoardPoint? {
    path.allSatisfy { Self.distance($0, path[0]) <= Double(reach) } ? path[0] : nil
  }
  /// A path that is this many times as long as the straight way from its start to its end is a loop.
  private static let loopMin = 3.0

  private var isLoop: Bool {
    length >= Self.loopMin * Self.distance(path[0], path[path.count - 1])
  }

  private static func distance(_ a: BoardPoint, _ b: BoardPoint) -> Double {
    let (dx, dy) = (Double(a.x) - Double(b.x), Double(a.y) - Double(b.y))
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The corners of the area. A path that goes rather straight is the diagonal of a rectangle. A path
  /// that comes back towards its start is a loop.
  var outline: [BoardPoint] {
    guard !isLoop else { return path }
    let (start, end) = (path[0], path[path.count - 1])
    return [start, BoardPoint(x: end.x, y: start.y), end, BoardPoint(x: start.x, y: end.y)]
  }

  mutating func extend(to point: BoardPoint, on surface: inout Surface) {
    guard let last = path.last, last != point else { return }
    path.append(point)
    length += Self.distance(last, point)
    preview(on: &surface)
  }

  package func preview(on surface: inout Surface) {
    let corners = outline
    surface.showWet { canvas in
      for (last, point) in zip(corners, corners.dropFirst() + (isLoop ? [] : [corners[0]])) {
        canvas.paintSegment(from: last, to: point, ink: Self.ink)
      }
    }
  }
}

/// The selection moves, by the pointer or by arrow keys, or copies of it move away from it.
package struct Moving: Hashable, Sendable {
  private let from: BoardPoint
  /// Whether the selection stays, and copies of it move.
  let copies: Bool
  private(set) var offset = BoardOffset.zero
  /// How far the pointer moved, before the things snap.
  private var dragged = BoardOffset.zero
  /// The boxes to which the things snap; nil until they are dragged with guides.
  private var guides: Guides?
  /// The lines that show to what the things snap.
  private(set) var guideLines: [GuideLine] = []
  private let began: Int64
  /// For a move by keys: the uptime in milliseconds at which the series of key presses counts as a
  /// finished move.
  package private(set) var finishesAt: Int64?

  static let seriesMilliseconds: Int64 = 700

  init(from point: BoardPoint, at uptime: Int64, copies: Bool = false) {
    (from, began, self.copies) = (point, uptime, copies)
  }

  mutating func extend(
    to point: BoardPoint, hasGuides: Bool, moving ids: [EntryID], in board: BoardReplica,
    on surface: inout Surface
  ) {
    dragged = BoardOffset(dx: point.x &- from.x, dy: point.y &- from.y)
    snap(hasGuides: hasGuides, moving: ids, in: board, on: &surface)
  }

  /// Moves the selection to the pointer, and from there to the guides if there are any.
  mutating func snap(
    hasGuides: Bool, moving ids: [EntryID], in board: BoardReplica, on surface: inout Surface
  ) {
    var snap = GuideSnap()
    if hasGuides {
      guides = guides ?? self.guides(for: ids, in: board.picture, surface.view)
      snap = guides?.snap(movedBy: dragged, in: surface.view) ?? snap
    }
    (offset, guideLines) = (dragged + snap.shift, snap.lines)
    preview(moving: ids, in: board, on: &surface)
  }

  /// Moves the selection by one key press, which may be the first of a series.
  mutating func extend(
    by step: BoardPoint, at uptime: Int64, moving ids: [EntryID], in board: BoardReplica,
    on surface: inout Surface
  ) {
    offset = offset + BoardOffset(dx: step.x, dy: step.y)
    finishesAt = uptime &+ Self.seriesMilliseconds
    preview(moving: ids, in: board, on: &surface)
  }

  package func preview(moving ids: [EntryID], in board: BoardReplica, on surface: inout Surface) {
    guard !copies else {
      let items = CopiedThings(of: ids, in: board.picture).moved(by: offset).items
      surface.dropWet()
      return surface.paintWet { canvas in for item in items { canvas.paint(item) } }
    }
    var moved = board.picture
    var damage = Damage.none
    for action in Self.actions(moving: ids, by: offset, in: moved) {
      damage.add(moved.imagine(action, by: board.replica))
    }
    surface.dropWet()
    surface.paintWet(moved, after: damage)
  }

  func finish(moving ids: [EntryID], with recorder: inout BoardRecorder) {
    guard offset != .zero else { return }
    guard !Self.areAllHeld(ids, in: recorder.picture) else {
      return recorder.requests.notify(
        "Both ends stick to shapes, so the line does not move. Drag one end off its shape first.")
    }
    recorder.make(
      Self.actions(moving: ids, by: offset, in: recorder.picture),
      lasted: recorder.now.uptime &- began)
  }
}

/// The view follows the pointer; at 100 % by whole cells.
package struct Panning: Hashable, Sendable {
  private var last: Pointer

  package init(at pointer: Pointer) { last = pointer }

  package mutating func extend(to pointer: Pointer, on surface: inout Surface) {
    func distance(_ new: Pointer, _ old: Pointer) -> (columns: Double, rows: Double) {
      (
        Double(old.cell.column - new.cell.column)
          + Double(Int(old.fractionX) - Int(new.fractionX)) / 256,
        Double(old.cell.row - new.cell.row) + Double(Int(old.fractionY) - Int(new.fractionY)) / 256
      )
    }
    let (columns, rows) = distance(pointer, last)
    if surface.view.isNatural, columns.rounded() == 0, rows.rounded() == 0 { return }
    last = pointer
    surface.pan(columns: columns, rows: rows)
  }
}
