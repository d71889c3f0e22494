import BoardFiles
import BoardModel
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import Testing

@testable import easel
@testable import WhiteboardUI

@MainActor @Suite struct DemoScreenTests {
  private let theme = ThemeCatalog(AppPaths.current()).themeOrDefault("dusk").0

  private func screen(_ name: String, caption: String = "caption") -> Frame {
    let layout = DemoLayout(columns: 80, rows: 24, wanted: 2)
    let pane = DemoScreen.Pane(name: name, content: .text(["here"], current: nil))
    return DemoScreen(layout: layout, theme: theme, isASCII: false).frame(
      columns: 80, rows: 24, [pane, pane], caption: caption, hint: "hint")
  }

  private func row(_ number: Int, _ frame: Frame) -> [Glyph] {
    frame.cells(row: number).map(\.glyph)
  }

  @Test("A wide letter of a name takes two cells, and the rule goes on after the name")
  func wideNames() {
    let title = row(0, screen("You (田中さん)"))
    let wide = title.indices.filter { title[$0].isWide }
    #expect(wide.count == 8)
    #expect(wide.allSatisfy { title[$0 + 1] == .shadow })
    for end in [38, 39, 79] { #expect(title[end] == Glyph("─")) }
  }

  @Test("A long name or caption ends in three dots before the end of its pane or line")
  func longNames() {
    let long = String(repeating: "田中さん", count: 30)
    let frame = screen(long, caption: long)
    let title = row(0, frame)
    #expect(title.count { $0 == Glyph("…") } == 2)
    for end in [37, 38, 39, 78, 79] { #expect(title[end] == Glyph("─")) }
    let bar = row(23, frame)
    #expect(bar.contains(Glyph("…")) && bar[74] == .space && bar[75] == Glyph("h"))
  }

  @Test("A seat that comes later knows what the terminal has said about itself")
  func answers() {
    let look = Demo.Look(theme: theme, raster: .braille)
    let author = LocalAuthor.temporary("Ada", PaletteColor.green.color)
    func shape(_ answers: [TerminalAnswer]) -> CellShape {
      DemoUser(
        author, named: nil, look, columns: 40, rows: 20, depth: .direct, answers: answers
      )
      .screen.whiteboard.drawing.surface.view.shape
    }
    #expect(shape([]) == .usual)
    let square = TerminalAnswer.cellPixels(width: 10, height: 10)
    #expect(shape([square]) == CellShape(pixelWidth: 10, pixelHeight: 10))
  }
}
