import BoardModel
import EaselBase
import Foundation
import GroupTesting
import Testing

@testable import BoardRendering
@testable import CellFrame

@Suite struct FillCellTests {
  private static let full = Glyph("█")
  private static let pink = InkColor(rgb: 0xFF_60_C0)
  private static let green = InkColor(rgb: 0x40_C0_40)
  private static let blue = InkColor(rgb: 0x40_60_FF)

  private func canvas(_ raster: Raster = .braille, _ viewport: Viewport? = nil) -> Canvas {
    Canvas(
      columns: 20, rows: 8, viewport: viewport ?? view(20, 8), raster: raster, theme: .terminal)
  }

  /// Returns the middle of a dot of braille.
  private func dot(_ x: Int, _ y: Int) -> BoardPoint {
    at(Double(x) / 2 + 0.25, Double(y) / 4 + 0.125)
  }

  /// Returns a box from dot to dot, and the region that the bucket makes inside it.
  private func rectangle(_ x: Int, _ y: Int, columns: Int = 15, rows: Int = 14) throws -> (
    Item, Item
  ) {
    func corner(_ x: Int, _ y: Int) -> BoardPoint { at(Double(x) / 2, Double(y) / 4) }
    let (right, bottom) = (x + columns - 1, y + rows - 1)
    return (
      try stroke(.rectangle, [dot(x, y), dot(right, bottom)], color: Self.pink),
      try stroke(
        .region,
        [
          corner(x + 1, y + 1), corner(right, y + 1), corner(right, bottom), corner(x + 1, bottom),
        ], filled: true, color: Self.green)
    )
  }

  /// Returns the dots of a cell of braille that show this colour.
  private func dots(_ color: InkColor, _ cell: Cell) -> UInt8 {
    let value = cell.glyph.base.value
    let dots: UInt8 =
      cell.glyph == Self.full ? 0xFF : value & ~0xFF == 0x2800 ? UInt8(value & 0xFF) : 0
    if cell.style.foreground == .rgb(color.rgb) { return dots }
    return cell.style.background == .rgb(color.rgb) ? ~dots : 0
  }

  @Test("A box with a bucket fill keeps its outline, and no fill stands out", arguments: 0..<8)
  func outline(_ offset: Int) throws {
    let (box, region) = try rectangle(2 + offset % 2, 4 + offset / 2)
    var (outline, filled) = (canvas(), canvas())
    outline.paint(box)
    filled.paint(box)
    filled.paint(region)
    for row in 0..<8 {
      for column in 0..<20 {
        let cell = filled.cell(column: column, row: row)
        let wanted = outline.dots(column: column, row: row)
        let all = filled.dots(column: column, row: row)
        let shown = wanted != 0 && all != 0xFF ? all : wanted
        #expect(dots(Self.pink, cell) == shown, "column \(column), row \(row)")
        #expect(wanted == 0 || all == 0xFF || dots(Self.green, cell) == 0)
        if wanted == 0, filled.dots(column: column, row: row) != 0 {
          #expect(cell.glyph == Self.full && cell.style.foreground == .rgb(Self.green.rgb))
        }
      }
    }
  }

