import BoardModel
import CellFrame
import EaselBase

/// Turns the things of a board into shapes and texts of a vector drawing.
package struct VectorPainter {
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
  /// The least step of a hand, in the drawing's units: half a pixel of a picture of usual size.
  private static let stepMin = 1.0
  /// The least height and width of a label's cell, in the drawing's units.
  private static let labelMin = 1.0

  package init(viewport: Viewport, theme: Theme) {
    self.viewport = viewport
    self.theme = theme
    scaleX = VectorDrawing.columnWidth / viewport.columnWidth
    scaleY = VectorDrawing.rowHeight / viewport.rowHeight
  }

  /// Adds a thing on top of a drawing. A region goes under the lines that were drawn last, if it and
  /// they are where they were made, and it is newer. The bucket never covers a line, but a smooth
  /// edge may.
  package mutating func paint(_ thing: BoardItem, on drawing: inout VectorDrawing) {
    switch thing.item {
    case .stroke(let stroke):
      let shapes = shapes(of: stroke, thing)
      let isUnmoved = thing.offset == .zero && thing.scaling == .identity
      let area = shapes.first { $0.isFilled && stroke.kind != .arrow }
      if let area, area.alpha == 255 { fills.add(area) }
      if shapes.contains(where: { $0.alpha < 255 }) {
        drawing.washes += shapes
      } else if stroke.kind == .region, isUnmoved, isNewest(thing) {
        drawing.marks += shapes.map { .shape($0) }
      } else if isUnmoved, area == nil {
        if !isNewest(thing) { finish(&drawing) }
        lines += shapes.map { .shape($0) }
        newest = thing.stamp
      } else {
        finish(&drawing)
        drawing.marks += shapes.map { .shape($0) }
      }
    case .image(let image): add(image, of: thing, to: &drawing)
    case .imagePiece: break
    case .label(let label):
      let texts = texts(of: label, thing)
      if !texts.isEmpty { finish(&drawing) }
      drawing.marks += texts.map { .text($0) }
    }
  }

  /// Adds an image under all ink, or a frame with a cross if its bytes are missing or wrong.
  private func add(
    _ image: BoardImage, of thing: BoardItem, to drawing: inout VectorDrawing
  ) {
    guard let pixels = image.decoded else {
      let lines = image.frameWithCross.flatMap { shapes(of: $0, thing) }
      return drawing.marks += lines.map { .shape($0) }
    }
    let box = image.box.moved(by: thing.offset)
    let place = VectorRect(
      project(BoardPoint(x: box.minX, y: box.minY)), project(BoardPoint(x: box.maxX, y: box.maxY)))
    drawing.images.append(VectorImage(pixels, over: place))
  }

  /// Adds the lines that a region may still go under. The last call for a drawing.
  package mutating func finish(_ drawing: inout VectorDrawing) {
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

  /// Returns the shapes of a stroke, bottom to top: one, or the inside and the edge of a filled box or
  /// oval.
  private func shapes(of stroke: Stroke, _ thing: BoardItem) -> [VectorShape] {
    let extra = Double(stroke.ink.width - 1) * Double(Ink.unitsPerWidth) * scaleX
    let color = thing.color ?? stroke.ink.color
    let shade = theme.shade(of: color)
    var shape = VectorShape(
      form(of: stroke, thing), color: shade, alpha: color.alpha, lineWidth: Self.thinLine + extra)
    switch stroke.kind {
    case .pen, .marker, .line: return [shape]
    case .arrow: shape.isFilled = true
    case .region:
      shape.isFilled = true
      shape.lineWidth = Self.regionLine
    case .rectangle, .ellipse, .diamond:
      var edge = shape
      if stroke.isDashed {
        let gap = VectorDashes.gap + shape.lineWidth
        edge.form = .path(VectorDashes.path(along: shape.form, gap: gap))
      }
      guard stroke.filled else { return [edge] }
      shape.isFilled = true
      let inside = theme.fill(of: shade)
      if stroke.look.contains(.solid) || inside == shade || color.alpha < 255 { return [shape] }
      (shape.color, shape.lineWidth) = (inside, 0)
      return [shape, edge]
    }
    return [shape]
  }

  private func form(of stroke: Stroke, _ thing: BoardItem) -> VectorShape.Form {
    let offset = thing.offset
    switch stroke.kind {
    case .pen, .marker:
      return .curve(through: hand(through: [stroke] + thing.pieces, offset))
    case .line, .arrow: return .path(lines(of: stroke, offset, gaps: thing.gaps))
    case .rectangle, .ellipse:
      let (start, end) = (stroke.points.origin, stroke.points.last)
      let (a, b) = (project(start.moved(by: offset)), project(end.moved(by: offset)))
      let box = VectorRect(a, b)
      // A viewer shows no rectangle or ellipse without a width or a height.
      guard box.width > 0, box.height > 0 else { return .path(VectorPath(through: [a, b])) }
      if stroke.kind == .ellipse { return .ellipse(box) }
      guard stroke.look.contains(.rounded) else { return .rectangle(box) }
      let radius = stroke.roundingRadius
      return .path(VectorPath(box, radiusX: radius * scaleX, radiusY: radius * scaleY))
    case .diamond:
      return .path(
        VectorPath(through: stroke.diamond.map { project($0.moved(by: offset)) }, isClosed: true))
    case .region:
      let points = ([stroke] + thing.pieces).flatMap { $0.points.map { $0.moved(by: offset) } }
      return .path(VectorPath(through: RegionOutline(points).smoothed(by: project), isClosed: true))
    }
  }

  /// Returns the path of a line or an arrow, without the parts in the gaps for the texts on it.
  private func lines(
    of stroke: Stroke, _ offset: BoardOffset, gaps: [BoardRect]
  ) -> VectorPath {
    let lines = stroke.outline().paths.map { path in
      path.points.map { project($0.moved(by: offset)) }
    }
    let gapsOnPage = gaps.map { gap in
      VectorRect(
        project(BoardPoint(x: gap.minX, y: gap.minY)), project(BoardPoint(x: gap.maxX, y: gap.maxY))
      )
    }
    func parts(_ line: [VectorPoint]) -> [[VectorPoint]] {
      gapsOnPage.reduce([line]) { parts, gap in parts.flatMap { gap.outside(of: $0) } }
    }
    let gap = VectorDashes.gap + Self.thinLine
    func dashed(_ line: [VectorPoint]) -> VectorPath { VectorDashes.path(along: line, gap: gap) }
    guard stroke.kind == .arrow, let shaft = lines.first else {
      return VectorPath(
        lines.flatMap(parts).flatMap {
          (stroke.isDashed ? dashed($0) : VectorPath(through: $0)).steps
        })
    }
    // The two sides of an arrow's head make a filled triangle. The shaft goes there and back, so that
    // the fill leaves out what it bends round.
    let there = parts(shaft).flatMap { part in
      stroke.isDashed
        ? dashed(part).steps
        : VectorPath(through: part.count > 2 ? part + part.dropLast().reversed() : part).steps
    }
    let heads = lines.dropFirst().flatMap { VectorPath(through: $0, isClosed: true).steps }
    return VectorPath(there + heads)
  }

  /// Returns the places of a freehand line, without those that lie nearly at the place before.
  private func hand(through pieces: [Stroke], _ offset: BoardOffset) -> [VectorPoint] {
    var places: [VectorPoint] = []
    places.reserveCapacity(pieces.reduce(0) { $0 + $1.points.count })
    var (kept, end) = (BoardPoint?.none, BoardPoint?.none)
    for piece in pieces {
      for point in piece.points {
        end = point
        if let kept, isNear(kept, point) { continue }
        places.append(project(point.moved(by: offset)))
        kept = point
      }
    }
    if let end, places.count > 1 { places[places.count - 1] = project(end.moved(by: offset)) }
    return places
  }

  private func isNear(_ a: BoardPoint, _ b: BoardPoint) -> Bool {
    Double(abs(Int(a.x) - Int(b.x))) * scaleX < Self.stepMin
      && Double(abs(Int(a.y) - Int(b.y))) * scaleY < Self.stepMin
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
      let colors = ground.map { LetterColors(color, on: $0) }
      return VectorText(
        line, corner: lineCorner, columnWidth: columnWidth, rowHeight: rowHeight,
        color: colors?.foreground ?? color, ground: colors?.background)
    }
  }
}
