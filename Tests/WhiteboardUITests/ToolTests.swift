import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import WhiteboardUI

@Suite struct ToolTests {
  @Test(
    "A drag with a shape's tool makes that shape, previewed on the way",
    arguments: [
      ("/", Stroke.Kind.line), ("a", .arrow), ("r", .rectangle), ("o", .ellipse),
    ])
  func shapes(key: String, kind: Stroke.Kind) {
    var desk = Desk()
    desk.type(key)
    desk.mouse(.press(.left), 10, 5)
    desk.mouse(.drag(.left), 60, 20)
    desk.mouse(.drag(.left), 30, 15)
    #expect(desk.inkedRows.max() == 15)
    #expect(desk.frame == desk.frameFromScratch)
    desk.mouse(.release(.left), 30, 15)
    #expect(desk.strokes.map(\.kind) == [kind])
    #expect(desk.strokes.first?.filled == false)
    desk.type("u")
    #expect(desk.inkedRows.isEmpty)
  }

  @Test("f fills rectangles and ellipses") func filled() {
    var desk = Desk()
    desk.type("rf")
    desk.drag([(10, 5), (30, 15)])
    #expect(desk.strokes.first?.filled == true)
    #expect(desk.text(row: 10).contains("███"))
  }

  @Test("Ctrl, Alt or z hold a rectangle to a square", arguments: [Modifiers.control, .alt, []])
  func constrained(modifiers: Modifiers) throws {
    var desk = Desk()
    desk.type(modifiers.isEmpty ? "rz" : "r")
    desk.drag([(10, 5), (30, 8)], .left, modifiers)
    let box = try #require(desk.strokes.first).points.bounds
    let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
    #expect(abs(width - height) <= 256)
    #expect(width > 0)
  }

  @Test("Esc drops a shape that is only a preview, and keeps ink") func escape() {
    var desk = Desk()
    desk.type("r")
    desk.mouse(.press(.left), 10, 5)
    desk.mouse(.drag(.left), 30, 15)
    desk.key(.escape)
    desk.mouse(.drag(.left), 40, 15)
    desk.mouse(.release(.left), 40, 15)
    #expect(desk.things.isEmpty)
    desk.type("p")
    desk.mouse(.press(.left), 10, 5)
    desk.mouse(.drag(.left), 30, 15)
    desk.key(.escape)
    #expect(desk.strokes.count == 1)
  }

  @Test("The eraser takes whole strokes as it goes, in one operation at release") func eraser() {
    var desk = Desk()
    for row in [5, 10, 15] { desk.drag([(10, row), (60, row)]) }
    desk.type("e")
    desk.mouse(.press(.left), 20, 3)
    desk.mouse(.drag(.left), 20, 7)
    desk.mouse(.drag(.left), 20, 12)
    #expect(desk.inkedRows == [15])
    #expect(desk.kept.count == 3)
    #expect(desk.frame == desk.frameFromScratch)
    desk.mouse(.release(.left), 20, 12)
    #expect(desk.kept.count == 4)
    #expect(desk.things.count == 1)
    desk.type("u")
    #expect(desk.things.count == 3)
    #expect(desk.inkedRows == [5, 10, 15])
  }

  @Test("The right button erases, whatever the tool") func quickEraser() {
    var desk = Desk()
    desk.drag([(10, 5), (60, 5)])
    desk.drag([(30, 3), (30, 8)], .right)
    #expect(desk.things.isEmpty)
    #expect(desk.board.drawing.editor.tools.tool == .pen)
  }

  @Test("The bucket fills what is enclosed, and says so where nothing is") func bucket() {
    var desk = Desk()
    desk.type("b")
    desk.click(40, 12)
    #expect(desk.things.isEmpty)
    #expect(desk.notice.contains("Not closed"))
    desk.type("r")
    desk.drag([(10, 5), (30, 15)])
    desk.type("b")
    desk.click(20, 10)
    #expect(desk.things.map(\.item.description) == ["Filled box", "Box"])
    #expect(desk.text(row: 10).contains("█████"))
  }

