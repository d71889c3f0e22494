import BoardModel
import CellFrame

/// The dots of an arrow. If the arrow is level or vertical, both sides of its head are alike.
///
/// On dots, the head is drawn as two lines and not as a sign such as ▶. A font draws that sign in
/// the middle of its cell, but a shaft may lie on any row of dots; so the sign would stand beside
/// its shaft. It would also be a letter, which other ink does not cover but tints. In ASCII, a cell
/// is one character anyway: there, `<`, `>`, `^` or `v` is the whole head, see `AsciiDots`. In mixed
/// ink, shafts lie in the middle of their cells, and heads are signs; see `ArrowTip`.
struct DotArrow {
  private var tail: DotPoint
  private var tip: DotPoint
  private var sides: [DotPoint]
  private var ascii: AsciiArrow?

  /// Creates the dots from the two lines of an arrow: its shaft, and its head from side to side.
  /// Nil if the arrow has no length.
  init?(_ lines: [[DotPoint]], _ pen: Pen, _ grid: DotGrid) {
    guard lines.count == 2, lines[0].count == 2, lines[1].count == 3 else { return nil }
    (tail, tip, sides) = (lines[0][0], lines[0][1], [lines[1][0], lines[1][2]])
    guard [tail, tip].allSatisfy({ max(abs($0.x), abs($0.y)) < Double(Painter.farDots) }) else {
      return
    }
    let breadth = pen.breadth(on: grid)
    let isLevel = Painter.floor(tail.y) == Painter.floor(tip.y)
    let isVertical = Painter.floor(tail.x) == Painter.floor(tip.x)
    guard isLevel != isVertical else {
      if grid.raster == .ascii, breadth.y <= 2 { useSlantedCharacter(pen, grid) }
      return
    }
    let along: WritableKeyPath<DotPoint, Double> = isLevel ? \.x : \.y
    let across: WritableKeyPath<DotPoint, Double> = isLevel ? \.y : \.x
    let row = grid.row(ofDot: Painter.floor(tip.y))
    straighten(along, across, breadth: isLevel ? breadth.y : breadth.x)
    if grid.raster == .ascii { useCharacter(along, isLevel: isLevel, breadth, row: row, grid) }
  }

  /// Moves the arrow by less than a dot: its middle becomes the middle of a dot, or the edge
  /// between two dots if the line has an even breadth.
  private mutating func straighten(
    _ along: WritableKeyPath<DotPoint, Double>, _ across: WritableKeyPath<DotPoint, Double>,
    breadth: Int
  ) {
    let middle =
      breadth.isMultiple(of: 2)
      ? tip[keyPath: across].rounded() : tip[keyPath: across].rounded(.down) + 0.5
    let spread = max(abs(sides[0][keyPath: across] - tip[keyPath: across]).rounded(), 1)
    tail[keyPath: across] = middle
    tip[keyPath: across] = middle
    sides[1][keyPath: along] = sides[0][keyPath: along]
    sides[0][keyPath: across] = middle + spread
    sides[1][keyPath: across] = middle - spread
  }

  /// Replaces the head by the dots that ASCII shows as a character, and moves the arrow to the
  /// middle of its cells. A broad arrow keeps its head of lines.
  private mutating func useCharacter(
    _ along: WritableKeyPath<DotPoint, Double>, isLevel: Bool, _ breadth: (x: Int, y: Int),
    row: Int, _ grid: DotGrid
  ) {
    let size = Double(isLevel ? grid.dotsX : grid.dotsY)
    let length = tip[keyPath: along] - tail[keyPath: along]
    guard isLevel ? breadth.y <= 2 : breadth.x == 1, abs(length) >= 2 * size else { return }
    // The head stands in the cell before that of the tip, so that the edge of a shape does not hide it.
    let back = abs(length) < 3 * size ? 0.0 : length > 0 ? 1 : -1
    let cell = (tip[keyPath: along] / size).rounded(.down) - back
    let column = grid.column(ofDot: Painter.floor(tip.x))
    let head = AsciiArrow.Head(
      isLevel: isLevel, isForward: length > 0, column: isLevel ? Int(cell) : column,
      row: isLevel ? row : Int(cell), grid)
    tip[keyPath: along] = length > 0 ? cell * size - 0.5 : (cell + 1) * size + 0.5
    var shaft = DotRect(
      minX: Painter.floor(min(tail.x, tip.x)), minY: Painter.floor(min(tail.y, tip.y)),
      maxX: Painter.floor(max(tail.x, tip.x)), maxY: Painter.floor(max(tail.y, tip.y)))
    if isLevel {
      shaft.minY = row * grid.dotsY + 1
      shaft.maxY = shaft.minY + breadth.y - 1
    }
    ascii = AsciiArrow(shaft: shaft, head: head)
  }

