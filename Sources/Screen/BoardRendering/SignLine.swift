import CellFrame

/// A position on the canvas in cells, with fractions.
struct CellPosition: Hashable {
  var x: Double
  var y: Double

  var cell: CellPoint { CellPoint(column: Painter.floor(x), row: Painter.floor(y)) }

  static func areNear(_ positions: [CellPosition]) -> Bool {
    positions.allSatisfy { max(abs($0.x), abs($0.y)) < Double(Painter.farDots) }
  }
}

/// A level or upright line as signs, one in each cell that it passes.
struct SignLine {
  /// How a line ends.
  enum End {
    /// The line ends in the open.
    case free
    /// Another line goes on from here: a side of the same box, or the next part of a line that bends.
    case corner
    /// The line is attached here. It enters the cell of the border, and has a short crossing line if no
    /// other line crosses it there.
    case joint
  }

  let isLevel: Bool
  /// The position across the line, in cells.
  private let position: Double
  /// The ends of the line, in cells.
  private let from: Double
  private let to: Double
  private let cells: ClosedRange<Int>
  private let ends: (low: End, high: End)
  /// The cell in which the line leads on to the head of an arrow, forward or back.
  private var beforeHead: (cell: Int, isForward: Bool)?

  /// Creates a side of a box.
  init(isLevel: Bool, _ position: Double, sideFrom from: Double, to: Double) {
    (self.isLevel, self.position, self.from, self.to) = (isLevel, position, from, to)
    cells = Painter.floor(from)...max(Painter.floor(to), Painter.floor(from))
    ends = (.corner, .corner)
  }

  /// Creates a line.
  init(
    isLevel: Bool, _ position: Double, from: Double, to: Double, ends: (from: End, to: End)
  ) {
    (self.isLevel, self.position) = (isLevel, position)
    (self.from, self.to) = (min(from, to), max(from, to))
    self.ends = from <= to ? (ends.from, ends.to) : (ends.to, ends.from)
    let first = Painter.floor(self.from)
    // A line that ends in the open, at the edge of a cell, does not enter the cell.
    let last = self.ends.high == .free ? -Painter.floor(-self.to) - 1 : Painter.floor(self.to)
    cells = first...max(first, last)
  }

  /// The part of a cell that a line covers at least if it shows at its end.
  private static let quarter = 0.25

  /// Returns the part of the line before the cell of an arrow's head; nil if nothing is left.
  func cut(at cell: Double, isForward: Bool) -> SignLine? {
    guard isForward ? from < cell : to > cell + 1 else { return nil }
    var shaft =
      isForward
      ? SignLine(isLevel: isLevel, position, from: from, to: cell, ends: (ends.low, .free))
      : SignLine(isLevel: isLevel, position, from: cell + 1, to: to, ends: (.free, ends.high))
    let last = isForward ? shaft.cells.upperBound : shaft.cells.lowerBound
    shaft.beforeHead = (last, isForward)
    return shaft
  }

  /// - Parameter only: the only cell of the line that is painted; nil for all.
  func paint(with painter: SignPainter, onlyIn only: Int? = nil) {
    let (grid, clip) = (painter.painter.grid, painter.painter.clip)
    let cells = only.map { $0...$0 } ?? cells
    let across = Painter.floor(position)
    let low = isLevel ? grid.column(ofDot: clip.minX) : grid.row(ofDot: clip.minY)
    let high = isLevel ? grid.column(ofDot: clip.maxX) : grid.row(ofDot: clip.maxY)
    guard cells.overlaps(low...high) else { return }
    for cell in cells.clamped(to: low...high) {
      let (column, row) = isLevel ? (cell, across) : (across, cell)
      painter.add(
        sign(in: cell, across, painter), column: column, row: row)
    }
  }

