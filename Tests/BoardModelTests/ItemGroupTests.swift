import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

struct ItemGroupTests {
  private func make(
    _ desk: inout Desk, _ kind: Stroke.Kind, _ low: (Int32, Int32), _ high: (Int32, Int32),
    width: UInt8 = 1
  ) -> EntryID {
    let corners = [BoardPoint(x: low.0, y: low.1), BoardPoint(x: high.0, y: high.1)]
    return desk.do(.make(.stroke(.through(corners, kind: kind, width: width))))
  }

  /// Fills a box with these corners.
  private func fill(
    _ desk: inout Desk, _ low: (Int32, Int32), _ high: (Int32, Int32)
  ) throws -> EntryID {
    let corners = [(low.0, low.1), (high.0, low.1), (high.0, high.1), (low.0, high.1)]
    let points = try #require(
      PackedPoints(corners.map { BoardPoint(x: $0.0, y: $0.1) }, stepExponent: 6))
    let ink = Ink(color: InkColor(rgb: 0xFF), width: 1)
    return desk.do(
      .make(.stroke(Stroke(kind: .region, ink: ink, filled: true, points: points))))
  }

  private func label(_ desk: inout Desk, _ x: Int32, _ y: Int32) -> EntryID {
    desk.do(
      .make(
        .label(
          Label(
            origin: BoardPoint(x: x, y: y), columnWidth: 800, rowHeight: 1_600,
            color: InkColor(rgb: 0xFF), text: SafeText("box", limit: .label)))))
  }

  private func group(_ desk: Desk, _ id: EntryID) -> [EntryID] {
    desk.picture.thing(id).map { ItemGroup(of: $0, in: desk.picture).ids } ?? []
  }

  @Test("A box or its fill brings the box, the fill and the text; a text brings only itself")
  func filledBox() throws {
    var desk = Desk()
    let line = make(&desk, .rectangle, (10_000, 10_000), (30_000, 20_000))
    let fill = try fill(&desk, (10_100, 10_100), (29_900, 19_900))
    let text = label(&desk, 15_000, 14_000)
    let beside = label(&desk, 40_000, 14_000)
    #expect(group(desk, line) == [line, fill, text])
    #expect(group(desk, fill) == [line, fill, text])
    #expect(group(desk, text) == [text])
    #expect(group(desk, beside) == [beside])
    desk.do(.change(.items([line, fill, text]), .move(BoardOffset(dx: 50_000, dy: 700))))
    #expect(group(desk, fill) == [line, fill, text])
  }

  @Test("A text belongs to the smallest box round it only")
  func nested() {
    var desk = Desk()
    let outer = make(&desk, .rectangle, (0, 0), (60_000, 30_000))
    let title = label(&desk, 2_000, 1_000)
    #expect(group(desk, outer) == [outer, title])
    let inner = make(&desk, .ellipse, (10_000, 10_000), (30_000, 20_000))
    let text = label(&desk, 15_000, 14_000)
    #expect(group(desk, inner) == [inner, text])
    #expect(group(desk, outer) == [outer], "a frame round drawings leaves their texts")
  }

  @Test("A box filled by the same box stays one with it, through resizes and in copies")
  func sameShape() throws {
    var desk = Desk()
    let scaling = try #require(
      BoardScaling(scaleX: BoardScaling.one * 137 / 100, scaleY: 70_001, shiftX: 331, shiftY: -77))
    let line = make(&desk, .rectangle, (10_000, 10_001), (31_013, 20_077))
    desk.do(.change(.items([line]), .resize(scaling)))
    let resized = try #require(desk.picture.thing(line)?.pointBox)
    let fill = desk.do(
      .make(
        .stroke(
          .through(
            [
              BoardPoint(x: resized.minX, y: resized.minY),
              BoardPoint(x: resized.maxX, y: resized.maxY),
            ],
            kind: .rectangle, filled: true, width: 1))))
    desk.do(.change(.items([fill]), .reorder(.back)))
    #expect(group(desk, line) == [fill, line] && group(desk, fill) == [fill, line])
    desk.do(.change(.items([line, fill]), .move(BoardOffset(dx: 333, dy: 4_444))))
    #expect(group(desk, fill) == [fill, line])
    let oval = make(&desk, .ellipse, (90_000, 0), (99_000, 9_000))
    let box = make(&desk, .rectangle, (90_000, 0), (99_000, 9_000))
    #expect(group(desk, oval) == [oval] && group(desk, box) == [box])
  }

  @Test("A broad line and a loop of the pen bring their fill; lines through it bring nothing")
  func lines() throws {
    var desk = Desk()
    let broad = make(&desk, .rectangle, (0, 0), (20_000, 10_000), width: 8)
    let inside = try fill(&desk, (900, 900), (19_100, 9_100))
    #expect(group(desk, inside) == [broad, inside])
    let loop = desk.do(
      .make(
        .stroke(
          .through(
            [(40_000, 0), (60_000, 0), (60_000, 9_000), (40_000, 9_000), (40_000, 0)].map {
              BoardPoint(x: $0.0, y: $0.1)
            }, kind: .pen, width: 1))))
    let filled = try fill(&desk, (40_100, 100), (59_900, 8_900))
    let crossing = make(&desk, .line, (40_000, 0), (60_000, 9_000))
    let scribble = make(&desk, .pen, (45_000, 2_000), (50_000, 5_000))
    #expect(group(desk, filled) == [loop, filled])
    #expect(group(desk, loop) == [loop, filled])
    #expect(group(desk, crossing) == [crossing])
    #expect(group(desk, scribble) == [scribble])
  }

  @Test("A fill without a line of the same size brings only itself, also if the line is hidden")
  func alone() throws {
    var desk = Desk()
    let line = make(&desk, .rectangle, (0, 0), (20_000, 10_000))
    let half = try fill(&desk, (100, 100), (9_000, 9_900))
    let whole = try fill(&desk, (100, 100), (19_900, 9_900))
    #expect(group(desk, half) == [half])
    #expect(group(desk, whole) == [line, whole])
    desk.do(.change(.items([line]), .hide))
    #expect(group(desk, whole) == [whole])
  }

  @Test("A box that grows much keeps its fill")
  func resized() throws {
    var desk = Desk()
    let line = make(&desk, .rectangle, (0, 0), (2_000, 1_000))
    let inside = try fill(&desk, (100, 100), (1_900, 900))
    let scaling = try #require(
      BoardScaling(
        scaleX: 40 * BoardScaling.one, scaleY: 40 * BoardScaling.one, shiftX: 0, shiftY: 0))
    desk.do(.change(.items([line, inside]), .resize(scaling)))
    #expect(group(desk, inside) == [line, inside])
  }

  @Test("The group of a shape costs the things nearby, and not their square")
  func nestedCost() throws {
    for count: Int32 in [500, 2_000] {
      var desk = Desk()
      var ids: [EntryID] = []
      for number in 0..<count {
        ids.append(
          make(&desk, .rectangle, (number, number), (20_000 - number, 20_000 - number)))
        ids.append(try fill(&desk, (number, number), (20_000 - number, 20_000 - number)))
        ids.append(label(&desk, 9_000, 9_000))
      }
      for id in [ids[0], ids[1], ids[ids.count - 3]] {
        let thing = try #require(desk.picture.thing(id))
        let group = ItemGroup(of: thing, in: desk.picture)
        #expect(group.ids.contains(id) && group.ids.count <= ItemGroup.thingsMax)
        #expect(group.comparisons <= 300 * 3 * Int(count))
      }
    }
  }
}
