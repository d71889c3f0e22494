import BoardModel
import EaselBase
import GroupTesting
import Testing

struct TouchTests {
  private func make(_ desk: inout Desk, _ kind: Stroke.Kind, filled: Bool = false) -> EntryID {
    let corners = [BoardPoint(x: 10_000, y: 10_000), BoardPoint(x: 20_000, y: 20_000)]
    return desk.do(.make(.stroke(.through(corners, kind: kind, filled: filled, width: 1))))
  }

  private func found(_ desk: Desk, _ x: Int32, _ y: Int32, within: Int32 = 200) -> Bool {
    desk.picture.topmost(at: BoardPoint(x: x, y: y), within: within) != nil
  }

  @Test("A pointer finds outlines by their line and filled shapes by their area")
  func kinds() {
    for (kind, filled, middle, edge, corner) in [
      (.line, false, true, false, true), (.rectangle, false, false, true, true),
      (.rectangle, true, true, true, true), (.ellipse, false, false, true, false),
      (.ellipse, true, true, true, false),
    ] as [(Stroke.Kind, Bool, Bool, Bool, Bool)] {
      var desk = Desk()
      _ = make(&desk, kind, filled: filled)
      #expect(found(desk, 15_000, 15_000) == middle, "\(kind), \(filled)")
      #expect(found(desk, 15_100, 10_100) == edge, "\(kind), \(filled)")
      #expect(found(desk, 10_000, 10_000) == corner, "\(kind), \(filled)")
      #expect(!found(desk, 30_000, 10_000))
    }
  }

  @Test("The highest thing is found first, where it was moved to, and not when it is hidden")
  func topmost() {
    var desk = Desk()
    let low = make(&desk, .rectangle, filled: true)
    let high = make(&desk, .rectangle, filled: true)
    let middle = BoardPoint(x: 15_000, y: 15_000)
    #expect(desk.picture.topmost(at: middle, within: 0)?.id == high)
    desk.do(.change(.items([high]), .move(BoardOffset(dx: 50_000, dy: 0))))
    #expect(desk.picture.topmost(at: middle, within: 0)?.id == low)
    #expect(desk.picture.topmost(at: BoardPoint(x: 65_000, y: 15_000), within: 0)?.id == high)
    #expect(desk.picture.bounds?.maxX == 70_000)
    desk.do(.change(.items([low]), .hide))
    #expect(desk.picture.topmost(at: middle, within: 0) == nil)
    #expect(desk.picture.thing(low) != nil && !desk.picture.isVisible(low))
  }

  @Test("An eraser wipes the things that its way crosses or its radius reaches")
  func eraser() {
    var desk = Desk()
    let crossed = desk.draw((0, 0), (0, 10_000))
    let beside = desk.draw((3_000, 5_300), (4_000, 5_300))
    desk.draw((3_000, 9_000), (4_000, 9_000))
    let wiped = desk.picture.touched(
      from: BoardPoint(x: -5_000, y: 5_000), to: BoardPoint(x: 8_000, y: 5_000), radius: 200)
    #expect(wiped.map(\.id) == [crossed, beside])
    // Its ink is two steps wide, so it reaches a little farther than its line.
    let near = desk.picture.touched(
      from: BoardPoint(x: 3_000, y: 5_000), to: BoardPoint(x: 3_500, y: 5_000), radius: 50)
    #expect(near.isEmpty)
  }

  @Test("Hit tests agree with a search over all things")
  func exhaustive() {
    for seed in 0..<Seeds.count(40) {
      var chance = SplitMix64(seed: seed)
      var picture = Picture()
      for entry in CrowdLog(seed: seed &+ 600_000, count: 40).entries {
        _ = picture.apply(entry.operation, entry.stamp)
      }
      func point() -> BoardPoint {
        BoardPoint(
          x: Int32.random(in: 0...70_000, using: &chance),
          y: Int32.random(in: 0...70_000, using: &chance))
      }
      let (start, end) = (point(), point())
      let touched = picture.things.filter { $0.touches(from: start, to: end, radius: 900) }
      #expect(picture.touched(from: start, to: end, radius: 900) == touched, "seed \(seed)")
      let area = BoardRect(start, end)
      let meeting = picture.things.filter { $0.bounds.intersects(area) }
      #expect(Array(picture.things(in: area)) == meeting, "seed \(seed)")
      #expect(picture.things.reversed() == Array(picture.things).reversed(), "seed \(seed)")
    }
  }

  @Test("A lasso takes what lies for the greater part inside")
  func lasso() {
    var desk = Desk()
    let inside = make(&desk, .ellipse)
    desk.draw((19_000, 19_000), (40_000, 40_000), (50_000, 50_000))
    let lasso = [(8_000, 8_000), (22_000, 9_000), (21_000, 22_000), (8_500, 21_000)].map {
      BoardPoint(x: Int32($0.0), y: Int32($0.1))
    }
    #expect(desk.picture.inside(lasso).map(\.id) == [inside])
    #expect(desk.picture.inside([]).isEmpty)
  }

  @Test("A label is found by its box")
  func label() {
    var desk = Desk()
    desk.do(
      .make(
        .label(
          Label(
            origin: BoardPoint(x: 1_000, y: 1_000), columnWidth: 500, rowHeight: 1_000,
            color: InkColor(rgb: 0), text: SafeText("two\nlines 字", limit: .label)))))
    #expect(desk.picture.bounds == BoardRect(minX: 1_000, minY: 1_000, maxX: 4_999, maxY: 2_999))
    #expect(found(desk, 4_900, 2_900, within: 0))
    #expect(!found(desk, 5_100, 2_900, within: 0))
  }
}
