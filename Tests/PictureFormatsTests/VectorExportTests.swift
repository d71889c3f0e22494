import BoardModel
import BoardRendering
import BoardScript
import CellFrame
import Foundation
import FoundationXML
import GroupTesting
import Testing

@testable import PictureFormats

@Suite struct VectorExportTests {
  @Test("A drawing of all kinds of strokes, on text, is exported as the golden file")
  func golden() throws {
    let picture = try Picture(
      script: """
        paper
        | bold "a <b> & 漢字 é"
        | bg 4 fg 7 "two  words"
        as ada
        label-size 0.0078125,0.0277778
        pen red width 1
        stroke 0.0157,0.0834 0.0625,0.1389 0.1172,0.0834
        pen #e8c41c80 width 4
        marker 0.0078,0.0139 0.0781,0.0139
        pen green width 2
        line 0.0157,0.1667 0.0781,0.1667
        arrow 0.0157,0.1945 0.0781,0.1945
        pen cyan width 1
        rect 0.0938,0.0278 0.1406,0.0834
        ellipse filled 0.0938,0.1111 0.1406,0.1667
        region 0.125,0.1806 0.1484,0.1806 0.1367,0.2083
        text 0.1,0.05558 "<界>"
        """)
    let drawing = PageRenderer.vectorDrawing(picture, columns: 20, rows: 8, theme: .terminal)
    #expect(SVGExporter.svg(drawing, theme: .terminal) == Self.file)
  }

  private static let file = """
    <svg xmlns="http://www.w3.org/2000/svg" width="200" height="160" viewBox="0 0 400 320">
    <rect width="400" height="320" fill="#000000"/>
    <g fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round" \
    font-family="ui-monospace,DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="33">
    <path fill="#0000ee" d="M0 40h200v40H0z"/>
    <g transform="scale(.1)" stroke-width="60">
    <path stroke="#e8c41c" stroke-width="360" opacity="0.50" d="M200 200l1800 0"/>
    </g>
    <text x="0 20 40 60 80 100 120" y="30" fill="#d8dce4" font-weight="bold">\
    a &lt;b&gt; &amp;</text>
    <text x="160" y="30" fill="#d8dce4" font-weight="bold">漢</text>
    <text x="200" y="30" fill="#d8dce4" font-weight="bold">字</text>
    <text x="260" y="30" fill="#d8dce4" font-weight="bold">é</text>
    <text x="0 20 40" y="70" fill="#e5e5e5">two</text>
    <text x="100 120 140 160 180" y="70" fill="#e5e5e5">words</text>
    <g transform="scale(.1)" stroke-width="60">
    <path stroke="#e5484d" d="M400 1200l583 533q584 534 1300 0l717-533"/>
    <path stroke="#3fa64b" stroke-width="160" d="M400 2400l1600 0"/>
    <path fill="#3fa64b" stroke="#3fa64b" stroke-width="160" \
    d="M400 2800l1600 0M1350 3125l650-325-650-325z"/>
    <rect x="2400" y="400" width="1200" height="800" stroke="#35b8e8" \
    stroke-linejoin="miter"/>
    <ellipse cx="3000" cy="2000" rx="600" ry="400" fill="#0d2e3a"/>
    <ellipse cx="3000" cy="2000" rx="600" ry="400" stroke="#35b8e8"/>
    <path fill="#35b8e8" stroke="#35b8e8" stroke-width="80" d="M3200 2600l600 0-300 400z"/>
    <text x="2560" y="900" font-size="330" fill="#35b8e8" stroke="#000000" stroke-width="59" \
    paint-order="stroke">&lt;</text>
    <text x="2760" y="900" font-size="330" fill="#35b8e8" stroke="#000000" stroke-width="59" \
    paint-order="stroke">界</text>
    <text x="3160" y="900" font-size="330" fill="#35b8e8" stroke="#000000" stroke-width="59" \
    paint-order="stroke">&gt;</text>
    </g>
    </g>
    </svg>

    """