  @Test("The bucket fills an oval with an oval, also after a move")
  func bucketInOval() {
    var desk = Desk()
    desk.type("o")
    desk.drag([(10, 4), (45, 17)])
    desk.drag([(50, 4), (69, 11)])
    desk.type("s")
    desk.drag([(50, 7), (51, 9)])
    desk.type("b")
    desk.click(25, 10)
    desk.click(60, 9)
    let kinds = desk.things.map(\.item.description)
    #expect(kinds == ["Filled oval", "Filled oval", "Oval", "Oval"])
    #expect(Set(desk.things.map(\.pointBox)).count == 2)
  }

  @Test("The bucket fills between two boxes, and under the lines in a box, and keeps all lines")
  func bucketAmongLines() {
    var desk = Desk()
    desk.type("r")
    desk.drag([(10, 5), (50, 17)])
    desk.drag([(20, 8), (30, 12)])
    desk.type("b")
    desk.click(12, 6)
    #expect(desk.things.map(\.item.description) == ["Fill", "Box", "Box"])
    #expect(desk.frame[25, 10].glyph == .space && desk.frame[15, 10].glyph != .space)
    desk.type("/")
    desk.drag([(22, 9), (27, 11)])
    desk.type("b")
    desk.click(22, 11)
    let kinds = ["Filled box", "Fill", "Box", "Box", "Line, width 2"]
    #expect(desk.things.map(\.item.description) == kinds)
    desk.type("u")
    #expect(desk.things.count == 4)
    desk.type("U")
    #expect(desk.things.map(\.item.description) == kinds)
  }

  @Test("A fill lies below the texts in the area, in one undo") func fillBelowText() {
    var desk = Desk()
    desk.drawFilledBox()
    #expect(desk.text(row: 10).contains("server"))
    #expect(desk.things.map(\.item.description) == ["Filled box", "Box", "Text"])
    desk.type("u")
    #expect(desk.things.map(\.item.description) == ["Box", "Text"])
  }

  @Test("A hand that trembles pours once and asks once", arguments: ["b", "i", "t"])
  func trembling(key: String) {
    var desk = Desk()
    desk.type("r")
    desk.drag([(10, 5), (30, 15)])
    desk.type(key)
    desk.drag([(20, 10), (20, 10), (21, 10)])
    #expect(desk.things.count == (key == "b" ? 2 : 1))
    #expect(!desk.notice.contains("This is ink"))
    if key == "t" { #expect(desk.frame.cursor == CellPoint(column: 20, row: 10)) }
  }

  @Test("Info shows the author, the thing and the time, and takes the colour") func eyedropper() {
    var desk = Desk()
    desk.drag([(10, 5), (60, 5)])
    desk.type("c")
    desk.type("h")
    #expect(desk.board.drawing.editor.tools.color == PaletteColor.indigo.color)
    desk.wait(180_000)
    desk.type("i")
    desk.click(30, 5)
    #expect(
      desk.notice.contains(
        "Pen, width 2, orange, by you, 3 minutes ago. You draw in its colour now."))
    #expect(desk.board.drawing.editor.tools.color == PaletteColor.orange.color)
    desk.click(30, 15)
    #expect(desk.notice.contains("Nothing lies here"))
  }

