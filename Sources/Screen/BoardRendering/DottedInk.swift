/// The opaque ink in one cell of braille or ASCII: the dots of lines, and under them those of a fill.
struct DottedInk {
  private let lineColor: UInt32
  private let line: UInt8
  private let fillColor: UInt32
  /// The dots of the fill that no line covers.
  private let fill: UInt8
  /// Whether the line borders or crosses the fill from above: the fill is a region of the bucket, or
  /// the line covers dots of it. If the fill were newer, it would cover the line.
  private let isLineAbove: Bool

  /// Creates the ink from the words of a canvas.
  init(line: UInt32, fill: UInt64) {
    (lineColor, self.line) = (line >> 8, UInt8(truncatingIfNeeded: line))
    fillColor = UInt32(truncatingIfNeeded: fill >> 8) & 0xFF_FFFF
    let filled = UInt8(truncatingIfNeeded: fill)
    self.fill = filled & ~self.line
    isLineAbove = fill & Pigment.region != 0 || filled & self.line != 0
  }

  /// All dots with ink.
  var dots: UInt8 { line | fill }

  /// The colour with most dots; the colour of the fill if both have as many.
  var color: UInt32 {
    line.nonzeroBitCount > fill.nonzeroBitCount ? lineColor : fillColor
  }

  /// Returns the dots that the cell shows, and its colours. A background of nil is that of the cell.
  ///
  /// A cell has two colours, but a line beside a fill may need a third one for the dots without
  /// ink. If these are not more than the dots of the fill, the fill is the background. Otherwise the
  /// cell shows only the line if it lies above, and else both in the colour of the line.
  var shown: (dots: UInt8, foreground: UInt32, background: UInt32?) {
    if line == 0 { return (fill, fillColor, nil) }
    if fill == 0 || lineColor == fillColor { return (dots, lineColor, nil) }
    let free = (~dots).nonzeroBitCount
    if free == 0, fill.nonzeroBitCount <= Self.fewDots { return (fill, fillColor, lineColor) }
    if fill.nonzeroBitCount >= free { return (line, lineColor, fillColor) }
    return (isLineAbove ? line : dots, lineColor, nil)
  }

  /// The number of dots of a fill up to which a line that covers the other dots is the background. A
  /// corner of a thin line leaves more.
  private static let fewDots = 2
}
