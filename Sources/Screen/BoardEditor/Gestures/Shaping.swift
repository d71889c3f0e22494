import BoardContract
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// A line, arrow, rectangle or ellipse in progress.
package struct Shaping: Hashable, Sendable {
  private let kind: Stroke.Kind
  private let ink: Ink
  private let isFilled: Bool
  /// The look that the user chose.
  private let look: StrokeLook
  /// The look with the route of an attached line.
  private var routedLook: StrokeLook
  private var from: BoardPoint
  private var to: BoardPoint
  /// The things to which the ends of a line stick; nil for a free end.
  private var start: StuckEnd?
  private var end: StuckEnd?
  /// The selected shape in which the gesture began; nil if there is none.
  private let clicked: EntryID?
  private let began: Int64
  /// The number of points sent to the other participants since the program last sent the shape from
  /// its beginning.
  private var sentPoints = 1

  init(
    _ kind: Stroke.Kind, _ tools: ToolSettings, at touch: Touch, clicked: EntryID?,
    sticksWithin reach: StickingReach?, in recorder: BoardRecorder, _ view: View
  ) {
    (self.kind, ink) = (kind, tools.ink)
    isFilled = kind.isFillable && tools.isFilled
    look = tools.look.intersection(kind.looks)
    routedLook = look
    (from, to) = (touch.point, touch.point)
    self.clicked = clicked
    began = recorder.now.uptime
    start = stuckEnd(at: from, within: reach, in: recorder.picture, view)
    recorder.requests.sendPenDown(style(in: view), as: recorder.nextEntry, at: from)
  }

  /// - Parameters:
  ///   - isConstrained: whether lines keep to 45° and boxes are square.
  ///   - reach: how near an end must be to stick; nil if no end sticks.
  mutating func extend(
    to point: BoardPoint, isConstrained: Bool, sticksWithin reach: StickingReach?,
    in recorder: BoardRecorder, on surface: inout Surface
  ) {
    to = isConstrained ? Constraint.apply(kind, from: from, to: point) : point
    end = to == from ? nil : stuckEnd(at: to, within: reach, in: recorder.picture, surface.view)
    // A drag inside one shape draws in it. A line from its border to its border sticks with both ends.
    if let start, start.target == end?.target, !(start.isAtBorder && end?.isAtBorder == true) {
      end = nil
    }
    routedLook = route(in: recorder.picture, surface.view)
    sendEnd(in: recorder, surface.view)
    preview(on: &surface)
  }

  /// Returns the thing to which an end of this line sticks; nil for a shape.
  private func stuckEnd(
    at point: BoardPoint, within reach: StickingReach?, in picture: Picture, _ view: View
  ) -> StuckEnd? {
    guard !kind.isFillable, let reach, let line = stroke(in: view) else { return nil }
    return StuckEnd(of: .stroke(line), at: point, within: reach, in: picture)
  }

  /// Returns the look with the route that the line has now.
  private func route(in picture: Picture, _ view: View) -> StrokeLook {
    let ends = ends
    guard start != nil || end != nil, let line = stroke(in: view, look: look) else { return look }
    return picture.attachments.routedLook(
      of: line, from: ends.start.lineEnd, to: ends.end.lineEnd)
  }

  /// Both ends of the line, which is exactly level or upright if it nearly is.
  private var ends: LineEnds {
    LineEnds(
      start: .init(point: from, stuck: start), end: .init(point: to, stuck: end)
    ).straightened()
  }

  /// The places at which the ends stick.
  var anchors: [BoardPoint] {
    let ends = ends
    return [ends.start.stuck, ends.end.stuck].compactMap { $0?.anchor }
  }

  /// Sends the shape's end point. Other participants accept a limited number of points per stroke.
  /// A shape needs only its first and its last point, so at the limit the program sends the shape
  /// again from its beginning.
  private mutating func sendEnd(in recorder: BoardRecorder, _ view: View) {
    if sentPoints >= Limits.pointsPerOperation {
      recorder.requests.sendPenDown(style(in: view), as: recorder.nextEntry, at: from)
      sentPoints = 1
    }
    recorder.requests.sendPenMove(to: to)
    sentPoints += 1
  }

  package func preview(on surface: inout Surface) {
    let item = item(in: surface.view)
    let hasSize = from != to
    surface.showWet { canvas in
      if let item, hasSize { canvas.paint(item) }
    }
  }

  /// Adds the shape to the board. A click makes a box or an oval of the usual size. With a line or an
  /// arrow it adds nothing, because it says only one of both ends.
  ///
  /// - Parameter isReleased: whether the user ended the gesture.
  /// - Returns: the id of the new shape, or of the selected shape in which the user clicked; nil if
  ///   there is none.
  func finish(isReleased: Bool, with recorder: inout BoardRecorder, in view: View) -> EntryID? {
    var shape = self
    if from == to {
      if let clicked {
        recorder.requests.emit(.penAbandoned)
        return clicked
      }
      guard kind.isFillable, isReleased else {
        recorder.requests.emit(.penAbandoned)
        if isReleased { recorder.requests.notify("Drag from one end to the other.") }
        return nil
      }
      shape.spread(in: view)
    }
    guard let stroke = shape.stroke(in: view), let id = recorder.board.nextID() else {
      recorder.requests.emit(.penAbandoned)
      return nil
    }
    recorder.requests.emit(.penFinished)
    let ends = ends
    let attaches =
      [ends.start.stuck?.attachment(of: .start), ends.end.stuck?.attachment(of: .end)]
      .compactMap { $0 }.map { Operation.Action.attach(id, $0) }
    let isMade = recorder.make(
      [.make(.stroke(stroke))] + attaches, lasted: recorder.now.uptime &- began, wasBegun: true)
    return isMade ? id : nil
  }

  /// The size of a shape that a click makes, in cells of the screen.
  private static let clickedCells = (columns: 12.0, rows: 3.0)

  /// Whether a box is at least three times as wide and high as the shape that a click makes.
  static func hasRoomForClick(in rect: BoardRect, _ view: View) -> Bool {
    let (width, height) = (
      Double(rect.maxX) - Double(rect.minX), Double(rect.maxY) - Double(rect.minY)
    )
    return width >= 3 * clickedCells.columns * view.viewport.columnWidth
      && height >= 3 * clickedCells.rows * view.viewport.rowHeight
  }

  /// Whether the gesture draws a line or an arrow.
  var isLine: Bool { !kind.isFillable }

  /// Gives a shape without a size the usual size, with the click in its middle.
  private mutating func spread(in view: View) {
    let half = BoardPoint(
      clamping: (view.viewport.columnWidth * (Self.clickedCells.columns - 1) / 2).rounded(),
      (view.viewport.rowHeight * (Self.clickedCells.rows - 1) / 2).rounded())
    let middle = from
    from = middle.moved(by: BoardOffset(dx: -half.x, dy: -half.y))
    to = middle.moved(by: BoardOffset(dx: half.x, dy: half.y))
  }

  /// Sends the shape in progress when a session begins.
  package func send(in recorder: BoardRecorder, _ view: View) {
    recorder.requests.sendPenDown(style(in: view), as: recorder.nextEntry, at: from)
    recorder.requests.sendPenMove(to: to)
  }

  /// Whether the shape shows the place of the pen. If so, the pointer is not sent as well.
  package var showsPen: Bool { to != from }

  private func style(in view: View) -> WetStyle {
    WetStyle(
      kind: kind, ink: ink, filled: isFilled, stepExponent: view.viewport.stepExponent)
  }

  /// The shape as the board will show it. A line that sticks ends at the outline of the thing.
  private func item(in view: View) -> Item? {
    guard let stroke = stroke(in: view) else { return nil }
    guard start != nil || end != nil else { return .stroke(stroke) }
    return Placement(stroke, from: ends.start.lineEnd, to: ends.end.lineEnd).item
  }

  private func stroke(in view: View) -> Stroke? { stroke(in: view, look: routedLook) }

  private func stroke(in view: View, look: StrokeLook) -> Stroke? {
    let points = [ends.start.point, ends.end.point]
    // A free end that moved lies exactly level with the other end.
    let stepExponent = points == [from, to] ? view.viewport.stepExponent : 0
    return PackedPoints(points, stepExponent: stepExponent).map {
      Stroke(kind: kind, ink: ink, filled: isFilled, points: $0, look: look)
    }
  }
}
