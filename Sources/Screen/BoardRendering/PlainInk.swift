/// The most common painting: opaque ink in single dots, 2 × 4 for each cell, without tracking. The
/// type holds only the values that this needs, so that they stay in the processor's registers.
struct PlainInk {
  private let ink: UnsafeMutableBufferPointer<UInt32>
  /// The signs of mixed ink, which dots replace; nil in another raster.
  private let signs: UnsafeMutablePointer<LineSign>?
  private let columns: Int
  private let word: UInt32

  /// Creates the value for a painter whose `isPlain` is true.
  @inline(__always)
  init(_ painter: Painter) {
    ink = painter.ink
    signs = painter.signs.isEmpty ? nil : painter.signs.baseAddress
    columns = painter.grid.columns
    word = UInt32(truncatingIfNeeded: painter.pigment.word)
  }

  /// Draws all dots except the first of a line within the canvas.
  @inline(__always)
  func steps(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    Line(x0, y0, x1, y1).eachDot { x, y in
      let unit = (y >> 2) &* columns &+ (x >> 1)
      ink[unit] = ink[unit] & 0xFF | Painter.bit(x, y) | word
      if let signs, !signs[unit].isEmpty { signs[unit] = .none }
    }
  }
}

/// Bresenham's line from dot to dot.
struct Line {
  private let start: (x: Int, y: Int)
  /// The direction to the end of the line, as the signs of x and y.
  private let step: (x: Int, y: Int)
  private let isSteep: Bool
  private let dMajor: Int
  private let dMinor: Int

  @inline(__always)
  init(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    let (dx, dy) = (abs(x1 &- x0), abs(y1 &- y0))
    start = (x0, y0)
    step = (x0 <= x1 ? 1 : -1, y0 <= y1 ? 1 : -1)
    isSteep = dy > dx
    (dMajor, dMinor) = isSteep ? (dy, dx) : (dx, dy)
  }

  /// Calls `dot` for all dots except the first.
  @inline(__always)
  func eachDot(_ dot: (_ x: Int, _ y: Int) -> Void) {
    let (majorX, majorY) = isSteep ? (0, step.y) : (step.x, 0)
    let (minorX, minorY) = isSteep ? (step.x, 0) : (0, step.y)
    var (x, y, left) = (start.x, start.y, dMajor)
    // The value is negative until a step along the shorter axis is due. The code uses its sign as a
    // mask, because a processor could not predict a branch.
    var rest = -dMajor
    while left > 0 {
      rest &+= 2 &* dMinor
      let isDue = ~(rest >> (Int.bitWidth - 1))
      rest &-= 2 &* dMajor & isDue
      x &+= majorX &+ minorX & isDue
      y &+= majorY &+ minorY & isDue
      dot(x, y)
      left &-= 1
    }
  }
}