  /// Replaces the head of a slanted arrow by the nearest character, in the cell before that of the tip. A
  /// short arrow has it in the cell of the tip. The shaft ends before this cell.
  private mutating func useSlantedCharacter(_ pen: Pen, _ grid: DotGrid) {
    let (start, end) = (grid.cell(tail), grid.cell(tip))
    let margin = pen.isThin ? 0 : pen.radius / Double(grid.dotsX)
    let (dx, dy) = ((tip.x - tail.x) / grid.scaleX, (tip.y - tail.y) / grid.scaleY)
    let before = ArrowTip(from: start, to: end, ArrowHead(dx: dx, dy: dy))
    let cell: CellPoint
    let shaftEnd: CellPosition
    if let before, let end = before.shaftEnd(before: margin) {
      (cell, shaftEnd) = (CellPoint(column: before.column, row: before.row), end)
    } else if let path = ArrowTip.end(ofWayFrom: start, to: end, outside: end.cell, by: margin) {
      (cell, shaftEnd) = (end.cell, path)
    } else {
      return
    }
    let isLevel = abs(dx) >= abs(dy)
    let head = AsciiArrow.Head(
      isLevel: isLevel, isForward: isLevel ? dx > 0 : dy > 0, column: cell.column, row: cell.row,
      grid)
    tip = grid.dot(shaftEnd)
    ascii = AsciiArrow(shaft: nil, head: head)
  }

  func paint(with painter: Painter, _ pen: Pen, isDashed: Bool) {
    let pen = pen.withoutEdge
    if let ascii {
      if ascii.shaft == nil { painter.polyline([tail, tip], pen, isDashed: isDashed) }
      return ascii.paint(with: painter, isDashed: isDashed)
    }
    painter.polyline([tail, tip], pen, isDashed: isDashed)
    // Both sides begin at the tip, because the dots of a line depend on the end at which it begins.
    for side in sides { painter.segment(tip, side, pen) }
  }
}

extension Painter {
  /// Replaces the cells of attached ends of a thin line by `+`. The head of an arrow shows by itself that it
  /// touches a thing.
  func paintAsciiJoints(of stroke: Stroke, _ offset: BoardOffset, _ attached: AttachedEnds) {
    guard pigment.layer == .line, stroke.ink.width <= 1 else { return }
    let path = stroke.path
    let ends = [attached.start ? path.first : nil, attached.end ? path.last : nil]
    for end in stroke.kind == .arrow ? ends.prefix(1) : ends[...] {
      guard let end else { continue }
      let dot = grid.dot(SpotOnBoard(end, offset))
      let (x, y) = (Self.floor(dot.x), Self.floor(dot.y))
      guard clip.contains(x, y) else { continue }
      let (column, row) = (grid.column(ofDot: x), grid.row(ofDot: y))
      ink[row * grid.columns + column] =
        UInt32(truncatingIfNeeded: pigment.word) | UInt32(AsciiDots.joint)
      if isTracking { touch(column: column, row: row) }
    }
  }
}

/// An arrow in ASCII.
private struct AsciiArrow {
  /// The dots of a level or vertical shaft; nil for a slanted one.
  let shaft: DotRect?
  let head: Head

  func paint(with painter: Painter, isDashed: Bool) {
    if let shaft, isDashed {
      painter.dashes(along: shaft.middleLine, .thin)
    } else if let shaft {
      for y in shaft.rows(in: painter.clip) { painter.dots(y, shaft.minX, shaft.maxX) }
    }
    head.paint(with: painter)
  }
}

extension DotRect {
  /// The line between the middles of the first dot and the last one.
  fileprivate var middleLine: [DotPoint] {
    [
      DotPoint(x: Double(minX) + 0.5, y: Double(minY) + 0.5),
      DotPoint(x: Double(maxX) + 0.5, y: Double(maxY) + 0.5),
    ]
  }
}

extension AsciiArrow {
  /// The dots of one cell at the tip.
  struct Head {
    let character: Unicode.Scalar
    /// The first dot of the cell.
    let x: Int
    let y: Int

    init(isLevel: Bool, isForward: Bool, column: Int, row: Int, _ grid: DotGrid) {
      character =
        switch (isLevel, isForward) {
        case (true, true): ">"
        case (true, false): "<"
        case (false, true): "v"
        case (false, false): "^"
        }
      x = column * grid.dotsX
      y = row * grid.dotsY
    }

    func paint(with painter: Painter) {
      let dots = AsciiDots.dots(of: character)
      for row in 0..<4 {
        for column in 0..<2 where UInt32(dots) & Painter.bit(column, row) != 0 {
          if painter.clip.contains(x + column, y + row) { painter.dot(x + column, y + row) }
        }
      }
    }
  }
}
