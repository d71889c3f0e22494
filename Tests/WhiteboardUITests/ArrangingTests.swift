import BoardModel
import CellFrame
import ScreenContract
import Testing

@testable import BoardEditor
@testable import WhiteboardUI

/// New shapes, and several things brought into line.
@Suite struct ArrangingTests {
  private func boxes(_ desk: Desk) -> [BoardRect] { desk.things.map(\.pointBox) }

  /// Three boxes that a click made, at these cells, all selected.
  private func desk(at cells: [(Int, Int)] = [(30, 5), (50, 12), (62, 8)]) -> Desk {
    var desk = Desk()
    desk.type("r")
    for (column, row) in cells { desk.click(column, row) }
    desk.perform(.selection(.selectAll))
    return desk
  }

  @Test("A click makes a box or an oval of 12 x 3 cells round it", arguments: ["r", "o"])
  func click(key: String) throws {
    var desk = Desk()
    desk.type(key)
    desk.click(40, 10)
    let viewport = desk.board.shownViewport
    let box = try #require(boxes(desk).first)
    let (low, high) = (
      viewport.cell(of: BoardPoint(x: box.minX, y: box.minY)),
      viewport.cell(of: BoardPoint(x: box.maxX, y: box.maxY))
    )
    #expect(high.column - low.column + 1 == 12 && high.row - low.row + 1 == 3)
    #expect((low.column...high.column).contains(40) && low.row + 1 == 9)
    desk.type("u")
    #expect(desk.things.isEmpty)
  }

  @Test(
    "A click with a line or an arrow makes nothing, and says how to draw one",
    arguments: ["/", "a"])
  func clickWithLine(key: String) {
    var desk = Desk()
    desk.type(key)
    desk.click(40, 10)
    #expect(desk.things.isEmpty && desk.notice.contains("Drag from one end to the other."))
  }

  @Test("A new shape is selected, its tool stays, and a drag draws the next one")
  func newShape() {
    var desk = Desk()
    desk.type("r")
    desk.drag([(30, 5), (40, 10)])
    #expect(desk.board.drawing.editor.selection.count == 1)
    #expect(desk.board.drawing.editor.tools.tool == .rectangle)
    // From a side of the first box: nothing is resized.
    desk.drag([(41, 8), (50, 15)])
    #expect(desk.things.count == 2 && desk.board.drawing.editor.selection.count == 1)
  }

  @Test("Colour, width and fill act on the new shape and on the next one")
  func nextShape() {
    var desk = Desk()
    desk.type("r")
    desk.drag([(30, 5), (40, 10)])
    desk.type("4f")
    desk.perform(.color(PaletteColor.red.color))
    desk.drag([(45, 5), (55, 10)])
    let things = desk.things
    #expect(things.map(\.inkColor) == [PaletteColor.red.color, PaletteColor.red.color])
    #expect(things.compactMap(\.item.asStroke).map(\.filled) == [true, true])
    #expect(things.compactMap(\.item.asStroke).map(\.ink.width) == [4, 4])
  }

  @Test("Things are brought into line, and one undo takes it back", arguments: Alignment.allCases)
  func align(alignment: Alignment) {
    var desk = desk()
    let before = boxes(desk)
    desk.perform(.selection(.align(alignment)))
    let after = boxes(desk)
    let sides = after.map { box -> Int32 in
      switch alignment {
      case .left: box.minX
      case .center: (box.minX + box.maxX) / 2
      case .right: box.maxX
      case .top: box.minY
      case .middle: (box.minY + box.maxY) / 2
      case .bottom: box.maxY
      }
    }
    // A middle may be rounded.
    #expect(sides.allSatisfy { abs($0 - sides[0]) <= 1 })
    desk.type("u")
    #expect(boxes(desk) == before)
  }

  @Test("Gaps become equal, the outer things stay, and one undo takes it back")
  func distribute() {
    var desk = desk(at: [(20, 5), (62, 8), (36, 16)])
    let before = boxes(desk)
    desk.perform(.selection(.distributeAcross))
    let across = boxes(desk).sorted { $0.minX < $1.minX }
    #expect(abs((across[1].minX - across[0].maxX) - (across[2].minX - across[1].maxX)) <= 1)
    #expect(boxes(desk)[0] == before[0] && boxes(desk)[1] == before[1])
    desk.type("u")
    #expect(boxes(desk) == before)
    desk.perform(.selection(.distributeDown))
    let down = boxes(desk).sorted { $0.minY < $1.minY }
    #expect(abs((down[1].minY - down[0].maxY) - (down[2].minY - down[1].maxY)) <= 1)
  }

  @Test("A shape keeps its fill and its text when it is brought into line")
  func blocks() {
    var desk = Desk()
    desk.type("r")
    desk.drag([(20, 4), (36, 10)])
    desk.drag([(50, 12), (66, 18)])
    desk.write("word", at: (55, 15))
    desk.perform(.selection(.selectAll))
    let before = boxes(desk)
    desk.perform(.selection(.align(.top)))
    let after = boxes(desk)
    #expect(after[1].minY == after[0].minY)
    #expect(after[2].minY - after[1].minY == before[2].minY - before[1].minY)
  }

  @Test("Too few things are answered by a sentence, and nothing changes")
  func tooFew() {
    var desk = desk(at: [(30, 5)])
    for command in [SelectionCommand.align(.left), .distributeAcross] {
      let kept = desk.kept.count
      desk.perform(.selection(command))
      let said = desk.board.notices.shown?.text.string ?? ""
      #expect(desk.kept.count == kept && said.contains("or more"))
    }
  }

  @Test("The selection line offers alignment for several things, by mouse and by key")
  func button() {
    var desk = desk()
    desk.key(.character("a"), .control)
    let before = boxes(desk)
    #expect(desk.text(row: 22).contains("A align"))
    desk.click(on: "align", row: 22)
    #expect(desk.screen.contains("Left sides"))
    desk.click(on: "Left sides")
    #expect(Set(boxes(desk).map(\.minX)).count == 1 && desk.board.sheets.open == nil)
    desk.type("u")
    #expect(boxes(desk) == before)
    desk.type("Av")
    let down = boxes(desk).sorted { $0.minY < $1.minY }
    let gaps = zip(down, down.dropFirst()).map { $1.minY - $0.maxY }
    #expect(gaps.count == 2 && Set(gaps).count == 1)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A single shape has no button for alignment, and the key makes the next shape")
  func single() {
    var desk = desk(at: [(30, 5)])
    #expect(desk.text(row: 22).contains("Box") && !desk.text(row: 22).contains("align"))
    desk.type("A")
    #expect(desk.board.sheets.open == nil && desk.notice.contains("Press an arrow key"))
  }

  @Test("An arrow that sticks to an aligned shape follows it") func arrows() throws {
    var desk = desk(at: [(30, 5), (60, 15)])
    desk.key(.escape)
    desk.type("a")
    desk.drag([(36, 5), (45, 10), (54, 15)])
    desk.type("s")
    desk.click(30, 5)
    desk.click(60, 15, .shift)
    desk.type("Ar")
    let arrow = try #require(desk.things.last?.asStrokeEnds)
    #expect(boxes(desk)[0].maxX == boxes(desk)[1].maxX)
    #expect(boxes(desk)[0].grown(by: 1).contains(arrow.start))
  }
}

extension BoardItem {
  /// The ends of a line at their present places.
  fileprivate var asStrokeEnds: (start: BoardPoint, end: BoardPoint)? {
    let ends = endHandles.map(\.position)
    return ends.count == 2 ? (ends[0], ends[1]) : nil
  }
}