  private func sign(in cell: Int, _ across: Int, _ painter: SignPainter) -> LineSign {
    func part(_ position: Double, of cell: Int) -> Int8 {
      Int8(min(max((position - Double(cell)) * 16, 0), 16))
    }
    let (back, forward): (LineSign.Arms, LineSign.Arms) =
      isLevel ? (.left, .right) : (.up, .down)
    // The first and the last cell in which the line shows if it is alone.
    let first = ends.low == .free ? Painter.floor(from + Self.quarter) : cells.lowerBound
    let last = ends.high == .free ? Painter.floor(to - Self.quarter) : cells.upperBound
    var arms = LineSign.EndArms()
    if cell < first {
      arms.joined.insert(forward)
    } else if cell > first {
      arms.all.insert(back)
    } else if ends.low == .free, from <= Double(cell) + Self.quarter {
      arms.alone.insert(back)
    }
    if cell > last {
      arms.joined.insert(back)
    } else if cell < last {
      arms.all.insert(forward)
    } else if ends.high == .free, to >= Double(cell) + 1 - Self.quarter {
      arms.alone.insert(forward)
    }
    if let beforeHead, beforeHead.cell == cell {
      arms.all.insert(beforeHead.isForward ? forward : back)
    }
    let isFirst = cell == cells.lowerBound
    let isLast = cell == cells.upperBound
    if isFirst && ends.low == .joint || isLast && ends.high == .joint {
      arms.alone.formUnion(isLevel ? [.up, .down] : [.left, .right])
    }
    return LineSign(
      LineSign.Part(
        position: min(part(position, of: across), 15), first: part(from, of: cell),
        last: part(to, of: cell)),
      isLevel: isLevel, isDashed: painter.isDashed, isHeavy: painter.isHeavy,
      isEnd: isFirst && ends.low != .corner || isLast && ends.high != .corner, arms: arms,
      color: painter.color)
  }
}

/// The cell of an arrow's head: the one in the column before that of the tip, or in the row before it
/// if the arrow is steep. So an arrow to the edge of a shape ends before the edge.
struct ArrowTip {
  let head: ArrowHead
  let column: Int
  let row: Int
  private let tip: CellPosition
  private let dx: Double
  private let dy: Double

  /// Nil if the arrow does not leave the column or the row of its tip.
  init?(from tail: CellPosition, to tip: CellPosition, _ head: ArrowHead) {
    guard CellPosition.areNear([tail, tip]), tail.cell != tip.cell else { return nil }
    (self.tip, self.head) = (tip, head)
    (dx, dy) = (tail.x - tip.x, tail.y - tip.y)
    let (exitX, exitY) = Self.exits(of: tip.cell, from: tip, dx, dy)
    let isSteep = abs(dy) > abs(dx)
    let exit = isSteep ? exitY : exitX
    guard exit < 1 else { return nil }
    column =
      isSteep ? Painter.floor(tip.x + dx * exit) : tip.cell.column + (dx > 0 ? 1 : -1)
    row = isSteep ? tip.cell.row + (dy > 0 ? 1 : -1) : Painter.floor(tip.y + dy * exit)
  }

  /// Returns the end of the shaft, beside the cell of the head and `margin` cells away from it; nil if
  /// no shaft is left.
  func shaftEnd(before margin: Double) -> CellPosition? {
    Self.end(
      ofWayFrom: CellPosition(x: tip.x + dx, y: tip.y + dy), to: tip,
      outside: CellPoint(column: column, row: row), by: margin)
  }

  /// Returns the position at which a way to a tip ends if it must not enter a cell on it. Nil if
  /// nothing is left of the way.
  static func end(
    ofWayFrom tail: CellPosition, to tip: CellPosition, outside cell: CellPoint, by margin: Double
  ) -> CellPosition? {
    let (dx, dy) = (tail.x - tip.x, tail.y - tip.y)
    let (exitX, exitY) = exits(of: cell, from: tip, dx, dy)
    let exit = min(exitX, exitY) + (margin + gap) / max(abs(dx), abs(dy))
    return exit < 1 ? CellPosition(x: tip.x + dx * exit, y: tip.y + dy * exit) : nil
  }

  /// A small part of a cell, by which the shaft ends outside the cell of the head.
  private static let gap = 1.0 / 64

  /// Returns the parts of the way from the tip to the tail after which it leaves a cell, to the side
  /// and up or down.
  private static func exits(
    of cell: CellPoint, from tip: CellPosition, _ dx: Double, _ dy: Double
  ) -> (x: Double, y: Double) {
    func exit(_ cell: Int, _ start: Double, _ length: Double) -> Double {
      guard length != 0 else { return .infinity }
      return (Double(length > 0 ? cell + 1 : cell) - start) / length
    }
    return (exit(cell.column, tip.x, dx), exit(cell.row, tip.y, dy))
  }
}
