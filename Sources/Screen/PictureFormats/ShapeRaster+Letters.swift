import CellFrame

extension ShapeRaster {
  /// The width of the edge round the letters of a label, in pixels of a cell of 16 × 32 pixels.
  private static let edge = 1.5

  /// Adds the letters of a text.
  mutating func add(_ text: VectorText) { add(text, grownBy: 0) }

  /// Adds the letters of a text, a little larger.
  mutating func addEdge(of text: VectorText) { add(text, grownBy: Self.edge) }

  private mutating func add(_ text: VectorText, grownBy margin: Double) {
    let cellWidth = text.columnWidth * Self.scale
    // At the usual size, letters begin at whole pixels, so that they are sharp.
    var x = (text.corner.x * Self.scale).rounded()
    let scale = text.scale
    let free = text.rowHeight * Self.scale - scale * Double(PixelSheet.cellHeight)
    let y = (text.corner.y * Self.scale + free / 2).rounded()
    let style = LetterStyle(scale: scale, margin: margin)
    for glyph in text.line.glyphs {
      add(glyph, style, corner: VectorPoint(x: x, y: y))
      x += cellWidth * (glyph.isWide ? 2 : 1)
    }
  }

  private mutating func add(_ glyph: Glyph, _ style: LetterStyle, corner: VectorPoint) {
    let (scale, margin) = (style.scale, style.margin)
    // Most letters of a large board lie outside of its picture.
    let size = Double(PixelSheet.cellHeight) * scale
    guard glyph.shown != " ", corner.x < Double(width) + size, corner.x > -2 * size,
      corner.y < Double(height) + size, corner.y > -2 * size
    else { return }
    guard let boxes = LetterBoxes.boxes(of: glyph) else {
      guard scale <= LetterRaster.scaleMax else {
        return add(letters.strokes(of: glyph), style, corner: corner)
      }
      let letter = letters.coverage(of: glyph, style)
      return add(letter, column: Int(corner.x.rounded()), row: Int(corner.y.rounded()))
    }
    for box in boxes {
      addBox(
        left: corner.x + (Double(box.x) - margin) * scale,
        top: corner.y + (Double(box.y) - margin) * scale,
        right: corner.x + (Double(box.x + box.width) + margin) * scale,
        bottom: corner.y + (Double(box.y + box.height) + margin) * scale)
    }
  }

  /// Adds a box, in pixels. Boxes that meet inside a pixel cover it together.
  private mutating func addBox(left: Double, top: Double, right: Double, bottom: Double) {
    let (low, high) = (max(left, 0), min(right, Double(width)))
    guard low < high else { return }
    let columns = Int(low)..<Int(high.rounded(.up))
    // Large letters cover most of their pixels wholly.
    let whole = Int(low.rounded(.up))..<max(Int(high), Int(low.rounded(.up)))
    let (first, last) = (max(top, 0), min(bottom, Double(height)))
    guard first < last else { return }
    for row in Int(first)..<Int(last.rounded(.up)) {
      let share = min(bottom, Double(row + 1)) - max(top, Double(row))
      touch(row: row, columns)
      if share == 1 {
        cover.withUnsafeMutableBufferPointer {
          $0[row * width + whole.lowerBound..<row * width + whole.upperBound]
            .update(repeating: 255)
        }
      }
      for column in columns where share < 1 || !whole.contains(column) {
        let part = min(right, Double(column + 1)) - max(left, Double(column))
        let sum = Int(cover[row * width + column]) + Int((part * share * 255).rounded())
        cover[row * width + column] = UInt8(clamping: sum)
      }
    }
  }
}
