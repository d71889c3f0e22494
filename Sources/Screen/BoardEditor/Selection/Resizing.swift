import BoardDocument
import BoardModel
import BoardView
import EaselBase
import ScreenContract

/// The selection changes its size, while a handle of its frame follows the pointer.
package struct Resizing: Hashable, Sendable {
  private let handle: ResizeHandle
  private let from: BoardPoint
  private(set) var stretch: BoxStretch
  private let began: Int64

  /// - Parameter selectionBox: the box round the points of the selected things.
  init(_ handle: ResizeHandle, of selectionBox: BoardRect, from point: BoardPoint, at uptime: Int64)
  {
    (self.handle, from, began) = (handle, point, uptime)
    stretch = BoxStretch(
      selectionBox, low: BoardPoint(x: selectionBox.minX, y: selectionBox.minY),
      high: BoardPoint(x: selectionBox.maxX, y: selectionBox.maxY))
  }

  /// - Parameter keepsAspect: whether width and height change by the same factor.
  mutating func extend(
    to point: BoardPoint, keepsAspect: Bool, resizing ids: [EntryID], in board: BoardReplica,
    on surface: inout Surface
  ) {
    let before = stretch
    stretch = stretched(
      to: point, keepsAspect: keepsAspect, least: surface.view.viewport.columnWidth / 2)
    // The things cannot become larger than the board.
    if actions(on: ids, in: board.picture) == nil { stretch = before }
    preview(resizing: ids, in: board, on: &surface)
  }

  package func preview(resizing ids: [EntryID], in board: BoardReplica, on surface: inout Surface) {
    var resized = board.picture
    var damage = Damage.none
    for action in actions(on: ids, in: board.picture) ?? [] {
      damage.add(resized.imagine(action, by: board.replica))
    }
    surface.dropWet()
    surface.paintWet(resized, after: damage)
  }

  func finish(resizing ids: [EntryID], with recorder: inout BoardRecorder) {
    guard isChanged, let actions = actions(on: ids, in: recorder.board.picture) else { return }
    recorder.make(actions, lasted: recorder.now.uptime &- began)
  }

  private var isChanged: Bool {
    let box = stretch.box
    return BoardRect(stretch.low, stretch.high) != box || stretch.low.x != box.minX
      || stretch.low.y != box.minY
  }

  /// Returns the operations of the gesture. Things that were resized or moved differently before
  /// need different scalings now. Nil if a thing would become too large.
  private func actions(on ids: [EntryID], in picture: Picture) -> [Operation.Action]? {
    var scalings: [BoardScaling] = []
    var things: [BoardScaling: [EntryID]] = [:]
    for thing in ids.lazy.compactMap({ picture.thing($0) }) {
      guard let scaling = stretch.scaling(after: thing.scaling, offset: thing.moves) else {
        return nil
      }
      if things[scaling] == nil { scalings.append(scaling) }
      things[scaling, default: []].append(thing.id)
    }
    return scalings.flatMap { Operation.Action.change(things[$0] ?? [], .resize($0)) }
  }

  // MARK: The box

  /// - Parameter least: the smallest width and height, so that the user can enlarge the thing again.
  private func stretched(to point: BoardPoint, keepsAspect: Bool, least: Double) -> BoxStretch {
    let box = stretch.box
    var x = Span(box.minX, box.maxX, side: handle.across, least: least)
    var y = Span(box.minY, box.maxY, side: handle.down, least: least)
    x.drag(by: Double(point.x) - Double(from.x))
    y.drag(by: Double(point.y) - Double(from.y))
    if keepsAspect {
      let factor = max(abs(x.factor ?? 0), abs(y.factor ?? 0))
      if factor > 0 {
        x.scale(by: factor)
        y.scale(by: factor)
      }
    }
    return BoxStretch(
      box, low: BoardPoint(clamping: x.low, y.low), high: BoardPoint(clamping: x.high, y.high))
  }
}

/// One axis of the box. The side at the handle moves, and the other side stays.
private struct Span {
  private let start: (low: Double, high: Double)
  private(set) var low: Double
  private(set) var high: Double
  /// -1 if the handle is at the low side, 1 at the high side, 0 if the handle is at neither.
  private let side: Int
  private let least: Double

  init(_ low: Int32, _ high: Int32, side: Int, least: Double) {
    start = (Double(low), Double(high))
    (self.low, self.high) = start
    (self.side, self.least) = (side, least)
  }

  private var hasExtent: Bool { start.high > start.low }

  /// The factor by which the handle changes the axis; nil if it does not.
  var factor: Double? {
    side == 0 || !hasExtent ? nil : (high - low) / (start.high - start.low)
  }

  package mutating func drag(by distance: Double) {
    guard side != 0, hasExtent else { return }
    if side > 0 { high += distance } else { low += distance }
    resize(to: high - low)
  }

  /// Changes the size by a factor, in the direction in which the handle was dragged. An axis
  /// without the handle grows round its middle.
  mutating func scale(by factor: Double) {
    guard hasExtent else { return }
    resize(to: (high < low ? -1 : 1) * (start.high - start.low) * factor)
  }

  private mutating func resize(to extent: Double) {
    let extent = abs(extent) < least ? (extent < 0 ? -least : least) : extent
    if side > 0 {
      high = low + extent
    } else if side < 0 {
      low = high - extent
    } else {
      let middle = (start.low + start.high) / 2
      (low, high) = (middle - extent / 2, middle + extent / 2)
    }
  }
}