  @Test("A bucket fill hides no dot of its outline in any view, in any raster")
  func outlineInAnyView() throws {
    for seed in Seeds.range(60) {
      var random = SplitMix64(seed: seed)
      let width = Double.random(in: 200...1_500, using: &random)
      let viewport = Viewport(
        left: .random(in: -700...700, using: &random), top: .random(in: -700...700, using: &random),
        columnWidth: width, rowHeight: 2 * width)
      let (box, region) = try rectangle(5, 6)
      for raster in Raster.allCases {
        var (outline, filled) = (canvas(raster, viewport), canvas(raster, viewport))
        outline.paint(box)
        filled.paint(box)
        filled.paint(region)
        #expect(
          zip(outline.layers.ink, filled.layers.ink).allSatisfy { $0 & 0xFF == 0 || $0 == $1 },
          "seed \(seed), \(raster)")
      }
    }
  }

  @Test("In box characters, a fill lies inside the line round it, in any view")
  func insideThinLine() throws {
    for seed in Seeds.range(60) {
      var random = SplitMix64(seed: seed)
      let width = Double.random(in: 400...700, using: &random)
      let viewport = Viewport(
        left: .random(in: -300...300, using: &random), top: .random(in: -300...300, using: &random),
        columnWidth: width, rowHeight: 2 * width)
      let corners = [at(2, 2), at(9, 5)]
      var (outline, filled) = (canvas(.mixed, viewport), canvas(.mixed, viewport))
      let box = try stroke(.rectangle, corners, width: 1, color: Self.pink)
      outline.paint(box)
      guard case .stroke(let line) = try stroke(.rectangle, corners, width: 1, color: Self.green)
      else { return }
      filled.paint(
        .stroke(
          Stroke(kind: .rectangle, ink: line.ink, filled: true, points: line.points, look: .solid)))
      filled.paint(box)
      let green = Tint.rgb(Self.green.rgb)
      for row in 1..<7 {
        for column in 1..<19 {
          let cell = filled.cell(column: column, row: row)
          let isLine = outline.cell(column: column, row: row).glyph != .space
          let isGreen = cell.style.background == green || cell.style.foreground == green
          #expect(!isLine || !isGreen, "seed \(seed): \(column), \(row)")
          func hasLine(_ columns: Range<Int>) -> Bool {
            columns.contains { outline.cell(column: $0, row: row).glyph != .space }
          }
          let isInside = hasLine(0..<column) && hasLine(column + 1..<20)
          if !isLine { #expect(isGreen == isInside, "seed \(seed): \(column), \(row)") }
        }
      }
    }
  }

  @Test(
    "A fill lies inside the oval or the loop round it, in any view, in any raster",
    arguments: Raster.allCases)
  func insideCurve(_ raster: Raster) throws {
    for seed in Seeds.range(40) {
      var random = SplitMix64(seed: seed)
      let width = Double.random(in: 400...700, using: &random)
      let viewport = Viewport(
        left: .random(in: -300...300, using: &random), top: .random(in: -300...300, using: &random),
        columnWidth: width, rowHeight: 2 * width)
      let loop = (0...40).map { step in
        let angle = Double(step) / 20 * Double.pi
        return at(6 + 4 * cos(angle), 4 + (2 + 0.4 * sin(3 * angle)) * sin(angle))
      }
      guard
        case .stroke(let oval) = try stroke(
          .ellipse, [at(2, 2), at(10, 6)], width: 1, color: Self.green)
      else { return }
      let shapes: [(line: Item, fill: Item)] = [
        (
          try stroke(.ellipse, [at(2, 2), at(10, 6)], width: 1, color: Self.pink),
          .stroke(
            Stroke(
              kind: .ellipse, ink: oval.ink, filled: true, points: oval.points, look: .solid))
        ),
        (
          try stroke(.pen, loop, width: 1, color: Self.pink),
          try stroke(.region, loop, width: 1, filled: true, color: Self.green)
        ),
      ]
      for shape in shapes {
        var (outline, filled) = (canvas(raster, viewport), canvas(raster, viewport))
        outline.paint(shape.line)
        filled.paint(shape.fill)
        filled.paint(shape.line)
        let green = Tint.rgb(Self.green.rgb)
        for row in 0..<8 {
          let line = (0..<20).filter { outline.cell(column: $0, row: row).glyph != .space }
          for column in 0..<20 {
            let cell = filled.cell(column: column, row: row)
            guard cell.style.background == green || cell.style.foreground == green else { continue }
            #expect(
              line.first.map { $0 <= column } == true && line.last.map { $0 >= column } == true,
              "seed \(seed): \(column), \(row)")
          }
        }
      }
    }
  }

  @Test("In a cell of blocks, a line beside a fill keeps its colour")
  func blocks() {
    func shown(_ letters: String) -> String {
      let colors: [Character: UInt32] = ["L": Self.pink.rgb, "F": Self.green.rgb]
      let blocks = letters.map { letter in
        BlockMosaic.Block(shown: colors[letter], ink: colors[letter], isFill: letter == "F")
      }
      guard let found = BlockMosaic(blocks, top: Self.green.rgb, ground: 0).colors else {
        return ""
      }
      return String(
        letters.indices.enumerated().map { index, _ in
          let color = found.bits >> index & 1 == 1 ? found.foreground : found.background
          return colors.first { $0.value == color }?.key ?? " "
        })
    }
    #expect(shown("LLFFFF") == "LLFFFF" && shown("    LL") == "    LL")
    #expect(shown("  LLFF") == "  LLLL", "the page wins a tie")
    #expect(
      shown(" LFFFF") == "FLFFFF", "the fill is larger than the page")
    #expect(shown("     LFF") == "     LLL", "a line is not hidden by a small part of a fill")
  }

  @Test("A region covers a line across its inside")
  func regionOverLine() throws {
    for raster in Raster.allCases {
      var (anew, canvas) = (canvas(raster), canvas(raster))
      let (box, region) = try rectangle(4, 4)
      let line = try stroke(.line, [at(0, 3.1), at(20, 3.1)], color: Self.blue)
      anew.paint(box)
      anew.paint(region)
      canvas.paint(line)
      canvas.paint(box)
      canvas.paint(region)
      #expect(canvas.cell(column: 5, row: 3) == anew.cell(column: 5, row: 3), "\(raster)")
    }
  }

  @Test("A line over a fill shows its own dots, on the fill")
  func lineOverFill() throws {
    var canvas = canvas()
    canvas.paint(try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: Self.green))
    canvas.paint(try stroke(.line, [dot(0, 13), dot(39, 13)], color: Self.pink))
    let cell = canvas.cell(column: 5, row: 3)
    #expect(cell.glyph == .braille(0b0001_0010))
    #expect(cell.style == Style(foreground: .rgb(Self.pink.rgb), background: .rgb(Self.green.rgb)))
    canvas.paint(try stroke(.line, [dot(10, 0), dot(10, 31)], color: Self.blue))
    let crossing = canvas.cell(column: 5, row: 3)
    #expect(crossing.glyph == .braille(0b0101_0111))
    #expect(
      crossing.style == Style(foreground: .rgb(Self.blue.rgb), background: .rgb(Self.green.rgb)),
      "of three colours, the fill stays the background")
    canvas.paint(try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: Self.blue))
    #expect(canvas.cell(column: 5, row: 3).glyph == Self.full)
  }

  @Test("A line of the fill's colour leaves the cell solid, and a line alone is as before")
  func oneColor() throws {
    var canvas = canvas()
    canvas.paint(try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: Self.green))
    canvas.paint(try stroke(.line, [dot(0, 13), dot(39, 13)], color: Self.green))
    #expect(canvas.cell(column: 5, row: 3).glyph == Self.full)
    #expect(canvas.cell(column: 15, row: 3).glyph == .braille(0b0001_0010))
    #expect(canvas.cell(column: 15, row: 3).style.background == .terminal)
  }

  @Test("In ASCII too, a line over a fill is a character on the fill")
  func ascii() throws {
    var canvas = canvas(.ascii)
    canvas.paint(try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: Self.green))
    canvas.paint(try stroke(.line, [dot(0, 13), dot(39, 13)], color: Self.pink))
    let cell = canvas.cell(column: 5, row: 3)
    #expect(cell.glyph == Glyph("-"))
    #expect(cell.style == Style(foreground: .rgb(Self.pink.rgb), background: .rgb(Self.green.rgb)))
    #expect(canvas.cell(column: 5, row: 2).glyph == Glyph("#"))
  }

  @Test("A line on a fill can be seen in every colour depth", arguments: ColorDepth.allCases)
  func depths(_ depth: ColorDepth) throws {
    for (line, fill) in [(Self.pink, Self.green), (Self.green, Self.pink), (Self.blue, Self.green)]
    {
      var canvas = canvas()
      canvas.paint(try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: fill))
      canvas.paint(try stroke(.line, [dot(0, 13), dot(39, 13)], color: line))
      let cell = canvas.cell(column: 5, row: 3).reduced(to: depth)
      #expect(cell.glyph == .braille(0b0001_0010))
      if depth == .none {
        #expect(cell.style.attributes == .reverse)
      } else {
        #expect(cell.style.foreground != cell.style.background)
      }
    }
  }

  @Test("A word on any fill has a contrast of 7, also in 256 colours", arguments: Raster.allCases)
  func word(_ raster: Raster) throws {
    for color in PaletteColor.allCases {
      for fill in PaletteColor.allCases {
        for look in [StrokeLook.plain, .solid] {
          var canvas = canvas(raster)
          canvas.paint(
            try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: fill.color, look))
          let item = label("two ab", at(4, 3), color: color.color)
          canvas.paint(item)
          let shade = Theme.terminal.shade(of: fill.color)
          let ground = look == .solid ? shade : Theme.terminal.fill(of: shade)
          for column in [4, 5, 6, 8, 9] {
            let cell = canvas.cell(column: column, row: 3)
            let shown = try #require(cell.style.background.rgb)
            #expect(ColorMath.contrast(shown, ground) < 2, "\(color) on \(fill)")
            for depth in [ColorDepth.direct, .indexed256] {
              let style = cell.style.reduced(to: depth)
              let (one, other) = (style.foreground.rgb ?? 0, style.background.rgb ?? 0)
              #expect(ColorMath.contrast(one, other) >= 7, "\(color) on \(fill), \(depth)")
            }
          }
          let once = canvas.frame
          #expect(glyphs(once)[3].contains("two"))
          canvas.paint(item)
          #expect(canvas.frame == once, "painting a word twice changes nothing more")
        }
      }
    }
  }

  @Test("With few colours a fill is full, and a word on it stands on the page's background")
  func fewColors() throws {
    let theme = Theme.terminal.adapted(to: .ansi16)
    for raster in Raster.allCases {
      var canvas = Canvas(
        columns: 20, rows: 8, viewport: view(20, 8), raster: raster, theme: theme)
      canvas.paint(
        try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: Self.green, .plain))
      canvas.paint(label("ab", at(4, 3), color: Self.blue))
      let letter = Cell(Glyph("a"), Style(foreground: .rgb(Self.blue.rgb)))
      #expect(canvas.cell(column: 4, row: 3) == letter, "\(raster)")
      #expect(canvas.cell(column: 4, row: 2).style.foreground == .rgb(Self.green.rgb), "\(raster)")
      for depth in [ColorDepth.ansi8, .none] {
        #expect(letter.reduced(to: depth).style.background == .terminal)
      }
    }
  }

  @Test("A filled box has an edge in full colour and a pale inside, in any raster")
  func paleFill() throws {
    for raster in Raster.allCases where raster != .ascii {
      var canvas = canvas(raster)
      canvas.paint(
        try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: Self.green, .plain))
      let inside = canvas.cell(column: 6, row: 3)
      #expect(inside.glyph == Self.full, "\(raster)")
      #expect(inside.style.foreground == .rgb(Theme.terminal.fill(of: Self.green.rgb)), "\(raster)")
      let edge = canvas.cell(column: 6, row: 1).style
      #expect(edge.foreground == .rgb(Self.green.rgb), "\(raster)")
    }
  }

  @Test("A letter or blank that replaces a letter keeps the fill below")
  func letterOverLetter() throws {
    var canvas = canvas()
    canvas.paint(try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: Self.green))
    canvas.paint(label("abc", at(4, 3), color: Self.blue))
    canvas.paint(label("x y", at(4, 3), color: Self.pink))
    #expect(glyphs(canvas.frame)[3].contains("x y"))
    for column in 4...6 {
      let style = canvas.cell(column: column, row: 3).style
      #expect(ColorMath.contrast(try #require(style.background.rgb), Self.green.rgb) < 1.8)
    }
  }

  @Test("A letter in a cell with only a few dots stands on the board's background")
  func letterOverLine() throws {
    for raster in Raster.allCases where raster != .half {
      var canvas = canvas(raster)
      canvas.paint(try stroke(.line, [dot(0, 13), dot(39, 13)], color: Self.green))
      canvas.paint(label("abc", at(4, 3), color: Self.pink))
      #expect(
        canvas.cell(column: 4, row: 3)
          == Cell(Glyph("a"), Style(foreground: .rgb(Self.pink.rgb), background: .terminal)))
    }
  }

  @Test("A marker over a word in a fill leaves the word like the fill")
  func marker() throws {
    var canvas = canvas()
    canvas.paint(try stroke(.rectangle, [at(1, 1), at(12, 6)], filled: true, color: Self.green))
    canvas.paint(label("abc", at(4, 3), color: Self.blue))
    let marker = PaletteColor.yellow.color.with(alpha: 112)
    canvas.paint(try stroke(.marker, [at(0, 3.5), at(12, 3.5)], width: 4, color: marker))
    let ground = try #require(canvas.cell(column: 5, row: 3).style.background.rgb)
    #expect(ColorMath.contrast(ground, Self.green.rgb) < 1.8)
  }

  private func label(_ text: String, _ origin: BoardPoint, color: InkColor) -> Item {
    .label(
      Label(
        origin: origin, columnWidth: 512, rowHeight: 1_024, color: color,
        text: SafeText(text, limit: .label)))
  }
}
