import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract
import Testing

@testable import BoardEditor
@testable import WhiteboardUI

/// Lines that stick to shapes, and words in shapes, by mouse and by keyboard.
@Suite struct AttachingTests {
  /// Two boxes of 12 x 3 cells, round (30, 5) and (60, 5).
  private func desk() -> Desk {
    var desk = Desk()
    desk.type("r")
    for column in [30, 60] {
      desk.click(column, 5)
      desk.pass(1_000)
    }
    return desk
  }

  private func connected() -> Desk {
    var desk = desk()
    desk.type("a")
    desk.drag([(32, 5), (45, 5), (58, 5)])
    return desk
  }

  private func attachments(_ desk: Desk, of index: Int) -> [PointAttachment] {
    desk.things[index].attachments
  }

  /// The cells of both ends of a line.
  private func ends(_ desk: Desk, of index: Int) -> [CellPoint] {
    desk.things[index].endHandles.map { desk.board.shownViewport.cell(of: $0.position) }
  }

  private func targets(_ desk: Desk, of index: Int) -> [EntryID?] {
    attachments(desk, of: index).map {
      if case .thing(let target, _) = $0.anchor { target } else { nil }
    }
  }

  // MARK: Lines

  @Test("An arrow sticks to both boxes, ends at their sides, and one undo takes it back")
  func sticks() {
    var desk = connected()
    let boxes = desk.things.prefix(2).map(\.id)
    #expect(targets(desk, of: 2) == boxes)
    let cells = ends(desk, of: 2)
    #expect((35...36).contains(cells[0].column) && (54...55).contains(cells[1].column))
    desk.type("u")
    #expect(desk.things.count == 2)
  }

  @Test("A ring shows where the end in hand sticks")
  func ring() {
    var desk = desk()
    desk.type("a")
    desk.mouse(.press(.left), 45, 12)
    desk.mouse(.drag(.left), 58, 5)
    #expect(desk.frame[58, 5].glyph == Glyph("◎"))
    desk.mouse(.drag(.left), 58, 12)
    #expect(desk.frame[58, 12].glyph != Glyph("◎"))
  }

