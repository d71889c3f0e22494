import BoardModel
import CellFrame
import EaselBase

/// Turns the things of a board into shapes and texts of a vector drawing.
struct VectorPainter {
  private let viewport: Viewport
  private let theme: Theme
  /// The drawing's units per board unit.
  private let scaleX: Double
  private let scaleY: Double
  /// The uppermost marks of the drawing: lines at the places where they were drawn, each newer than
  /// the one before.
  private var lines: [VectorDrawing.Mark] = []
  /// The stamp of the last of these lines.
  private var newest: Stamp?
  private var fills = VectorFills()

  /// The width of the thinnest line, in the drawing's units: the diameter of a braille dot on a
  /// screen. The distance between two dots is 10.
  static let thinLine = 6.0
  /// The width of the line round a region. It closes the gap between the region, which ends at a
  /// dot's edge, and the middle of the line beside it.
  private static let regionLine = 8.0
  /// A step of a hand that is shorter than this stays straight, in the drawing's units.
  private static let straightMax = 3.0
  /// The least height and width of a label's cell, in the drawing's units.
  private static let labelMin = 1.0

  init(viewport: Viewport, theme: Theme) {
    self.viewport = viewport
    self.theme = theme
    scaleX = VectorDrawing.columnWidth / viewport.columnWidth
    scaleY = VectorDrawing.rowHeight / viewport.rowHeight
  }

  /// Adds a thing on top of a drawing. A region goes under the lines that were drawn last, if it and
  /// they are where they were made, and it is newer. The bucket never covers a line, but a smooth
  /// edge may.
  mutating func paint(_ thing: BoardItem, on drawing: inout VectorDrawing) {
    switch thing.item {
    case .stroke(let stroke):
      let shape = shape(of: stroke, thing)
      let isUnmoved = thing.offset == .zero && thing.scaling == .identity
      if shape.alpha == 255, shape.isFilled, stroke.kind != .arrow { fills.add(shape) }
      if shape.alpha < 255 {
        drawing.washes.append(shape)
      } else if stroke.kind == .region, isUnmoved, isNewest(thing) {
        drawing.marks.append(.shape(shape))
      } else if isUnmoved, !shape.isFilled || stroke.kind == .arrow {
        if !isNewest(thing) { finish(&drawing) }
        lines.append(.shape(shape))
        newest = thing.stamp
      } else {
        finish(&drawing)
        drawing.marks.append(.shape(shape))
      }
    case .label(let label):
      let texts = texts(of: label, thing)
      if !texts.isEmpty { finish(&drawing) }
      drawing.marks += texts.map { .text($0) }
    }
  }

  /// Adds the lines that a region may still go under. The last call for a drawing.
  mutating func finish(_ drawing: inout VectorDrawing) {
    drawing.marks += lines
    (lines, newest) = ([], nil)
  }

  /// Returns whether a thing was made after the uppermost lines.
  private func isNewest(_ thing: BoardItem) -> Bool {
    newest.map { ($0.lamport, $0.id) < (thing.stamp.lamport, thing.id) } ?? true
  }

  private func project(_ point: BoardPoint) -> VectorPoint {
    VectorPoint(
      x: (Double(point.x) - viewport.left) * scaleX, y: (Double(point.y) - viewport.top) * scaleY)
  }

  // MARK: Strokes

  private func shape(of stroke: Stroke, _ thing: BoardItem) -> VectorShape {
    let extra = Double(stroke.ink.width - 1) * Double(Ink.unitsPerWidth) * scaleX
    let color = thing.color ?? stroke.ink.color
    var shape = VectorShape(
      form(of: stroke, thing), color: theme.shade(of: color), alpha: color.alpha,
      lineWidth: Self.thinLine + extra)
    switch stroke.kind {
    case .pen, .marker, .line: break
    case .arrow: shape.isFilled = true
    case .rectangle, .ellipse: shape.isFilled = stroke.filled
    case .region:
      shape.isFilled = true
      shape.lineWidth = Self.regionLine
    }
    return shape
  }

