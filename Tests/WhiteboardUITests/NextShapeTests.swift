import BoardModel
import CellFrame
import EaselBase
import ScreenContract
import Testing

@testable import BoardEditor
@testable import WhiteboardUI

/// The next shape with its arrow, the corners of a new shape, and groups.
@Suite struct NextShapeTests {
  /// A box of 12 x 3 cells round (40, 10), which is selected.
  private func desk() -> Desk {
    var desk = Desk()
    desk.type("r")
    desk.click(40, 10)
    desk.pass(1_000)
    return desk
  }

  private func shapes(_ desk: Desk) -> [BoardItem] { desk.things.filter(\.item.holdsTexts) }

  @Test(
    "Ctrl and an arrow key, or A and an arrow key, make the same shape there, with an arrow to it",
    arguments: [(Key.right, 1, 0), (.left, -1, 0), (.up, 0, -1), (.down, 0, 1)], [true, false])
  func next(direction: (key: Key, right: Int, down: Int), isControl: Bool) throws {
    var desk = desk()
    let first = try #require(shapes(desk).first)
    if isControl {
      desk.key(direction.key, .control)
    } else {
      desk.type("A")
      #expect(desk.notice.contains("Press an arrow key"))
      desk.key(direction.key)
    }
    try #require(shapes(desk).count == 2 && desk.things.count == 3)
    let (old, new) = (first.pointBox, shapes(desk)[1].pointBox)
    #expect((new.middle.x - old.middle.x).signum() == Int32(direction.right))
    #expect((new.middle.y - old.middle.y).signum() == Int32(direction.down))
    #expect(new.maxX - new.minX == old.maxX - old.minX)
    let arrow = try #require(desk.things.last { $0.item.hasEnds })
    let targets = arrow.attachments.map(\.anchor)
    #expect(
      targets == [.thing(first.id, .middle), .thing(shapes(desk)[1].id, .middle)])
    #expect(desk.board.drawing.editor.selection.shape == shapes(desk)[1].id)
    desk.key(.enter)
    desk.type("word")
    desk.key(.escape)
    #expect(desk.labels == ["word"])
    #expect(desk.things.last?.shape == shapes(desk)[1].id)
    desk.type("uu")
    #expect(desk.things.map(\.id) == [first.id])
  }

  @Test("Where a shape lies already, the next one lies beside it, and nothing covers anything")
  func beside() {
    var desk = desk()
    let first = shapes(desk)[0].id
    for _ in 0..<3 {
      desk.within { $0.drawing.editor.selecting.select([first], in: $0.drawing.recorder.picture) }
      desk.key(.right, .control)
    }
    let boxes = shapes(desk).map(\.pointBox)
    #expect(boxes.count == 4)
    for (index, box) in boxes.enumerated() {
      #expect(!boxes[..<index].contains { $0.intersects(box) })
    }
  }

  @Test("The arrows in the line of the selection make the next shape by a click")
  func byMouse() throws {
    var desk = desk()
    desk.click(on: "▾")
    #expect(shapes(desk).count == 2)
  }

  @Test("Without one box, oval or diamond selected, A says what to select")
  func withoutShape() {
    var desk = Desk()
    desk.type("A")
    #expect(desk.notice.contains("or one to make the next"))
    desk.type("/")
    desk.drag([(30, 5), (50, 5)])
    desk.pass(1_000)
    desk.type("A")
    #expect(desk.notice.contains("or one to make the next"))
    #expect(desk.things.count == 1)
  }

  @Test("A next shape beyond the edge of the screen is shown")
  func revealed() throws {
    var desk = desk()
    for _ in 0..<4 { desk.key(.right, .control) }
    let box = try #require(desk.board.drawing.editor.selection.box)
    let visible = desk.view.viewport.cell(of: box.middle)
    #expect((0..<desk.view.canvasColumns).contains(visible.column))
  }

  @Test("While its tool is chosen, the corners of a new shape take a press, and its sides do not")
  func corners() throws {
    var desk = Desk()
    desk.type("r")
    desk.drag([(30, 5), (40, 10)])
    let before = shapes(desk)[0].pointBox
    desk.drag([(41, 11), (50, 15)])
    #expect(shapes(desk).count == 1)
    let after = shapes(desk)[0].pointBox
    #expect(after.minX == before.minX && after.maxX > before.maxX && after.maxY > before.maxY)
    desk.type("u")
    #expect(shapes(desk)[0].pointBox == before)
    desk.drag([(41, 8), (50, 12)])
    #expect(shapes(desk).count == 2)
  }

  @Test("^G makes a group; a click selects it, then one box with its words, then one thing")
  func group() throws {
    var desk = desk()
    desk.key(.enter)
    desk.type("word")
    desk.key(.escape)
    desk.type("r")
    desk.click(60, 10)
    desk.pass(1_000)
    desk.perform(.selection(.selectAll))
    desk.key(.character("g"), .control)
    #expect(desk.notice.contains("Grouped") && desk.screen.contains("ungroup"))
    desk.key(.escape)
    desk.type("s")
    let counts = (0..<3).map { _ in
      desk.pass(1_000)
      desk.click(36, 10)
      return desk.board.drawing.editor.selection.count
    }
    #expect(counts == [3, 2, 1])
    desk.perform(.selection(.selectAll))
    desk.key(.character("g"), .control)
    #expect(desk.notice.contains("Ungrouped"))
    #expect(desk.things.allSatisfy { $0.group == nil })
    desk.type("u")
    #expect(Set(desk.things.map(\.group)).count == 1 && desk.things[0].group != nil)
  }

  @Test("An area that has a part of a group selects the whole group")
  func area() {
    var desk = Desk()
    desk.type("r")
    for column in [30, 50, 66] {
      desk.click(column, 5)
      desk.pass(1_000)
    }
    let first = desk.things.prefix(2).map(\.id)
    desk.within { $0.drawing.editor.selecting.select(first, in: $0.drawing.recorder.picture) }
    desk.key(.character("g"), .control)
    desk.key(.escape)
    desk.type("s")
    desk.drag([(20, 2), (38, 9)])
    #expect(desk.board.drawing.editor.selection.ids == first)
  }

  @Test("A copy of a group is a group of its own")
  func copiedGroup() {
    var desk = desk()
    desk.key(.right, .control)
    desk.perform(.selection(.selectAll))
    desk.key(.character("g"), .control)
    desk.type("D")
    let groups = Dictionary(grouping: desk.things, by: \.group)
    #expect(groups.count == 2 && groups[nil] == nil)
    #expect(groups.values.allSatisfy { $0.count == 3 })
  }
}
