import BoardModel
import BoardPaper
import EaselBase
import FrameTesting
import Testing

@testable import BoardRendering
@testable import CellFrame

/// Ink and places in cells, for short tests.
func view(_ columns: Int, _ rows: Int) -> Viewport {
  Viewport(left: 0, top: 0, columnWidth: 512, rowHeight: 1_024)
}

func at(_ column: Double, _ row: Double) -> BoardPoint {
  BoardPoint(clamping: column * 512, row * 1_024)
}

/// Returns a stroke. By default, a filled shape has its full colour.
func stroke(
  _ kind: Stroke.Kind, _ points: [BoardPoint], width: UInt8 = 1, filled: Bool = false,
  color: InkColor = PaletteColor.red.color, _ look: StrokeLook = .solid
) throws -> Item {
  let packed = try #require(PackedPoints(points, stepExponent: 0))
  return .stroke(
    Stroke(
      kind: kind, ink: Ink(color: color, width: width), filled: filled, points: packed, look: look))
}

func glyphs(_ frame: Frame) -> [String] {
  (0..<frame.rows).map { row in
    frame.cells(row: row).map { $0.glyph == .shadow ? "" : $0.glyph.string }.joined()
  }
}

@Suite struct CanvasTests {
  private func canvas(_ columns: Int, _ rows: Int, _ raster: Raster = .braille) -> Canvas {
    Canvas(
      columns: columns, rows: rows, viewport: view(columns, rows), raster: raster,
      theme: .terminal)
  }

  private func drawn(_ items: [Item], _ columns: Int, _ rows: Int, _ raster: Raster) -> [String] {
    var canvas = canvas(columns, rows, raster)
    for item in items { canvas.paint(item) }
    return glyphs(canvas.frame)
  }

  @Test func eachToolInEachRaster() throws {
    let marker = InkColor(rgb: PaletteColor.yellow.rgb, alpha: 96)
    let items = [
      try stroke(.pen, [at(1, 1), at(5, 3), at(9, 1), at(13, 3), at(17, 1)]),
      try stroke(.rectangle, [at(20, 1), at(28, 3.5)], color: PaletteColor.green.color),
      try stroke(.ellipse, [at(31, 0.5), at(42, 3.9)], color: PaletteColor.cyan.color),
      try stroke(.arrow, [at(44, 3.5), at(54, 0.5)], width: 2),
      try stroke(.ellipse, [at(1, 4.5), at(12, 9)], filled: true, color: PaletteColor.mint.color),
      try stroke(.line, [at(30, 5), at(52, 9)], width: 8, color: PaletteColor.indigo.color),
      try stroke(.marker, [at(14, 6), at(40, 7)], width: 4, color: marker),
      try stroke(.region, [at(16, 8), at(26, 8), at(21, 10)]),
      .label(
        Label(
          origin: at(17, 4), columnWidth: 512, rowHeight: 1_024, color: PaletteColor.pink.color,
          text: SafeText("one\ntwo 界", limit: .label))),
    ]
    try assertFrames(
      Raster.allCases.map { raster in
        var canvas = canvas(56, 10, raster)
        for item in items { canvas.paint(item) }
        return (raster.rawValue, canvas.frame)
      })
  }

  @Test func linesAndMarkersLetTextBeRead() throws {
    var canvas = canvas(8, 1)
    canvas.paint(
      .label(
        Label(
          origin: at(0, 0), columnWidth: 512, rowHeight: 1_024, color: PaletteColor.red.color,
          text: SafeText("ab界de", limit: .label))))
    let marker = InkColor(rgb: 0xFF_FF_FF, alpha: 128)
    canvas.paint(try stroke(.marker, [at(0.2, 0.5), at(0.8, 0.5)], color: marker))
    canvas.paint(try stroke(.pen, [at(3.5, 0.5)]))
    #expect(glyphs(canvas.frame) == ["ab界de  "])
    #expect(canvas.cell(column: 2, row: 0).style == canvas.cell(column: 3, row: 0).style)
    #expect(canvas.cell(column: 2, row: 0).style.background != .terminal)
    #expect(canvas.cell(column: 0, row: 0).style.background == .rgb(0x80_80_80))
    #expect(canvas.cell(column: 1, row: 0).style.background == .terminal)
  }