  @Test("Letters that XML forbids, and all controls, are left out; signs of XML are escaped")
  func escaping() throws {
    #expect(
      SVGText.escaped("a\u{0}\u{7}\u{1B}\n\t\u{7F}\u{9B}\u{FFFE}\u{FFFF}<&>\"'é")
        == "a&lt;&amp;&gt;&quot;&#39;é")
    let text = VectorText(
      GlyphLine("]]></text>&amp;\"'"), corner: VectorPoint(x: 1, y: 1), columnWidth: 20,
      rowHeight: 40, color: 0)
    let drawing = VectorDrawing(columns: 4, rows: 4, marks: [.text(text)])
    let document = try XMLDocument(data: Data(SVGExporter.svg(drawing, theme: .terminal).utf8))
    let texts = try document.nodes(forXPath: "//*[local-name()='text']")
    #expect(texts.map(\.stringValue) == ["]]></text>&amp;\"'"])
  }

  @Test("A letter has the place of its cell; blanks at the ends, and several blanks, are left out")
  func positions() {
    var text = SVGText(x: 10, columnWidth: 20)
    for glyph in GlyphLine(" a b  d界c ").glyphs { text.add(glyph) }
    #expect(
      text.elements("y=\"0\"") == """
        <text x="30 50 70" y="0">a b</text>
        <text x="130" y="0">d</text>
        <text x="150" y="0">界</text>
        <text x="190" y="0">c</text>

        """)
  }

  @Test("Words from right to left are one element, which is fitted to their columns")
  func rightToLeft() {
    var text = SVGText(x: 0, columnWidth: 20)
    for glyph in GlyphLine("a שלום, עולם! b ש").glyphs { text.add(glyph) }
    #expect(
      text.elements("y=\"0\"") == """
        <text x="0" y="0">a</text>
        <text x="40" textLength="200" lengthAdjust="spacingAndGlyphs" y="0">שלום, עולם</text>
        <text x="240 260 280" y="0">! b</text>
        <text x="320" textLength="20" lengthAdjust="spacingAndGlyphs" y="0">ש</text>

        """)
  }

  @Test("Numbers are whole, and are always numbers")
  func numbers() {
    let cases: [(Double, Int)] = [
      (0, 0), (-0.04, 0), (0.5, 1), (-0.5, -1), (12.34, 12), (1e9, 1_000_000_000), (.nan, 0),
      (.infinity, 10_000_000_000_000), (-.infinity, -10_000_000_000_000),
    ]
    for (value, whole) in cases { #expect(SVGNumber.whole(value) == whole, "\(value)") }
  }

  /// Returns a line of the hand at random places.
  private static func hand(_ count: Int, seed: UInt64) -> [VectorPoint] {
    var random = SplitMix64(seed: seed)
    var place = VectorPoint(x: 800, y: 400)
    return (0..<count).map { _ in
      let step: Double = [0, 3, 12, 90].randomElement(using: &random) ?? 0
      place.x += Double.random(in: -step...step, using: &random)
      place.y += Double.random(in: -step...step, using: &random)
      return place
    }
  }

  @Test("The curves of a file begin and end where those of the drawing do, however many there are")
  func roundedCurves() throws {
    for seed in Seeds.range(40) {
      let places = Self.hand(300, seed: seed)
      let curve = VectorCurve(through: places)
      let text = SVGPath(curveThrough: places).text
      let numbers = try text.matches(of: /-?\d+/).map { try #require(Int($0.output)) }
      // M x y l x y q x y x y t x y … l x y: the start, the first joint, a control point, all other
      // joints and the end.
      try #require(numbers.count == 2 * curve.count + 8, "seed \(seed)")
      #expect(text.contains("q") && text.contains("t") && !text.contains("."), "seed \(seed)")
      var (x, y) = (numbers[0] + numbers[2], numbers[1] + numbers[3])
      for index in 0...curve.count {
        x += numbers[2 * index + 6]
        y += numbers[2 * index + 7]
        let end = index < curve.count ? curve.joint(index + 1) : curve.ends.end
        #expect(abs(Double(x) - end.x * 10) <= 1.6, "seed \(seed), \(index)")
        #expect(abs(Double(y) - end.y * 10) <= 1.6, "seed \(seed), \(index)")
      }
    }
  }

  @Test("A line of the hand needs at most eight bytes for each of its places")
  func shortCurves() {
    let marks = (0..<100).map { seed -> VectorDrawing.Mark in
      var random = SplitMix64(seed: UInt64(seed))
      var place = VectorPoint(x: 800, y: 400)
      let places = (0..<40).map { _ in
        place.x += Double.random(in: -16...16, using: &random)
        place.y += Double.random(in: -16...16, using: &random)
        return place
      }
      return .shape(VectorShape(.curve(through: places), color: 0xFF, lineWidth: 6))
    }
    let drawing = VectorDrawing(columns: 80, rows: 24, marks: marks)
    #expect(SVGExporter.svg(drawing, theme: .terminal).utf8.count <= 8 * 40 * 100)
  }

  @Test("Neighbours whose lines look the same share a group; other shapes have their own paint")
  func groups() throws {
    func shape(_ x: Double, _ color: UInt32, alpha: UInt8 = 255, isFilled: Bool = false)
      -> VectorShape
    {
      VectorShape(
        .curve(through: [VectorPoint(x: x, y: 1), VectorPoint(x: x + 1, y: 1)]), color: color,
        alpha: alpha, lineWidth: 6, isFilled: isFilled)
    }
    let shapes = [
      shape(1, 1), shape(2, 1), shape(3, 2), shape(4, 1), shape(5, 1, isFilled: true), shape(6, 3),
      shape(7, 3),
    ]
    let svg = SVGExporter.svg(
      VectorDrawing(columns: 4, rows: 2, marks: shapes.map { .shape($0) }), theme: .terminal)
    let document = try XMLDocument(data: Data(svg.utf8))
    let paths = try document.nodes(forXPath: "//*[local-name()='path']")
    // The nearest stroke on the way up is the colour that a viewer shows.
    let colors = try paths.map { path in
      try path.nodes(forXPath: "ancestor-or-self::*[@stroke][1]/@stroke").first?.stringValue
    }
    #expect(
      colors == shapes.map { ColorMath.text($0.color) } && svg.matches(of: /<g stroke/).count == 2)
  }

  /// A drawing of shapes at random places, many of them beyond the edges or without a size.
  static func drawing(seed: UInt64) -> VectorDrawing {
    var random = SplitMix64(seed: seed)
    let reach: Double = [60, 400, 1e7].randomElement(using: &random) ?? 60
    func point() -> VectorPoint {
      VectorPoint(
        x: Double.random(in: -reach...reach, using: &random).rounded(),
        y: Double.random(in: -reach...reach, using: &random).rounded())
    }
    func form() -> VectorShape.Form {
      let start = point()
      let end = Bool.random(using: &random) ? start : point()
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return .rectangle(VectorRect(start, end))
      case 1: return .ellipse(VectorRect(start, end))
      case 2: return .path(VectorPath([.move(start), .curve(point(), point(), end)]))
      case 3: return .path(VectorPath(through: [start]))
      case 4: return .curve(through: [start, end, point(), point()])
      default: return .path(VectorPath(through: [start, end, point()], isClosed: true))
      }
    }
    func shape(alpha: UInt8) -> VectorShape {
      VectorShape(
        form(), color: UInt32.random(in: 0...0xFF_FF_FF, using: &random), alpha: alpha,
        lineWidth: [0, 1, 6, 60].randomElement(using: &random) ?? 1,
        isFilled: Bool.random(using: &random))
    }
    var drawing = VectorDrawing(columns: 4, rows: 2)
    drawing.washes = (0..<3).map { _ in shape(alpha: UInt8.random(in: 0...254, using: &random)) }
    drawing.marks = (0..<6).map { _ in .shape(shape(alpha: 255)) }
    let size = Double.random(in: 0.5...200, using: &random)
    drawing.marks.append(
      .text(
        VectorText(
          GlyphLine("a<界é"), corner: point(), columnWidth: size, rowHeight: size * 1.7, color: 7)))
    return drawing
  }

  @Test("Any drawing gives a file that XML can read, with one element for each shape")
  func wellFormed() throws {
    for seed in Seeds.range(100) {
      let drawing = Self.drawing(seed: seed)
      let svg = SVGExporter.svg(drawing, theme: .terminal)
      let document = try XMLDocument(data: Data(svg.utf8))
      let shapes = try document.nodes(
        forXPath:
          "//*[local-name()='g']/*[local-name()='path' or local-name()='rect' or local-name()='ellipse']"
      )
      #expect(shapes.count == 9, "seed \(seed)")
      #expect(!svg.contains("nan") && !svg.contains("inf"), "seed \(seed)")
      #expect(svg == SVGExporter.svg(drawing, theme: .terminal), "seed \(seed)")
    }
  }

  @Test("Any drawing gives a PNG; unfit sizes are refused")
  func pixels() throws {
    for seed in Seeds.range(100) {
      let png = try PNGExporter.png(Self.drawing(seed: seed), theme: .terminal)
      #expect(png.prefix(4) == [0x89, 0x50, 0x4E, 0x47], "seed \(seed)")
    }
    for (columns, rows) in [(0, 0), (1_000, 1_000)] {
      #expect(throws: PNGFailure.unfitSize(columns: columns, rows: rows)) {
        try PNGExporter.png(VectorDrawing(columns: columns, rows: rows), theme: .terminal)
      }
    }
  }

  @Test("The blocks of a cell are rectangles that fill it together")
  func blocks() {
    for (columns, rows) in [(1, 2), (2, 2), (2, 3), (2, 4)] {
      for bits in 0..<(1 << (columns * rows)) {
        let pattern = BlockPattern(columns: columns, rows: rows, bits: UInt8(bits))
        let inverse = BlockPattern(columns: columns, rows: rows, bits: ~UInt8(bits))
        let areas = [pattern, inverse].map { pattern in
          CellPart.rectangles(of: pattern, width: 16, height: 32).reduce(0) {
            $0 + $1.width * $1.height
          }
        }
        #expect(areas[0] + areas[1] == 16 * 32)
      }
    }
  }
}
