import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import ScreenContract
@testable import WhiteboardUI

/// The look of each screen: the goldens lie beside this file.
@Suite struct ScreenTests {
  @Test("Both bars fold with the width", arguments: [20, 40, 80, 120, 200]) func bars(
    columns: Int
  ) throws {
    var desk = Desk(columns: columns, rows: 6)
    desk.drag([(4, 2), (15, 3)])
    try assertFrame(desk.frame, named: "\(columns)")
  }

  @Test("Every tool is told apart in the bar", arguments: Tool.solo) func tools(
    tool: Tool
  ) throws {
    var desk = Desk(columns: 80, rows: 6)
    desk.type(String(tool.key))
    try assertFrame(desk.frame, named: tool.rawValue)
  }

  @Test("The screen shows each sheet", arguments: ["?", "c", "B", "T", "E", "N"])
  func sheets(key: String) throws {
    var desk = Desk()
    desk.type(key)
    desk.handle(
      .boards([
        BoardSummary(
          path: "/a", name: SafeText("plan"), changed: 1_799_999_940_000, entries: 3,
          isTrashed: false),
        BoardSummary(
          path: "/b", name: SafeText("old"), changed: 1_700_000_000_000, entries: 9,
          isTrashed: true),
      ]))
    try assertFrame(desk.frame, named: key == "?" ? "help" : key)
  }

  @Test("The screen shows the menu and the tools") func menus() throws {
    var desk = Desk()
    desk.key(.tab)
    let menu = desk.frame
    desk.key(.enter)
    try assertFrames([("menu", menu), ("tools", desk.frame)])
  }

  @Test("The smallest screen shows the help and a notice") func smallest() throws {
    var desk = Desk(columns: 20, rows: 6)
    desk.type("?")
    let help = desk.frame
    desk.key(.escape)
    desk.type("C")
    let notice = desk.frame
    desk.handle(.input(.resize(columns: 19, rows: 6)))
    try assertFrames([("help", help), ("notice", notice), ("tooSmall", desk.frame)])
  }

  @Test("A screen that is too small says how large it is and has to be") func tooSmall() {
    for (columns, rows) in [(19, 6), (80, 5), (12, 3), (10, 2)] {
      let screen = Desk(columns: columns, rows: rows).screen
        .split(separator: "\n").joined(separator: " ")
      #expect(screen.contains("\(columns)x\(rows)") && screen.contains("20x6"), "\(screen)")
    }
    #expect(Desk(columns: 5, rows: 1).screen == "small")
    #expect(Desk(columns: 3, rows: 1).screen == "   ")
  }

  @Test("A screen in ASCII has no other signs") func ascii() throws {
    var desk = Desk(raster: .ascii)
    desk.type("r")
    desk.drag([(10, 4), (30, 12)])
    desk.type("s")
    desk.click(20, 4)
    desk.type("N")
    try assertFrame(desk.frame)
    let scalars = desk.frame.cells.filter { $0.glyph != .shadow }.flatMap { $0.glyph.scalars }
    let isPlain = scalars.allSatisfy { $0.isASCII }
    #expect(isPlain)
  }

  @Test("The screen shows a selection, the keyboard's pen and a text being typed")
  func overlays() throws {
    var desk = Desk(columns: 60, rows: 16)
    desk.drag([(10, 5), (30, 9)])
    desk.type("s")
    desk.click(20, 7)
    let selection = desk.frame
    desk.key(.escape)
    desk.type("hLL")
    let pen = desk.frame
    desk.type("t")
    desk.click(35, 4)
    desk.type("两行\ntext")
    try assertFrames([("selection", selection), ("pen", pen), ("text", desk.frame)])
  }

  @Test("Warnings stand in the top line") func warnings() throws {
    var desk = Desk(columns: 80, rows: 6)
    desk.drag([(4, 2), (15, 3)])
    desk.keepingFailed(SafeText("No space left on device"))
    let notice = desk.frame
    desk.wait(20_000)
    try assertFrames([("notice", notice), ("after", desk.frame)])
  }

  @Test("The page's outline is hinted at where the screen has another shape") func page() throws {
    try assertFrames([
      ("wide", Desk(columns: 60, rows: 12).frame), ("high", Desk(columns: 30, rows: 20).frame),
    ])
  }
}
