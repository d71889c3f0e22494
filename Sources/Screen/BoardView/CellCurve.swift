import CellFrame

/// A smooth line through the cells that a mouse passed. A mouse that reports whole cells moves in
/// stairs, so the middles of its cells are no good line.
///
/// Where the mouse went from one row to the next, its line crossed the edge between the two: there
/// the row is known exactly, and the column to half a step. So the line leads close by these
/// crossings, with a point in the cell before and in the cell behind the edge. The line also passes
/// through the middle of a short run at which an arc turns back, and through the middle of the cell
/// of a sharp corner.
///
/// 1. The line begins in the middle of the first cell and ends in the middle of the last one.
/// 2. A point that was returned as final never changes.
/// 3. For a straight drag, each inner point is at most half a cell from the ideal line, up or down,
///    or left or right.
/// 4. The line leaves a dot in each cell that the mouse passed, in each raster. For this, each cell
///    where the mouse changed its direction has a point, well inside its edges, and the line between
///    two of them stays in the row or column of the run between them.
package struct CellCurve: Hashable, Sendable {
  private let start: CellPoint
  /// The last three steps; the newest one may still grow.
  private var earlier: Step?
  private var last: Step?
  private var newest: Step?

  /// Begins a line in the middle of a cell.
  package init(at cell: CellPoint) { start = cell }

  private var end: CellPoint { newest?.to ?? start }

  /// Adds the next cell of the mouse.
  /// - Returns: the points that are final now, in the order of the line. The beginning of the line is
  ///   not among them.
  package mutating func extend(to cell: CellPoint) -> [Pointer] {
    guard cell != end else { return [] }
    let step = Step(from: end, to: cell)
    if let newest, let longer = newest.extended(by: step) {
      self.newest = longer
      return []
    }
    let final = pointsOfLast
    (earlier, last, newest) = (last, newest, step)
    return final.map(\.pointer)
  }

  /// The points after the final ones, as if the line ended here.
  package var tail: [Pointer] {
    guard let newest else { return [] }
    let own = newest.inner(after: last, before: nil)
    return (pointsOfLast + own + [CurvePoint(middleOf: newest.to)]).map(\.pointer)
  }

  /// The points of the step before the newest one, with the joint between both.
  private var pointsOfLast: [CurvePoint] {
    guard let last, let newest else { return [] }
    return last.inner(after: earlier, before: newest) + [last.joint(to: newest)]
  }

  /// Returns the whole line through these cells, with both ends.
  static func points(through cells: [CellPoint]) -> [Pointer] {
    guard let first = cells.first else { return [] }
    var curve = CellCurve(at: first)
    let final = cells.dropFirst().flatMap { curve.extend(to: $0) }
    return [Pointer(first)] + final + curve.tail
  }
}

/// A point on the canvas in eighths of a cell.
private struct CurvePoint: Hashable {
  var x: Int
  var y: Int

  /// The distance that a point keeps from the edges of its cell. A finished stroke stores rounded
  /// points, and rounding must not move the point into the next cell.
  private static let margin = 1

  package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  package init(middleOf cell: CellPoint) { self.init(x: 8 * cell.column + 4, y: 8 * cell.row + 4) }

  /// Returns the point itself, or the nearest one well inside of the cell.
  func inside(_ cell: CellPoint) -> CurvePoint {
    func inside(_ value: Int, _ number: Int) -> Int {
      min(max(value, 8 * number + Self.margin), 8 * (number + 1) - Self.margin)
    }
    return CurvePoint(x: inside(x, cell.column), y: inside(y, cell.row))
  }

  package var pointer: Pointer {
    Pointer(
      CellPoint(column: x >> 3, row: y >> 3), fractionX: UInt8(32 * (x & 7)),
      fractionY: UInt8(32 * (y & 7)))
  }
}

/// A way of the mouse in one direction: a run along a row or a column, or one oblique step.
private struct Step: Hashable, Sendable {
  package enum Kind: Hashable { case across, down, oblique }

  let from: CellPoint
  private(set) var to: CellPoint

  package init(from: CellPoint, to: CellPoint) { (self.from, self.to) = (from, to) }

  /// The number of cells at the end of a run that a bend may change.
  private static let bend = 3
  /// The greatest number of cells between two points of a run.
  private static let stretch = 12

  private var dx: Int { to.column - from.column }
  private var dy: Int { to.row - from.row }
  private var length: Int { max(abs(dx), abs(dy)) }
  fileprivate var direction: (x: Int, y: Int) { (dx.signum(), dy.signum()) }

