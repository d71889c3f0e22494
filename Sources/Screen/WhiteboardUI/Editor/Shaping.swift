import BoardModel
import BoardRendering
import CellFrame

/// A line, arrow, rectangle or ellipse in progress.
struct Shaping: Hashable, Sendable {
  private let kind: Stroke.Kind
  private let ink: Ink
  private let isFilled: Bool
  private let from: BoardPoint
  private var to: BoardPoint
  private let began: Int64
  /// The number of points sent to the other participants since the program last sent the shape from
  /// its beginning.
  private var sentPoints = 1

  init(
    _ kind: Stroke.Kind, _ ink: Ink, isFilled: Bool, at touch: Touch, in workspace: inout Workspace
  ) {
    (self.kind, self.ink, self.isFilled) = (kind, ink, isFilled)
    (from, to) = (touch.point, touch.point)
    began = workspace.now.uptime
    workspace.sendPenDown(kind, ink, filled: isFilled, at: from)
  }

  /// - Parameter isConstrained: whether lines keep to 45° and boxes are square.
  mutating func extend(to point: BoardPoint, isConstrained: Bool, in workspace: inout Workspace) {
    to = isConstrained ? Constraint.apply(kind, from: from, to: point) : point
    sendEnd(in: &workspace)
    preview(in: &workspace)
  }

  /// Sends the shape's end point. Other participants accept a limited number of points per stroke.
  /// A shape needs only its first and its last point, so at the limit the program sends the shape
  /// again from its beginning.
  private mutating func sendEnd(in workspace: inout Workspace) {
    if sentPoints >= Limits.pointsPerOperation {
      workspace.sendPenDown(kind, ink, filled: isFilled, at: from)
      sentPoints = 1
    }
    workspace.sendPenMove(to: to)
    sentPoints += 1
  }

  func preview(in workspace: inout Workspace) {
    let item = stroke(in: workspace).map(Item.stroke)
    let hasSize = from != to
    workspace.surface.showWet { canvas in
      if let item, hasSize { canvas.paint(item) }
    }
  }

  /// Adds the shape to the board. A click without a drag adds nothing, because a shape must have a
  /// size.
  func finish(in workspace: inout Workspace) {
    guard from != to, let stroke = stroke(in: workspace) else {
      return workspace.emit(.penAbandoned)
    }
    workspace.emit(.penFinished)
    workspace.make(
      [.make(.stroke(stroke))], lasted: workspace.now.uptime &- began, wasBegun: true)
  }

  /// Sends the shape in progress when a session begins.
  func send(in workspace: inout Workspace) {
    workspace.sendPenDown(kind, ink, filled: isFilled, at: from)
    workspace.sendPenMove(to: to)
  }

  /// Whether the shape shows the place of the pen. If so, the pointer is not sent as well.
  var showsPen: Bool { to != from }

  private func stroke(in workspace: Workspace) -> Stroke? {
    PackedPoints([from, to], stepExponent: workspace.view.viewport.stepExponent).map {
      Stroke(kind: kind, ink: ink, filled: isFilled, points: $0)
    }
  }
}
