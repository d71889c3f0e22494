import BoardModel
import BoardPaper
import EaselBase
import GroupTesting
import Testing

@testable import BoardRendering
@testable import CellFrame

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
    switch (Int.random(in: 0..<10, using: &random), target) {
    case (0, let target?): operation = Operation(.change(.items([target]), .hide))
    case (1, let target?):
      operation = Operation(
        .change(.items([target]), .move(BoardOffset(dx: number(9_000), dy: number(9_000)))))
    case (2, let target?):
      operation = Operation(
        .change(
          .items([target]), .recolour(InkColor(rgba: UInt32.random(in: 0 ... .max, using: &random)))
        ))
    case (3, let target?): operation = Operation(.change(.items([target]), randomEffect()))
    case (4, let target?):
      let other = made.randomElement(using: &random) ?? target
      let point: PointAttachment.Point = Bool.random(using: &random) ? .start : .end
      operation = Operation(.attach(target, PointAttachment(point, to: .thing(other, .middle))))
    default:
      made.append(id)
      operation = Operation(.make(item()))
    }
    return picture.apply(operation, stamp)
  }

  private mutating func number(_ bound: Int32) -> Int32 {
    Int32.random(in: -bound...bound, using: &random)
  }

  /// Another size, width, fill or place in the order of drawing.
  private mutating func randomEffect() -> BoardModel.Operation.Effect {
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let scaling = BoardScaling(
        scaleX: number(BoardScaling.one), scaleY: number(BoardScaling.one * 2),
        shiftX: number(15_000), shiftY: number(9_000))
      return .resize(scaling ?? .identity)
    case 1: return .setWidth(UInt8.random(in: 1...8, using: &random))
    case 2: return .setFilled(Bool.random(using: &random))
    default: return .reorder(Bool.random(using: &random) ? .front : .back)
    }
  }

  private mutating func item() -> Item {
    let origin = BoardPoint(x: 12_000 + number(15_000), y: 6_000 + number(9_000))
    // Some things have the same colour.
    let shades: [UInt32] = [0x12_34_56, 0xFF_60_C0, .random(in: 0...0xFF_FF_FF, using: &random)]
    let color = InkColor(
      rgb: shades[Int.random(in: 0..<3, using: &random)],
      alpha: Int.random(in: 0..<4, using: &random) == 0 ? 100 : 255)
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
        filled: Bool.random(using: &random), points: packed,
        look: StrokeLook(rawValue: .random(in: 0...255, using: &random)).intersection(kind.looks)))
  }
}

@Suite struct CanvasLawTests {
  @Test("1 · painting step by step equals painting anew", arguments: Raster.allCases)
  func incrementalEqualsAnew(_ raster: Raster) {
    for seed in 0..<Seeds.count(12) where !Self.grows(seed, raster) { return }
  }

  @Test("1 · a letter set into ink uncovers the wide letter two columns away")
  func uncoveredFromAfar() throws {
    let width = Int32(Page.cellWidth)
    func label(_ text: String, column: Int32) -> Item {
      .label(
        Label(
          origin: BoardPoint(x: column * width, y: 2 * Int32(Page.cellHeight)), columnWidth: width,
          rowHeight: Int32(Page.cellHeight), color: InkColor(rgb: 0xFF_FF_FF),
          text: SafeText(text, limit: .label)))
    }
    let corners = [
      BoardPoint(x: 5 * width + 40, y: Int32(Page.cellHeight)),
      BoardPoint(x: 12 * width, y: 4 * Int32(Page.cellHeight)),
    ]
    let block = Stroke(
      kind: .rectangle, ink: Ink(color: InkColor(rgb: 0x12_34_56), width: 1), filled: true,
      points: try #require(PackedPoints(corners, stepExponent: 0)))
    var canvas = Canvas(
      columns: 20, rows: 6, viewport: .paper(column: 0, row: 0), raster: .braille,
      theme: .terminal)
    let line = PaperText.Line(runs: [PaperText.Run(text: SafeText("    界"), look: .init())])
    let lines = [PaperText.Line(runs: []), PaperText.Line(runs: []), line]
    canvas.paper = PaperCells(lines, theme: .terminal).cells(20, 6, canvas.viewport)
    canvas.paint(.stroke(block))
    var shown = canvas.frame
    #expect(shown[4, 2].glyph == .space)
    _ = canvas.takeTouched()
    canvas.paint(label("x", column: 6))
    for (row, columns) in canvas.takeTouched() {
      canvas.copy(row: row, columns: columns, to: &shown)
    }
    #expect(shown[4, 2].glyph == Glyph("界") && shown == canvas.frame)
  }

  /// Grows a board step by step, holding the canvas and its touched cells against one painted anew.
  private static func grows(_ seed: UInt64, _ raster: Raster) -> Bool {
    var board = RandomBoard(seed: seed)
    var grown = Self.canvas(raster)
    var shown = grown.frame
    for step in 0..<40 {
      switch board.step() {
      case .none: break
      case .added(let id): grown.add([id], of: board.picture)
      case .area(let area): grown.repaint(board.picture, in: area)
      case .all: grown.repaint(board.picture)
      }
      for (row, columns) in grown.takeTouched() {
        grown.copy(row: row, columns: columns, to: &shown)
      }
      var anew = Self.canvas(raster)
      anew.repaint(board.picture)
      let expected = anew.frame
      guard grown.frame == expected else {
        Issue.record("seed \(seed), \(raster), step \(step): dots differ")
        return false
      }
      guard shown == expected else {
        Issue.record("seed \(seed), \(raster), step \(step): touched cells are missing")
        return false
      }
    }
    return true
  }

  private static func canvas(_ raster: Raster) -> Canvas {
    let viewport = Viewport(left: -300, top: 100, columnWidth: 500, rowHeight: 1_040)
    return Canvas(columns: 48, rows: 13, viewport: viewport, raster: raster, theme: .terminal)
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
      let blank = Self.canvas(.braille)
      var (added, anew) = (blank, blank)
      picture.thing(id).map { added.paint($0) }
      anew.repaint(picture)
      #expect(added.frame == anew.frame && added.frame != blank.frame, "seed \(seed)")
    }
  }
}
