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

  private func all(_ picture: Picture, cellsMax: Int = 1_000_000) -> ExportArea {
    ExportArea(of: picture, .all(), cell: .natural, cellsMax: cellsMax)
  }

  private func cells(_ area: ExportArea) -> CellRect? {
    area.viewport.paperOrigin.map {
      CellRect(column: $0.column, row: $0.row, columns: area.columns, rows: area.rows)
    }
  }

  @Test("All of the text is shown, wide letters too, however little ink is on it")
  func text() throws {
    let area = all(try board(100, 50, ink: "line \(cell(3, 3)) \(cell(9, 9))\n"))
    #expect(cells(area) == CellRect(column: 0, row: 0, columns: 100, rows: 50))
    #expect(area.whole == nil)
    let wide = all(try Picture(script: "paper\n| \"漢字x\"\n"), cellsMax: 100)
    #expect(cells(wide) == CellRect(column: 0, row: 0, columns: 5, rows: 1))
  }

  @Test("Ink beside the text is shown to its last cell, on every side")
  func beside() throws {
    let ink = "line \(cell(-3, -2)) \(cell(0, 0))\nline \(cell(0, 0)) \(cell(24, 12))\n"
    let area = all(try board(20, 10, ink: ink))
    #expect(cells(area) == CellRect(column: -3, row: -2, columns: 28, rows: 15))
    #expect(area.whole == nil)
  }

  @Test("However far ink reaches, the picture is bounded and shows the text", arguments: [-1, 1])
  func far(sign: Double) throws {
    let ink = "line \(cell(0, 0)) \(cell(sign * 100_000, sign * 50_000))\n"
    let area = all(try board(20, 10, ink: ink), cellsMax: 10_000)
    #expect(area.whole != nil)
    #expect(area.columns * area.rows <= 10_000)
    for corner in [CellPoint(column: 0, row: 0), CellPoint(column: 19, row: 9)] {
      #expect(cells(area)?.contains(corner) == true)
    }
  }

  @Test(
    "With a margin, text is cut to its letters and its ink, and one cell on each side stays empty")
  func margin() throws {
    func margin(_ script: String, cellsMax: Int = 1_000) throws -> CellRect? {
      let area = ExportArea(
        of: try Picture(script: script), .all(), cell: .natural, hasMargin: true, cellsMax: cellsMax
      )
      return cells(area)
    }
    let text = "paper\n| \"\"\n| \"    four\"\n| \"  漢  \"\n| \" \"\n"
    #expect(try margin(text) == CellRect(column: 1, row: 0, columns: 8, rows: 4))
    #expect(
      try margin(text + "line \(cell(0, 2)) \(cell(9, 5))\n")
        == CellRect(column: -1, row: 0, columns: 12, rows: 7))
    #expect(try margin("paper\n| \" \"\n")?.columns == 3)
    #expect(
      try margin("paper\n| bg 4 \"  \"\n") == CellRect(column: -1, row: -1, columns: 4, rows: 3))
    // Where the text has no room, its beginning is shown, with the margin.
    #expect(try margin(text, cellsMax: 16) == CellRect(column: 1, row: 0, columns: 8, rows: 2))
  }

  @Test("Text too long for a picture is shown from its first line")
  func long() throws {
    let area = all(try board(50, 900), cellsMax: 10_000)
    #expect(cells(area) == CellRect(column: 0, row: 0, columns: 50, rows: 200))
    #expect(area.whole != nil)
  }

  // MARK: Ink without text

  @Test("All that is drawn is shown at 100 %, wherever it lies, with a margin if one is wanted")
  func ink() throws {
    let picture = try Picture(script: "rect \(cell(-5, 30)) \(cell(6, 40))\n")
    #expect(cells(all(picture)) == CellRect(column: -5, row: 30, columns: 12, rows: 11))
    let margin = ExportArea(of: picture, .all(), cell: .natural, hasMargin: true)
    #expect(cells(margin) == CellRect(column: -6, row: 29, columns: 14, rows: 13))
    let large = ExportArea(of: picture, .all(), cell: BoardCell(width: 1_024, height: 2_048))
    #expect(large.columns == 7 && large.rows == 6)
    #expect(all(try Picture(script: "")).columns == 80)
  }

  @Test("A drawing of more than the most cells is fitted into them, and its whole size is known")
  func fitted() throws {
    let area = all(try Picture(script: "rect \(cell(0, 0)) \(cell(399, 49))\n"))
    #expect(area.whole.map { [$0.columns, $0.rows] } == [400, 50])
    #expect((190...200).contains(area.columns) && (24...27).contains(area.rows))
  }

  @Test("A size shows what it reaches from the upper left of all that is drawn, at 100 %")
  func corner() throws {
    let script = "rect \(cell(10, 5)) \(cell(20, 9))\nrect \(cell(40, 5)) \(cell(60, 9))\n"
    let picture = try Picture(script: script)
    let area = ExportArea(of: picture, .corner(columns: 30, rows: 8), cell: .natural)
    #expect(cells(area) == CellRect(column: 10, row: 5, columns: 30, rows: 8))
    #expect(area.countOfCutThings(in: picture) == 1)
    let page = ExportArea(of: picture, .page(columns: 80, rows: 24), cell: .natural)
    #expect(page.viewport == .fit(columns: 80, rows: 24))
  }
}
