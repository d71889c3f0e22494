import EaselBase
import Testing

@testable import CellFrame

@Suite struct BlockPatternTests {
  private static let sizes = [(1, 2), (2, 2), (2, 3), (2, 4)]

  private func glyphs(_ columns: Int, _ rows: Int) -> [Glyph] {
    (0..<1 << (columns * rows)).map {
      BlockPattern(columns: columns, rows: rows, bits: UInt8($0)).glyph
    }
  }

  @Test("Each pattern of a size has a glyph of its own, one column wide")
  func ownGlyphs() {
    for (columns, rows) in Self.sizes {
      let glyphs = glyphs(columns, rows)
      #expect(Set(glyphs).count == glyphs.count, "\(columns) × \(rows)")
      #expect(glyphs.allSatisfy { !$0.isWide && $0.string.displayWidth == 1 })
      #expect(glyphs.first == .space && glyphs.last == Glyph("█"))
    }
  }

  @Test("A glyph shows the pattern that it was made of")
  func roundTrip() throws {
    for (columns, rows) in Self.sizes {
      for bits in 1..<1 << (columns * rows) {
        let pattern = BlockPattern(columns: columns, rows: rows, bits: UInt8(bits))
        let read = try #require(BlockPattern(pattern.glyph))
        // A glyph of several sizes is read as the smallest one: each block covers the same part.
        for y in 0..<24 {
          for x in 0..<2 {
            #expect(
              read.isSet(x * read.columns / 2, y * read.rows / 24)
                == pattern.isSet(x * columns / 2, y * rows / 24), "\(columns) × \(rows), \(bits)")
          }
        }
      }
    }
    #expect(BlockPattern(Glyph("a")) == nil && BlockPattern(.space) == nil)
  }

  @Test("The patterns have the code points of Unicode")
  func codePoints() {
    func value(_ columns: Int, _ rows: Int, _ bits: UInt8) -> UInt32 {
      BlockPattern(columns: columns, rows: rows, bits: bits).glyph.base.value
    }
    #expect(value(2, 2, 0b0110) == 0x259E)
    // BLOCK SEXTANT-1, -2, -1235, -1246, -23456.
    #expect(value(2, 3, 1) == 0x1FB00 && value(2, 3, 2) == 0x1FB01)
    #expect(value(2, 3, 0b010111) == 0x1FB15 && value(2, 3, 0b101011) == 0x1FB28)
    #expect(value(2, 3, 0b111110) == 0x1FB3B)
    // BLOCK OCTANT-3, -23, -4, -2345678.
    #expect(value(2, 4, 0x04) == 0x1CD00 && value(2, 4, 0x06) == 0x1CD01)
    #expect(value(2, 4, 0x08) == 0x1CD03 && value(2, 4, 0xFE) == 0x1CDE5)
  }
}
