import BoardModel
import CellFrame
import GroupTesting
import Testing

@testable import BoardRendering

@Suite struct BlockMosaicTests {
  private typealias Block = BlockMosaic.Block

  /// Blocks from letters: a space is ground, a capital letter ink, a small letter translucent ink.
  private func mosaic(_ text: String, top: Character = " ") -> BlockMosaic {
    BlockMosaic(
      text.map { letter in
        guard letter != " " else { return Block() }
        return Block(shown: color(letter), ink: letter.isUppercase ? color(letter) : nil)
      }, top: color(top), ground: 0)
  }

  private func color(_ letter: Character) -> UInt32 {
    ["R": 0xFF_00_00, "G": 0x00_FF_00, "B": 0x00_00_FF, "y": 0x40_40_00][letter] ?? 0x12_34_56
  }

  private func shown(_ text: String, top: Character = " ") -> String {
    guard let colors = mosaic(text, top: top).colors else { return "" }
    func letter(_ color: UInt32?) -> Character {
      color.flatMap { color in "RGBy".first { self.color($0) == color } } ?? " "
    }
    return String(
      text.indices.enumerated().map { index, _ in
        letter(colors.bits >> index & 1 == 1 ? colors.foreground : colors.background)
      })
  }

  @Test("A cell with one or two colours shows them unchanged")
  func twoColors() {
    for text in ["R", "R   ", "RG", "  RR", "RGGR", "yy  ", "yR", "RRRRRRRR"] {
      #expect(shown(text) == text)
    }
    #expect(shown("    ").isEmpty)
  }

  @Test("If a cell has more colours, the most frequent ink stays, and the most frequent other one")
  func mostFrequent() {
    #expect(shown("RRRGG   ") == "RRRRR   ")
    #expect(shown("RRRRGGB ") == "RRRRGGRR")
    #expect(shown("    yyyR") == "       R", "a thin line has no gap beside a marker")
  }

  @Test("The ink that was painted last wins a tie")
  func topmost() {
    #expect(shown("RG  ", top: "R") == "RR  ")
    #expect(shown("RG  ", top: "G") == "GG  ")
    #expect(shown("RRGGBB", top: "B").contains("B"))
  }

  @Test("Any blocks give two colours at most, and ink never shows as ground")
  func anyBlocks() {
    for seed in Seeds.range(40) {
      var random = SplitMix64(seed: seed)
      let letters = Array("RGBy  ")
      let text = String(
        (0..<8).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
      let result = shown(text, top: letters[Int.random(in: 0..<3, using: &random)])
      #expect(Set(result).count <= 2, "seed \(seed): “\(text)”")
      for (before, after) in zip(text, result) where before.isUppercase {
        #expect(after.isUppercase, "seed \(seed): “\(text)” became “\(result)”")
      }
    }
  }

  @Test("A cell with one colour is solid, and a cell with two has no ground")
  func cells() throws {
    for raster in Raster.allCases where raster.hasBlocks {
      var canvas = Canvas(
        columns: 6, rows: 4, viewport: view(6, 4), raster: raster, theme: .terminal)
      canvas.paint(
        try stroke(
          .rectangle, [at(0, 0), at(6, 2)], filled: true, color: InkColor(rgb: 0xFF_00_00)))
      #expect(canvas.cell(column: 2, row: 1).glyph == Glyph("█"))
      canvas.paint(
        try stroke(
          .rectangle, [at(0, 0.6), at(6, 2)], filled: true, color: InkColor(rgb: 0x00_00_FF)))
      let cell = canvas.cell(column: 2, row: 0)
      if raster.isMixed {
        // A box with a thin line covers whole cells, as its line does.
        #expect(cell.glyph == Glyph("█") && cell.style.foreground == .rgb(0x00_00_FF))
      } else {
        #expect(cell.style.foreground == .rgb(0xFF_00_00))
        #expect(cell.style.background == .rgb(0x00_00_FF))
      }
      #expect(canvas.cell(column: 2, row: 1).style.foreground == .rgb(0x00_00_FF))
    }
  }
}
