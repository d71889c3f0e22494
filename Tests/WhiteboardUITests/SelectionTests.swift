import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import GroupTesting
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import WhiteboardUI

@Suite struct SelectionTests {
  /// Two lines, the select tool in the hand.
  private var desk: Desk {
    var desk = Desk()
    desk.drag([(10, 5), (30, 5)])
    desk.drag([(10, 15), (30, 15)])
    desk.type("s")
    return desk
  }

  @Test("A click selects, Shift adds and takes away, a click beside lets go") func clicks() {
    var desk = desk
    desk.click(20, 5)
    #expect(desk.board.drawing.editor.selection.count == 1)
    #expect(desk.screen.contains("■"))
    desk.click(20, 15, .shift)
    #expect(desk.board.drawing.editor.selection.count == 2)
    desk.click(20, 5, .shift)
    #expect(desk.board.drawing.editor.selection.count == 1)
    desk.click(60, 20)
    #expect(desk.board.drawing.editor.selection.isEmpty)
  }

  @Test("A filled box moves with its fill and its text, and a second click selects one of them")
  func filledBox() {
    var desk = Desk()
    desk.drawFilledBox()
    desk.type("s")
    desk.drag([(15, 8), (20, 9)])
    #expect(desk.board.drawing.editor.selection.count == 3)
    #expect(Set(desk.things.map(\.offset)).count == 1)
    #expect(desk.things.allSatisfy { $0.offset != .zero })
    #expect(desk.text(row: 11).contains("server"))
    #expect(desk.frame == desk.frameFromScratch)
    desk.type("u")
    #expect(desk.things.allSatisfy { $0.offset == .zero })
    desk.mouse(.press(.left), 15, 8)
    desk.mouse(.wheelUp, 15, 8)
    #expect(desk.board.drawing.editor.selection.count == 3, "the wheel is no click")
    desk.key(.home)
    desk.click(15, 8)
    #expect(desk.board.drawing.editor.selection.ids == desk.things.prefix(1).map(\.id))
    desk.type("ca")
    #expect(Set(desk.things.map(\.inkColor)).count == 2)
  }

