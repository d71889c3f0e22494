import BoardModel
import BoardRendering
import CellFrame
import GroupTesting
import Testing

@testable import BoardView
@testable import WhiteboardUI

@Suite struct CellCurveTests {
  /// The cells that a mouse passes on its way. A fast mouse reports only some of them.
  private func cells(
    _ steps: Int, every stride: Int = 1, _ position: (Double) -> (x: Double, y: Double)
  ) -> [CellPoint] {
    var cells: [CellPoint] = []
    for step in 0...steps {
      let (x, y) = position(Double(step) / Double(steps))
      let cell = CellPoint(column: Int(x.rounded(.down)), row: Int(y.rounded(.down)))
      if cells.last != cell { cells.append(cell) }
    }
    return cells.enumerated()
      .filter { $0.offset.isMultiple(of: stride) || $0.offset == cells.count - 1 }.map(\.element)
  }

  private func position(_ pointer: Pointer) -> (x: Double, y: Double) {
    (
      Double(pointer.cell.column) + Double(pointer.fractionX) / 256,
      Double(pointer.cell.row) + Double(pointer.fractionY) / 256
    )
  }

  private func unit(_ random: inout SplitMix64) -> Double {
    Double.random(in: 0..<1, using: &random)
  }

  @Test("1 · a line begins in the first cell and ends in the last")
  func ends() {
    let one = CellPoint(column: 3, row: 4)
    #expect(CellCurve.points(through: [one]) == [Pointer(one)])
    #expect(CellCurve.points(through: [one, one]) == [Pointer(one)])
    for seed in Seeds.range(40) {
      var random = SplitMix64(seed: seed)
      let cells = walk(&random)
      let points = CellCurve.points(through: cells)
      #expect(points.first == cells.first.map { Pointer($0) }, "seed \(seed)")
      #expect(points.last == cells.last.map { Pointer($0) }, "seed \(seed)")
    }
  }

  private func walk(_ random: inout SplitMix64) -> [CellPoint] {
    var cells = [CellPoint(column: 40, row: 20)]
    for _ in 0..<60 {
      var next = cells[cells.count - 1]
      let reach = Bool.random(using: &random) ? 1 : 5
      next.column += Int.random(in: -reach...reach, using: &random)
      next.row += Int.random(in: -reach...reach, using: &random)
      cells.append(next)
    }
    return cells
  }

  @Test("2 · a final point never changes")
  func finalPoints() {
    for seed in Seeds.range(40) {
      var random = SplitMix64(seed: seed)
      let cells = walk(&random)
      let whole = CellCurve.points(through: cells)
      var (curve, final) = (CellCurve(at: cells[0]), [Pointer(cells[0])])
      for (index, cell) in cells.enumerated().dropFirst() {
        final += curve.extend(to: cell)
        #expect(whole.starts(with: final), "seed \(seed), cell \(index)")
        #expect(final + curve.tail == CellCurve.points(through: Array(cells[...index])))
      }
    }
  }

  @Test("3 · a straight drag at any slope stays within half a cell of the ideal line")
  func straightDrags() {
    for seed in Seeds.range(300) {
      var random = SplitMix64(seed: seed)
      let start = (x: 50 + unit(&random), y: 50 + unit(&random))
      let (dx, dy) = (100 * unit(&random) - 50, 100 * unit(&random) - 50)
      let cells = cells(4_000) { (start.x + $0 * dx, start.y + $0 * dy) }
      let points = CellCurve.points(through: cells)
      for point in points.dropFirst().dropLast() {
        let (x, y) = position(point)
        // The distance to the line, down or across, whichever is shorter.
        let off = abs((x - start.x) * dy - (y - start.y) * dx) / max(abs(dx), abs(dy))
        #expect(off <= 0.5, "seed \(seed): \(point)")
      }
    }
  }

