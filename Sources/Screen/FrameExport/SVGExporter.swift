import CellFrame

/// A vector picture of a frame: dots as round points, text as text. The same frame gives the same
/// bytes.
public struct SVGExporter {
  private let frame: Frame
  private let shades: Shades
  /// Paths by their colour, in the order of first use.
  private var grounds = Paths()
  private var blocks = Paths()
  private var dots = Paths()
  private var texts = ""

  // The size of a cell in the picture's own units. The picture is shown at half of that size.
  private static let width = 20
  private static let height = 40
  /// The diameter of a dot, less than the distance of 10 between dots.
  private static let dotSize = 8

  /// Returns a frame as the text of an SVG file, shown at 10 × 20 pixels per cell.
  public static func svg(_ frame: Frame, theme: Theme) -> String {
    var exporter = SVGExporter(frame, theme)
    for row in 0..<frame.rows { exporter.draw(row) }
    return exporter.document
  }

  private init(_ frame: Frame, _ theme: Theme) {
    self.frame = frame
    shades = Shades(theme)
  }

  private var document: String {
    let (width, height) = (frame.columns * Self.width, frame.rows * Self.height)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width / 2)" height="\(height / 2)" \
      viewBox="0 0 \(width) \(height)">
      <rect width="\(width)" height="\(height)" fill="\(ColorMath.text(shades.background))"/>
      \(grounds.elements { "fill=\"\($0)\"" })\(blocks.elements { "fill=\"\($0)\"" })\
      \(dots.elements { "stroke=\"\($0)\" stroke-width=\"\(Self.dotSize)\" stroke-linecap=\"round\"" })\
      <g font-family="ui-monospace,DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="33">
      \(texts)</g>
      </svg>

      """
  }

  private mutating func draw(_ row: Int) {
    let cells = frame.cells(row: row)
    let y = row * Self.height
    var column = 0
    while column < cells.count {
      let style = cells[column].style
      let start = column
      while column < cells.count, cells[column].style == style { column += 1 }
      let (front, back) = shades.pair(style)
      if back != shades.background {
        grounds.add(
          "M\(start * Self.width) \(y)h\((column - start) * Self.width)v\(Self.height)"
            + "H\(start * Self.width)z", back)
      }
      for place in start..<column { draw(cells[place].glyph, place * Self.width, y, front) }
      write(cells[start..<column], y, style, front)
    }
  }

  private mutating func draw(_ glyph: Glyph, _ x: Int, _ y: Int, _ color: UInt32) {
    switch CellPart(glyph) {
    case .dots(let pattern):
      for dot in CellPart.places(of: pattern) {
        dots.add("M\(x + 5 + 10 * dot.x) \(y + 5 + 10 * dot.y)h0", color)
      }
    case .block(let upper, let lower):
      let (top, size) = (upper ? y : y + Self.height / 2, upper && lower ? 40 : 20)
      blocks.add("M\(x) \(top)h\(Self.width)v\(size)h-\(Self.width)z", color)
    case .letter, .nothing: break
    }
  }

  /// Writes letters of one style, word by word. Each word is fitted to its columns.
  private mutating func write(_ cells: ArraySlice<Cell>, _ y: Int, _ style: Style, _ color: UInt32)
  {
    var word = ""
    var (start, columns) = (cells.startIndex, 0)
    for index in cells.indices {
      guard case .letter(let glyph) = CellPart(cells[index].glyph) else {
        if cells[index].glyph != .shadow { flush() }
        continue
      }
      if word.isEmpty { start = index }
      word += Self.escaped(glyph.shown)
      columns += glyph.isWide ? 2 : 1
    }
    flush()

    func flush() {
      guard !word.isEmpty else { return }
      texts += "<text x=\"\(start * Self.width)\" y=\"\(y + 30)\" "
      texts += "textLength=\"\(columns * Self.width)\" lengthAdjust=\"spacingAndGlyphs\" "
      texts += "fill=\"\(ColorMath.text(color))\"\(Self.looks(style))>\(word)</text>\n"
      (word, columns) = ("", 0)
    }
  }

  private static func looks(_ style: Style) -> String {
    (style.attributes.contains(.bold) ? " font-weight=\"bold\"" : "")
      + (style.attributes.contains(.italic) ? " font-style=\"italic\"" : "")
      + (style.attributes.contains(.underline) ? " text-decoration=\"underline\"" : "")
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// One path per colour.
private struct Paths {
  private var colors: [UInt32] = []
  private var data: [UInt32: String] = [:]

  mutating func add(_ path: String, _ color: UInt32) {
    if data[color] == nil { colors.append(color) }
    data[color, default: ""] += path
  }

  func elements(_ paint: (String) -> String) -> String {
    colors.map { "<path \(paint(ColorMath.text($0))) d=\"\(data[$0] ?? "")\"/>\n" }.joined()
  }
}
