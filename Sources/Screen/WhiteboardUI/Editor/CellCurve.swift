import CellFrame

/// A smooth line through the cells that a mouse passed. A mouse that reports whole cells moves in
/// stairs, so the middles of its cells are no good line.
///
/// Where the mouse went from one row to the next, its line crossed the edge between the two: there
/// the row is known exactly, and the column to half a step. So the line leads through these
/// crossings, and leaves out the rest of a stair. It also passes the middle of a run at the top or
/// bottom of an arc, and the cell of a sharp corner.
///
/// 1. The line begins in the middle of the first cell and ends in the middle of the last one.
/// 2. A point that was returned as final never changes.
/// 3. For a straight drag, each inner point is at most half a cell from the ideal line, up or down,
///    or left or right.
struct CellCurve: Hashable, Sendable {
  private let start: CellPoint
  /// The last three steps; the newest one may still grow.
  private var earlier: Step?
  private var last: Step?
  private var newest: Step?

  /// Begins a line in the middle of a cell.
  init(at cell: CellPoint) { start = cell }

  private var end: CellPoint { newest?.to ?? start }

  /// Adds the next cell of the mouse.
  /// - Returns: the points that are final now, in the order of the line. The beginning of the line is
  ///   not among them.
  mutating func extend(to cell: CellPoint) -> [Pointer] {
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
  var tail: [Pointer] {
    guard let newest else { return [] }
    let own = newest.kind == .oblique ? newest.inner(after: last, before: nil) : []
    return (pointsOfLast + own + [Place(middleOf: newest.to)]).map(\.pointer)
  }

  /// The points of the step before the newest one, with the joint between both.
  private var pointsOfLast: [Place] {
    guard let last, let newest else { return [] }
    return last.inner(after: earlier, before: newest) + last.joint(to: newest)
  }

  /// Returns the whole line through these cells, with both ends.
  static func points(through cells: [CellPoint]) -> [Pointer] {
    guard let first = cells.first else { return [] }
    var curve = CellCurve(at: first)
    let final = cells.dropFirst().flatMap { curve.extend(to: $0) }
    return [Pointer(first)] + final + curve.tail
  }
}

/// A place on the canvas in quarters of a cell.
private struct Place: Hashable {
  var x: Int
  var y: Int

  init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  init(middleOf cell: CellPoint) { self.init(x: 4 * cell.column + 2, y: 4 * cell.row + 2) }

  var pointer: Pointer {
    Pointer(
      CellPoint(column: x >> 2, row: y >> 2), fractionX: UInt8(64 * (x & 3)),
      fractionY: UInt8(64 * (y & 3)))
  }
}

/// A way of the mouse in one direction: a run along a row or a column, or one oblique step.
private struct Step: Hashable, Sendable {
  enum Kind: Hashable { case across, down, oblique }

  let from: CellPoint
  private(set) var to: CellPoint

  init(from: CellPoint, to: CellPoint) { (self.from, self.to) = (from, to) }

  /// The number of cells at the end of a run that a bend may change.
  private static let bend = 3

  private var dx: Int { to.column - from.column }
  private var dy: Int { to.row - from.row }
  private var length: Int { max(abs(dx), abs(dy)) }

  var kind: Kind { dy == 0 ? .across : dx == 0 ? .down : .oblique }
  /// Whether the step leads only to the next row or column. Alone, it is the stair of a line.
  private var isStair: Bool { kind != .oblique && length == 1 }
  /// Whether the mouse was so fast that it left out both columns and rows.
  private var isJump: Bool { min(abs(dx), abs(dy)) > 1 }
  private var middle: Place {
    Place(x: 2 * (from.column + to.column) + 2, y: 2 * (from.row + to.row) + 2)
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

  /// Returns the points between both ends of the step.
  func inner(after last: Step?, before next: Step?) -> [Place] {
    if kind == .oblique { return isJump ? [] : [middle] }
    guard let last, let next else { return [] }
    if isStair { return [middle] }
    let (startsSharply, endsSharply) = (last.turnsSharply(to: self), turnsSharply(to: next))
    let isArc = last.side(of: self) != next.side(of: self)
    if isArc, length <= 2 * Self.bend, !startsSharply, !endsSharply { return [middle] }
    // A sharp corner has points close by, so that the curve through the corner does not bend the
    // whole run.
    let first = startsSharply ? 1 : isArc ? Self.bend : nil
    let final = endsSharply ? 1 : isArc ? Self.bend : nil
    let near = first.flatMap { $0 < length ? place(after: $0) : nil }
    let far = final.flatMap { $0 < length - (first ?? 0) ? place(after: length - $0) : nil }
    return [near, far].compactMap { $0 }
  }

  /// Returns the direction of this step across a run: up or down for a run along a row.
  private func side(of run: Step) -> Int { run.kind == .across ? dy.signum() : dx.signum() }

  private func place(after cells: Int) -> Place {
    Place(
      middleOf: CellPoint(
        column: from.column + cells * dx.signum(), row: from.row + cells * dy.signum()))
  }

  /// Returns the point between two steps: the cell of a sharp corner, or the cell between jumps. A
  /// cell between two jumps moves by up to half a cell towards its neighbours.
  func joint(to next: Step) -> [Place] {
    let corner = Place(middleOf: to)
    if turnsSharply(to: next) { return [corner] }
    guard isJump || next.isJump else { return [] }
    guard isJump, next.isJump else { return [corner] }
    func moved(_ before: Int, _ here: Int, _ after: Int) -> Int {
      4 * here + 2 + min(max(before - 2 * here + after, -2), 2)
    }
    return [
      Place(
        x: moved(from.column, to.column, next.to.column),
        y: moved(from.row, to.row, next.to.row))
    ]
  }
}
