import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import Testing

@testable import BoardEditor
@testable import ScreenContract
@testable import WhiteboardUI

/// The actions of a new user in the first hour.
@Suite struct FirstHourTests {
  private func copies(of desk: Desk) -> Int {
    desk.effects.count { if case .copy = $0 { true } else { false } }
  }

  private func quits(_ desk: Desk) -> Bool {
    desk.effects.contains { if case .quit = $0 { true } else { false } }
  }

  // MARK: Selecting

  @Test("A click inside an outlined shape selects the smallest shape round it")
  func clickInside() {
    var desk = Desk()
    desk.type("r")
    desk.drag([(5, 2), (60, 20)])
    desk.drag([(20, 6), (40, 14)])
    desk.type("s")
    desk.click(30, 10)
    #expect(desk.board.drawing.editor.selection.ids == [desk.things[1].id])
    desk.click(10, 4)
    #expect(desk.board.drawing.editor.selection.ids == [desk.things[0].id])
    desk.click(30, 10, .shift)
    #expect(desk.board.drawing.editor.selection.count == 2)
    desk.click(30, 10)
    #expect(
      desk.board.drawing.editor.selection.ids == [desk.things[1].id],
      "a click again selects it alone")
    desk.click(70, 10)
    #expect(desk.board.drawing.editor.selection.isEmpty)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("The corner of an oval's box is not inside the oval") func clickBesideOval() {
    var desk = Desk()
    desk.type("o")
    desk.drag([(10, 4), (50, 18)])
    desk.type("s")
    desk.click(12, 5)
    #expect(desk.board.drawing.editor.selection.isEmpty)
    desk.click(30, 8)
    #expect(desk.board.drawing.editor.selection.count == 1)
  }

  @Test("A drag from inside a shape selects an area, and moves nothing") func dragInside() {
    var desk = Desk()
    desk.type("r")
    desk.drag([(5, 2), (60, 20)])
    desk.type("p")
    desk.drag([(20, 8), (30, 9)])
    desk.type("s")
    desk.drag([(15, 6), (25, 8), (40, 12)])
    #expect(desk.board.drawing.editor.selection.ids == [desk.things[1].id])
    #expect(desk.things.allSatisfy { $0.offset == .zero })
    desk.key(.escape)
    desk.drag([(45, 15), (50, 17)])
    #expect(desk.board.drawing.editor.selection.isEmpty, "an area without things")
  }

  @Test("A shape of another user, a moved one and the keyboard's pen count as well")
  func clickInsideMoved() {
    var desk = Desk()
    desk.type("r")
    desk.drag([(5, 2), (20, 8)])
    desk.type("s")
    desk.drag([(5, 5), (35, 10)])
    desk.key(.escape)
    desk.click(43, 10)
    #expect(desk.board.drawing.editor.selection.count == 1)
    desk.key(.escape)
    for _ in 0..<2 { desk.key(.right) }
    desk.key(.enter)
    #expect(desk.board.drawing.editor.selection.count == 1, "Enter at the pen, which is inside")
  }

  @Test("A group is named by its parts") func groupNames() {
    var desk = Desk()
    desk.drawFilledBox()
    desk.type("s")
    desk.click(10, 7)
    let sentence = "Box with its fill and words. Click the words again to take only them."
    #expect(desk.notice.contains(sentence))
  }

  @Test("A double click edits a text, and typed letters replace it") func doubleClick() {
    var desk = Desk()
    desk.write("words", at: (20, 10))
    desk.type("s")
    desk.wait(1_000)
    desk.click(22, 10)
    #expect(
      !desk.board.drawing.editor.text.isTyping && desk.board.drawing.editor.selection.count == 1)
    desk.click(22, 10)
    #expect(desk.board.drawing.editor.text.isTyping && desk.board.drawing.editor.selection.isEmpty)
    desk.key(.end)
    desk.type("!")
    desk.key(.escape)
    #expect(desk.labels == ["words!"])
    #expect(desk.board.drawing.editor.tools.tool == .select)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Two slow clicks, a drag after a click, and clicks on ink edit nothing")
  func noDoubleClick() {
    var desk = Desk()
    desk.write("words", at: (20, 10))
    desk.type("s")
    desk.click(22, 10)
    desk.wait(DoubleClick.milliseconds + 1)
    desk.click(22, 10)
    #expect(!desk.board.drawing.editor.text.isTyping)
    desk.wait(1_000)
    desk.click(22, 10)
    desk.drag([(22, 10), (30, 12)])
    #expect(!desk.board.drawing.editor.text.isTyping && desk.things[0].offset != .zero)
    desk.type("p")
    desk.drag([(50, 5), (60, 5)])
    desk.type("s")
    desk.wait(1_000)
    for _ in 0..<2 { desk.click(55, 5) }
    #expect(!desk.board.drawing.editor.text.isTyping)
  }

  @Test("A watcher's double click says who may change the board") func watcher() {
    var world = WhiteboardWorld(2)
    world.at(0) { desk in
      desk.write("words", at: (20, 10))
    }
    world.meet()
    world.sendRoster(of: world.session, watching: [1])
    world.at(1) { desk in
      desk.type("s")
      for _ in 0..<2 { desk.click(22, 10) }
    }
    #expect(!world.desks[1].board.drawing.editor.text.isTyping)
    #expect(world.desks[1].notice.contains("You are watching"))
  }

  // MARK: Keys

  @Test("Ctrl-C copies a selection and says so; a second one at once quits") func interrupt() {
    var desk = Desk()
    desk.drag([(10, 5), (30, 5)])
    desk.type("s")
    desk.click(20, 5)
    desk.key(.character("c"), .control)
    #expect(copies(of: desk) == 1 && !quits(desk))
    #expect(desk.notice.contains("Copied.") && desk.notice.contains("Ctrl-C again quits."))
    desk.wait(InterruptKey.milliseconds + 1)
    desk.key(.character("c"), .control)
    #expect(copies(of: desk) == 2 && !quits(desk), "the copy was a while ago")
    desk.click(20, 5)
    desk.key(.character("c"), .control)
    #expect(copies(of: desk) == 3 && !quits(desk), "another input came between")
    desk.key(.character("c"), .control)
    #expect(copies(of: desk) == 3 && quits(desk))
  }

  @Test("Without a selection, in a sheet and in a text, the second Ctrl-C quits")
  func interruptElsewhere() {
    var desk = Desk()
    desk.drag([(10, 5), (30, 5)])
    var idle = desk
    idle.key(.character("c"), .control)
    #expect(!quits(idle) && idle.notice.contains("q quits; Ctrl-C again quits too."))
    idle.key(.character("c"), .control)
    #expect(quits(idle))
    var sheet = desk
    sheet.type("s")
    sheet.click(20, 5)
    sheet.type("?")
    sheet.key(.character("c"), .control)
    #expect(!quits(sheet))
    sheet.key(.character("c"), .control)
    #expect(quits(sheet) && copies(of: sheet) == 0)
    var text = desk
    text.type("t")
    text.click(20, 10)
    text.type("half")
    text.key(.character("c"), .control)
    #expect(!quits(text) && text.notice.contains("Ctrl-C again quits"))
    text.key(.character("c"), .control)
    #expect(quits(text) && text.labels == ["half"])
  }

  @Test("Enter in a text begins a line and says how the text ends") func enterInText() {
    var desk = Desk(columns: 100)
    desk.type("t")
    desk.click(20, 10)
    desk.type("one")
    desk.key(.enter)
    #expect(desk.notice.contains("New line. Esc ends the text."))
    desk.type("two")
    desk.key(.escape)
    #expect(desk.labels == ["one\ntwo"])
  }

  @Test("The key f and the tool Fill explain each other") func fills() {
    var desk = Desk(columns: 160)
    desk.type("r")
    #expect(desk.bottom.contains("f: filled"))
    desk.type("f")
    #expect(desk.notice.contains("New boxes and ovals are filled. b fills one that is drawn."))
    #expect(desk.bottom.contains("Drag a filled box; f: no fill"))
    desk.type("b")
    #expect(desk.bottom.contains("Click to fill; f: fill new shapes"))
    desk.type(":fill sh")
    #expect(desk.screen.contains("Fill shapes: on / off"))
  }

  // MARK: The screen

  @Test("The help of a session fits 80 columns and 24 rows, with each key beside its meaning")
  func helpFits() {
    var world = WhiteboardWorld(2, columns: 80, rows: 24) { setup, _ in setup.palette = .names }
    world.meet()
    world.at(0) { $0.type("?") }
    let screen = world.desks[0].screen
    for words in [
      "Tools", "s i g w", "write in a shape", "one step back", "messages, quit", "Edit",
      "undo, redo", "zoom (on text: scroll)", "all, or 100 %", "fill the screen", "Together",
      "say something here", "show everyone my view", "back to the last board",
    ] { #expect(screen.contains(words), "\(words)") }
    #expect(!screen.contains("/40"))
  }

  @Test("A sheet stands beside the tool palette or hides it, and never cuts it")
  func sheetsBesidePalette() {
    for (columns, rows) in [(60, 20), (80, 24), (100, 32), (120, 40), (160, 50)] {
      for key in ["?", ":", "c", "T", "E", "B", "N", "n", "I"] {
        var desk = Desk(columns: columns, rows: rows) {
          ($0.palette, $0.hasCall) = (.names, true)
        }
        desk.keepingFailed(SafeText("a reason that takes so much room that its sheet is broad"))
        desk.type(key)
        guard let rect = desk.board.palette.rect, let sheet = desk.board.sheetInput?.layout.rect
        else { continue }
        let isCut = rect.meets(sheet)
        let corner = desk.frame[rect.column, rect.row].glyph
        #expect(isCut ? corner != Glyph("╭") || rect.column == sheet.column : corner == Glyph("╭"))
      }
    }
  }

  @Test("End shows everything beside the tool palette") func endBesidePalette() {
    for columns in [70, 100, 140] {
      var desk = Desk(columns: columns, rows: 30) { $0.palette = .names }
      desk.type("++")
      desk.drag([(25, 5), (60, 20)])
      desk.key(.end)
      guard let palette = desk.board.palette.rect else {
        Issue.record("no palette")
        continue
      }
      let picture = desk.replica.picture
      guard let box = picture.inkBox else { continue }
      let low = desk.view.viewport.position(of: BoardPoint(x: box.minX, y: box.minY))
      let high = desk.view.viewport.position(of: BoardPoint(x: box.maxX, y: box.maxY))
      #expect(low.column >= Double(palette.column + palette.columns), "\(columns)")
      #expect(high.column <= Double(columns) && high.row <= Double(desk.view.canvasRows))
      #expect(low.row >= 0)
    }
  }

  @Test("The settings sheet shows the path of the file, its values and their places")
  func settings() {
    var desk = Desk(columns: 100, rows: 30) {
      $0.settings = SettingsSummary(
        path: SafeText("/home/ann/.config/easel/config.toml"), hasFile: true,
        values: [
          .init(name: "name", text: SafeText("\"Ann\""), source: "file"),
          .init(name: "theme", text: SafeText("\"\""), source: "EASEL_THEME"),
          .init(name: "width", text: SafeText("2"), source: nil),
        ])
    }
    desk.type(":settings")
    desk.key(.enter)
    for words in [
      "/home/ann/.config/easel/config.toml", "name", "\"Ann\" (file)", "(EASEL_THEME)",
      "\"terminal\"", "2 (default)", "Edit the file, then start Easel again.",
    ] { #expect(desk.screen.contains(words), "\(words)\n\(desk.screen)") }
    desk.key(.escape)
    #expect(desk.board.sheets.open == nil)
  }
}
