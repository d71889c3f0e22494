import CellFrame

/// The elements of an SVG file that show the cells of a frame.
struct SVGCells {
  // The size of a cell in the picture's own units. The picture is shown at half of that size.
  static let width = Int(VectorDrawing.columnWidth)
  static let height = Int(VectorDrawing.rowHeight)
  /// The diameter of a dot, less than the distance of 10 between dots.
  private static let dotSize = 8

  /// Paths by their colour, in the order of first use.
  private var groundPaths = ColoredPaths()
  private var blockPaths = ColoredPaths()
  private var dotPaths = ColoredPaths()
  /// The letters, as text elements.
  private(set) var texts = ""
  private let shades: Shades
  private let hasFittedWords: Bool

  /// - Parameter hasFittedWords: whether a text element is a word, stretched to its columns.
  ///   Otherwise it is all text of one style, placed letter by letter.
  init(_ frame: Frame, _ shades: Shades, hasFittedWords: Bool) {
    self.shades = shades
    self.hasFittedWords = hasFittedWords
    for row in 0..<frame.rows { add(frame.cells(row: row), y: row * Self.height) }
  }

  /// The backgrounds of the cells.
  var grounds: String { groundPaths.elements { "fill=\"\($0)\"" } }

  /// The blocks and dots.
  var dots: String {
    blockPaths.elements { "fill=\"\($0)\"" }
      + dotPaths.elements {
        "stroke=\"\($0)\" stroke-width=\"\(Self.dotSize)\" stroke-linecap=\"round\""
      }
  }

  private mutating func add(_ cells: [Cell], y: Int) {
    var column = 0
    while column < cells.count {
      let style = cells[column].style
      let start = column
      while column < cells.count, cells[column].style == style { column += 1 }
      let (front, back) = shades.pair(style)
      if back != shades.background {
        groundPaths.add(
          "M\(start * Self.width) \(y)h\((column - start) * Self.width)v\(Self.height)"
            + "H\(start * Self.width)z", back)
      }
      for index in start..<column { add(cells[index].glyph, index * Self.width, y, front) }
      if hasFittedWords {
        addWords(cells[start..<column], y, style, front)
      } else {
        addText(cells[start..<column], y, style, front)
      }
    }
  }

  private mutating func add(_ glyph: Glyph, _ x: Int, _ y: Int, _ color: UInt32) {
    switch CellPart(glyph) {
    case .dots(let pattern):
      for dot in CellPart.dots(of: pattern) {
        dotPaths.add("M\(x + 5 + 10 * dot.x) \(y + 5 + 10 * dot.y)h0", color)
      }
    case .blocks(let pattern):
      for block in CellPart.rectangles(of: pattern, width: Self.width, height: Self.height) {
        blockPaths.add(
          "M\(x + block.x) \(y + block.y)h\(block.width)v\(block.height)h-\(block.width)z", color)
      }
    case .figure(let boxes):
      for box in boxes {
        let (left, right) = (Self.scaled(x, box.x), Self.scaled(x, box.x + box.width))
        let (top, bottom) = (Self.scaled(y, box.y), Self.scaled(y, box.y + box.height))
        blockPaths.add("M\(left) \(top)H\(right)V\(bottom)H\(left)z", color)
      }
    case .letter, .nothing: break
    }
  }

  /// Returns a position that lies this many pixels of `LetterBoxes` behind the corner of a cell.
  private static func scaled(_ corner: Int, _ pixels: Int) -> String {
    let quarters = pixels * 4 * width / PixelSheet.cellWidth
    let whole = String(corner + quarters / 4)
    return whole + ["", ".25", ".5", ".75"][quarters % 4]
  }

  /// Adds letters of one style, word by word. Each word is fitted to its columns.
  private mutating func addWords(
    _ cells: ArraySlice<Cell>, _ y: Int, _ style: Style, _ color: UInt32
  ) {
    var word = ""
    var (start, columns) = (cells.startIndex, 0)
    for index in cells.indices {
      guard case .letter(let glyph) = CellPart(cells[index].glyph) else {
        if cells[index].glyph != .shadow { flush() }
        continue
      }
      if word.isEmpty { start = index }
      word += SVGText.escaped(glyph.shown)
      columns += glyph.isWide ? 2 : 1
    }
    flush()

    func flush() {
      guard !word.isEmpty else { return }
      texts += "<text x=\"\(start * Self.width)\" y=\"\(y + SVGText.baseline)\" "
      texts += "textLength=\"\(columns * Self.width)\" lengthAdjust=\"spacingAndGlyphs\" "
      texts += "fill=\"\(ColorMath.text(color))\"\(SVGText.styleAttributes(style))>\(word)</text>\n"
      (word, columns) = ("", 0)
    }
  }

  /// Adds letters of one style, letter by letter. Dots and blocks count as blanks.
  private mutating func addText(
    _ cells: ArraySlice<Cell>, _ y: Int, _ style: Style, _ color: UInt32
  ) {
    var text = SVGText(x: Double(cells.startIndex * Self.width), columnWidth: Double(Self.width))
    for cell in cells where cell.glyph != .shadow {
      if case .letter(let glyph) = CellPart(cell.glyph) {
        text.add(glyph)
      } else {
        text.add(.space)
      }
    }
    texts += text.elements(
      "y=\"\(y + SVGText.baseline)\" fill=\"\(ColorMath.text(color))\"\(SVGText.styleAttributes(style))"
    )
  }
}

/// One path per colour.
private struct ColoredPaths {
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