  private func form(of stroke: Stroke, _ thing: BoardItem) -> VectorShape.Form {
    let offset = thing.offset
    switch stroke.kind {
    case .pen, .marker:
      let points = ([stroke] + thing.pieces).flatMap { $0.points.map { $0.moved(by: offset) } }
      return .path(hand(through: points))
    case .line, .arrow:
      let lines = stroke.outline().paths.map { path in
        path.points.map { project($0.moved(by: offset)) }
      }
      guard stroke.kind == .arrow, let shaft = lines.first else {
        return .path(VectorPath(lines.flatMap { VectorPath(through: $0).steps }))
      }
      // The two sides of an arrow's head make a filled triangle. The shaft goes there and back, so that
      // the fill leaves out what it bends round.
      let there = VectorPath(through: shaft.count > 2 ? shaft + shaft.dropLast().reversed() : shaft)
      let heads = lines.dropFirst().flatMap { VectorPath(through: $0, isClosed: true).steps }
      return .path(VectorPath(there.steps + heads))
    case .rectangle, .ellipse:
      let (start, end) = (stroke.points.origin, stroke.points.last)
      let (a, b) = (project(start.moved(by: offset)), project(end.moved(by: offset)))
      let box = VectorRect(a, b)
      // A viewer shows no rectangle or ellipse without a width or a height.
      guard box.width > 0, box.height > 0 else { return .path(VectorPath(through: [a, b])) }
      return stroke.kind == .rectangle ? .rectangle(box) : .ellipse(box)
    case .region:
      let points = ([stroke] + thing.pieces).flatMap { $0.points.map { $0.moved(by: offset) } }
      return .path(VectorPath(through: RegionOutline(points).smoothed(by: project), isClosed: true))
    }
  }

  /// Returns the curve of a freehand line. Equal neighbours among the points count once.
  private func hand(through all: [BoardPoint]) -> VectorPath {
    var points: [BoardPoint] = []
    for point in all where point != points.last { points.append(point) }
    guard let first = points.first else { return VectorPath() }
    var steps = [VectorPath.Step.move(project(first))]
    for index in points.indices.dropFirst() {
      let (from, to) = (points[index - 1], points[index])
      let (start, end) = (project(from), project(to))
      guard points.count > 2, max(abs(end.x - start.x), abs(end.y - start.y)) > Self.straightMax
      else {
        steps.append(.line(end))
        continue
      }
      let controls = Smoothing.controls(
        before: index > 1 ? points[index - 2] : nil, from: from, to: to,
        after: index + 1 < points.count ? points[index + 1] : nil)
      steps.append(.curve(project(controls.first), project(controls.second), end))
    }
    return VectorPath(steps)
  }

  // MARK: Labels

  /// Returns the lines of a label. Its letters keep their size on the board, so that they fill the
  /// label's box in every view.
  private func texts(of label: Label, _ thing: BoardItem) -> [VectorText] {
    let corner = project(label.origin.moved(by: thing.offset))
    func length(_ cells: Int, of size: Int32, _ scale: Double) -> Double {
      max(Double(cells) * Double(size) * scale, Self.labelMin)
    }
    let columnWidth = length(label.letterSize.columns, of: label.columnWidth, scaleX)
    let rowHeight = length(label.letterSize.rows, of: label.rowHeight, scaleY)
    let color = theme.shade(of: thing.color ?? label.color)
    return label.lines.enumerated().compactMap { index, text in
      let line = GlyphLine(text)
      guard line.glyphs.contains(where: { $0 != .space }) else { return nil }
      let indent = Double(label.indent(ofLineWith: line.columns)) * columnWidth
      let lineCorner = VectorPoint(x: corner.x + indent, y: corner.y + Double(index) * rowHeight)
      let end = VectorPoint(
        x: lineCorner.x + Double(line.columns) * columnWidth, y: lineCorner.y + rowHeight)
      let ground = fills.color(under: VectorRect(lineCorner, end))
      return VectorText(
        line, corner: lineCorner, columnWidth: columnWidth, rowHeight: rowHeight,
        color: ground.map { ColorMath.visible(color, on: $0, contrast: 4.5) } ?? color,
        ground: ground)
    }
  }
}
