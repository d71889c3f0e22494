import BoardModel
import BoardScript
import CellFrame
import EaselBase
import FrameTesting
import GroupTesting
import Testing
import ThemeFiles

@testable import BoardRendering

@Suite struct LargeLettersTests {
  private func label(_ text: String, column: Double = 0, row: Double = 0) -> Item {
    .label(
      Label(
        origin: at(column, row), columnWidth: 512, rowHeight: 1_024,
        color: PaletteColor.red.color, letterSize: .large, text: SafeText(text, limit: .label)))
  }

  /// Draws things on a canvas of 40 × 8 cells.
  ///
  /// - Parameter zoom: the size of a cell of the things, compared with one of the canvas.
  private func frame(_ items: [Item], raster: Raster = .braille, zoom: Double = 1) -> Frame {
    let viewport = Viewport(left: 0, top: 0, columnWidth: 512 / zoom, rowHeight: 1_024 / zoom)
    var canvas = Canvas(columns: 40, rows: 8, viewport: viewport, raster: raster, theme: .terminal)
    for item in items { canvas.paint(item) }
    return canvas.frame
  }

  private func rows(_ frame: Frame) -> [String] { (0..<frame.rows).map(frame.text(inRow:)) }

  @Test("A large letter is six cells wide and four high, of half blocks")
  func blocks() {
    let rows = rows(frame([label("Hi 日", row: 1)]))
    #expect(
      rows == [
        "",
        "█   █   ▀",
        "█▄▄▄█  ▀█",
        "█   █   █              日",
        "▀   ▀  ▀▀▀",
        "", "", "",
      ])
  }

  @Test("Without UTF-8, a large letter consists of ASCII characters")
  func plain() {
    let rows = rows(frame([label("L!")], raster: .ascii))
    #expect(rows.prefix(4) == ["#       #", "#       #", "#       \"", "\"\"\"\"\"   \""])
  }

  @Test("In a view that is too small for the box, the text is normal and bold")
  func small() {
    let frame = frame([label("Hi 日")], zoom: 0.5)
    #expect(rows(frame).prefix(3) == ["", "Hi 日", ""], "in the middle of the box")
    #expect(frame[0, 1].style.attributes.contains(.bold))
    let large = rows(self.frame([label("Hi")], zoom: 2))
    #expect(large[1] == "" && large[2] != "" && large[5] != "" && large[6] == "")
  }

  @Test("Letters without room end with an ellipsis")
  func ellipsis() {
    // The box is one cell wider than the canvas, and the view is a little smaller than the box.
    let long = label("abcdef", column: 5)
    let lines = rows(frame([long], zoom: 0.97))
    #expect(lines == rows(frame([label("abcd…", column: 5)])))
    #expect(rows(frame([long, long], zoom: 0.97)) == lines, "its own letters are no obstacle")
  }

  @Test("In an export, the letters are as large as their cells") func export() throws {
    func text(_ script: String) throws -> VectorText? {
      PageRenderer.vectorDrawing(
        try Picture(script: script), columns: 80, rows: 24, theme: .terminal
      ).marks.lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.first
    }
    let normal = try #require(try text("text 0,0 \"Hi\""))
    let large = try #require(try text("text large 0,0 \"Hi\""))
    #expect(large.columnWidth == 6 * normal.columnWidth)
    #expect(large.rowHeight == 4 * normal.rowHeight)
    #expect(large.line == normal.line)
  }
}