  @Test func lettersUnderAMarkerStayReadable() throws {
    for raster in Raster.allCases {
      for color in PaletteColor.allCases {
        var canvas = canvas(8, 1, raster)
        let label = Label(
          origin: at(0, 0), columnWidth: 512, rowHeight: 1_024, color: color.color,
          text: SafeText("read me", limit: .label))
        canvas.paint(.label(label))
        let marker = PaletteColor.yellow.color.with(alpha: 112)
        canvas.paint(try stroke(.marker, [at(0, 0.5), at(8, 0.5)], width: 4, color: marker))
        let style = canvas.cell(column: 2, row: 0).style
        guard case .rgb(let ink) = style.foreground.meaning,
          case .rgb(let ground) = style.background.meaning
        else {
          Issue.record("\(color) is not marked in \(raster): \(style)")
          continue
        }
        #expect(ColorMath.contrast(ink, ground) >= 4.5, "\(color) in \(raster)")
      }
    }
  }

  @Test("A marker over several words is one band, from the first letter to the last")
  func markedWords() throws {
    for raster in Raster.allCases {
      for (text, y) in [("some marked words", 1.3), ("two  blanks here", 1.7)] {
        var canvas = canvas(24, 3, raster)
        let label = Label(
          origin: at(2, 1), columnWidth: 512, rowHeight: 1_024, color: PaletteColor.red.color,
          text: SafeText(text, limit: .label))
        canvas.paint(.label(label))
        let marker = PaletteColor.yellow.color.with(alpha: 112)
        canvas.paint(try stroke(.marker, [at(0, y), at(23, y)], width: 4, color: marker))
        let band = (2..<2 + text.count).map { canvas.cell(column: $0, row: 1) }
        #expect(Set(band.map(\.style.background)).count == 1, "\(raster), \(text)")
        #expect(band[0].style.background != .terminal, "\(raster), \(text)")
        #expect(band.map(\.glyph.string).joined() == text, "\(raster)")
      }
    }
  }

  @Test(arguments: Raster.allCases)
  func linesAndFillsLetLettersBeRead(_ raster: Raster) throws {
    var canvas = canvas(14, 5, raster)
    let label = Label(
      origin: at(1, 2), columnWidth: 512, rowHeight: 1_024, color: PaletteColor.red.color,
      text: SafeText("let x界 = 1", limit: .label))
    canvas.paint(.label(label))
    let yellow = PaletteColor.yellow.color
    canvas.paint(try stroke(.rectangle, [at(2, 1.5), at(9, 2.6)], width: 3, color: yellow))
    func letters() -> String {
      [1, 2, 3, 5, 6].map { canvas.cell(column: $0, row: 2).glyph.string }.joined()
    }
    #expect(letters() == "letx界")
    for column in [2, 3, 5, 6] {
      let style = canvas.cell(column: column, row: 2).style
      guard case .rgb(let ink) = style.foreground.meaning,
        case .rgb(let ground) = style.background.meaning
      else {
        Issue.record("column \(column) shows no ink: \(style)")
        continue
      }
      #expect(ColorMath.contrast(ink, ground) >= 4.5, "column \(column)")
    }
    canvas.paint(try stroke(.rectangle, [at(1, 0.5), at(8, 4)], filled: true, color: yellow))
    #expect(letters() == "letx界")
    for column in [2, 3, 5, 6] {
      let style = canvas.cell(column: column, row: 2).style
      #expect(style.background == .rgb(Theme.terminal.shade(of: yellow)), "column \(column)")
      let (ink, ground) = (style.foreground.rgb ?? 0, style.background.rgb ?? 0)
      #expect(ColorMath.contrast(ink, ground) >= 4.5, "column \(column)")
    }
  }

  @Test func blanksBetweenALabelsWordsHidePaper() throws {
    var canvas = Canvas(
      columns: 9, rows: 1, viewport: .paper(column: 0, row: 0), raster: .braille, theme: .terminal)
    let line = PaperText.Line(runs: [PaperText.Run(text: SafeText("paper界ab"), look: .init())])
    canvas.paper = PaperCells([line], theme: .terminal).cells(9, 1, canvas.viewport)
    canvas.paint(
      .label(
        Label(
          origin: at(2, 0), columnWidth: 512, rowHeight: 1_024, color: PaletteColor.red.color,
          text: SafeText("x yz", limit: .label))))
    #expect(glyphs(canvas.frame) == ["pax yz ab"], "half of a wide letter is not shown")
  }

  @Test func aTextThatIsPaintedTwiceIsNoObstacleToItself() {
    let label = Item.label(
      Label(
        origin: at(1, 0), columnWidth: 256, rowHeight: 512, color: PaletteColor.red.color,
        text: SafeText("whiteboard\nsecond\nthird\nfourth", limit: .label)))
    var canvas = canvas(12, 4)
    canvas.paint(label)
    let shown = [" whiteboard…", " third…     ", "            ", "            "]
    #expect(glyphs(canvas.frame) == shown)
    canvas.paint(label)
    #expect(glyphs(canvas.frame) == shown)
  }

