import BoardModel
import BoardRendering
import EaselBase

/// T9 and T10: the cost of drawing a big board on a canvas.
enum PaintFigures {
  static func all() -> [Figure] {
    let points = 1_000_000
    let picture = BenchmarkBoards.picture(of: .walk, strokes: points / 40)
    return [
      repaint(picture, points: points),
      dot(on: picture, "a board of 1,000,000 points"),
      dot(on: Picture(), "an empty board"),
      mixedDot(),
      undo(in: picture),
    ]
  }

  private static func repaint(_ picture: Picture, points: Int) -> Figure {
    var canvas = BenchmarkBoards.canvas()
    let seconds = Measure.seconds { canvas.repaint(picture) }
    use(canvas.cell(column: 0, row: 0))
    return Figure(
      row: "T9", what: "full repaint, 1,000,000 points, 200x60",
      value: seconds * 1e9 / Double(points), unit: "ns/point")
  }

  private static func dot(on picture: Picture, _ what: String) -> Figure {
    Figure(
      row: "T9", what: "one more dot on \(what)",
      value: secondsOfDots(on: picture, .braille) * 1e6 / 1_000, unit: "µs")
  }

  /// Compares mixed ink with braille, in turns.
  private static func mixedDot() -> Figure {
    let ratios = (0..<9).map { _ in
      secondsOfDots(on: Picture(), .mixed) / secondsOfDots(on: Picture(), .braille)
    }
    return Figure(
      row: "T9", what: "one more dot in mixed ink on an empty board",
      value: ratios.sorted()[ratios.count / 2], unit: "× braille")
  }

  /// Measures 1,000 segments of one or two dots: painting each, and reading the cells that it
  /// touched.
  private static func secondsOfDots(on picture: Picture, _ raster: Raster) -> Double {
    var canvas = BenchmarkBoards.canvas(raster)
    canvas.repaint(picture)
    _ = canvas.takeTouched()
    let path = Workload.walk.strokes(1, points: 1_001, seed: 11)[0]
    let ink = Ink(color: PaletteColor.red.color, width: 1)
    return Measure.seconds {
      for (from, to) in zip(path, path.dropFirst()) {
        canvas.paintSegment(from: from, to: to, ink: ink)
        read(canvas.takeTouched(), of: canvas)
      }
    }
  }

  private static func read(_ touched: [(row: Int, columns: Range<Int>)], of canvas: Canvas) {
    for (row, columns) in touched {
      for column in columns { use(canvas.cell(column: column, row: row)) }
    }
  }

  /// Measures the undo of a stroke of 100 points in the middle of the stack, with the repaint.
  private static func undo(in picture: Picture) -> Figure {
    let middle = Workload.walk.strokes(1, points: 100, seed: 13)
    let operation = BenchmarkBoards.operations(of: middle, .walk)[0]
    let replica = ReplicaID(Bytes16(high: 2, low: 0))
    func stamp(_ number: UInt64, _ lamport: UInt64) -> Stamp {
      Stamp(
        id: EntryID(replica, SequenceNumber(number)), author: AuthorID(replica.raw),
        lamport: Lamport(lamport), at: 0, lasted: 400)
    }
    var board = picture
    _ = board.apply(operation, stamp(1, 12_500))
    var painted = BenchmarkBoards.canvas()
    painted.repaint(board)
    let seconds = Measure.seconds(passes: 21) {
      (board, painted)
    } run: { state in
      let target = EntryID(replica, SequenceNumber(1))
      let damage = state.0.apply(Operation(.cancel(target)), stamp(2, 30_000))
      if case .area(let area) = damage { state.1.repaint(state.0, in: area) }
      read(state.1.takeTouched(), of: state.1)
    }
    return Figure(
      row: "T10", what: "undo of 100 points in the middle of it", value: seconds * 1_000,
      unit: "ms")
  }
}
