import BoardModel
import EaselBase
import FrameTesting
import Testing

@testable import BoardRendering
@testable import CellFrame

@Suite struct ColorDepthTests {
  @Test func theFixedColoursAreTheirOwnNearest() {
    for number in UInt8(16)...255 {
      #expect(
        XtermPalette.rgb(XtermPalette.nearest256(XtermPalette.rgb(number)))
          == XtermPalette.rgb(number), "\(number)")
    }
    #expect(XtermPalette.nearest256(0) == 16 && XtermPalette.nearest256(0xFF_FF_FF) == 231)
    #expect(XtermPalette.nearest256(0x80_80_80) == 244)
  }

  @Test(
    "The dark grounds of a theme stay dark and quiet with 256 colours",
    arguments: Theme.builtInNames)
  func quietGrounds(name: String) throws {
    let theme = try #require(Theme.builtIn(name))
    for part in Theme.Part.allCases {
      guard let ground = theme[part].background.rgb, OKLab(ground).lightness < 0.4,
        OKLab(ground).chroma < 0.08
      else { continue }
      let shown = OKLab(XtermPalette.rgb(XtermPalette.nearest256(ground)))
      #expect(shown.chroma < 0.01, "\(part): \(ColorMath.text(ground))")
      #expect(abs(shown.lightness - OKLab(ground).lightness) < 0.05, "\(part)")
    }
  }

  @Test func fewColoursKeepTheHue() {
    let wanted: [(PaletteColor, UInt8)] = [
      (.red, 9), (.orange, 11), (.yellow, 11), (.green, 2), (.mint, 14), (.teal, 6), (.cyan, 14),
      (.indigo, 12), (.purple, 13), (.pink, 13), (.brown, 1), (.graphite, 8),
    ]
    for (color, number) in wanted {
      #expect(XtermPalette.nearestBasic(color.rgb, count: 16) == number, "\(color)")
      #expect(XtermPalette.nearestBasic(color.rgb, count: 8) < 8, "\(color)")
    }
  }

  @Test func twoColoursNeverBecomeOne() {
    for depth in [ColorDepth.indexed256, .ansi16, .ansi8] {
      let style = Style(foreground: .rgb(0x20_20_24), background: .rgb(0x1E_1E_20))
      let reduced = style.reduced(to: depth)
      #expect(reduced.foreground != reduced.background, "\(depth)")
    }
  }

  @Test("A word on a fill can be read in 8 colours, and in 16")
  func wordsOnFills() throws {
    for theme in ["dusk", "light"] {
      let theme = try #require(Theme.builtIn(theme))
      for fill in PaletteColor.allCases {
        let ground = theme.shade(of: fill.color)
        for word in PaletteColor.allCases {
          let letters = Tint.rgb(theme.shade(of: word.color)).readable(on: ground)
          let style = Style(foreground: letters, background: .rgb(ground))
          for depth in [ColorDepth.ansi8, .ansi16] {
            let shown = style.reduced(to: depth)
            let (front, back) = (shown.foreground.rgb ?? 0, shown.background.rgb ?? 0)
            let best = max(ColorMath.contrast(0, back), ColorMath.contrast(0xE5_E5_E5, back))
            let isColored = OKLab(front).isColored
            let contrast = ColorMath.contrast(front, back)
            // A word that keeps its colour may be fainter; black and white have to be the better one.
            #expect(
              isColored && contrast >= 2 || contrast >= min(best, depth == .ansi8 ? 4.4 : 3),
              "\(theme.name), \(word) on \(fill), \(depth): \(contrast)")
          }
        }
      }
    }
    let (black, indigo) = (Tint.rgb(0x10_10_10), Tint.rgb(0x5E_5C_E6))
    let word = Style(foreground: black.readable(on: 0x5E_5C_E6), background: indigo)
    #expect(word.reduced(to: .ansi8).foreground != .indexed(0), "not black on blue")
  }

  @Test func eachDepth() throws {
    let theme = try #require(Theme.builtIn("dusk"))
    var canvas = Canvas(
      columns: 30, rows: 4, viewport: view(30, 4), raster: .braille, theme: theme)
    for (index, color) in PaletteColor.allCases.enumerated() {
      canvas.paint(
        try stroke(
          .line, [at(Double(index) * 2, 0.5), at(Double(index) * 2 + 1.5, 0.5)],
          color: color.color))
    }
    canvas.paint(
      try stroke(
        .marker, [at(1, 2), at(20, 2)], width: 4, color: PaletteColor.yellow.color.with(alpha: 100))
    )
    var frame = canvas.frame
    frame.write("active", at: CellPoint(column: 2, row: 3), style: theme[.active])
    frame.write("bar", at: CellPoint(column: 10, row: 3), style: theme[.bar])
    try assertFrames(
      ColorDepth.allCases.map { ($0.rawValue, frame.reduced(to: $0, background: theme.background)) }
    )
  }

  @Test func exportsHaveNoControlsButSGR() throws {
    var frame = Frame(columns: 12, rows: 2)
    frame.write(
      "a界 b", at: CellPoint(column: 0, row: 0), style: Style(foreground: .rgb(0xFF_00_00)))
    frame[9, 1] = Cell(Glyph("\u{1B}"), Style(background: .indexed(200), attributes: .bold))
    #expect(frame.plainText == "a界 b\n\n")
    #expect(
      frame.ansi() == "\u{1B}[0;38;2;255;0;0ma界 b\u{1B}[0m\n"
        + "         \u{1B}[0;1;48;5;200m \u{1B}[0m\n")
    #expect(frame.ansi(.none) == "a界 b\n         \u{1B}[0;1;7m \u{1B}[0m\n")
    #expect(Frame(columns: 0, rows: 0).ansi() == "")
  }

  @Test func exportsHaveABackgroundInPlaceOfAColouredFullBlock() {
    var frame = Frame(columns: 3, rows: 1)
    let block = Glyph("█")
    frame[0, 0] = Cell(block, Style(foreground: .rgb(0xFF_00_00), background: .indexed(4)))
    frame[1, 0] = Cell(block)
    frame[2, 0] = Cell(block, Style(foreground: .indexed(1), attributes: .reverse))
    #expect(
      frame.ansi() == "\u{1B}[0;48;2;255;0;0m \u{1B}[0m█\u{1B}[0;7;31m█\u{1B}[0m\n")
    #expect(frame.ansi(.ansi8).hasPrefix("\u{1B}[0;41m "))
    #expect(frame.plainText == "███\n" && frame.ansi(.none).hasPrefix("█"))
  }

  @Test func paperIsShownCellForCell() {
    let parsed = PaperParser.parse("\u{1B}[31m-old\u{1B}[m\n+n界w\n".utf8).paper
    var canvas = Canvas(
      columns: 6, rows: 2, viewport: .paper(column: 1, row: 0), raster: .braille, theme: .terminal)
    canvas.paper = PaperCells(parsed.lines, theme: .terminal).cells(6, 2, canvas.viewport)
    #expect(glyphs(canvas.frame) == ["old   ", "n界w  "])
    #expect(canvas.cell(column: 0, row: 0).style.foreground == .indexed(1))
    canvas.paint(
      .label(
        Label(
          origin: at(1, 1), columnWidth: 512, rowHeight: 1_024, color: PaletteColor.red.color,
          text: SafeText("x"))))
    #expect(glyphs(canvas.frame) == ["old   ", "x界w  "])
  }

  @Test func thePagesEdgeIsHintedAtWhereMoreIsSeen() throws {
    func frame(_ columns: Int, _ rows: Int, _ raster: Raster) -> Frame {
      Canvas(
        columns: columns, rows: rows, viewport: .fit(columns: columns, rows: rows),
        raster: raster, theme: .terminal
      ).frame
    }
    #expect(glyphs(frame(40, 16, .braille)).filter { $0.contains("┈") }.count == 2)
    #expect(glyphs(frame(60, 12, .ascii)).allSatisfy { $0.filter { $0 == ":" }.count == 2 })
    #expect(
      PageRenderer.render(
        Picture(), columns: 40, rows: 16, raster: .braille, theme: .terminal
      ).plainText.allSatisfy { $0 == "\n" })
  }
}
