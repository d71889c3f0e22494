import BoardDocument
import BoardModel
import BoardView
import EaselBase

/// A gesture with the selecting tool.
package enum SelectionGesture: Sendable {
  /// The user drags across the things that will be selected.
  case dragging(SelectionArea)
  /// The selection moves. A click on one of several selected things, which moves nothing, selects
  /// only this one at its end.
  case moving(Moving, clicked: EntryID?)
  /// The selection changes its size.
  case resizing(Resizing)
  /// An end of the selected line moves.
  case movingEnd(MovingEnd)

  /// The uptime in milliseconds at which a move by keyboard is finished.
  package var finishesAt: Int64? {
    if case .moving(let moving, _) = self { moving.finishesAt } else { nil }
  }

  /// - Parameters:
  ///   - isConstrained: whether the selection keeps its proportions, and a line to 45°.
  ///   - reach: how near the end of a line must be to stick; nil if it does not stick.
  ///   - hasGuides: whether a moved selection snaps to other things.
  mutating func extend(
    to point: BoardPoint, isConstrained: Bool, sticksWithin reach: StickingReach?,
    hasGuides: Bool, _ selection: Selection,
    in board: BoardReplica, on surface: inout Surface
  ) {
    switch self {
    case .dragging(var area):
      area.extend(to: point, on: &surface)
      self = .dragging(area)
    case .moving(var moving, let clicked):
      moving.extend(
        to: point, hasGuides: hasGuides, moving: selection.ids, in: board, on: &surface)
      self = .moving(moving, clicked: clicked)
    case .resizing(var resizing):
      resizing.extend(
        to: point, keepsAspect: isConstrained || selection.look.keepsAspect,
        resizing: selection.ids, in: board,
        on: &surface)
      self = .resizing(resizing)
    case .movingEnd(var end):
      end.extend(
        to: point, isConstrained: isConstrained, sticksWithin: reach, in: board, on: &surface)
      self = .movingEnd(end)
    }
  }

  /// Draws the preview again after the canvas below it has changed.
  package func preview(_ selection: Selection, in board: BoardReplica, on surface: inout Surface) {
    switch self {
    case .dragging(let area): area.preview(on: &surface)
    case .moving(let moving, _): moving.preview(moving: selection.ids, in: board, on: &surface)
    case .resizing(let resizing): resizing.preview(resizing: selection.ids, in: board, on: &surface)
    case .movingEnd(let end): end.preview(in: board, on: &surface)
    }
  }

  /// Returns the ends of the selected line as the gesture shows them.
  func ends(of selection: Selection) -> [EndHandle] {
    selection.ends.map { end in
      var end = end
      switch self {
      case .moving(let moving, _) where !end.isAttached && !moving.copies:
        end.position = end.position.moved(by: moving.offset)
      case .movingEnd(let moved) where moved.point == end.point:
        end.position = moved.stuck?.anchor ?? moved.position ?? end.position
        end.isAttached = moved.position == nil ? end.isAttached : moved.stuck != nil
      case .dragging, .moving, .resizing, .movingEnd: break
      }
      return end
    }
  }

  /// Returns the box in which the gesture shows the selection.
  func box(of selection: Selection) -> BoardRect? {
    guard let box = selection.box else { return nil }
    switch self {
    case .dragging, .movingEnd: return box
    case .moving(let moving, _): return moving.copies ? box : box.moved(by: moving.offset)
    case .resizing(let resizing):
      // The width of the ink, which stays the same, reaches beyond the points.
      let points = resizing.stretch.box
      let new = BoardRect(resizing.stretch.low, resizing.stretch.high)
      return BoardRect(
        BoardPoint(
          clamping: Double(new.minX) + Double(box.minX) - Double(points.minX),
          Double(new.minY) + Double(box.minY) - Double(points.minY)),
        BoardPoint(
          clamping: Double(new.maxX) + Double(box.maxX) - Double(points.maxX),
          Double(new.maxY) + Double(box.maxY) - Double(points.maxY)))
    }
  }
}
