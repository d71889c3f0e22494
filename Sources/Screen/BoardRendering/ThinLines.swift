import CellFrame

/// The thin lines of a canvas of mixed ink, above the blocks of all other ink.
struct ThinLines: Sendable {
  /// The ink in one cell.
  struct Ink {
    let glyph: Glyph
    /// The colour as `0xRRGGBB`.
    let color: UInt32
    /// The number of dots of eight.
    let dots: Int
    /// Whether the ink consists of dots. Otherwise it is a sign.
    let isDotted: Bool
    /// Whether the ink is a sign at the end of a straight line.
    let isEnd: Bool
  }

  private let columns: Int
  private let raster: Raster
  /// For each cell: `0xRRGGBB` of the topmost line, then eight bits of dots.
  var dots: [UInt32]
  /// For each cell: the sign in whose stead there are no dots.
  var signs: [LineSign]

  /// Creates cells without thin lines; none if the raster of the grid is not mixed.
  init(_ grid: DotGrid) {
    columns = grid.columns
    raster = grid.raster
    dots = Array(repeating: 0, count: grid.raster.isMixed ? grid.columns * grid.rows : 0)
    signs = Array(repeating: .none, count: dots.count)
  }

  /// The ink in a cell of the canvas; nil if there is none.
  subscript(column: Int, row: Int) -> Ink? {
    let cell = row * columns + column
    if let glyph = signs[cell].glyph {
      return Ink(
        glyph: raster == .mixedHalf ? glyph.ofConsole : glyph, color: signs[cell].color,
        dots: signs[cell].dots, isDotted: false,
        isEnd: signs[cell].isEnd)
    }
    let bits = UInt8(truncatingIfNeeded: dots[cell])
    guard bits != 0 else { return nil }
    return Ink(
      glyph: raster == .mixed ? .braille(bits) : .blocks(bits, raster), color: dots[cell] >> 8,
      dots: bits.nonzeroBitCount, isDotted: true,
      isEnd: false)
  }

  mutating func copy(cell: Int, from other: ThinLines) {
    guard dots.indices.contains(cell) else { return }
    (dots[cell], signs[cell]) = (other.dots[cell], other.signs[cell])
  }

  /// Returns the row whose lower edge is nearest to the ink of a cell; nil if the ink is no level line.
  func underlinedRow(_ column: Int, _ row: Int) -> Int? {
    let cell = row * columns + column
    guard dots.indices.contains(cell) else { return nil }
    let isUpper: Bool
    if signs[cell].isEmpty {
      guard let dots = levelDots(column, row) else { return nil }
      isUpper = dots.isUpper(of: raster.dotsY * raster.dotsInBlock)
    } else {
      guard let position = signs[cell].levelPosition else { return nil }
      isUpper = position < 8
    }
    return isUpper && row > 0 ? row - 1 : row
  }

  /// Returns the dots of a level line in a cell. A line may rise by one dot beside a cell in which it
  /// does not rise.
  private func levelDots(_ column: Int, _ row: Int) -> FewDots? {
    guard let dots = fewDots(column, row), dots.rise <= 1 else { return nil }
    let isLevel =
      dots.rise == 0 || [column - 1, column + 1].contains { fewDots($0, row)?.rise == 0 }
    return isLevel ? dots : nil
  }

  private func fewDots(_ column: Int, _ row: Int) -> FewDots? {
    guard (0..<columns).contains(column), signs[row * columns + column].isEmpty else { return nil }
    return FewDots(UInt8(truncatingIfNeeded: dots[row * columns + column]))
  }
}

/// The dots of a cell with at most one dot in each column.
private struct FewDots {
  private let left: Int
  private let right: Int

  /// Nil if a column has several dots, or if there are none.
  init?(_ dots: UInt8) {
    let rows = [0, 1].map { column in
      (0..<4).filter { UInt32(dots) & Painter.bit(column, $0) != 0 }
    }
    guard rows.allSatisfy({ $0.count <= 1 }), let any = rows.joined().first else { return nil }
    (left, right) = (rows[0].first ?? any, rows[1].first ?? any)
  }

  /// The rows of dots between the two columns.
  var rise: Int { abs(left - right) }
  /// Returns whether the dots lie in the upper half of a cell with this many rows of dots.
  func isUpper(of rows: Int) -> Bool { left + right < 2 * (rows / 2) }
}

extension Glyph {
  /// Returns the blocks of a raster in place of dots, which are numbered as in braille.
  fileprivate static func blocks(_ dots: UInt8, _ raster: Raster) -> Glyph {
    let (columns, rows) = (raster.dotsX, raster.dotsY)
    let places = (0..<columns * rows).filter {
      UInt32(dots) & Painter.bit($0 % columns, $0 / columns) != 0
    }
    return BlockPattern(
      columns: columns, rows: rows, bits: places.reduce(0) { $0 | 1 << $1 }
    ).glyph
  }

  /// The sign in place of this sign of a line that each font of a console has.
  fileprivate var ofConsole: Glyph { Self.signsOfConsole[self] ?? self }

  private static let signsOfConsole: [Glyph: Glyph] = {
    let pairs = zip("╴╶╵╷╭╮╰╯╌╎▶◀▲▼◥◢◤◣".unicodeScalars, "──││┌┐└┘-:><^v>><<".unicodeScalars)
    return Dictionary(uniqueKeysWithValues: pairs.map { (Glyph($0), Glyph($1)) })
  }()
}
