/// The blocks of a cell that show its foreground. The other blocks show its background.
public struct BlockPattern: Hashable, Sendable {
  /// The number of blocks side by side, and on top of one another: 1 × 2, 2 × 2, 2 × 3 or 2 × 4.
  public let columns: Int
  public let rows: Int
  /// One bit for each block, row by row from above; the lowest bit is the upper left block.
  public let bits: UInt8

  /// Creates a pattern; ignores the bits that have no block.
  public init(columns: Int, rows: Int, bits: UInt8) {
    (self.columns, self.rows) = (columns, rows)
    self.bits = bits & UInt8(truncatingIfNeeded: 1 << (columns * rows) - 1)
  }

  /// Whether the block in this column and row shows the foreground.
  public func isSet(_ column: Int, _ row: Int) -> Bool { bits >> (row * columns + column) & 1 == 1 }

  /// Returns the pattern that a glyph shows; nil if it consists of no such blocks. Full and half
  /// blocks are patterns of the smallest size.
  public init?(_ glyph: Glyph) {
    guard let pattern = Self.patterns[glyph] else { return nil }
    self = pattern
  }

  /// The glyph that shows the pattern. Half blocks and quadrants are in nearly every font. Sextants
  /// came with Unicode 13, octants with Unicode 16.
  public var glyph: Glyph {
    switch (columns, rows) {
    case (1, 2): Self.halves[Int(bits)]
    case (2, 2): Self.quadrants[Int(bits)]
    case (2, 3): Self.sextants[Int(bits)]
    default: Self.octants[Int(bits)]
    }
  }

  private static let halves = glyphs([0x20, 0x2580, 0x2584, 0x2588])
  private static let quadrants = glyphs([
    0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B, 0x2597, 0x259A, 0x2590, 0x259C,
    0x2584, 0x2599, 0x259F, 0x2588,
  ])

  /// Unicode lists the sextants by their bits, without the four patterns that were there before.
  private static let sextants = glyphs(
    listed(0..<64, from: 0x1FB00, except: [0: 0x20, 21: 0x258C, 42: 0x2590, 63: 0x2588]))

  /// Unicode lists the octants by their bits, without the patterns that have another name: quadrants,
  /// and blocks of one or three quarters of a cell.
  private static let octants: [Glyph] = {
    var known: [Int: UInt32] = [
      0x01: 0x1CEA8, 0x02: 0x1CEAB, 0x03: 0x1FB82, 0x14: 0x1FBE6, 0x28: 0x1FBE7, 0x3F: 0x1FB85,
      0x40: 0x1CEA3, 0x80: 0x1CEA0, 0xC0: 0x2582, 0xFC: 0x2586,
    ]
    // Each quadrant consists of two octants, one above the other.
    let parts = [0x05, 0x0A, 0x50, 0xA0]
    for (bits, glyph) in quadrants.enumerated() {
      let octants = parts.indices.reduce(0) { bits >> $1 & 1 == 1 ? $0 | parts[$1] : $0 }
      known[octants] = glyph.base.value
    }
    return glyphs(listed(0..<256, from: 0x1CD00, except: known))
  }()

  private static func listed(
    _ patterns: Range<Int>, from first: UInt32, except known: [Int: UInt32]
  ) -> [UInt32] {
    var next = first
    return patterns.map { bits in
      if let known = known[bits] { return known }
      defer { next += 1 }
      return next
    }
  }

  private static func glyphs(_ values: [UInt32]) -> [Glyph] {
    values.map { Glyph(Unicode.Scalar($0) ?? "?") }
  }

  private static let patterns: [Glyph: BlockPattern] = {
    var patterns: [Glyph: BlockPattern] = [:]
    for (columns, rows, glyphs) in [
      (1, 2, halves), (2, 2, quadrants), (2, 3, sextants), (2, 4, octants),
    ] {
      for (bits, glyph) in glyphs.enumerated() where glyph != .space && patterns[glyph] == nil {
        patterns[glyph] = BlockPattern(columns: columns, rows: rows, bits: UInt8(bits))
      }
    }
    return patterns
  }()
}
