import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import GroupTesting
import Testing

@testable import BoardEditor
@testable import WhiteboardUI

/// To what a dragged thing snaps.
@Suite struct GuidesTests {
  private static func box(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> BoardRect {
    BoardRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// A box of 100 × 100 at the origin, moved.
  private func snap(_ dx: Int32, _ dy: Int32, to boxes: [BoardRect], reach: Int32 = 10)
    -> GuideSnap
  {
    Guides(boxes, for: Self.box(0, 0, 100, 100))
      .snap(movedBy: BoardOffset(dx: dx, dy: dy), across: reach, down: reach)
  }

  @Test("A box snaps to the nearest edge of another one, and a line shows to which")
  func edge() {
    let snap = snap(207, 500, to: [Self.box(200, 0, 300, 60)])
    #expect(snap.shift == BoardOffset(dx: -7, dy: 0))
    #expect(
      snap.lines == [
        GuideLine(
          from: BoardPoint(x: 200, y: 0), to: BoardPoint(x: 200, y: 600), isGap: false)
      ])
  }

  @Test("A box snaps to the middle of another one") func middle() {
    let snap = snap(304, 500, to: [Self.box(200, 0, 300, 60)])
    #expect(snap.shift == BoardOffset(dx: -4, dy: 0))
    #expect(snap.lines.map(\.from.x) == [350])
  }

  @Test("A box between two others snaps to equal gaps on both sides") func between() {
    let snap = snap(245, 20, to: [Self.box(0, 0, 100, 90), Self.box(500, 30, 80, 90)])
    #expect(snap.shift.dx == 5)
    #expect(snap.lines.filter(\.isGap).map { $0.to.x - $0.from.x } == [150, 150])
  }

  @Test("A box beside two others snaps to the gap between them", arguments: [false, true])
  func row(isBefore: Bool) {
    let others =
      isBefore
      ? [Self.box(330, 10, 70, 70), Self.box(440, 10, 70, 70)]
      : [Self.box(10, 10, 70, 70), Self.box(120, 10, 70, 70)]
    let snap = snap(isBefore ? 193 : 227, 600, to: others)
    #expect(snap.shift.dx == 0, "they do not stand in one row")
    let inRow = self.snap(isBefore ? 193 : 227, 32, to: others)
    #expect(inRow.shift.dx == (isBefore ? -3 : 3))
    #expect(inRow.lines.filter(\.isGap).map { $0.to.x - $0.from.x } == [40, 40])
  }

  @Test("Beyond the reach, and without other boxes, nothing snaps") func away() {
    #expect(snap(211, 500, to: [Self.box(200, 0, 300, 60)]) == GuideSnap())
    #expect(snap(3, 4, to: []) == GuideSnap())
  }

  @Test("Only the nearest 64 boxes attract") func nearest() {
    let near = (0..<64).map { Self.box($0 * 1_000 + 5_003, 5_000, 13, 7) }
    let far = Self.box(204, 900_000, 50, 50)
    #expect(snap(200, 0, to: [far]).shift.dx == 4)
    #expect(snap(200, 0, to: [far] + near).shift.dx == 0)
  }

  @Test("A box moves by at most the reach, onto an edge, a middle or equal gaps; lines show it")
  func laws() {
    for seed in 0..<UInt64(Seeds.count(200)) {
      var random = SplitMix64(seed: seed)
      func number(_ range: ClosedRange<Int32>) -> Int32 { Int32.random(in: range, using: &random) }
      func randomBox() -> BoardRect {
        Self.box(number(-900...900), number(-900...900), number(0...300), number(0...300))
      }
      let others = (0..<number(0...12)).map { _ in randomBox() }
      let (start, reach) = (randomBox(), number(0...40))
      let offset = BoardOffset(dx: number(-900...900), dy: number(-900...900))
      let snap = Guides(others, for: start).snap(movedBy: offset, across: reach, down: reach)
      let shift = snap.shift
      #expect(abs(shift.dx) <= reach && abs(shift.dy) <= reach, "seed \(seed)")
      if others.isEmpty { #expect(snap == GuideSnap()) }
      let box = start.moved(by: offset + shift)
      for line in snap.lines where !line.isGap {
        let isLevel = line.isLevel && line.to.y == line.from.y
        let at = isLevel ? line.from.y : line.from.x
        func isOn(_ box: BoardRect) -> Bool {
          let (low, high) = isLevel ? (box.minY, box.maxY) : (box.minX, box.maxX)
          return at == low || at == high || abs(2 * at - low - high) <= 3
        }
        #expect(isOn(box) && others.contains(where: isOn), "seed \(seed)")
      }
      let gaps = snap.lines.filter(\.isGap)
      for level in [true, false] {
        let lengths = gaps.filter { $0.isLevel == level && $0.from != $0.to }.map {
          level ? $0.to.x - $0.from.x : $0.to.y - $0.from.y
        }
        #expect(lengths.allSatisfy { $0 > 0 }, "seed \(seed)")
      }
      #expect(shift.dx == 0 || snap.lines.contains { !$0.isLevel || $0.isGap }, "seed \(seed)")
      #expect(shift.dy == 0 || snap.lines.contains { $0.isLevel || $0.isGap }, "seed \(seed)")
      let again = Guides(others, for: box).snap(movedBy: .zero, across: reach, down: reach)
      #expect(abs(again.shift.dx) <= 1 && abs(again.shift.dy) <= 1, "seed \(seed): it is at rest")
    }
  }

  // MARK: On the screen

  /// Two boxes, of which the lower one is dragged from its left side.
  private func desk(raster: Raster = .braille) -> Desk {
    var desk = Desk(raster: raster)
    desk.type("r")
    desk.drag([(20, 4), (35, 7)])
    desk.drag([(50, 12), (65, 15)])
    desk.type("s")
    desk.key(.escape)
    desk.mouse(.press(.left), 50, 13)
    return desk
  }

  private func left(_ desk: Desk, _ index: Int) -> Int32 { desk.things[index].pointBox.minX }

  @Test("A drag that ends a cell beside the edge of another box snaps to it") func drag() {
    var desk = desk()
    desk.mouse(.drag(.left), 30, 13)
    desk.mouse(.drag(.left), 21, 13)
    #expect(desk.text(row: 9).contains("┊") && desk.frame == desk.frameFromScratch)
    desk.mouse(.release(.left), 21, 13)
    #expect(left(desk, 0) == left(desk, 1))
    #expect(!desk.screen.contains("┊"), "the line goes with the drag")
    desk.type("u")
    #expect(left(desk, 0) != left(desk, 1))
  }

  @Test("In ASCII the lines have only ASCII signs") func ascii() {
    var desk = desk(raster: .ascii)
    desk.mouse(.drag(.left), 21, 13)
    #expect(desk.text(row: 9).contains(":"))
    #expect(desk.screen.utf8.allSatisfy { $0 < 128 })
  }

  @Test("The key ; ends the snapping during a drag at once, and another time begins it again")
  func toggle() {
    var desk = desk()
    desk.mouse(.drag(.left), 21, 13)
    #expect(desk.text(row: 9).contains("┊"))
    desk.type(";")
    #expect(!desk.text(row: 9).contains("┊") && desk.notice.contains("Guides are off"))
    desk.type(";")
    #expect(desk.text(row: 9).contains("┊") && desk.notice.contains("Guides are on"))
    desk.type(";")
    desk.mouse(.release(.left), 21, 13)
    #expect(left(desk, 1) > left(desk, 0))
  }

  @Test("A drag by one cell is exact") func oneCell() {
    var desk = desk()
    desk.mouse(.drag(.left), 20, 13)
    desk.mouse(.release(.left), 20, 13)
    #expect(left(desk, 0) == left(desk, 1))
    desk.drag([(20, 13), (21, 13)])
    #expect(left(desk, 1) - left(desk, 0) == Page.cellWidth)
  }

  @Test("Arrow keys, and a drag by the keyboard's pen, move without guides") func keys() {
    var desk = desk()
    desk.mouse(.release(.left), 50, 13)
    for _ in 0..<29 { desk.key(.left) }
    desk.wait(Moving.seriesMilliseconds)
    #expect(left(desk, 1) - left(desk, 0) == Page.cellWidth)
  }

  @Test("A drag with Alt snaps the copy, also to the thing that it copies") func copy() {
    var desk = Desk()
    desk.type("r")
    desk.drag([(20, 4), (35, 7)])
    desk.type("s")
    desk.mouse(.press(.left), 20, 6)
    desk.mouse(.release(.left), 20, 6)
    desk.mouse(.press(.left), 20, 6, .alt)
    desk.mouse(.drag(.left), 21, 14, .alt)
    #expect(desk.text(row: 10).contains("┊"))
    desk.mouse(.release(.left), 21, 14, .alt)
    #expect(desk.things.count == 2 && left(desk, 0) == left(desk, 1))
  }

  @Test("Below 50 % nothing snaps") func small() {
    var desk = Desk()
    for _ in 0..<4 { desk.type("-") }
    #expect(desk.view.zoom < 0.5)
    desk.type("r")
    desk.drag([(20, 4), (35, 7)])
    desk.drag([(50, 12), (65, 15)])
    desk.type("s")
    desk.key(.escape)
    desk.drag([(50, 13), (30, 13), (21, 13)])
    #expect(left(desk, 0) != left(desk, 1))
  }
}
