import CellFrame

/// The ink and the letters of a canvas, unit by unit and cell by cell, as a painter writes them. See
/// `Painter` for the meaning of each value.
struct InkLayers: Sendable {
  private let grid: DotGrid
  private(set) var ink: [UInt32]
  private(set) var fills: [UInt32]
  private(set) var wash: [UInt64]
  private(set) var letters: [Cell]
  private(set) var tops: [UInt32]
  private(set) var thinLines: ThinLines
  /// For each row, the cells that were painted since the canvas was last asked for them.
  var touched: [TouchedRow]

  /// Creates layers without ink.
  init(_ grid: DotGrid) {
    self.grid = grid
    let cellCount = grid.columns * grid.rows
    ink = Array(repeating: 0, count: grid.unitCount)
    fills = Array(repeating: 0, count: grid.unitCount)
    wash = Array(repeating: 0, count: grid.unitCount)
    letters = Array(repeating: .blank, count: cellCount)
    tops = Array(repeating: 0, count: grid.hasBlocks ? cellCount : 0)
    thinLines = ThinLines(grid)
    touched = Array(repeating: TouchedRow(), count: grid.rows)
  }

  /// Copies a cell from layers with the same grid, without counting it as touched.
  mutating func copy(column: Int, row: Int, from other: InkLayers) {
    let cell = row * grid.columns + column
    letters[cell] = other.letters[cell]
    if grid.hasBlocks { tops[cell] = other.tops[cell] }
    thinLines.copy(cell: cell, from: other.thinLines)
    for number in 0..<grid.unitsPerCell {
      let unit = grid.unit(number, column: column, row: row)
      (ink[unit], wash[unit]) = (other.ink[unit], other.wash[unit])
      fills[unit] = other.fills[unit]
    }
  }

  /// Lends the layers to a painter.
  ///
  /// - Parameters:
  ///   - clip: the only dots that the painter may change; if it is empty, nothing is painted.
  ///   - isTracking: whether the painter records touched cells.
  mutating func withPainter(
    clip: DotRect, isTracking: Bool, _ body: (inout Painter) -> Void
  ) {
    guard !clip.isEmpty else { return }
    let grid = grid
    ink.withUnsafeMutableBufferPointer { ink in
      fills.withUnsafeMutableBufferPointer { fills in
        wash.withUnsafeMutableBufferPointer { wash in
          letters.withUnsafeMutableBufferPointer { letters in
            tops.withUnsafeMutableBufferPointer { tops in
              thinLines.dots.withUnsafeMutableBufferPointer { thin in
                thinLines.signs.withUnsafeMutableBufferPointer { signs in
                  touched.withUnsafeMutableBufferPointer { touched in
                    var painter = Painter(
                      ink: ink, fills: fills, wash: wash, letters: letters, tops: tops,
                      thin: thin, signs: signs, touched: touched, grid: grid, clip: clip,
                      isTracking: isTracking)
                    body(&painter)
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
