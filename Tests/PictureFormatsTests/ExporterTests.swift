import BoardModel
import BoardRendering
import BoardScript
import CellFrame
import Foundation
import GroupTesting
import Testing
import ThemeFiles

@testable import PictureFormats

@Suite struct ExporterTests {
  private func picture(_ name: String, _ raster: Raster = .braille) throws -> (Frame, Theme) {
    let theme = try #require(Theme.builtIn(name))
    let drawing = try Picture(
      script: """
        marker 0.1,0.4 0.9,0.5
        ellipse 0.05,0.1 0.45,0.9
        arrow 0.55,0.8 0.9,0.2
        """)
    var frame = Frame(drawing, columns: 40, rows: 10, raster: raster, theme: theme)
    frame.write(
      "<Escape> & \"it's\" 界é…", at: CellPoint(column: 2, row: 0), style: theme[.title])
    frame.box(
      CellRect(column: 24, row: 6, columns: 14, rows: 3), style: theme[.sheet], title: "Box",
      titleStyle: theme[.active])
    return (frame, theme)
  }

  @Test("An SVG escapes its text, and the same frame gives the same bytes")
  func vectors() throws {
    let (frame, theme) = try picture("dusk")
    let svg = SVGExporter.svg(frame, theme: theme)
    #expect(svg == SVGExporter.svg(frame, theme: theme))
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("&lt;Escape&gt;") && svg.contains("&amp;") && svg.contains("it&#39;s"))
    #expect(svg.contains("width=\"400\" height=\"200\""))
    #expect(svg.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    #expect(svg.filter { $0 == "<" }.count == svg.filter { $0 == ">" }.count)
  }

  @Test(arguments: Raster.allCases) func pixelsAreAPictureOfTheRightSize(_ raster: Raster) throws {
    let (frame, theme) = try picture("dark", raster)
    let png = try PNGExporter.png(frame, theme: theme)
    #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(16) == 640 && number(20) == 320)
    #expect(try PNGExporter.png(frame, theme: theme) == png)
  }

  @Test func unfitSizesAreRefused() {
    for (columns, rows) in [(0, 0), (1_000, 1_000)] {
      #expect(throws: PNGFailure.unfitSize(columns: columns, rows: rows)) {
        try PNGExporter.png(Frame(columns: columns, rows: rows), theme: .terminal)
      }
    }
  }

  @Test("A PNG shows European letters and common signs, and names the letters that its font lacks")
  func lettersOfTheFont() throws {
    let texts = [
      "Grüße, naïve Ωμέγα, Привет", "Łódź Ångström œuvre ½ €", "ux ☑ ✗ ⇒ ≤ ∞ ═╬▓▆", "⠋⣿⢀",
    ]
    for text in texts + texts.map(\.decomposedStringWithCanonicalMapping) {
      for glyph in GlyphLine(text).glyphs {
        #expect(LetterBoxes.hasPicture(of: glyph), "\(glyph.string)")
      }
    }
    var frame = Frame(columns: 8, rows: 1)
    frame.write("a漢ღ漢b", at: CellPoint(column: 0, row: 0), style: .plain)
    #expect(PNGExporter.lettersWithoutPicture(in: frame).map(\.string) == ["漢", "ღ"])
  }

  @Test("Text looks the same whether its marks are scalars of their own or not")
  func combiningMarks() throws {
    func png(_ text: String) throws -> [UInt8] {
      var frame = Frame(columns: 30, rows: 1)
      frame.write(text, at: CellPoint(column: 0, row: 0), style: .plain)
      return try PNGExporter.png(frame, theme: .terminal)
    }
    let text = "Grüße, naïve Ωμέγα, Ёй"
    #expect(try png(text.decomposedStringWithCanonicalMapping) == png(text))
    #expect(try png("Grüße") != png("Gruße"))
  }
}