  @Test("A loop selects the things in it") func loop() {
    var desk = desk
    desk.drag([(5, 2), (40, 2), (40, 8), (5, 8), (5, 3)])
    #expect(desk.board.drawing.editor.selection.count == 1)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A drag from corner to corner selects the things in the rectangle, which is seen meanwhile")
  func rectangle() {
    var desk = desk
    desk.mouse(.press(.left), 5, 2)
    desk.mouse(.drag(.left), 25, 5)
    desk.mouse(.drag(.left), 45, 8)
    let row = (5...45).map { desk.frame[$0, 8].glyph }
    #expect(row.allSatisfy { $0 != .space })
    #expect(desk.frame == desk.frameFromScratch)
    desk.mouse(.release(.left), 45, 8)
    #expect(desk.board.drawing.editor.selection.count == 1)
    #expect(desk.frame == desk.frameFromScratch)
    desk.drag([(50, 18), (5, 2)])
    #expect(desk.board.drawing.editor.selection.count == 2)
  }

  @Test("A drag moves it, seen on the way, in one operation") func moves() {
    var desk = desk
    desk.mouse(.press(.left), 20, 5)
    desk.mouse(.drag(.left), 25, 8)
    desk.mouse(.drag(.left), 30, 10)
    #expect(desk.inkedRows.contains(10))
    #expect(desk.kept.count == 2)
    #expect(desk.frame == desk.frameFromScratch)
    desk.mouse(.release(.left), 30, 10)
    #expect(desk.kept.count == 3)
    #expect(desk.things.first?.offset != .zero)
    desk.type("u")
    #expect(desk.things.first?.offset == .zero)
  }

  @Test("Arrow keys in a row make one move, done when they rest") func nudges() {
    var desk = desk
    desk.click(20, 5)
    for _ in 0..<5 { desk.key(.down) }
    #expect(desk.kept.count == 2)
    let wakes = desk.effects.compactMap { if case .board(.wake(let at)) = $0 { at } else { nil } }
    #expect(wakes.last == desk.now.uptime + Moving.seriesMilliseconds)
    desk.wait(Moving.seriesMilliseconds)
    #expect(desk.kept.count == 3)
    #expect(desk.inkedRows.contains(10))
  }

  @Test("Copy gives the clipboard text; paste, duplicate and cut do as they say") func clipboard() {
    var desk = desk
    desk.click(20, 5)
    desk.type("y")
    let copied = desk.effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
    #expect(copied.last?.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) } == true)
    #expect(copied.last?.last?.isNewline == false)
    desk.type("v")
    #expect(desk.things.count == 3)
    #expect(desk.board.drawing.editor.selection.count == 1)
    desk.type("D")
    #expect(desk.things.count == 4)
    desk.type("x")
    #expect(desk.things.count == 3)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("The texts of a selection of texts are copied as they are, without line breaks at the end")
  func texts() {
    var desk = Desk()
    desk.type("t")
    desk.click(10, 5)
    desk.type("to do")
    desk.key(.enter)
    desk.type("now")
    for _ in 0..<2 { desk.key(.enter) }
    desk.key(.escape)
    desk.key(.character("a"), .control)
    desk.type("y")
    let copied = desk.effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
    #expect(copied == ["to do\nnow"])
  }

  @Test("A colour chosen recolours what is selected") func recolours() {
    var desk = desk
    desk.click(20, 5)
    desk.type("ca")
    #expect(desk.things.first?.inkColor == PaletteColor.red.color)
    #expect(desk.things.last?.inkColor == PaletteColor.orange.color)
  }

  @Test("A selection shows its things where they lie, after any edits of others and oneself")
  func settles() {
    var random = SplitMix64(seed: 5)
    var world = WhiteboardWorld(2).inSession()
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func randomCell() -> (Int, Int) { (number(2...70), number(2...20)) }
    for step in 0..<Seeds.count(120) {
      let index = number(0...1)
      world.at(index) { desk in
        switch number(0...12) {
        case 10: desk.type(["5", "]", "f", "{", "}"].randomElement(using: &random) ?? "5")
        case 11...12:
          let frame = desk.board.drawing.editor.selectionFrame(
            in: desk.board.drawing.surface.view.viewport,
            mayDraw: desk.board.drawing.recorder.mayDraw)
          guard let frame, let handle = frame.handles.randomElement(using: &random) else { break }
          let cell = frame.cell(of: handle)
          desk.drag([(cell.column, cell.row + desk.view.top), randomCell()])
        case 0: desk.key(.character("a"), .control)
        case 1: desk.type("s")
        case 2: desk.drag([randomCell(), randomCell()], .right)
        case 3: desk.type("u")
        case 4: desk.type("U")
        case 5: desk.type(number(0...3) == 0 ? "C" : "R")
        case 6: desk.key(.right)
        case 7: desk.type("D")
        case 8: desk.type("x")
        default:
          desk.type("p")
          desk.drag([randomCell(), randomCell(), randomCell()])
        }
        desk.wait(1_000)
      }
      for desk in world.desks {
        let (selection, picture) = (desk.board.drawing.editor.selection, desk.replica.picture)
        #expect(selection == Selection(selection.ids, in: picture), "step \(step)")
        #expect(selection.ids.allSatisfy(picture.isVisible))
        if selection.isEmpty { #expect(selection.box == nil) }
      }
    }
  }

  @Test("W4 · Delete hides it, undo brings it back") func deletes() {
    var desk = desk
    desk.key(.character("a"), .control)
    desk.key(.backspace)
    #expect(desk.things.isEmpty)
    desk.type("u")
    #expect(desk.things.count == 2)
  }
}
