import CellFrame
import Testing

@testable import BoardRendering

@Suite struct RasterChoiceTests {
  private func raster(
    _ choice: RasterChoice = .automatic, isUTF8: Bool = true, _ depth: ColorDepth = .direct,
    _ blocks: BlockSupport = .unknown, hasSextants: Bool = true, hasOctants: Bool = true
  ) -> Raster {
    choice.raster(
      isUTF8: isUTF8, depth: depth, blocks: blocks, hasSextants: hasSextants,
      hasOctants: hasOctants)
  }

  @Test("The automatic choice is mixed ink, with the blocks that the terminal draws well")
  func automatic() {
    #expect(raster() == .mixed)
    for depth in ColorDepth.allCases {
      #expect(raster(.automatic, depth, .unknown) == .mixed)
      #expect(raster(.automatic, depth, .sextants) == (depth == .none ? .mixed : .mixedSextants))
      #expect(raster(.automatic, depth, .halves) == .mixedHalf)
    }
  }

  @Test("A fixed choice is kept in each terminal with UTF-8")
  func fixed() {
    for wanted in Raster.allCases {
      #expect(raster(.fixed(wanted), .ansi8, .sextants) == wanted)
    }
  }

  @Test("Sextants and octants are refused if the C library or the terminal is not known for them")
  func refused() {
    for wanted in [Raster.sextants, .octants, .mixedSextants, .mixedOctants] {
      #expect(raster(.fixed(wanted), .direct, .unknown) == .mixed)
      #expect(raster(.fixed(wanted), .direct, .halves) == .mixedHalf)
      #expect(
        raster(.fixed(wanted), .direct, .sextants, hasSextants: false, hasOctants: false) == .mixed)
    }
    for wanted in [Raster.octants, .mixedOctants] {
      #expect(raster(.fixed(wanted), .direct, .sextants, hasOctants: false) == .mixedSextants)
    }
    #expect(raster(.automatic, .direct, .sextants, hasSextants: false) == .mixed)
    for wanted in [Raster.mixed, .mixedHalf, .braille, .half, .quadrants, .ascii] {
      #expect(raster(.fixed(wanted), hasSextants: false, hasOctants: false) == wanted)
    }
  }

  @Test("Without UTF-8, ink is ASCII")
  func ascii() {
    for choice in RasterChoice.all {
      #expect(raster(choice, isUTF8: false, .direct, .sextants) == .ascii)
    }
  }

  @Test("Each choice has a name, by which it is found again")
  func names() {
    #expect(
      RasterChoice.all.map(\.name)
        == [
          "auto", "pixels", "mixed", "mixed-sextants", "mixed-octants", "mixed-half", "braille",
          "half",
          "quadrants", "sextants", "octants", "ascii",
        ])
    #expect(RasterChoice.all.allSatisfy { RasterChoice(name: $0.name) == $0 })
    #expect(RasterChoice(name: "dots") == nil)
  }
}
