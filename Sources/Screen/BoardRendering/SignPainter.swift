import BoardModel
import CellFrame

/// Paints the signs of thin lines in mixed ink. Other thin lines are dots.
struct SignPainter {
  /// The painter of the dots of thin lines.
  let painter: Painter
  /// The pen of slanted lines, in dots.
  private let pen: Pen
  /// Whether the lines are dashed.
  let isDashed: Bool
  /// Whether the signs are heavy.
  let isHeavy: Bool
  /// The ends of the line that are attached to things.
  private let attached: AttachedEnds

  private typealias Part = (start: CellPosition, end: CellPosition)

  init(_ painter: Painter, of stroke: Stroke, _ attached: AttachedEnds = AttachedEnds()) {
    self.painter = painter
    self.attached = attached
    pen = Pen(stroke.ink, painter.grid)
    isDashed = stroke.isDashed
    isHeavy = stroke.ink.width > 1
  }

  private var grid: DotGrid { painter.grid }

  /// Paints a thin line, box or arrow as signs.
  ///
  /// - Returns: false if it has to be painted in dots.
  func paint(_ stroke: Stroke, _ offset: BoardOffset) -> Bool {
    switch stroke.kind {
    case .rectangle:
      let (start, end) = (stroke.points.origin, stroke.points.last)
      return paintBox(cell(start, offset), cell(end, offset))
    case .line:
      let parts = parts(of: stroke, offset)
      if stroke.isCurved {
        paintCurve(parts, to: parts.last?.end)
        return true
      }
      for index in parts.indices { paintLine(parts, index, end: attached.end ? .joint : .free) }
      return true
    case .arrow:
      let parts = shaft(of: stroke, offset)
      guard let last = parts.last, let tip = tip(last) else { return false }
      if stroke.isCurved {
        paintCurve(parts, to: tip.shaftEnd(before: 0))
        add(tip)
        return true
      }
      for index in parts.indices.dropLast() { paintLine(parts, index, end: .free) }
      paintArrow(parts, tip)
      return true
    case .pen, .marker, .ellipse, .diamond, .region: return false
    }
  }

  private func add(_ tip: ArrowTip) {
    add(LineSign(tip.head, color: color), column: tip.column, row: tip.row)
  }

  /// The colour of the signs as `0xRRGGBB`.
  var color: UInt32 { UInt32(truncatingIfNeeded: painter.pigment.word >> 8) }

  /// Adds a sign above the ink of a cell.
  func add(_ sign: LineSign, column: Int, row: Int) {
    guard painter.clip.contains(column * grid.dotsX, row * grid.dotsY) else { return }
    let unit = row * grid.columns + column
    painter.signs[unit].add(sign)
    if painter.signs[unit].glyph != nil { painter.ink[unit] = 0 }
    if painter.isTracking { painter.touch(column: column, row: row) }
  }

  private func paintBox(_ a: CellPosition, _ b: CellPosition) -> Bool {
    let (left, right) = (min(a.x, b.x), max(a.x, b.x))
    let (top, bottom) = (min(a.y, b.y), max(a.y, b.y))
    guard CellPosition.areNear([a, b]), Painter.floor(left) < Painter.floor(right),
      Painter.floor(top) < Painter.floor(bottom)
    else { return false }
    for y in [top, bottom] {
      SignLine(isLevel: true, y, sideFrom: left, to: right).paint(with: self)
    }
    for x in [left, right] {
      SignLine(isLevel: false, x, sideFrom: top, to: bottom).paint(with: self)
    }
    return true
  }

  private func paintLine(_ parts: [Part], _ index: Int, end: SignLine.End) {
    if let line = straightLine(parts, index, end: end) {
      line.paint(with: self)
    } else {
      let part = parts[index]
      paintSlanted(part.start, part.end, to: part.end)
      if index == 0, attached.start { addJoint(at: part.start, towards: part.end) }
      if index == parts.count - 1, end == .joint { addJoint(at: part.end, towards: part.start) }
    }
  }

  /// Returns the parts of an arrow without a last one that is too short for the head. The last parts of a
  /// curve become one part, which is long enough.
  private func shaft(of arrow: Stroke, _ offset: BoardOffset) -> [Part] {
    var parts = parts(of: arrow, offset)
    while parts.count > 1, let last = parts.last, tip(last) == nil {
      parts.removeLast()
      if arrow.isCurved { parts[parts.count - 1].end = last.end }
    }
    return parts
  }

  private func tip(_ part: Part) -> ArrowTip? {
    ArrowTip(from: part.start, to: part.end, direction(part.start, part.end))
  }

  /// Paints the last part of an arrow.
  private func paintArrow(_ parts: [Part], _ tip: ArrowTip) {
    let (start, end) = parts[parts.count - 1]
    if let line = straightLine(parts, parts.count - 1, end: .free) {
      let edge = Double(line.isLevel ? tip.column : tip.row)
      let isForward = line.isLevel ? start.x < end.x : start.y < end.y
      line.cut(at: edge, isForward: isForward)?.paint(with: self)
    } else {
      if let shaftEnd = tip.shaftEnd(before: pen.isThin ? 0 : pen.radius / Double(grid.dotsX)) {
        paintSlanted(start, end, to: shaftEnd)
      }
      if parts.count == 1, attached.start { addJoint(at: start, towards: end) }
    }
    add(tip)
  }

