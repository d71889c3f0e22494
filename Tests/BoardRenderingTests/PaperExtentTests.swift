import BoardModel
import BoardRendering
import BoardScript
import CellFrame
import FrameTesting
import GroupTesting
import Testing

@Suite struct PaperExtentTests {
  /// Text of this size with ink on it; a cell is 1/128 of the page's width, 1/36 of its height.
  private func board(_ columns: Int, _ rows: Int, ink: String = "") throws -> Picture {
    let line = "| \"\(String(repeating: "x", count: columns))\"\n"
    let paper = { (count: Int) in "paper\n" + String(repeating: line, count: count) }
    let chunks = (0..<rows / 50).map { _ in paper(50) } + [paper(rows % 50)]
    return try Picture(script: chunks.joined(separator: "also ") + ink)
  }

  private func cell(_ column: Double, _ row: Double) -> String {
    [(column + 0.5) / 128, (row + 0.5) / 36]
      .map { ($0 * 1e6).rounded() / 1e6 }.map(\.description).joined(separator: ",")
  }

  @Test("A board without text has none")
  func none() throws {
    #expect(ExportArea(of: try Picture(script: "rect 0.1,0.1 0.9,0.9"), cellsMax: 100) == nil)
  }

  @Test("All of the text is shown, wide letters too, however little ink is on it")
  func text() throws {
    let extent = ExportArea(
      of: try board(100, 50, ink: "line \(cell(3, 3)) \(cell(9, 9))\n"), cellsMax: 1_000_000)
    #expect(extent?.area == CellRect(column: 0, row: 0, columns: 100, rows: 50))
    #expect(extent?.isAll == true)
    let wide = ExportArea(of: try Picture(script: "paper\n| \"漢字x\"\n"), cellsMax: 100)
    #expect(wide?.area == CellRect(column: 0, row: 0, columns: 5, rows: 1))
  }

  @Test("Ink beside the text is shown to its last cell, on every side")
  func beside() throws {
    let ink = "line \(cell(-3, -2)) \(cell(0, 0))\nline \(cell(0, 0)) \(cell(24, 12))\n"
    let extent = ExportArea(of: try board(20, 10, ink: ink), cellsMax: 1_000_000)
    #expect(extent?.area == CellRect(column: -3, row: -2, columns: 28, rows: 15))
    #expect(extent?.isAll == true)
  }

  @Test("However far ink reaches, the picture is bounded and shows the text", arguments: [-1, 1])
  func far(sign: Double) throws {
    let ink = "line \(cell(0, 0)) \(cell(sign * 100_000, sign * 50_000))\n"
    let extent = try #require(ExportArea(of: try board(20, 10, ink: ink), cellsMax: 10_000))
    #expect(!extent.isAll)
    #expect(extent.area.columns * extent.area.rows <= 10_000)
    for corner in [CellPoint(column: 0, row: 0), CellPoint(column: 19, row: 9)] {
      #expect(extent.area.contains(corner))
    }
  }

  @Test("Text too long for a picture is shown from its first line")
  func long() throws {
    let extent = try #require(ExportArea(of: try board(50, 900), cellsMax: 10_000))
    #expect(extent.area == CellRect(column: 0, row: 0, columns: 50, rows: 200))
    #expect(!extent.isAll)
  }
}
