import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import ScreenContract
@testable import WhiteboardUI

/// The palette at the left of the canvas.
@Suite struct ToolPaletteTests {
  private func desk(
    columns: Int = 80, rows: Int = 24, raster: Raster = .braille, _ form: PaletteForm = .names
  ) -> Desk {
    Desk(columns: columns, rows: rows, raster: raster) { setup in
      setup.palette = form
      setup.showsFirstHint = true
    }
  }

  @Test(
    "The palette shows names, icons or nothing, and fits each size of screen",
    arguments: [(40, 12), (60, 20), (80, 24), (140, 44), (220, 60)])
  func sizes(columns: Int, rows: Int) throws {
    var desk = desk(columns: columns, rows: rows)
    let names = desk.frame
    desk.key(.tab)
    let icons = desk.frame
    desk.key(.tab)
    try assertFrames([
      ("names-\(columns)", names), ("icons-\(columns)", icons), ("hidden-\(columns)", desk.frame),
    ])
    desk.key(.tab)
    #expect(columns < 60 || desk.frame.cells(row: 3) == names.cells(row: 3))
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("In ASCII the palette has only ASCII signs") func ascii() throws {
    let (names, icons) = (desk(raster: .ascii), desk(raster: .ascii, .icons))
    try assertFrames([("names-ascii", names.frame), ("icons-ascii", icons.frame)])
    for desk in [names, icons] { #expect(desk.screen.utf8.allSatisfy { $0 < 128 }) }
  }

  @Test("With each number of colours, a colour of the palette has the letter of its key")
  func letters() throws {
    for depth in [ColorDepth.direct, .ansi16, .ansi8, .none] {
      let desk = Desk(columns: 100, rows: 30, raster: .mixed) {
        $0.palette = .names
        $0.surface.depth = depth
      }
      #expect(desk.screen.contains(/e.f.g.h/), "\(depth): \(desk.screen)")
    }
  }

  @Test("A click takes a tool, a colour and a width, and draws nothing") func clicks() {
    var desk = desk(columns: 140, rows: 44)
    desk.click(on: "Box")
    #expect(desk.board.drawing.editor.tools.tool == .rectangle)
    desk.click(on: "]")
    #expect(desk.board.drawing.editor.tools.width == 3)
    desk.click(on: "[")
    #expect(desk.board.drawing.editor.tools.width == 2)
    desk.click(on: "f█")
    #expect(desk.board.drawing.editor.tools.color != PaletteColor.orange.color)
    desk.click(on: "╭", row: 1)
    #expect(desk.things.isEmpty && desk.kept.isEmpty)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A watcher's palette has only the tools of a watcher") func watching() {
    var desk = desk()
    desk.enter(
      SessionUUID(Bytes16(high: 1, low: 1)), as: ParticipantUUID(Bytes16(high: 2, low: 2)),
      mayDraw: false)
    #expect(desk.screen.contains("Hand") && !desk.screen.contains("Pen"))
    #expect(!desk.screen.contains("width") && desk.bottom.contains("Watching"))
  }

  @Test("A stroke that comes near moves the palette to the other side, and its end moves it back")
  func givesWay() {
    var desk = desk()
    desk.mouse(.press(.left), 40, 10)
    desk.mouse(.drag(.left), 30, 10)
    #expect(desk.board.palette.side == .left)
    desk.mouse(.drag(.left), 8, 10)
    #expect(desk.board.palette.side == .right)
    #expect(desk.frame == desk.frameFromScratch)
    desk.mouse(.drag(.left), 70, 12)
    #expect(desk.board.palette.side == .none)
    desk.mouse(.release(.left), 40, 12)
    #expect(desk.board.palette.side == .left)
    #expect(desk.strokes.count == 1)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("The keyboard's pen is never under the palette") func keyPen() {
    var desk = desk()
    for _ in 0..<60 { desk.key(.left) }
    #expect(desk.board.palette.side == .right)
    for _ in 0..<60 { desk.key(.right) }
    #expect(desk.board.palette.side == .left)
  }

  @Test("The buttons of the bar stay in place, whatever the hint says", arguments: [60, 80, 140])
  func steadyBar(columns: Int) {
    var desk = desk(columns: columns, rows: 30)
    desk.type("p")
    let columns = ["Clear", "Undo", "Redo", "?"].map {
      desk.column(of: $0, row: desk.frame.rows - 1)
    }
    var bars: Set<String> = []
    func check(_ what: String) {
      let now = ["Clear", "Undo", "Redo", "?"].map { desk.column(of: $0, row: desk.frame.rows - 1) }
      #expect(now == columns, "\(what): \(desk.bottom)")
      bars.insert(desk.bottom)
    }
    for row in 1..<28 {
      desk.mouse(.move, 5, row)
      check("row \(row)")
    }
    desk.mouse(.move, 40, 20)
    for tool in Tool.allCases where tool != .laser {
      desk.type(String(tool.key))
      check(tool.title)
    }
    desk.key(.character("a"), .control)
    check("selection")
    #expect(bars.count > 10)
  }

  @Test("Each colour field has the key that chooses the colour, readable on it")
  func colorKeys() throws {
    var desk = desk(columns: 140, rows: 44)
    let palette = try #require(desk.board.palette.rect)
    let keys = PaletteColor.allCases.enumerated().map { index, color in
      let cell = desk.frame[
        palette.column + 2 + index % 4 * 2, palette.row + palette.rows - 4 + index / 4]
      #expect(cell.glyph.string == String(color.key), "\(color)")
      if case (.rgb(let letter), .rgb(let ground)) = (
        cell.style.foreground.meaning, cell.style.background.meaning
      ) {
        #expect(ColorMath.contrast(letter, ground) >= 4.5, "\(color)")
      } else {
        Issue.record("\(color) has no field")
      }
      return color.key
    }
    for (color, key) in zip(PaletteColor.allCases, keys) {
      desk.type("c\(key)")
      #expect(desk.board.drawing.editor.tools.color == color.color)
    }
  }

  @Test("The bar explains what is under the pointer") func hover() {
    var desk = desk()
    desk.mouse(.move, 4, 6)
    #expect(desk.bottom.contains("Box r: a rectangle"))
    desk.mouse(.move, 40, 10)
    #expect(desk.bottom.contains("Drag to draw"))
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Mouse moves are reported while the palette is on the screen") func asksForMoves() {
    func requests(_ desk: Desk) -> [Bool] {
      desk.effects.compactMap { if case .hover(let isOn) = $0 { isOn } else { nil } }
    }
    var desk = desk()
    #expect(requests(desk) == [true])
    desk.key(.tab)
    desk.key(.tab)
    #expect(requests(desk) == [true, false])
  }

  @Test("The line for a new user goes with the first dot") func firstHint() {
    var desk = desk()
    #expect(desk.screen.contains("Drag to draw · ? shows all keys"))
    desk.mouse(.press(.left), 40, 10)
    #expect(!desk.screen.contains("? shows all keys"))
    desk.mouse(.release(.left), 40, 10)
    #expect(!desk.screen.contains("? shows all keys"))
    desk.type("u")
    #expect(!desk.screen.contains("? shows all keys"))
  }

  @Test("The line for a new user says what the remembered tool does")
  func firstHintOfTools() {
    for (key, words) in [("t", "Click, then type"), ("e", "Drag to erase"), ("p", "Drag to draw")] {
      var desk = desk()
      desk.type(key)
      #expect(desk.screen.contains("\(words) · ? shows all keys"), "\(key)")
    }
  }

  @Test("Easel remembers changed tools for a board with ink; on a new board the first drag draws")
  func remembers() {
    func last(_ desk: Desk) -> RememberedTools? {
      desk.effects.compactMap { if case .rememberTools(let tools) = $0 { tools } else { nil } }.last
    }
    var desk = desk()
    #expect(last(desk) == nil)
    desk.type("r5")
    desk.key(.tab)
    let tools = RememberedTools(
      tool: Tool.rectangle.number, width: 5, color: PaletteColor.orange.color, palette: .icons)
    #expect(last(desk) == tools)
    func next(_ tool: Tool, hasInk: Bool) -> Desk {
      var board = Desk.fresh
      if hasInk { (board.log, board.picture) = (desk.replica.log, desk.replica.picture) }
      return Desk(board: board) { setup in
        (setup.tool, setup.width, setup.palette) = (tool.number, tools.width, tools.palette)
      }
    }
    desk.drag([(30, 5), (40, 10)])
    #expect(next(.rectangle, hasInk: true).board.drawing.editor.tools.tool == .rectangle)
    for tool in [Tool.select, .eraser, .hand, .rectangle, .text] {
      var new = next(tool, hasInk: false)
      #expect(new.board.drawing.editor.tools.width == 5 && new.board.palette.form == .icons)
      new.drag([(30, 5), (40, 10), (45, 5)])
      #expect(new.strokes.map(\.kind) == [.pen])
    }
  }
}
