import CellFrame

/// The opaque ink in one cell of braille or ASCII: the dots of lines, and under them those of a fill.
struct DottedInk {
  private let lineColor: UInt32
  private let line: UInt8
  private let fillColor: UInt32
  /// The dots of the fill that no line covers.
  private let fill: UInt8

  /// Creates the ink from the words of a canvas.
  init(line: UInt32, fill: UInt32) {
    (lineColor, self.line) = (line >> 8, UInt8(truncatingIfNeeded: line))
    fillColor = fill >> 8
    self.fill = UInt8(truncatingIfNeeded: fill) & ~self.line
  }

  /// All dots with ink.
  var dots: UInt8 { line | fill }

  /// The colour with most dots; the colour of the fill if both have as many.
  var color: UInt32 {
    line.nonzeroBitCount > fill.nonzeroBitCount ? lineColor : fillColor
  }

  /// Returns the dots that the cell shows, and its colours. A background of nil is that of the cell.
  ///
  /// A cell has two colours. If some dots have no ink, the larger one of the page and the fill is the
  /// background of an edge in its own colour. Any other line and its fill both have the colour of the
  /// line: the line looks broader on its inner side. So the fill neither stands out beyond the line,
  /// nor leaves a gap beside it.
  func shown(in theme: Theme) -> (dots: UInt8, foreground: UInt32, background: UInt32?) {
    if line == 0 { return (fill, fillColor, nil) }
    guard fill != 0, lineColor != fillColor else { return (dots, lineColor, nil) }
    let isEdge = theme.fill(of: lineColor) == fillColor
    guard dots == 0xFF else {
      guard isEdge else { return (dots, lineColor, nil) }
      let isMostlyFill = fill.nonzeroBitCount > 8 - dots.nonzeroBitCount
      return (line, lineColor, isMostlyFill ? fillColor : nil)
    }
    if !isEdge, fill.nonzeroBitCount <= Self.fewDots { return (fill, fillColor, lineColor) }
    return (line, lineColor, fillColor)
  }

  /// The number of dots of a fill up to which a line that covers the other dots is the background. A
  /// corner of a thin line leaves more.
  private static let fewDots = 2
}
