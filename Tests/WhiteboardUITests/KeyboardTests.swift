import BoardModel
import BoardRendering
import CellFrame
import Testing

@testable import ScreenContract
@testable import WhiteboardUI

@Suite struct KeyboardTests {
  @Test("Arrows and hjkl move a pen that is seen; space puts it down and lifts it") func draws() {
    var desk = Desk()
    desk.type("h")
    let start = desk.frame.cursor
    #expect(start != nil)
    desk.type(" llllll ")
    #expect(desk.strokes.count == 1)
    #expect(desk.frame.cursor?.column == start.map { $0.column + 6 })
    desk.key(.down)
    desk.type("J")
    #expect(desk.frame.cursor.map(\.row) ?? 0 > (start?.row ?? 0) + 1)
    #expect(desk.frame == desk.frameFromScratch)
    desk.key(.escape)
    #expect(desk.frame.cursor == nil)
  }

  @Test("Shapes, texts and fills need no mouse") func shapes() {
    var desk = Desk()
    desk.type("rh ")
    for _ in 0..<4 { desk.type("LJ") }
    desk.key(.enter)
    #expect(desk.strokes.map(\.kind) == [.rectangle])
    desk.type("HK")
    desk.type("b ")
    #expect(desk.strokes.map(\.filled) == [true, false])
    desk.type("t hi")
    desk.key(.escape)
    #expect(desk.labels == ["hi"])
  }

  @Test("Things are selected and erased by keys alone") func selects() {
    var desk = Desk()
    desk.type("h llll ")
    desk.type("s\n")
    #expect(desk.board.drawing.editor.selection.count == 1)
    desk.key(.delete)
    #expect(desk.things.isEmpty)
    desk.type("ue\n")
    #expect(desk.things.isEmpty)
  }

  @Test("The pen at the edge takes the view along") func edge() {
    var desk = Desk(columns: 30, rows: 10)
    let before = desk.board.drawing.surface.view.viewport.left
    desk.type("h")
    for _ in 0..<10 { desk.type("L") }
    #expect(desk.board.drawing.surface.view.viewport.left > before)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Every tool has a key of its own, apart from hjkl and the commands") func distinct() {
    let keys = Keymap.table.map(\.stroke)
    #expect(Set(keys).count == keys.count)
    let taken = "hjklHJKL ".map { KeyStroke(.character($0)) }
    #expect(Set(keys).isDisjoint(with: taken))
  }

  @Test("q leaves at once, and so does a second Ctrl-C; Ctrl-L redraws") func leaving() {
    var desk = Desk()
    desk.type("q")
    desk.key(.character("c"), .control)
    desk.key(.character("c"), .control)
    desk.key(.character("l"), .control)
    let names = desk.effects.map { effect in
      switch effect {
      case .quit: "quit"
      case .redraw: "redraw"
      default: "other"
      }
    }
    #expect(names.filter { $0 != "other" } == ["quit", "quit", "redraw"])
  }

  @Test("M releases the mouse and says how to take it back") func mouse() {
    var desk = Desk(columns: 120)
    desk.type("M")
    #expect(desk.notice.contains("M takes it back"))
    desk.type("M")
    let states = desk.effects.compactMap { if case .mouse(let on) = $0 { on } else { nil } }
    #expect(states == [false, true])
  }

  @Test("Keys that terminals send with Ctrl work while a text is typed") func controlInText() {
    var desk = Desk()
    desk.type("t")
    desk.click(10, 5)
    desk.type("quit")
    desk.key(.character("c"), .control)
    desk.key(.character("c"), .control)
    #expect(desk.labels == ["quit"])
    #expect(desk.effects.contains { if case .quit = $0 { true } else { false } })
  }
}
