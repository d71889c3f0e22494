import BoardDocument
import BoardModel
import BoardView
import EaselBase
import ScreenContract

/// One end of the selected line follows the pointer. It sticks to a shape or a text, or becomes free.
package struct MovingEnd: Hashable, Sendable {
  private let line: EntryID
  let point: PointAttachment.Point
  /// The place of the other end.
  private let other: BoardPoint
  /// The place of the pointer; nil until it moves.
  private(set) var position: BoardPoint?
  /// The thing to which the end sticks; nil for a free end.
  private(set) var stuck: StuckEnd?
  private let began: Int64

  init(_ end: EndHandle, of line: EntryID, other: BoardPoint, at uptime: Int64) {
    (self.line, point, self.other, began) = (line, end.point, other, uptime)
  }

  /// - Parameters:
  ///   - isConstrained: whether the line keeps to 45°.
  ///   - reach: how near the end must be to a thing to stick; nil if it does not stick.
  mutating func extend(
    to point: BoardPoint, isConstrained: Bool, sticksWithin reach: StickingReach?,
    in board: BoardReplica,
    on surface: inout Surface
  ) {
    guard let thing = board.picture.thing(line) else { return }
    let position = isConstrained ? Constraint.apply(.line, from: other, to: point) : point
    self.position = position
    stuck = reach.flatMap {
      StuckEnd(of: thing.item, at: position, within: $0, in: board.picture, excluding: [line])
    }
    preview(in: board, on: &surface)
  }

  package func preview(in board: BoardReplica, on surface: inout Surface) {
    surface.dropWet()
    guard let action = action(in: board.picture) else { return }
    var moved = board.picture
    let damage = moved.imagine(action, by: board.replica)
    surface.paintWet(moved, after: damage)
  }

  func finish(with recorder: inout BoardRecorder) {
    guard let action = action(in: recorder.picture) else { return }
    recorder.make([action], lasted: recorder.now.uptime &- began)
  }

  private func action(in picture: Picture) -> Operation.Action? {
    guard let position, let thing = picture.thing(line) else { return nil }
    let attachment =
      stuck?.attachment(of: point) ?? PointAttachment(point, to: thing.anchor(at: position))
    return .attach(line, attachment)
  }
}

/// The handle at an end of the only selected line.
package struct EndHandle: Hashable, Sendable {
  package let point: PointAttachment.Point
  package var position: BoardPoint
  package var isAttached: Bool
}

extension BoardItem {
  /// The handles at both ends of a line or an arrow; none for any other thing.
  var endHandles: [EndHandle] {
    guard item.hasEnds, let points = item.asStroke?.points else { return [] }
    return [(PointAttachment.Point.start, points.origin), (.end, points.last)].map {
      point, position in
      let isAttached = attachments.contains { attachment in
        if case .thing = attachment.anchor { attachment.point == point } else { false }
      }
      return EndHandle(point: point, position: position.moved(by: offset), isAttached: isAttached)
    }
  }
}