  /// Paints a curve in dots, as far as `last`.
  private func paintCurve(_ parts: [Part], to last: CellPosition?) {
    guard let first = parts.first, let end = parts.last?.end else { return }
    var painter = painter
    painter.spared = SparedSigns(start: first.start.cell, end: end.cell)
    let points = parts.map(\.start) + (last.map { [$0] } ?? [])
    painter.polyline(points.map(grid.dot), pen, isDashed: isDashed)
    if attached.start { addJoint(at: first.start, towards: first.end) }
    if attached.end, last == end, let part = parts.last {
      addJoint(at: part.end, towards: part.start)
    }
  }

  /// Adds the joint of a slanted line to the border at its end. At a corner of a box there is none.
  private func addJoint(at end: CellPosition, towards other: CellPosition) {
    let (column, row) = (end.cell.column, end.cell.row)
    guard painter.clip.contains(column * grid.dotsX, row * grid.dotsY) else { return }
    let (dx, dy) = (other.x - end.x, other.y - end.y)
    let border = painter.signs[row * grid.columns + column]
    guard !border.isCorner else { return }
    let isLevel = border.isUpright ?? (abs(dx) * cellWidth >= abs(dy) * cellHeight)
    let reach = isLevel ? (dx < 0 ? -1.0 : 1) : (dy < 0 ? -1.0 : 1)
    let (across, along) = isLevel ? (end.y, end.x) : (end.x, end.y)
    SignLine(
      isLevel: isLevel, across, from: along, to: along + reach, ends: (.joint, .free)
    ).paint(with: self, onlyIn: Painter.floor(along))
  }

  /// Paints a slanted line in dots from its start as far as `last`. It leaves the signs at its start
  /// and at its end as they are, because there it mostly meets the edge of a box.
  private func paintSlanted(_ start: CellPosition, _ end: CellPosition, to last: CellPosition) {
    var painter = painter
    painter.spared = SparedSigns(start: start.cell, end: end.cell)
    painter.polyline([grid.dot(start), grid.dot(last)], pen, isDashed: isDashed)
  }

  /// Returns a part of a line that is level or upright, within one row or column; nil if it is slanted or
  /// short. A part of a line that bends may be short.
  ///
  /// - Parameter end: how the last part ends.
  private func straightLine(_ parts: [Part], _ index: Int, end last: SignLine.End) -> SignLine? {
    let (start, end) = parts[index]
    let ends: (SignLine.End, SignLine.End) = (
      index > 0 ? .corner : attached.start ? .joint : .free,
      index < parts.count - 1 ? .corner : last
    )
    guard CellPosition.areNear([start, end]) else { return nil }
    let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
    // The same lengths in the board's units.
    let (across, down) = (width * cellWidth, height * cellHeight)
    let least = parts.count > 1 ? 0.0 : 1
    if start.cell.row == end.cell.row, width >= least, down * Self.steepness <= across {
      return SignLine(isLevel: true, (start.y + end.y) / 2, from: start.x, to: end.x, ends: ends)
    }
    if start.cell.column == end.cell.column, height >= least, across * Self.steepness <= down {
      return SignLine(isLevel: false, (start.x + end.x) / 2, from: start.y, to: end.y, ends: ends)
    }
    return nil
  }

  /// The least ratio of the length of a level or upright line to its rise.
  private static let steepness = 8.0

  private var cellWidth: Double { Double(grid.dotsX) / grid.scaleX }
  private var cellHeight: Double { Double(grid.dotsY) / grid.scaleY }

  private func direction(_ start: CellPosition, _ end: CellPosition) -> ArrowHead {
    ArrowHead(dx: (end.x - start.x) * cellWidth, dy: (end.y - start.y) * cellHeight)
  }

  /// Returns the straight parts of a line or an arrow, at least one.
  private func parts(of stroke: Stroke, _ offset: BoardOffset) -> [Part] {
    let corners = stroke.path.map { cell($0, offset) }
    guard corners.count > 1 else { return corners.map { ($0, $0) } }
    return zip(corners, corners.dropFirst()).map { ($0, $1) }
  }

  private func cell(_ point: BoardPoint, _ offset: BoardOffset) -> CellPosition {
    grid.cell(grid.dot(SpotOnBoard(point, offset)))
  }
}

/// The ends of a line that are attached to things.
struct AttachedEnds: Hashable {
  var start = false
  var end = false

  init() {}

  init(of thing: BoardItem) {
    for attachment in thing.attachments {
      guard case .thing = attachment.anchor else { continue }
      switch attachment.point {
      case .start: start = true
      case .end: end = true
      case .middle, .onLine: break
      }
    }
  }
}

/// The signs at both ends of a slanted line, which the line leaves as they are.
struct SparedSigns {
  let start: CellPoint
  let end: CellPoint

  func contains(column: Int, row: Int) -> Bool {
    [start, end].contains { abs($0.column - column) <= 1 && abs($0.row - row) <= 1 }
  }
}

extension Painter {
  /// Returns the painter of thin lines above the blocks; nil if the raster is not mixed, or if this
  /// painter is it already.
  var forThinLines: Painter? {
    guard grid.raster.isMixed, grid.hasBlocks else { return nil }
    var painter = self
    painter.useThinInk()
    return painter
  }
}

extension DotGrid {
  func cell(_ dot: DotPoint) -> CellPosition {
    CellPosition(x: dot.x / Double(dotsX), y: dot.y / Double(dotsY))
  }

  func dot(_ position: CellPosition) -> DotPoint {
    DotPoint(x: position.x * Double(dotsX), y: position.y * Double(dotsY))
  }
}