  @Test("Info names others as the board does, and tells apart who bears one name")
  func eyedropperNames() {
    func author(_ high: UInt64) -> AuthorID { AuthorID(Bytes16(high: high << 40, low: 0)) }
    var opened = Desk.fresh
    opened.people = [(1, "Bo"), (2, "Cy"), (3, "cy"), (4, "you"), (5, ""), (6, "Ann")].map {
      Person(
        author: author($0), name: SafeText($1), color: PaletteColor.red.color)
    }
    var desk = Desk(board: opened)
    let names = desk.within { whiteboard in
      (1...7).map { whiteboard.drawing.recorder.called(author($0)) }
    }
    #expect(
      names == [
        "Bo", "Cy (000002)", "cy (000003)", "you (000004)", "someone (000005)", "Ann (000006)",
        "someone (000007)",
      ])
    let me = desk.within { $0.drawing.recorder.called(Desk.replicaGenesis.author) }
    #expect(me == "you")
  }

  @Test("The pen begins with the width that was wished for") func wishedWidth() {
    let desk = Desk { $0.width = 5 }
    #expect(desk.top.contains("width 5"))
  }

  @Test("The marker is broad and lets through what is under it") func marker() throws {
    var desk = Desk()
    desk.type("m")
    desk.drag([(10, 5), (60, 5)])
    let stroke = try #require(desk.strokes.first)
    #expect(stroke.kind == .marker)
    #expect(stroke.ink.color.alpha < 255)
    #expect(stroke.ink.width >= 4)
  }

  @Test("Digits set the width, brackets change it within 1 and 8") func widths() {
    var desk = Desk()
    desk.type("8]")
    #expect(desk.board.drawing.editor.tools.width == 8)
    desk.type("1[")
    #expect(desk.board.drawing.editor.tools.width == 1)
    desk.type("5")
    #expect(desk.top.contains("width 5"))
  }

  @Test("W2 · A stroke whose release is lost is kept", arguments: 1...4) func lostRelease(
    _ ending: Int
  ) {
    var desk = Desk()
    desk.mouse(.press(.left), 10, 5)
    desk.mouse(.drag(.left), 30, 15)
    switch ending {
    case 1: desk.handle(.pausing)
    case 2: desk.type(":suspend\n")
    case 3: desk.type("q")
    default: desk.mouse(.press(.left), 50, 5)
    }
    #expect(desk.strokes.count == 1)
    #expect(desk.kept.count == 1)
  }

  @Test("W2 · A hand draws on through a resize: one stroke without a leap, and then the page fits")
  func drawsOn() throws {
    var desk = Desk()
    desk.isMouseFine = true
    let before = desk.board.drawing.surface.view.viewport
    desk.mouse(.press(.left), 10, 5)
    desk.mouse(.drag(.left), 30, 15)
    let inked = desk.inkedRows
    desk.handle(.input(.resize(columns: 100, rows: 30)))
    #expect(desk.board.drawing.surface.view.viewport == before)
    #expect(desk.inkedRows == inked)
    #expect(desk.frame == desk.frameFromScratch)
    desk.mouse(.drag(.left), 40, 15)
    desk.mouse(.release(.left), 50, 15)
    let stroke = try #require(desk.strokes.first)
    #expect(desk.strokes.count == 1)
    let columns = stroke.points.map { before.cell(of: $0).column }
    #expect(columns == [10, 30, 40, 50])
    #expect(
      desk.board.drawing.surface.view.viewport
        == View(columns: 100, rows: 30, bars: .all, hasPaper: false).viewport)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("W2 · A stroke is finished where the screen becomes too small for it") func tooSmall() {
    var desk = Desk()
    desk.mouse(.press(.left), 10, 5)
    desk.mouse(.drag(.left), 30, 15)
    desk.handle(.input(.resize(columns: 10, rows: 3)))
    #expect(desk.strokes.count == 1)
  }

  @Test("W4 · Clear asks nothing, says how it is undone, and u brings all back") func clear() {
    var desk = Desk()
    desk.drag([(10, 5), (60, 5)])
    desk.type("C")
    #expect(desk.things.isEmpty && desk.inkedRows.isEmpty)
    #expect(desk.notice.contains("u brings it back"))
    desk.type("u")
    #expect(desk.things.count == 1)
  }

  @Test("D2 · things that another person cleared can be brought back") func restore() throws {
    var desk = Desk()
    desk.drag([(10, 5), (60, 5)])
    let other = ReplicaGenesis(
      publicKey: Array(repeating: 1, count: 32), nonce: Array(repeating: 2, count: 16))
    var opened = Desk.fresh
    opened.log = desk.replica.log
    opened.picture = desk.replica.picture
    let clear = Operation(.change(.upTo(opened.log.vector), .hide))
    let recorded = opened.log.record([1], as: other, at: 0, lasted: 0)
    let entry = try #require(recorded)
    _ = opened.picture.apply(clear, entry.stamp)
    desk.open(opened)
    #expect(desk.things.isEmpty)
    desk.type("R")
    #expect(desk.things.count == 1)
    desk.type("u")
    #expect(desk.things.isEmpty)
  }
}
