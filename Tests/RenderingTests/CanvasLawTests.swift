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

  @Test("1 · a long hand's line, across the edges too, is the same added as painted anew")
  func hands() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      // Steps of a byte, of two and of three; the last are curved.
      let reach = [40, 900, 3_000, 30_000][Int(seed % 4)] as Int32
      var points = [BoardPoint(x: 12_000, y: 6_000)]
      for _ in 0..<200 {
        let last = points[points.count - 1]
        points.append(
          BoardPoint(
            x: last.x + Int32.random(in: -reach...reach, using: &random),
            y: last.y + Int32.random(in: -reach...reach, using: &random)))
      }
      let packed = try #require(PackedPoints(points, stepExponent: UInt8(seed % 3)))
      let ink = Ink(color: InkColor(rgb: 0x12_34_56), width: 1)
      var picture = Picture()
      let id = EntryID(ReplicaID(Bytes16(high: 0, low: 7)), SequenceNumber(1))
      let stamp = Stamp(
        id: id, author: AuthorID(id.replica.raw), lamport: Lamport(1), at: 0, lasted: 0)
      _ = picture.apply(
        Operation(.make(.stroke(Stroke(kind: .pen, ink: ink, points: packed)))), stamp)
      let viewport = Viewport(left: -300, top: 100, columnWidth: 500, rowHeight: 1_040)
      func fresh() -> Canvas {
        Canvas(columns: 48, rows: 13, viewport: viewport, raster: .braille, theme: .terminal)
      }
      var (added, anew) = (fresh(), fresh())
      picture.thing(id).map { added.paint($0) }
      anew.repaint(picture)
      #expect(added.frame == anew.frame && added.frame != fresh().frame, "seed \(seed)")
    }
  }
}
