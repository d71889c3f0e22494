import BoardModel
import FrameTesting
import Testing
import ThemeFiles

@testable import BoardRendering
@testable import CellFrame

/// Mixed ink with other blocks than quadrants, and its lines of width 2.
@Suite struct MixedKindsTests {
  private func canvas(
    _ columns: Int, _ rows: Int, _ raster: Raster, _ theme: Theme = .terminal
  ) -> Canvas {
    Canvas(
      columns: columns, rows: rows, viewport: view(columns, rows), raster: raster, theme: theme)
  }

  private func drawn(
    _ items: [Item], _ columns: Int, _ rows: Int, _ raster: Raster = .mixed
  ) -> [String] {
    var canvas = canvas(columns, rows, raster)
    for item in items { canvas.paint(item) }
    return glyphs(canvas.frame)
  }

  @Test(
    "A box, an arrow and a dashed line of width 2 are heavy box characters",
    arguments: [Raster.mixed, .mixedSextants, .mixedOctants])
  func heavy(_ raster: Raster) throws {
    let shown = drawn(
      [
        try stroke(.rectangle, [at(0.5, 0.5), at(5.5, 2.5)], width: 2),
        try stroke(.arrow, [at(5.5, 1.5), at(10.5, 1.5)], width: 2),
        try stroke(.line, [at(7, 2.5), at(11, 2.5)], width: 2, .dashed),
      ], 12, 3, raster)
    #expect(shown == ["┏━━━━┓      ", "┃    ┣━━━▶  ", "┗━━━━┛ ╍╍╍╍ "])
  }

  @Test("A heavy and a light line meet in a sign that shows both weights")
  func weights() throws {
    func crossing(_ level: UInt8, _ upright: UInt8, to end: Double) throws -> Character {
      let shown = drawn(
        [
          try stroke(.line, [at(0, 1.5), at(end, 1.5)], width: level),
          try stroke(.line, [at(3.5, 0), at(3.5, 3)], width: upright),
        ], 7, 3)
      return Array(shown[1])[3]
    }
    #expect(try crossing(1, 2, to: 7) == "╂" && crossing(2, 1, to: 7) == "┿")
    #expect(try crossing(1, 1, to: 7) == "┼" && crossing(2, 2, to: 7) == "╋")
    #expect(try crossing(1, 2, to: 3.5) == "┨" && crossing(2, 1, to: 3.5) == "┥")
    let over = drawn(
      [
        try stroke(.line, [at(0, 0.5), at(6, 0.5)], width: 2),
        try stroke(.line, [at(3, 0.5), at(6, 0.5)]),
      ], 6, 1)
    #expect(over == ["━━━───"], "the upper line gives the weight")
  }

  @Test("Two sets of light and heavy arms never have the same sign")
  func table() throws {
    let ends = [at(2.5, 0), at(2.5, 3), at(0, 1.5), at(5, 1.5)]
    var signs: Set<Character> = []
    for number in 0..<81 {
      let widths: [Int] = [number % 3, number / 3 % 3, number / 9 % 3, number / 27]
      let arms = zip(widths, ends).filter { $0.0 > 0 }
      guard arms.count > 1 else { continue }
      let items = try arms.map { width, end in
        try stroke(.line, [at(2.5, 1.5), end], width: UInt8(width))
      }
      let sign = Array(drawn(items, 5, 3)[1])[2]
      #expect(signs.insert(sign).inserted, "\(widths): \(sign)")
    }
    #expect(signs.count == 72)
  }

  @Test(
    "A level freehand line of width 2 leaves a part of each cell empty at 100 %",
    arguments: [Raster.mixed, .mixedSextants, .mixedOctants])
  func pens(_ raster: Raster) throws {
    for y in stride(from: 1.0, to: 2, by: 0.125) {
      let rows = drawn([try stroke(.pen, [at(1, y), at(9, y)], width: 2)], 10, 3, raster)
      let signs = Set(rows.joined())
      #expect(signs.count > 1 && signs.isDisjoint(with: ["█", "⣿"]), "\(y): \(rows)")
      let thin = drawn([try stroke(.pen, [at(1, y), at(9, y)])], 10, 3, raster)
      #expect(raster == .mixedSextants || thin != rows, "\(y): \(rows)")
    }
  }

  @Test("A console gets square corners, half blocks and ASCII for heads and dashes")
  func console() throws {
    let shown = drawn(
      [
        try stroke(.rectangle, [at(0.5, 0.5), at(4.5, 2.5)]),
        try stroke(.arrow, [at(4.5, 1.5), at(9.5, 1.5)]),
        try stroke(.line, [at(6, 2.5), at(10, 2.5)], .dashed),
        try stroke(.pen, [at(6, 0.6), at(10, 0.6)]),
      ], 12, 3, .mixedHalf)
    #expect(shown == ["┌───┐ ▄▄▄▄▄ ", "│   ├───>   ", "└───┘ ----  "])
  }

  @Test("The edge of a pale box is a box of lines, and its inside ends there")
  func filledBox() throws {
    var canvas = canvas(8, 4, .mixed)
    canvas.paint(
      try stroke(.rectangle, [at(1.5, 0.5), at(6.5, 3.5)], filled: true, .plain))
    #expect(
      glyphs(canvas.frame) == [" ╭────╮ ", " │████│ ", " │████│ ", " ╰────╯ "])
    #expect(canvas.cell(column: 1, row: 1).style.background == Theme.terminal.background)
  }

  @Test("A fill beside a line on another fill changes the background of the line")
  func fillBesideLine() throws {
    for raster in Raster.allCases where raster.isMixed {
      var canvas = canvas(10, 5, raster)
      canvas.paint(try stroke(.rectangle, [at(0, 2.5), at(9, 4)], filled: true))
      canvas.paint(
        try stroke(.line, [at(0, 2.5), at(9, 2.5)], color: PaletteColor.mint.color))
      _ = canvas.takeTouched()
      var shown = canvas.frame
      canvas.paint(try stroke(.rectangle, [at(0, 0), at(9, 1.9)], filled: true))
      for (row, columns) in canvas.takeTouched() {
        canvas.copy(row: row, columns: columns, to: &shown)
      }
      #expect(shown == canvas.frame, "\(raster)")
    }
  }

  @Test("A board looks right in each kind of mixed ink")
  func kinds() throws {
    let theme = try #require(Theme.builtIn("dusk"))
    var frames: [(String, Frame)] = []
    for (raster, depth) in [
      (Raster.mixedSextants, ColorDepth.direct), (.mixedOctants, .indexed256),
      (.mixedHalf, .ansi8), (.mixedHalf, .none),
    ] {
      var canvas = canvas(60, 12, raster, theme.adapted(to: depth))
      for item in try MixedInkTests.board() { canvas.paint(item) }
      let name = "\(raster.rawValue)-\(depth.rawValue)"
      frames.append((name, canvas.frame.reduced(to: depth, background: theme.background)))
    }
    try assertFrames(frames)
  }
}
