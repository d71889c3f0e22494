import CellFrame

/// The elements of an SVG file that show the shapes and labels of a drawing. Their numbers are whole:
/// tenths of the drawing's unit, so the elements stand in a group of that scale.
struct SVGShapes {
  /// The colour round the letters of labels, so that they are readable on ink.
  let background: UInt32
  /// The width of the edge round a letter, compared with the letter's size.
  private static let edge = 0.18

  /// The width of most lines, in tenths. Elements leave it out.
  private static let usualWidth = 60
  static let groupStart = "<g transform=\"scale(.1)\" stroke-width=\"\(usualWidth)\">\n"
  static let groupEnd = "</g>\n"

  /// Passes the elements of all marks to `output`. Neighbours whose lines look the same share a group, so
  /// that a file of many lines does not repeat their colour and width.
  func write<Failure: Error>(
    _ marks: [VectorDrawing.Mark], to output: (String) throws(Failure) -> Void
  ) throws(Failure) {
    var shared: String?
    for (index, mark) in marks.enumerated() {
      let paint = Self.paintOfLine(mark)
      if shared != nil, paint != shared {
        try output(Self.groupEnd)
        shared = nil
      }
      let next = marks.indices.contains(index + 1) ? Self.paintOfLine(marks[index + 1]) : nil
      if shared == nil, let paint, paint == next {
        try output("<g\(paint)>\n")
        shared = paint
      }
      try output(element(mark, sharesPaint: shared != nil))
    }
    if shared != nil { try output(Self.groupEnd) }
  }

  /// Returns the colour and the width of a line, if these are all of its paint.
  private static func paintOfLine(_ mark: VectorDrawing.Mark) -> String? {
    guard case .shape(let shape) = mark, !shape.isFilled, shape.alpha == 255 else { return nil }
    return paint(shape)
  }

  /// - Parameters:
  ///   - isDrawn: whether the lines count as 1 long, so that a dash of this length covers them.
  ///   - sharesPaint: whether a group around the element has its paint.
  func element(
    _ mark: VectorDrawing.Mark, isDrawn: Bool = false, sharesPaint: Bool = false
  ) -> String {
    switch mark {
    case .shape(let shape): element(shape, isDrawn: isDrawn, sharesPaint: sharesPaint)
    case .text(let text): element(text)
    case .image(let image): SVGImages.element(image)
    }
  }

  func element(_ shape: VectorShape) -> String { element(shape, isDrawn: false) }

  private func element(
    _ shape: VectorShape, isDrawn: Bool, sharesPaint: Bool = false
  ) -> String {
    let paint =
      (sharesPaint ? "" : Self.paint(shape))
      + (isDrawn && shape.lineWidth > 0 ? " pathLength=\"1\"" : "")
    switch shape.form {
    case .path(let path):
      return "<path\(paint) d=\"\(SVGPath(path).text)\"/>\n"
    case .curve(let places):
      return "<path\(paint) d=\"\(SVGPath(curveThrough: places).text)\"/>\n"
    case .rectangle(let box):
      let (x, y) = (SVGNumber.tenths(box.corner.x), SVGNumber.tenths(box.corner.y))
      return "<rect x=\"\(x)\" y=\"\(y)\" "
        + "width=\"\(Self.length(box.width))\" height=\"\(Self.length(box.height))\""
        + "\(paint) stroke-linejoin=\"miter\"/>\n"
    case .ellipse(let box):
      let (radiusX, radiusY) = (box.width / 2, box.height / 2)
      return "<ellipse cx=\"\(SVGNumber.tenths(box.corner.x + radiusX))\" "
        + "cy=\"\(SVGNumber.tenths(box.corner.y + radiusY))\" "
        + "rx=\"\(Self.length(radiusX))\" ry=\"\(Self.length(radiusY))\"\(paint)/>\n"
    }
  }

  /// Returns the length of a side. A viewer shows no shape with a side of length 0.
  private static func length(_ value: Double) -> Int { max(SVGNumber.tenths(value), 1) }

  private static func paint(_ shape: VectorShape) -> String {
    let color = ColorMath.text(shape.color)
    var text = shape.isFilled ? " fill=\"\(color)\"" : ""
    if shape.lineWidth > 0 {
      let width = SVGNumber.tenths(shape.lineWidth)
      text += " stroke=\"\(color)\"" + (width == usualWidth ? "" : " stroke-width=\"\(width)\"")
    }
    guard shape.alpha < 255 else { return text }
    let hundredths = min((Int(shape.alpha) * 100 + 127) / 255, 99)
    return text + " opacity=\"0.\(hundredths < 10 ? "0" : "")\(hundredths)\""
  }

  private func element(_ line: VectorText) -> String {
    let (scale, ground) = (line.scale, ColorMath.text(line.ground ?? background))
    // A cell that is taller than its letters has them in its middle.
    let top = line.corner.y + (line.rowHeight - scale * VectorDrawing.rowHeight) / 2
    var text = SVGText(x: line.corner.x * 10, columnWidth: line.columnWidth * 10)
    for glyph in line.line.glyphs { text.add(glyph) }
    let size = scale * Double(SVGText.size)
    return text.elements(
      "y=\"\(SVGNumber.tenths(top + scale * Double(SVGText.baseline)))\" "
        + "font-size=\"\(SVGNumber.tenths(size))\" fill=\"\(ColorMath.text(line.color))\" "
        + "stroke=\"\(ground)\" stroke-width=\"\(SVGNumber.tenths(size * Self.edge))\" "
        + "paint-order=\"stroke\"")
  }
}