  /// A random drag over a screen of 80 columns and 20 rows, in single steps and in jumps.
  private func drag(seed: UInt64) -> [CellPoint] {
    var random = SplitMix64(seed: seed)
    let reach = [1, 1, 2, 9].randomElement(using: &random) ?? 1
    func corner() -> (x: Double, y: Double) { (80 * unit(&random), 20 * unit(&random)) }
    switch seed % 3 {
    case 0:
      // Straight ways between some corners, slowly or fast.
      let corners = (0..<5).map { _ in corner() }
      return zip(corners, corners.dropFirst()).flatMap { from, to in
        self.cells(400, every: reach) {
          (from.x + $0 * (to.x - from.x), from.y + $0 * (to.y - from.y))
        }
      }
    case 1:
      // Runs along rows and columns.
      var cells = [CellPoint(column: 40, row: 10)]
      for _ in 0..<12 {
        let (isAcross, step) = (Bool.random(using: &random), Bool.random(using: &random) ? 1 : -1)
        for _ in 0..<Int.random(in: 1...30, using: &random) {
          var next = cells[cells.count - 1]
          if isAcross { next.column += step } else { next.row += step }
          guard (0..<80).contains(next.column), (0..<20).contains(next.row) else { break }
          cells.append(next)
        }
      }
      return cells
    default:
      var cells = [CellPoint(column: 40, row: 10)]
      for _ in 0..<60 {
        let last = cells[cells.count - 1]
        let (dx, dy) = (
          Int.random(in: -reach...reach, using: &random),
          Int.random(in: -reach...reach, using: &random)
        )
        cells.append(
          CellPoint(
            column: min(max(last.column + dx, 0), 79), row: min(max(last.row + dy, 0), 19)))
      }
      return cells
    }
  }

  @Test("4 · a finished line has ink in each cell of a drag", arguments: Raster.allCases)
  func everyCell(_ raster: Raster) throws {
    for seed in Seeds.range(150) {
      var random = SplitMix64(seed: seed)
      let widths: [Double] = [8, 100.3, 819.2, 1_024, 5_000]
      let width = widths.randomElement(using: &random) ?? 1_024
      let placed = Viewport(
        left: 4_000 * unit(&random), top: 4_000 * unit(&random), columnWidth: width,
        rowHeight: width * (1.7 + unit(&random)))
      let cells = drag(seed: seed)
      let points = CellCurve.points(through: cells).map(placed.boardPoint)
      let packed = try #require(PackedPoints(points, stepExponent: placed.stepExponent))
      for kind in [Stroke.Kind.pen, .marker] {
        let ink = Ink(color: PaletteColor.orange.color, width: kind == .pen ? 1 : 4)
        var canvas = Canvas(
          columns: 80, rows: 20, viewport: placed, raster: raster, theme: .terminal,
          showsPage: false)
        canvas.paint(.stroke(Stroke(kind: kind, ink: ink, points: packed)))
        // The marker tints the ground of a cell.
        let missed = cells.filter { cell in
          let shown = canvas.cell(column: cell.column, row: cell.row)
          return shown.glyph == .space && shown.style.background == Theme.terminal.background
        }
        #expect(missed.isEmpty, "seed \(seed), \(kind): \(missed.prefix(5))")
      }
    }
  }

  @Test(
    "4 · a line has ink in each cell while it is drawn, on every screen of its size",
    arguments: Raster.allCases)
  func everyCellMeanwhile(_ raster: Raster) {
    for seed in Seeds.range(4) {
      let cells = drag(seed: seed).map { CellPoint(column: $0.column, row: $0.row + 1) }
      var world = WhiteboardWorld(2, columns: 80, rows: 22, raster: raster) { setup, _ in
        setup.width = 1
      }
      world.meet()
      // The notices of the meeting would lie over the first row for a while.
      world.wait(10_000)
      func expectInk(_ count: Int) {
        for (index, desk) in world.desks.enumerated() {
          let missed = cells.prefix(count).filter {
            desk.frame[$0.column, $0.row].glyph == .space
          }
          #expect(missed.isEmpty, "seed \(seed), screen \(index), \(count): \(missed.prefix(5))")
        }
      }
      world.at(0) { $0.mouse(.press(.left), cells[0].column, cells[0].row) }
      for (index, cell) in cells.enumerated() {
        world.at(0) { $0.mouse(.drag(.left), cell.column, cell.row) }
        if index % 11 == 0 { expectInk(index + 1) }
      }
      expectInk(cells.count)
      let last = cells[cells.count - 1]
      world.at(0) { $0.mouse(.release(.left), last.column, last.row) }
      #expect(world.desks.allSatisfy { $0.strokes.count == 1 })
      expectInk(cells.count)
    }
  }