  package var kind: Kind { dy == 0 ? .across : dx == 0 ? .down : .oblique }
  /// Whether the step leads only to the next row or column. Alone, it is the stair of a line.
  private var isStair: Bool { kind != .oblique && length == 1 }
  /// Whether the step is a way along several cells of a row or a column.
  private var isRun: Bool { kind != .oblique && length > 1 }
  /// Whether the mouse was so fast that it left out both columns and rows.
  private var isJump: Bool { min(abs(dx), abs(dy)) > 1 }
  private var middle: CurvePoint {
    CurvePoint(x: 4 * (from.column + to.column) + 4, y: 4 * (from.row + to.row) + 4)
  }

  /// Returns a longer run if the other step goes on in the same direction.
  func extended(by other: Step) -> Step? {
    guard kind != .oblique, kind == other.kind, dx.signum() == other.dx.signum(),
      dy.signum() == other.dy.signum()
    else { return nil }
    var longer = self
    longer.to = other.to
    return longer
  }

  private func turnsSharply(to next: Step) -> Bool {
    let product = dx * next.dx + dy * next.dy
    return product < 0 || product == 0 && !isStair && !next.isStair
  }

  /// Returns the points between both ends of a run.
  func inner(after last: Step?, before next: Step?) -> [CurvePoint] {
    guard isRun else { return [] }
    let start = last?.joint(to: self) ?? CurvePoint(middleOf: from)
    let end = next.map(joint) ?? CurvePoint(middleOf: to)
    let points = [start] + bends(after: last, before: next) + [end]
    // Long curves bulge, so a long run has further points on its line.
    let further = zip(points, points.dropFirst()).flatMap { $0.points(to: $1, cells: Self.stretch) }
    return further.dropLast()
  }

  private func bends(after last: Step?, before next: Step?) -> [CurvePoint] {
    let (startsSharply, endsSharply) = (last?.bends(self) ?? false, next?.bends(self) ?? false)
    var isArc = false
    if let last, let next { isArc = last.side(of: self) != next.side(of: self) }
    if isArc, length <= 2 * Self.bend, !startsSharply, !endsSharply { return [middle] }
    // A sharp corner has points close by, so that the curve through the corner does not bend the
    // whole run.
    let first = startsSharply ? 1 : isArc ? Self.bend : nil
    let final = endsSharply ? 1 : isArc ? Self.bend : nil
    let near = first.flatMap { $0 < length ? point(after: $0) : nil }
    let far = final.flatMap { $0 < length - (first ?? 0) ? point(after: length - $0) : nil }
    return [near, far].compactMap { $0 }
  }

  /// Whether this step, before or after a run, would bend the curve of the whole run: it is longer
  /// than a step to the next row or column, or goes back.
  private func bends(_ run: Step) -> Bool { length > 1 || turnsSharply(to: run) }

  /// Returns the direction of this step across a run: up or down for a run along a row.
  private func side(of run: Step) -> Int { run.kind == .across ? dy.signum() : dx.signum() }

  private func point(after cells: Int) -> CurvePoint {
    CurvePoint(
      middleOf: CellPoint(
        column: from.column + cells * dx.signum(), row: from.row + cells * dy.signum()))
  }

  /// Returns the point in the cell between two steps. In a sharp corner and beside a jump it is the
  /// middle of the cell; between two jumps it moves from there towards its neighbours. Elsewhere it
  /// lies on the line between the edges that the line crosses before and behind the cell.
  func joint(to next: Step) -> CurvePoint {
    let corner = CurvePoint(middleOf: to)
    if turnsSharply(to: next) || isJump != next.isJump { return corner }
    let point: CurvePoint
    if isJump {
      point = CurvePoint(
        x: corner.x + 2 * (from.column - 2 * to.column + next.to.column),
        y: corner.y + 2 * (from.row - 2 * to.row + next.to.row))
    } else if isRun {
      point = next.middle.moved(along: self, by: -2)
    } else if next.isRun {
      point = middle.moved(along: next, by: 2)
    } else {
      point = CurvePoint(x: (middle.x + next.middle.x) / 2, y: (middle.y + next.middle.y) / 2)
    }
    return point.inside(to)
  }
}

extension CurvePoint {
  /// Returns points at equal distances on the straight line to another point, with that point at
  /// the end.
  ///
  /// - Parameter most: the greatest number of cells between two points.
  fileprivate func points(to end: CurvePoint, cells most: Int) -> [CurvePoint] {
    let (dx, dy) = (end.x - x, end.y - y)
    let count = max((max(abs(dx), abs(dy)) - 1) / (8 * most) + 1, 1)
    return (1...count).map { CurvePoint(x: x + dx * $0 / count, y: y + dy * $0 / count) }
  }

  /// - Parameter eighths: how far the point moves along the run, in eighths of a cell.
  fileprivate func moved(along run: Step, by eighths: Int) -> CurvePoint {
    CurvePoint(x: x + eighths * run.direction.x, y: y + eighths * run.direction.y)
  }
}
