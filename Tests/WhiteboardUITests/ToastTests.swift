import BoardContract
import BoardModel
import BoardPaper
import BoardRendering
import CellFrame
import EaselBase
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The notice above the canvas.
@Suite struct ToastTests {
  private func desk(
    _ sentence: String = "Exported.", columns: Int = 80, rows: Int = 24, raster: Raster = .braille,
    _ change: (inout Whiteboard.Setup) -> Void = { _ in }
  ) -> Desk {
    var desk = Desk(columns: columns, rows: rows, raster: raster, change)
    desk.handle(.done(SafeText(sentence)))
    return desk
  }

  @Test("A message stands in cells of its own below the top line, and goes after three seconds")
  func time() {
    var desk = self.desk()
    #expect(
      (1...3).map { desk.text(row: $0).prefix(14) } == [
        " ╭───────────╮", " │ Exported. │", " ╰───────────╯",
      ])
    #expect(!desk.top.contains("Exported"))
    desk.wait(2_999)
    #expect(desk.notice == "Exported.")
    desk.wait(1)
    #expect(desk.notice.isEmpty && desk.text(row: 2).allSatisfy { $0 == " " })
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A longer message stays for as long as its reader needs") func longTime() {
    var desk = self.desk(String(repeating: "a few words ", count: 10))
    desk.wait(5_900)
    #expect(!desk.notice.isEmpty)
    desk.wait(200)
    #expect(desk.notice.isEmpty)
  }

  @Test("The toast gives way to the pen, and never lies over wet ink") func pen() {
    var desk = self.desk()
    desk.mouse(.press(.left), 40, 10)
    desk.mouse(.drag(.left), 30, 6)
    #expect(desk.text(row: 2).contains("Exported."))
    desk.mouse(.drag(.left), 12, 2)
    #expect(desk.text(row: 21).contains("│ Exported. │"), "it stands above the control bar now")
    desk.mouse(.drag(.left), 14, 12)
    #expect(desk.text(row: 21).contains("Exported."), "the ink at the top is still wet")
    desk.mouse(.drag(.left), 14, 21)
    #expect(desk.notice.isEmpty, "the pen was at both places")
    desk.mouse(.release(.left), 14, 21)
    #expect(desk.text(row: 2).contains("Exported."))
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A message that comes while the pen draws avoids the wet ink") func penBefore() {
    var desk = Desk()
    desk.mouse(.press(.left), 5, 1)
    desk.mouse(.drag(.left), 30, 10)
    desk.handle(.done(SafeText("Exported.")))
    #expect(desk.text(row: 21).contains("Exported.") && desk.isInked(5, 1))
  }

  @Test("A press on the toast dismisses it and draws; a command of the toast is a button")
  func mouse() {
    var desk = self.desk()
    desk.drag([(6, 1), (6, 10)])
    #expect(desk.notice.isEmpty && desk.strokes.count == 1)
    var asked = Desk { $0.hasCall = true }
    asked.handle(.call(.knocked(AdmissionRequest(number: 1, name: SafeText("bob")))))
    #expect(asked.notice.contains("bob asks"))
    asked.click(on: "bob asks")
    #expect(asked.strokes.isEmpty && asked.screen.contains("bob asks to join"))
  }

  @Test("A press beside the button of a long toast draws too; the button shows the messages")
  func longMessage() {
    var desk = self.desk(String(repeating: "words ", count: 90))
    desk.drag([(6, 2), (6, 10)])
    #expect(desk.strokes.count == 1 && !desk.screen.contains("Recent messages"))
    desk = self.desk(String(repeating: "words ", count: 90))
    desk.click(on: "More")
    #expect(desk.strokes.isEmpty && desk.screen.contains("Recent messages"))
  }

  @Test("The toast covers no part of an open sheet while there is another place for it")
  func sheets() {
    var desk = Desk()
    desk.type(":")
    desk.handle(.done(SafeText("Exported.")))
    guard let sheet = desk.board.sheetInput?.layout.rect, let toast = desk.board.toast.rect else {
      Issue.record("no sheet or no toast")
      return
    }
    #expect(!sheet.meets(toast) || toast.row == 20)
    #expect(desk.screen.contains("─ Commands ─"))
  }

  @Test("The toast stands beside the tool palette, and at the right end of text paper")
  func positions() {
    let desk = self.desk { $0.palette = .names }
    guard let palette = desk.board.palette.rect, let toast = desk.board.toast.rect else {
      Issue.record("no palette or no toast")
      return
    }
    #expect(!palette.meets(toast) && toast.column > palette.column)
    let paper = self.desk {
      $0.paper = PaperText(lines: [.init(runs: [.init(text: SafeText("what is read"))])])
    }
    #expect(
      paper.text(row: 1).hasPrefix("what is read") && paper.text(row: 2).contains("Exported."))
  }

  @Test("At each size the toast lies on the canvas, with its button", arguments: [20, 40, 60, 140])
  func sizes(columns: Int) {
    for rows in [6, 12, 20, 44] {
      for form in [PaletteForm.names, .hidden] {
        let desk = self.desk(String(repeating: "words ", count: 90), columns: columns, rows: rows) {
          $0.palette = form
        }
        guard let rect = desk.board.toast.rect else {
          Issue.record("no toast at \(columns)x\(rows)")
          continue
        }
        #expect(rect.column >= 0 && rect.column + rect.columns <= columns)
        #expect(rect.row >= desk.view.top && rect.row + rect.rows < rows)
        #expect(desk.notice.hasSuffix("n"), "the button's key: \(desk.notice)")
      }
    }
  }

  @Test("In ASCII the toast has only ASCII signs") func ascii() {
    let desk = self.desk(raster: .ascii)
    #expect(desk.text(row: 2).hasPrefix(" | Exported. |"))
  }

  // MARK: The subject of a notice, and its colour

  /// The style of the words of the notice.
  private func style(_ desk: Desk) -> Style? {
    desk.board.toast.rect.map { desk.frame[$0.column + 2, $0.row + 1].style }
  }

  @Test("A request to join goes when the person no longer waits") func withdrawnRequest() {
    var desk = Desk { $0.hasCall = true }
    desk.handle(.call(.knocked(AdmissionRequest(number: 1, name: SafeText("bob")))))
    #expect(desk.notice.contains("bob asks"))
    desk.within { $0.sessions = SessionController($0.setup, $0.requests) }
    desk.wait(1)
    #expect(desk.notice.isEmpty)
  }

  @Test("A notice about the selection goes when nothing is selected") func selection() {
    var desk = Desk()
    desk.drag([(30, 5), (50, 5)])
    desk.key(.character("a"), .control)
    #expect(desk.notice.contains("1 selected"))
    desk.key(.escape)
    #expect(desk.notice.isEmpty && desk.frame == desk.frameFromScratch)
  }

  @Test("A notice about the text being typed goes when the text ends") func typing() {
    var desk = Desk()
    desk.type("t")
    desk.click(20, 10)
    desk.type("a\nb")
    #expect(desk.notice.contains("New line."))
    desk.key(.escape)
    #expect(desk.notice.isEmpty)
  }

  @Test("Only the notice of a loss has the colour of a warning") func colors() {
    let theme = Theme.terminal
    var desk = Desk()
    desk.handle(.failed(SafeText("not exported")))
    #expect(style(desk) == theme[.notice].on(theme[.sheet]))
    desk.keepingFailed(SafeText("the disk is full"))
    #expect(desk.notice.contains("Not saved") && style(desk) == theme[.warning])
  }
}
