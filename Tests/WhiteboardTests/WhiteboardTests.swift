import Drawing
import Rendering
import Testing

@testable import Whiteboard

@Suite struct PenTests {
  @Test("A drag is one stroke, seen at once, kept at release") func drag() {
    var desk = Desk()
    desk.mouse(.press(.left), 10, 5)
    desk.mouse(.drag(.left), 20, 8)
    #expect(!desk.inkedRows.isEmpty)
    #expect(desk.kept.isEmpty)
    desk.mouse(.release(.left), 20, 8)
    #expect(desk.strokes.count == 1)
    #expect(desk.kept.count == 1)
    #expect(desk.kept.first?.stamp.lasted == 20)
    #expect(desk.top.contains("saving"))
    if let entry = desk.kept.last { desk.handle(.kept(entry.id)) }
    #expect(desk.top.contains("saved"))
    #expect(desk.frame == desk.board.frameFromScratch)
  }

  @Test("A click without a drag leaves a dot") func dot() {
    var desk = Desk()
    desk.click(40, 12)
    #expect(desk.strokes.first?.points.count == 1)
    #expect(desk.inkedRows == [12])
  }

  @Test("A stroke of 10,000 points is one gesture of several operations") func long() {
    var desk = Desk()
    desk.mouse(.press(.left), 0, 1)
    for index in 1..<10_000 { desk.mouse(.drag(.left), index % 80, 1 + index / 80 % 22) }
    desk.mouse(.release(.left), 0, 1)
    #expect(desk.things.count == 1)
    #expect(desk.kept.count == 3)
    desk.type("u")
    #expect(desk.things.isEmpty)
    #expect(desk.inkedRows.isEmpty)
    desk.type("U")
    #expect(desk.things.count == 1)
  }
}
