import BoardModel
import BoardPaper
import EaselBase
import FrameTesting
import Testing

@testable import BoardRendering
@testable import CellFrame

@Suite struct MixedInkTests {
  private func canvas(_ columns: Int, _ rows: Int, theme: Theme = .terminal) -> Canvas {
    Canvas(
      columns: columns, rows: rows, viewport: view(columns, rows), raster: .mixed, theme: theme)
  }

  private func drawn(_ items: [Item], _ columns: Int, _ rows: Int) -> [String] {
    var canvas = canvas(columns, rows)
    for item in items { canvas.paint(item) }
    return glyphs(canvas.frame)
  }

  private func label(_ text: String, _ column: Double, _ row: Double) -> Item {
    .label(
      Label(
        origin: at(column, row), columnWidth: 512, rowHeight: 1_024,
        color: PaletteColor.pink.color, text: SafeText(text, limit: .label)))
  }

  @Test("A thin box and a level arrow to its edge are box characters")
  func boxAndArrow() throws {
    let shown = drawn(
      [
        try stroke(.rectangle, [at(1.4, 0.6), at(8.6, 2.4)]),
        try stroke(.rectangle, [at(13.2, 0.3), at(18, 2.9)]),
        try stroke(.arrow, [at(8.6, 1.5), at(13.2, 1.6)]),
      ], 20, 3)
    #expect(
      shown == [
        " ╭──────╮    ╭────╮ ",
        " │      ├───▶│    │ ",
        " ╰──────╯    ╰────╯ ",
      ])
  }

  @Test("A line and an arrow that bend turn at their corner")
  func elbows() throws {
    let bent = try [Stroke.Kind.line, .arrow].map { kind -> Item in
      let points = [at(1.5, 0.5), at(8.5, 0.5), at(8.5, 3.9)]
      let packed = try #require(PackedPoints(points, stepExponent: 0))
      let ink = Ink(color: PaletteColor.red.color, width: 1)
      return .stroke(Stroke(kind: kind, ink: ink, points: packed, look: .elbow))
    }
    #expect(drawn([bent[0]], 10, 4) == [" ╶──────╮ ", "        │ ", "        │ ", "        │ "])
    #expect(drawn([bent[1]], 10, 4) == [" ╶──────╮ ", "        │ ", "        ▼ ", "          "])
  }

  @Test("A bent arrow keeps its corner and its head, however short its last part is")
  func shortElbows() throws {
    for start in stride(from: 0.1, to: 1, by: 0.1) {
      for end in stride(from: 1.05, to: 3.9, by: 0.15) {
        let points = [at(1.5, start), at(8.5, start), at(8.5, end)]
        let packed = try #require(PackedPoints(points, stepExponent: 0))
        let ink = Ink(color: PaletteColor.red.color, width: 1)
        let rows = drawn(
          [.stroke(Stroke(kind: .arrow, ink: ink, points: packed, look: .elbow))], 10, 4)
        let signs = rows.joined().filter { $0 != " " && $0 != "─" && $0 != "│" && $0 != "╶" }
        #expect(signs == (end < 2 ? "▼" : "╮▼"), "\(start), \(end): \(rows)")
      }
    }
  }

  @Test("An edge goes to the cell that contains it; a box in one row or column is braille")
  func narrowBoxes() throws {
    for shift in stride(from: 0.02, to: 1, by: 0.14) {
      let box = drawn(
        [try stroke(.rectangle, [at(1 + shift, shift), at(4 + shift, 2 + shift)])], 7, 4)
      #expect(box == [" ╭──╮  ", " │  │  ", " ╰──╯  ", "       "], "\(shift)")
    }
    for end in [at(6.9, 1.9), at(1.9, 5.9)] {
      let narrow = drawn([try stroke(.rectangle, [at(1.1, 1.1), end])], 9, 7)
      let signs = Set(narrow.joined()).subtracting([" "])
      #expect(signs.allSatisfy { ("⠁"..."⣿").contains($0) }, "\(narrow)")
    }
  }

  @Test("A line that is not quite level or upright within its row or column is straight")
  func straightLines() throws {
    let level = drawn([try stroke(.line, [at(1.1, 1.4), at(6.9, 1.7)])], 8, 3)
    #expect(level[1] == " ────── ")
    let halves = drawn([try stroke(.line, [at(1.5, 1.5), at(6.5, 1.5)])], 8, 3)
    #expect(halves[1] == " ╶────╴ ")
    let upright = drawn([try stroke(.line, [at(1.2, 0), at(1.4, 3)])], 3, 3)
    #expect(upright == [" │ ", " │ ", " │ "])
    for end in [at(6.9, 2.2), at(2.4, 1.9)] {
      let slanted = drawn([try stroke(.line, [at(1.1, 1.1), end])], 8, 3)
      #expect(!slanted.joined().contains("─"), "\(slanted)")
    }
  }

  @Test("Lines join if they touch within half a cell; otherwise the upper sign stands")
  func joints() throws {
    func met(_ from: BoardPoint, _ to: BoardPoint) throws -> [String] {
      drawn([try stroke(.line, [at(0, 1.9), at(7, 1.9)]), try stroke(.line, [from, to])], 7, 4)
    }
    #expect(try met(at(3.5, 0), at(3.5, 4)) == ["   │   ", "───┼───", "   │   ", "   │   "])
    #expect(try met(at(3.5, 0), at(3.5, 1.9))[1] == "───┴───")
    #expect(try met(at(3.5, 0), at(3.5, 1.5))[1] == "───┴───")
    #expect(try met(at(3.5, 0), at(3.5, 1.3))[1] == "───╵───")
    #expect(try met(at(3.5, 1.8), at(3.5, 4))[1] == "───┬───")
    let slanted = try met(at(1, 0), at(6, 3.5))
    #expect(slanted[1].filter { $0 == "─" }.count == 6, "\(slanted)")
  }

  @Test("An arrow's head is the sign of the nearest of eight directions, beside the tip's cell")
  func heads() throws {
    let heads = "▶◢▼◣◀◤▲◥"
    for (number, head) in heads.enumerated() {
      let (x, y) = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)][number]
      for width in [1, 2] as [UInt8] {
        let tip = at(16.5 + 12 * Double(x), 8.5 + 6 * Double(y))
        let shown = drawn([try stroke(.arrow, [at(16.5, 8.5), tip], width: width)], 33, 17)
        let column = 16 + 12 * x - x, row = 8 + 6 * y - y
        let line = shown.indices.first { shown[$0].contains(head) }
        #expect(line == row || y != 0 && x != 0, "\(head), width \(width): \(shown)")
        let index = line.flatMap { Array(shown[$0]).firstIndex(of: head) }
        #expect(index == column, "\(head), width \(width): \(shown)")
        #expect(shown.joined().filter { heads.contains($0) }.count == 1)
      }
      let broad = drawn(
        [
          try stroke(
            .arrow, [at(16.5, 8.5), at(16.5 + 12 * Double(x), 8.5 + 6 * Double(y))], width: 3)
        ],
        33, 17)
      #expect(!broad.joined().contains { heads.contains($0) })
    }
  }

  @Test("A slanted line leaves the edges of the boxes at its ends whole")
  func sparedEdges() throws {
    let boxes = [
      try stroke(.rectangle, [at(1.5, 0.5), at(6.5, 2.5)]),
      try stroke(.rectangle, [at(14.5, 3.5), at(19.5, 6.5)]),
    ]
    let edges = drawn(boxes, 22, 8)
    for kind in [Stroke.Kind.line, .arrow] {
      let shown = drawn(boxes + [try stroke(kind, [at(6.5, 1.5), at(14.5, 5.2)])], 22, 8)
      for (bare, drawn) in zip(edges, shown) {
        #expect(zip(bare, drawn).allSatisfy { $0 == " " || $0 == $1 }, "\(shown)")
      }
    }
  }

  @Test("A thin line over a fill has the larger of the fill and the page behind it")
  func overFills() throws {
    let fill = try stroke(
      .rectangle, [at(2, 0), at(5.9, 2.9)], filled: true, color: PaletteColor.mint.color)
    var canvas = canvas(9, 3)
    canvas.paint(fill)
    canvas.paint(try stroke(.line, [at(0, 1.5), at(9, 1.5)]))
    let red = Tint.rgb(Theme.terminal.shade(of: PaletteColor.red.color))
    let mint = Tint.rgb(Theme.terminal.shade(of: PaletteColor.mint.color))
    for column in 0..<9 {
      let cell = canvas.cell(column: column, row: 1)
      #expect(cell.glyph == Glyph("─") && cell.style.foreground == red)
      #expect(cell.style.background == ((2...5).contains(column) ? mint : .terminal))
    }
    canvas.paint(fill)
    #expect(glyphs(canvas.frame)[1] == "──████───", "a fill hides the lines below it")
  }

  @Test("A level line underlines the letters of the nearest row, and they keep their colours")
  func underlines() throws {
    for (y, row) in [(0.2, 0), (0.8, 0), (1.3, 0), (1.6, 1), (2.4, 1)] {
      for kind in [Stroke.Kind.line, .pen] {
        var canvas = canvas(12, 3)
        for row in 0..<3 { canvas.paint(label("some words", 1, Double(row))) }
        let bare = canvas.frame
        canvas.paint(try stroke(kind, [at(0, y), at(11, y)]))
        for column in 1..<11 where bare[column, row].glyph != .space {
          var wanted = bare[column, row]
          wanted.style.attributes = .underline
          #expect(canvas.cell(column: column, row: row) == wanted, "\(kind), \(y), \(column)")
        }
        for other in 0..<3 where other != row {
          for column in 1..<11 where bare[column, other].glyph != .space {
            #expect(canvas.cell(column: column, row: other) == bare[column, other])
          }
        }
      }
    }
  }

  @Test("An oval round a line of text leaves its letters as they were")
  func ovalRoundText() throws {
    var canvas = Canvas(
      columns: 26, rows: 3, viewport: .paper(), raster: .mixed, theme: .terminal)
    let lines = ["  s.setsockopt(level, 1)", "  s.bind((host, port))", "  s.listen(128)"].map {
      PaperText.Line(runs: [PaperText.Run(text: SafeText($0), look: .init())])
    }
    canvas.paper = PaperCells(lines, theme: .terminal).cells(26, 3, canvas.viewport)
    let bare = canvas.frame
    let (width, height) = (Double(Page.cellWidth), Double(Page.cellHeight))
    canvas.paint(
      try stroke(
        .ellipse,
        [
          BoardPoint(clamping: 0.6 * width, 0.4 * height),
          BoardPoint(clamping: 24.4 * width, 2.6 * height),
        ]))
    let frame = canvas.frame
    for column in 2..<22 {
      #expect(frame[column, 1].glyph == bare[column, 1].glyph)
      #expect(frame[column, 1].style.foreground == bare[column, 1].style.foreground)
      #expect(frame[column, 1].style.background == bare[column, 1].style.background)
    }
    #expect(frame[0, 1].glyph != .space && frame[24, 1].glyph != .space)
    #expect((6..<18).allSatisfy { frame[$0, 0].style.attributes.contains(.underline) })
    try assertFrame(frame)
  }

  @Test("A marker is one band from the first letter to the last, however wide the gap")
  func markedGap() throws {
    for raster in Raster.allCases {
      var canvas = Canvas(
        columns: 30, rows: 3, viewport: view(30, 3), raster: raster, theme: .terminal)
      canvas.paint(label("one          two", 2, 1))
      var shown = canvas.frame
      _ = canvas.takeTouched()
      let marker = PaletteColor.yellow.color.with(alpha: 112)
      for end in [8.0, 12, 17.5] {
        canvas.paint(try stroke(.marker, [at(1, 1.3), at(end, 1.3)], width: 4, color: marker))
        for (row, columns) in canvas.takeTouched() {
          canvas.copy(row: row, columns: columns, to: &shown)
        }
        #expect(shown == canvas.frame, "\(raster): touched cells are missing")
      }
      let band = (2..<18).map { shown[$0, 1].style.background }
      #expect(Set(band).count == 1 && band[0] != .terminal, "\(raster)")
    }
  }

  /// The board of a small diagram, with handwriting, a marker, fills and notes.
  static func board() throws -> [Item] {
    let (teal, pink) = (PaletteColor.teal.color, PaletteColor.pink.color)
    func text(_ text: String, _ column: Double, _ row: Double) -> Item {
      .label(
        Label(
          origin: at(column, row), columnWidth: 512, rowHeight: 1_024, color: pink,
          text: SafeText(text, limit: .label)))
    }
    return [
      try stroke(.rectangle, [at(2.5, 1.5), at(17.5, 3.5)], color: teal), text("browser", 6, 2),
      try stroke(.rectangle, [at(27.5, 1.5), at(38.5, 3.5)], color: teal), text("api", 32, 2),
      try stroke(.arrow, [at(17.5, 2.5), at(27.5, 2.5)]),
      try stroke(
        .rectangle, [at(27, 7), at(39, 9.9)], filled: true, color: PaletteColor.orange.color,
        .plain),
      text("store", 31, 8), try stroke(.arrow, [at(33.5, 3.5), at(33.5, 7)]),
      try stroke(.arrow, [at(27.5, 3.5), at(14.5, 8)], color: PaletteColor.green.color),
      try stroke(.ellipse, [at(4, 7), at(14.5, 10.5)], color: PaletteColor.cyan.color),
      text("cache", 7, 8),
      try stroke(.line, [at(17.5, 9.5), at(27, 9.5)], color: teal, .dashed),
      try stroke(.line, [at(4, 5.5), at(12, 6.2)], width: 4, color: PaletteColor.indigo.color),
      try stroke(
        .pen, [at(42, 2), at(44, 5), at(46, 2), at(48, 5), at(50, 2)],
        color: PaletteColor.yellow.color),
      text("mark these words", 42, 7),
      try stroke(
        .marker, [at(42, 7.4), at(58, 7.4)], width: 4,
        color: PaletteColor.yellow.color.with(alpha: 112)),
      text("and this line", 42, 9), try stroke(.line, [at(41, 9.9), at(56, 9.9)]),
      try stroke(.region, [at(46, 10.5), at(56, 10.5), at(51, 12)]),
    ]
  }

  @Test("Mixed ink in three themes and with four numbers of colours")
  func themesAndDepths() throws {
    var frames: [(String, Frame)] = []
    for name in ["dusk", "light", "contrast"] {
      let theme = try #require(Theme.builtIn(name))
      for depth in [ColorDepth.direct, .indexed256, .ansi8, .none] {
        var canvas = canvas(60, 12, theme: theme.adapted(to: depth))
        for item in try Self.board() { canvas.paint(item) }
        frames.append(
          (
            "\(name)-\(depth.rawValue)",
            canvas.frame.reduced(to: depth, background: theme.background)
          ))
      }
    }
    try assertFrames(frames)
  }
}