  @Test("Ink touches only its own cells", arguments: [Raster.braille, .mixed])
  func touchedCells(_ raster: Raster) throws {
    var canvas = canvas(20, 5, raster)
    #expect(canvas.takeTouched().isEmpty)
    canvas.paint(try stroke(.line, [at(4.2, 1.5), at(6.8, 2.5)]))
    let touched = canvas.takeTouched()
    #expect(touched.map(\.row) == [1, 2])
    #expect(touched.allSatisfy { $0.columns.lowerBound >= 4 && $0.columns.upperBound <= 7 })
    #expect(canvas.takeTouched().isEmpty)
    canvas.paint(try stroke(.rectangle, [at(9.2, 1.5), at(14.8, 3.5)]))
    #expect(canvas.takeTouched().map(\.columns) == [9..<15, 9..<15, 9..<15])
    canvas.paintSegment(
      from: at(10.3, 2.2), to: at(10.7, 2.3), ink: Ink(color: PaletteColor.red.color, width: 1))
    let point = canvas.takeTouched()
    #expect(point.map(\.row) == [2] && point.map(\.columns) == [10..<11])
  }

  @Test func amongLettersTheCellsBesideAreTouchedToo() throws {
    var canvas = canvas(20, 5)
    canvas.paint(
      .label(
        Label(
          origin: at(12, 4), columnWidth: 512, rowHeight: 1_024, color: PaletteColor.red.color,
          text: SafeText("far", limit: .label))))
    _ = canvas.takeTouched()
    canvas.paint(try stroke(.line, [at(4.2, 1.5), at(6.8, 2.5)]))
    let touched = canvas.takeTouched()
    #expect(touched.map(\.row) == [0, 1, 2, 3])
    #expect(touched.allSatisfy { $0.columns.lowerBound >= 2 && $0.columns.upperBound <= 9 })
  }

  @Test func sizesOfNothingAndOne() throws {
    for raster in Raster.allCases {
      for (columns, rows) in [(0, 0), (0, 3), (3, 0), (1, 1), (-1, 5)] {
        var canvas = Canvas(
          columns: columns, rows: rows, viewport: .fit(columns: columns, rows: rows),
          raster: raster, theme: .terminal)
        for kind in Stroke.Kind.allCases {
          canvas.paint(try stroke(kind, [at(0, 0), at(5, 5), at(9, 1)], width: 8, filled: true))
        }
        canvas.repaint(Picture(), in: Page.rect)
        canvas.repaint(Picture())
        _ = canvas.takeTouched()
        #expect(canvas.frame.cells.count == max(columns, 0) * max(rows, 0))
      }
    }
  }

  @Test func farAwayInkCostsNoDotsAndTrapsNowhere() throws {
    let far = BoardPoint.limit
    let corners = [
      BoardPoint(x: -far, y: -far), BoardPoint(x: far, y: far), BoardPoint(x: far, y: -far),
      BoardPoint(x: 100, y: 100), BoardPoint(x: -far, y: far),
    ]
    for raster in Raster.allCases {
      for columnWidth in [8.0, 512, 1_000_000] {
        var canvas = Canvas(
          columns: 40, rows: 12,
          viewport: Viewport(
            left: -1_000, top: -1_000, columnWidth: columnWidth, rowHeight: columnWidth * 2),
          raster: raster, theme: .terminal)
        for kind in Stroke.Kind.allCases {
          for width in [UInt8(1), 8] {
            canvas.paint(
              try stroke(kind, corners, width: width, filled: true),
              offset: BoardOffset(dx: far, dy: -far))
            canvas.paint(try stroke(kind, corners, width: width))
          }
        }
        canvas.paintSegment(
          from: corners[0], to: corners[1],
          ink: Ink(color: PaletteColor.red.color, width: 3))
        #expect(canvas.frame.cells.contains { $0.glyph != .space })
      }
    }
  }

  @Test("2 · painting a thing twice changes nothing more") func paintingTwice() throws {
    for raster in Raster.allCases {
      for kind in Stroke.Kind.allCases {
        let item = try stroke(
          kind, [at(2, 2), at(9, 4), at(5, 1)], width: 3, filled: true,
          color: InkColor(rgb: 0x20_80_F0, alpha: kind == .marker ? 90 : 255))
        var canvas = canvas(12, 6, raster)
        canvas.paint(item)
        let once = canvas.frame
        canvas.paint(item)
        #expect(canvas.frame == once, "\(kind) in \(raster)")
      }
    }
  }
}
