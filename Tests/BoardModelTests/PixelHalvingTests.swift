import BoardModel
import EaselBase
import GroupTesting
import Testing

private typealias Pixel = PixelImage.Pixel

private func image(_ columns: Int, _ rows: Int, _ pixels: [PixelImage.Pixel]) throws -> PixelImage {
  try #require(PixelImage(columns: columns, rows: rows, pixels: pixels))
}

@Suite struct PixelHalvingTests {
  @Test("A halved image has the mean of each four pixels")
  func means() throws {
    let four = [Pixel(0, 10, 255), Pixel(4, 20, 255), Pixel(8, 30, 255), Pixel(12, 41, 255)]
    #expect(try image(2, 2, four).halved() == image(1, 1, [Pixel(6, 25, 255)]))
  }

  @Test("A transparent pixel gives its opacity to the mean, and not its colour")
  func opacity() throws {
    let four = [Pixel(200, 0, 0), Pixel(0, 255, 0, 0), Pixel(0, 255, 0, 0), Pixel(0, 255, 0, 0)]
    #expect(try image(2, 2, four).halved().pixels == [Pixel(200, 0, 0, 64)])
    let none = Array(repeating: Pixel(9, 9, 9, 0), count: 4)
    #expect(try image(2, 2, none).halved().pixels == [Pixel(0, 0, 0, 0)])
  }

  @Test("An odd edge is the mean of the pixels that are there")
  func edges() throws {
    let five = [Pixel(0, 0, 0), Pixel(2, 0, 0), Pixel(4, 0, 0), Pixel(6, 0, 0), Pixel(100, 0, 0)]
    #expect(
      try image(5, 1, five).halved() == image(3, 1, [1, 5, 100].map { Pixel($0, 0, 0) }))
    #expect(try image(1, 5, five).halved().pixels.map(\.red) == [1, 5, 100])
    #expect(try image(1, 1, [five[4]]).halved().pixels == [five[4]])
  }

  @Test("An image that fits stays as it is; noise is halved until its bytes fit")
  func fitting() throws {
    let plain = try image(4_096, 2, Array(repeating: Pixel(1, 2, 3), count: 8_192))
    #expect(QOI.decode(plain.fittingQOI()) == plain)
    var random = SplitMix64(seed: 3)
    let noise = (0..<500 * 400).map { _ in
      let bits = random.next()
      return Pixel(
        UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
        UInt8(truncatingIfNeeded: bits >> 16))
    }
    let large = try image(500, 400, noise)
    #expect(QOI.encode(large).count > ImageLimits.bytesMax)
    #expect(QOI.decode(large.fittingQOI()) == large.halved())
  }

  @Test("An image beyond the limits of a side is halved as far as they demand")
  func sides() throws {
    let wide = try image(8_194, 1, Array(repeating: Pixel(1, 2, 3), count: 8_194))
    let half = try #require(QOI.decode(wide.fittingQOI()))
    #expect(half.columns == 2_049 && half.rows == 1)
  }
}