  @Test("A straight drag has no stairs")
  func noStairs() {
    for seed in Seeds.range(100) {
      var random = SplitMix64(seed: seed)
      let (dx, dy) = (60 * unit(&random) + 4, 30 * unit(&random))
      let cells = cells(4_000) { (10.3 + $0 * dx, 10.4 + $0 * dy) }
      let inner = CellCurve.points(through: cells).dropFirst().dropLast().map(position)
      for (a, b) in zip(inner, inner.dropFirst()) {
        let off = abs((b.x - a.x) * dy - (b.y - a.y) * dx) / (dx * dx + dy * dy).squareRoot()
        #expect(off <= 0.71, "seed \(seed)")
      }
    }
  }

  @Test("A circle of cells gives a smooth circle", arguments: [3.0, 6, 10, 18])
  func circles(_ radius: Double) {
    for stride in [1, 2] {
      // A cell is twice as high as wide.
      let cells = cells(4_000, every: stride) {
        let (x, y) = Self.onCircle($0)
        return (50.2 + 2 * radius * x, 30.1 + radius * y)
      }
      let points = CellCurve.points(through: cells)
      // The curve that screens draw through the points.
      let curve = Smoothing.curve(
        through: points.map {
          let (x, y) = position($0)
          return BoardPoint(x: Int32(x * 512), y: Int32(y * 1_024))
        }, tolerance: 16)
      for point in Array(curve).dropFirst(8).dropLast(8) {
        let (x, y) = (Double(point.x) / 512 - 50.2, Double(point.y) / 1_024 - 30.1)
        let off = (x * x / 4 + y * y).squareRoot() - radius
        #expect(abs(off) <= 0.5, "radius \(radius), every \(stride): \(off) rows")
      }
      if stride == 1 {
        #expect(sharpestTurn(points) < sharpestTurn(cells.map { Pointer($0) }))
      }
    }
  }

  /// A point of the unit circle, by a rational formula for each half.
  private static func onCircle(_ part: Double) -> (x: Double, y: Double) {
    let t = part < 0.5 ? 4 * part - 1 : 4 * part - 3
    let (x, y) = ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
    return part < 0.5 ? (x, y) : (-x, -y)
  }

  /// The smallest cosine between two successive steps, from 0 for none to 2 for a reversal.
  private func sharpestTurn(_ points: [Pointer]) -> Double {
    let positions = points.map(position)
    let steps = zip(positions, positions.dropFirst()).map { ($1.x - $0.x, 2 * ($1.y - $0.y)) }
    return zip(steps, steps.dropFirst()).dropFirst().dropLast().map { a, b in
      let lengths = ((a.0 * a.0 + a.1 * a.1) * (b.0 * b.0 + b.1 * b.1)).squareRoot()
      return 1 - (a.0 * b.0 + a.1 * b.1) / lengths
    }.max() ?? 0
  }

  @Test("Sharp corners stay, and long sides stay level")
  func corners() {
    let side = (10...40).map { CellPoint(column: $0, row: 5) }
    let down = (6...25).map { CellPoint(column: 40, row: $0) }
    let points = CellCurve.points(through: side + down).map(position)
    #expect(points.contains { $0.x == 40.5 && $0.y == 5.5 })
    #expect(points.allSatisfy { $0.x == 40.5 || $0.y == 5.5 })
  }

  @Test("Wet ink through cells has the dots of the finished stroke", arguments: [1, 2, 5])
  func wetInk(_ stride: Int) {
    for seed in Seeds.range(12) {
      var random = SplitMix64(seed: seed)
      let (dx, dy) = (20 * unit(&random) + 8, 8 * unit(&random))
      let cells = cells(3_000, every: stride) {
        let (x, y) = Self.onCircle($0)
        return (40 + dx * x + 9 * $0, 12 + dy * y)
      }
      var desk = Desk()
      desk.mouse(.press(.left), cells[0].column, cells[0].row)
      for cell in cells { desk.mouse(.drag(.left), cell.column, cell.row) }
      let wet = (1..<23).map { desk.text(row: $0) }
      #expect(desk.frame == desk.frameFromScratch, "seed \(seed)")
      let last = cells[cells.count - 1]
      desk.mouse(.release(.left), last.column, last.row)
      #expect(wet == (1..<23).map { desk.text(row: $0) }, "seed \(seed)")
      #expect(desk.strokes.count == 1)
    }
  }
}
