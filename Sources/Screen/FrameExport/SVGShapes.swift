import CellFrame

/// The elements of an SVG file that show the shapes and labels of a drawing.
struct SVGShapes {
  /// The colour round the letters of labels, so that they are readable on ink.
  let background: UInt32
  /// The width of the edge round a letter, compared with the letter's size.
  private static let edge = 0.18

  /// - Parameter isDrawn: whether the lines count as 1 long, so that a dash of this length covers them.
  func element(_ mark: VectorDrawing.Mark, isDrawn: Bool = false) -> String {
    switch mark {
    case .shape(let shape): element(shape, isDrawn: isDrawn)
    case .text(let text): element(text)
    }
  }

  func element(_ shape: VectorShape) -> String { element(shape, isDrawn: false) }

  private func element(_ shape: VectorShape, isDrawn: Bool) -> String {
    let paint = Self.paint(shape) + (isDrawn && shape.lineWidth > 0 ? " pathLength=\"1\"" : "")
    switch shape.form {
    case .path(let path):
      return "<path\(paint) d=\"\(SVGPath(path).text)\"/>\n"
    case .rectangle(let box):
      return "<rect x=\"\(SVGNumber.text(box.corner.x))\" y=\"\(SVGNumber.text(box.corner.y))\" "
        + "width=\"\(SVGNumber.length(box.width))\" height=\"\(SVGNumber.length(box.height))\""
        + "\(paint) stroke-linejoin=\"miter\"/>\n"
    case .ellipse(let box):
      let (radiusX, radiusY) = (box.width / 2, box.height / 2)
      return "<ellipse cx=\"\(SVGNumber.text(box.corner.x + radiusX))\" "
        + "cy=\"\(SVGNumber.text(box.corner.y + radiusY))\" "
        + "rx=\"\(SVGNumber.length(radiusX))\" ry=\"\(SVGNumber.length(radiusY))\"\(paint)/>\n"
    }
  }

  private static func paint(_ shape: VectorShape) -> String {
    let color = ColorMath.text(shape.color)
    var text = shape.isFilled ? " fill=\"\(color)\"" : ""
    if shape.lineWidth > 0 {
      text += " stroke=\"\(color)\" stroke-width=\"\(SVGNumber.text(shape.lineWidth))\""
    }
    guard shape.alpha < 255 else { return text }
    let hundredths = min((Int(shape.alpha) * 100 + 127) / 255, 99)
    return text + " opacity=\"0.\(hundredths < 10 ? "0" : "")\(hundredths)\""
  }

  private func element(_ line: VectorText) -> String {
    let (scale, ground) = (line.scale, ColorMath.text(line.ground ?? background))
    // A cell that is taller than its letters has them in its middle.
    let top = line.corner.y + (line.rowHeight - scale * VectorDrawing.rowHeight) / 2
    var text = SVGText(x: line.corner.x, columnWidth: line.columnWidth)
    for glyph in line.line.glyphs { text.add(glyph) }
    let size = scale * Double(SVGText.size)
    return text.elements(
      "y=\"\(SVGNumber.text(top + scale * Double(SVGText.baseline)))\" "
        + "font-size=\"\(SVGNumber.text(size))\" fill=\"\(ColorMath.text(line.color))\" "
        + "stroke=\"\(ground)\" stroke-width=\"\(SVGNumber.text(size * Self.edge))\" "
        + "paint-order=\"stroke\"")
  }
}

/// The data of a path element, with places relative to the one before.
private struct SVGPath {
  private(set) var text = ""
  private var last = (x: 0, y: 0)
  private var command: Character = "z"
  /// Whether the last number has a point.
  private var hasPoint = false

  init(_ path: VectorPath) {
    let pointCount = path.steps.filter { $0 != .close }.count
    for step in path.steps {
      switch step {
      case .move(let point): add("m", [point])
      case .line(let point): add("l", [point])
      case .curve(let first, let second, let end): add("c", [first, second, end])
      case .close: (text, command, hasPoint) = (text + "z", "z", false)
      }
    }
    // A line without length shows its round ends, if it is there.
    if pointCount == 1 { text += "h0" }
  }

  private mutating func add(_ letter: Character, _ points: [VectorPoint]) {
    var needsSpace = letter == command && letter != "m"
    if letter == "m" {
      text += "M"
    } else if !needsSpace {
      text.append(letter)
    }
    if !needsSpace { hasPoint = false }
    command = letter
    let origin = letter == "m" ? (x: 0, y: 0) : last
    for point in points {
      let (x, y) = (SVGNumber.tenths(point.x), SVGNumber.tenths(point.y))
      for value in [x - origin.x, y - origin.y] {
        let digits = SVGNumber.shortText(tenths: value)
        // A sign, or a second point, also begins another number.
        if needsSpace, value >= 0, !(digits.hasPrefix(".") && hasPoint) { text += " " }
        text += digits
        (needsSpace, hasPoint) = (true, digits.contains("."))
      }
      last = (x, y)
    }
  }
}
