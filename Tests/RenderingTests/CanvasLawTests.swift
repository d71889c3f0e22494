import Drawing
import EaselTesting
import Testing
import Vocabulary

@testable import Rendering

/// A board that grows by random operations of one replica.
struct RandomBoard {
  var picture = Picture()
  var random: SplitMix64
  private var count: UInt64 = 0
  private var made: [EntryID] = []
  private let replica = ReplicaID(Bytes16(high: 0, low: 7))

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func step() -> Damage {
    count += 1
    let id = EntryID(replica, SequenceNumber(count))
    let stamp = Stamp(
      id: id, author: AuthorID(replica.raw), lamport: Lamport(count), at: 0, lasted: 0)
    let target = made.randomElement(using: &random)
    let operation: Operation
    switch (Int.random(in: 0..<8, using: &random), target) {
    case (0, let target?): operation = Operation(.change(.items([target]), .hide))
    case (1, let target?):
      operation = Operation(
        .change(.items([target]), .move(BoardOffset(dx: number(9_000), dy: number(9_000)))))
    case (2, let target?):
      operation = Operation(
        .change(
          .items([target]), .recolour(InkColor(rgba: UInt32.random(in: 0 ... .max, using: &random)))
        ))
    default:
      made.append(id)
      operation = Operation(.make(item()))
    }
    return picture.apply(operation, stamp)
  }

  private mutating func number(_ bound: Int32) -> Int32 {
    Int32.random(in: -bound...bound, using: &random)
  }

  private mutating func item() -> Item {
    let origin = BoardPoint(x: 12_000 + number(15_000), y: 6_000 + number(9_000))
    let color = InkColor(
      rgb: UInt32.random(in: 0...0xFF_FF_FF, using: &random),
      alpha: Bool.random(using: &random) ? 255 : 100)
    if Int.random(in: 0..<5, using: &random) == 0 {
      return .label(
        Label(
          origin: origin, columnWidth: 300 + abs(number(500)), rowHeight: 900 + abs(number(500)),
          color: color, text: SafeText("ab 界\nc", limit: .label)))
    }
    let kinds = Stroke.Kind.allCases
    let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
    let reach: Int32 = Bool.random(using: &random) ? 700 : 9_000
    var points = [origin]
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      let last = points[points.count - 1]
      points.append(BoardPoint(x: last.x + number(reach), y: last.y + number(reach)))
    }
    guard let packed = PackedPoints(points, stepExponent: 3) else { return item() }
    return .stroke(
      Stroke(
        kind: kind,
        ink: Ink(color: color, width: UInt8.random(in: 1...8, using: &random)),
        filled: Bool.random(using: &random), points: packed))
  }
}

@Suite struct CanvasLawTests {
  @Test("1 · what is painted as it comes equals what is painted anew", arguments: Raster.allCases)
  func incrementalEqualsAnew(_ raster: Raster) {
    for seed in 0..<12 as Range<UInt64> {
      var board = RandomBoard(seed: seed)
      let viewport = Viewport(left: -300, top: 100, columnWidth: 500, rowHeight: 1_040)
      func fresh() -> Canvas {
        Canvas(columns: 48, rows: 13, viewport: viewport, raster: raster, theme: .terminal)
      }
      var grown = fresh()
      var shown = grown.frame
      for step in 0..<40 {
        switch board.step() {
        case .none: break
        case .added(let id): board.picture.thing(id).map { grown.paint($0) }
        case .area(let area): grown.repaint(board.picture, in: area)
        case .all: grown.repaint(board.picture)
        }
        for (row, columns) in grown.takeTouched() {
          grown.copy(row: row, columns: columns, to: &shown)
        }
        var anew = fresh()
        anew.repaint(board.picture)
        let expected = anew.frame
        guard grown.frame == expected else {
          Issue.record("seed \(seed), step \(step): dots differ")
          return
        }
        guard shown == expected else {
          Issue.record("seed \(seed), step \(step): touched cells are missing")
          return
        }
      }
    }
  }
}