  @Test("An end near the middle of a side snaps to it")
  func snap() throws {
    var desk = desk()
    desk.type("/")
    desk.drag([(60, 15), (60, 10), (60, 6)])
    let anchor = try #require(attachments(desk, of: 2).first?.anchor)
    guard case .thing(_, let position) = anchor else { return #expect(Bool(false)) }
    #expect(position == BoxPoint(u: BoxPoint.one / 2, v: BoxPoint.one))
  }

  @Test("An arrow follows a box that moves")
  func follows() {
    var desk = connected()
    let before = ends(desk, of: 2)
    desk.type("s")
    desk.drag([(30, 4), (30, 9), (30, 14)])
    let after = ends(desk, of: 2)
    #expect(after[0].row > before[0].row + 5)
    desk.type("u")
    #expect(ends(desk, of: 2) == before)
  }

  @Test("Without sticking, lines are free")
  func free() {
    var desk = desk()
    desk.perform(.toggleSticking)
    desk.type("a")
    desk.drag([(32, 5), (45, 5), (58, 5)])
    #expect(attachments(desk, of: 2).isEmpty)
  }

  @Test("Dragging an end into the open frees it, and onto a shape attaches it")
  func moveEnd() {
    var desk = connected()
    desk.type("s")
    desk.click(45, 5)
    let end = ends(desk, of: 2)[1]
    desk.drag([(end.column, end.row + desk.view.top), (50, 10), (48, 16)])
    #expect(ends(desk, of: 2)[1] == CellPoint(column: 48, row: 16 - desk.view.top))
    #expect(targets(desk, of: 2).compactMap { $0 } == [desk.things[0].id])
    desk.drag([(48, 16), (55, 10), (60, 5)])
    #expect(Set(targets(desk, of: 2).compactMap { $0 }) == Set(desk.things.prefix(2).map(\.id)))
  }

  @Test("A copy of two boxes and their arrow is a diagram of its own; a copied arrow alone is free")
  func copies() {
    var desk = connected()
    desk.perform(.selection(.selectAll))
    desk.perform(.selection(.duplicate))
    #expect(desk.things.count == 6)
    let copied = Set(desk.things[3...].map(\.id))
    #expect(targets(desk, of: 5).allSatisfy { $0.map(copied.contains) ?? false })
    desk.key(.escape)
    desk.click(45, 5)
    desk.perform(.selection(.duplicate))
    #expect(targets(desk, of: 6).compactMap { $0 }.isEmpty)
  }

  // MARK: Words in shapes

  @Test("Enter writes in the new box, and the word stands in its middle")
  func writes() throws {
    var desk = desk()
    desk.writeInShape("Ok")
    let text = try #require(desk.things.last)
    #expect(text.item.asLabel?.text.string == "Ok" && text.shape == desk.things[1].id)
    #expect(desk.text(row: 5).contains("Ok"))
    desk.type("u")
    #expect(desk.things.count == 2)
  }

  @Test(
    "A double click writes in a box, with the tools that draw it and select it",
    arguments: ["r", "s"])
  func doubleClick(tool: String) throws {
    var desk = desk()
    // The second box is selected since it was made, as long as its tool stays.
    if tool == "s" { desk.type(tool) }
    desk.click(60, 5)
    desk.click(60, 5)
    desk.type("Ok")
    desk.key(.escape)
    #expect(desk.things.count == 3)
    #expect(try #require(desk.things.last).shape == desk.things[1].id)
  }

  @Test("A double click with Box in an older box writes in it, and makes no box in it")
  func clickInOlderBox() {
    var desk = desk()
    for _ in 0..<2 { desk.click(30, 5) }
    desk.type("one")
    desk.key(.escape)
    #expect(desk.strokes.count == 2 && desk.labels == ["one"])
    #expect(desk.things.last?.shape == desk.things[0].id)
    // A large box has room for another one.
    desk.drag([(20, 8), (50, 15), (78, 22)])
    desk.key(.escape)
    desk.click(50, 15)
    #expect(desk.strokes.count == 4)
  }

  @Test("A double click with Select edits a text from its end, in its shape")
  func doubleClickAtEnd() {
    var desk = desk()
    desk.writeInShape("Web")
    desk.type("s")
    for _ in 0..<2 { desk.click(59, 5) }
    desk.key(.backspace)
    desk.type("lcome home, all of you")
    #expect(desk.board.drawing.editor.text.draft?.shape != nil)
    desk.key(.escape)
    #expect(desk.labels == ["Welcome home, all of you"])
  }

  @Test("After an arrow by keyboard the arrow keys move the pen on")
  func keyboardArrow() {
    var desk = desk()
    desk.key(.escape)
    desk.type("a")
    desk.key(.right)
    desk.key(.character(" "))
    for _ in 0..<4 { desk.key(.right) }
    desk.key(.character(" "))
    #expect(desk.things.count == 3 && desk.board.drawing.editor.selection.isEmpty)
  }

  @Test("The selected shape is dragged from its inside too, and the frame stays round it")
  func dragInside() throws {
    var desk = desk()
    desk.writeInShape("Web")
    desk.type("a")
    desk.drag([(32, 5), (45, 5), (58, 5)])
    desk.type("s")
    for start in [CellPoint(column: 60, row: 4), CellPoint(column: 57, row: 9)] {
      let before = desk.things[1].bounds
      desk.click(60, 4 + (start.row == 4 ? 0 : 4))
      desk.drag([
        (start.column, start.row), (start.column, start.row + 2), (start.column, start.row + 4),
      ])
      #expect(desk.things[1].bounds.minY > before.minY, "\(start)")
      let box = try #require(desk.board.drawing.editor.selection.box)
      let both = [desk.things[1], desk.things[2]].map(\.bounds)
      #expect(box == both[0].union(both[1]), "\(start)")
    }
  }

  @Test("Two clicks that are slow, or in two cells, write nothing")
  func slowClicks() {
    var desk = desk()
    desk.type("s")
    desk.click(30, 5)
    desk.pass(500)
    desk.click(30, 5)
    #expect(!desk.board.drawing.editor.text.isTyping)
    desk.pass(500)
    desk.click(30, 5)
    desk.click(31, 5)
    #expect(!desk.board.drawing.editor.text.isTyping)
  }

  @Test("A long text grows its box in the same gesture")
  func grows() {
    var desk = desk()
    let before = desk.things[1].pointBox
    desk.writeInShape("a long text that needs several lines")
    #expect(desk.things[1].pointBox.maxY > before.maxY)
    #expect(desk.things[2].item.asLabel?.flow?.isCut == false)
    desk.type("u")
    #expect(desk.things.count == 2 && desk.things[1].pointBox == before)
  }

  @Test("Enter on a box with a text edits the text")
  func edits() {
    var desk = desk()
    desk.writeInShape("Web")
    desk.type("s")
    desk.click(60, 4)
    desk.writeInShape(" server")
    #expect(desk.things.count == 3)
    #expect(desk.things[2].item.asLabel?.text.string == "Web server")
  }

  @Test("Deleting, cutting and erasing a box takes its words along, and undo brings both back")
  func deletes() {
    for variant in 0..<3 {
      var desk = desk()
      desk.writeInShape("Web")
      desk.type("s")
      desk.click(60, 4)
      switch variant {
      case 0: desk.perform(.selection(.delete))
      case 1: desk.perform(.selection(.cut))
      default:
        desk.type("e")
        desk.click(60, 4)
      }
      #expect(desk.things.count == 1, "\(variant)")
      desk.type("u")
      #expect(desk.things.count == 3, "\(variant)")
      if variant == 1 {
        desk.perform(.selection(.paste))
        #expect(desk.things.last?.shape == desk.things[3].id)
      }
    }
  }

  @Test("A word that is dragged out of its box is free, and stays where it was dropped")
  func dragsOut() throws {
    var desk = desk()
    desk.writeInShape("Web")
    desk.type("s")
    // The first click selects the box with its word, the second one the word.
    desk.click(60, 5)
    desk.pass(1_000)
    desk.click(60, 5)
    desk.drag([(60, 5), (60, 10), (60, 15)])
    let text = try #require(desk.things.last)
    #expect(text.shape == nil && desk.text(row: 15).contains("Web"))
  }

  @Test("A watcher attaches nothing, writes in no shape, and is told who may change the board")
  func watcher() {
    var world = WhiteboardWorld(2)
    world.at(0) { desk in
      desk.type("r")
      for column in [30, 60] {
        desk.click(column, 5)
        desk.pass(1_000)
      }
      desk.type("a")
      desk.drag([(32, 5), (45, 5), (58, 5)])
    }
    world.meet()
    world.sendRoster(of: world.session, watching: [1])
    let before = world.desks[0].replica.picture.canonicalBytes()
    let acts: [(inout Desk) -> Void] = [
      { $0.drag([(30, 5), (45, 10), (60, 5)]) },
      {
        $0.click(60, 4)
        $0.key(.enter)
      },
      { for _ in 0..<2 { $0.click(60, 5) } },
      {
        $0.key(.character("a"), .control)
        $0.type("f")
      },
      {
        $0.type("a")
        $0.drag([(30, 5), (45, 10), (60, 5)])
      },
    ]
    for (index, act) in acts.enumerated() {
      world.at(1) { desk in
        desk.type("s")
        desk.pass(5_000)
        act(&desk)
        #expect(
          index == 0 || desk.notice.contains("You are watching"), "act \(index)")
        #expect(!desk.board.drawing.editor.text.isTyping, "act \(index)")
        desk.key(.escape)
      }
    }
    for desk in world.desks { #expect(desk.replica.picture.canonicalBytes() == before) }
  }
}

extension Desk {
  /// Writes in the selected shape.
  fileprivate mutating func writeInShape(_ text: String) {
    key(.enter)
    type(text)
    key(.escape)
  }
}
