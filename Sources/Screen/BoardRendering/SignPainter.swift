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

  init(_ painter: Painter, of stroke: Stroke) {
    self.painter = painter
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
      for part in parts { paintLine(part.start, part.end, isBent: parts.count > 1) }
      return true
    case .arrow:
      let parts = shaft(of: stroke, offset)
      guard let last = parts.last, let tip = tip(last) else { return false }
      for part in parts.dropLast() { paintLine(part.start, part.end, isBent: true) }
      paintArrow(last.start, last.end, tip, isBent: parts.count > 1)
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

  private func paintLine(_ start: CellPosition, _ end: CellPosition, isBent: Bool) {
    if let line = straightLine(start, end, isBent: isBent) {
      line.paint(with: self)
    } else {
      paintSlanted(start, end, to: end)
    }
  }

  /// Returns the parts of an arrow without a last one that is too short for the head.
  private func shaft(
    of arrow: Stroke, _ offset: BoardOffset
  ) -> [(start: CellPosition, end: CellPosition)] {
    var parts = parts(of: arrow, offset)
    while parts.count > 1, let last = parts.last, tip(last) == nil { parts.removeLast() }
    return parts
  }

  private func tip(_ part: (start: CellPosition, end: CellPosition)) -> ArrowTip? {
    ArrowTip(from: part.start, to: part.end, direction(part.start, part.end))
  }

  /// - Parameter isBent: whether another part of the line ends where the arrow begins.
  private func paintArrow(
    _ start: CellPosition, _ end: CellPosition, _ tip: ArrowTip, isBent: Bool
  ) {
    if let line = straightLine(start, end, isBent: isBent) {
      let edge = Double(line.isLevel ? tip.column : tip.row)
      let isForward = line.isLevel ? start.x < end.x : start.y < end.y
      line.cut(at: edge, isForward: isForward)?.paint(with: self)
    } else if let shaftEnd = tip.shaftEnd(before: pen.isThin ? 0 : pen.radius / Double(grid.dotsX))
    {
      paintSlanted(start, end, to: shaftEnd)
    }
    add(tip)
  }

  /// Paints a slanted line in dots from its start as far as `last`. It leaves the signs at its start
  /// and at its end as they are, because there it mostly meets the edge of a box.
  private func paintSlanted(_ start: CellPosition, _ end: CellPosition, to last: CellPosition) {
    var painter = painter
    painter.spared = SparedSigns(start: start.cell, end: end.cell)
    painter.polyline([grid.dot(start), grid.dot(last)], pen, isDashed: isDashed)
  }

  /// Returns a line that is level or upright, within one row or column; nil if it is slanted or
  /// short.
  ///
  /// - Parameter isBent: whether the line is a part of a line that bends, and so may be short.
  private func straightLine(
    _ start: CellPosition, _ end: CellPosition, isBent: Bool = false
  ) -> SignLine? {
    guard CellPosition.areNear([start, end]) else { return nil }
    let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
    // The same lengths in the board's units.
    let (across, down) = (width * cellWidth, height * cellHeight)
    let least = isBent ? 0.0 : 1
    if start.cell.row == end.cell.row, width >= least, down * Self.steepness <= across {
      return SignLine(isLevel: true, (start.y + end.y) / 2, from: start.x, to: end.x)
    }
    if start.cell.column == end.cell.column, height >= least, across * Self.steepness <= down {
      return SignLine(isLevel: false, (start.x + end.x) / 2, from: start.y, to: end.y)
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
  private func parts(
    of stroke: Stroke, _ offset: BoardOffset
  ) -> [(start: CellPosition, end: CellPosition)] {
    let corners = stroke.path.map { cell($0, offset) }
    guard corners.count > 1 else { return corners.map { ($0, $0) } }
    return zip(corners, corners.dropFirst()).map { ($0, $1) }
  }

  private func cell(_ point: BoardPoint, _ offset: BoardOffset) -> CellPosition {
    grid.cell(grid.dot(SpotOnBoard(point, offset)))
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
