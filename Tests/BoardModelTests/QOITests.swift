import BoardModel
import EaselBase
import GroupTesting
import Testing

private typealias Pixel = PixelImage.Pixel

private let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

private func header(_ columns: UInt32, _ rows: UInt32, channels: UInt8 = 4) -> [UInt8] {
  let sizes = [columns, rows].flatMap { size in
    (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
  }
  return Array("qoif".utf8) + sizes + [channels, 0]
}

/// The hash that the specification gives.
private func hash(of pixel: PixelImage.Pixel) -> UInt8 {
  let sum = Int(pixel.red) * 3 + Int(pixel.green) * 5 + Int(pixel.blue) * 7
  return UInt8((sum + Int(pixel.alpha) * 11) % 64)
}

/// An image of few or of many colours, with runs, gradients and noise.
private func randomImage(_ random: inout SplitMix64) -> PixelImage? {
  let columns = Int.random(in: 1...40, using: &random)
  let rows = Int.random(in: 1...40, using: &random)
  let noise = [1, 4, 30, 255].randomElement(using: &random) ?? 1
  let isOpaque = Bool.random(using: &random)
  var pixel = Pixel(0, 0, 0)
  let pixels = (0..<columns * rows).map { _ in
    if Int.random(in: 0..<4, using: &random) > 0 {
      func step() -> UInt8 {
        UInt8(truncatingIfNeeded: Int.random(in: -noise...noise, using: &random))
      }
      pixel = Pixel(
        pixel.red &+ step(), pixel.green &+ step(), pixel.blue &+ step(),
        isOpaque ? 255 : pixel.alpha &+ step())
    }
    return pixel
  }
  return PixelImage(columns: columns, rows: rows, pixels: pixels)
}

@Suite struct QOITests {
  @Test("A decoded image is the image that was encoded")
  func roundTrip() throws {
    for seed in Seeds.range(100) {
      var random = SplitMix64(seed: seed)
      let image = try #require(randomImage(&random))
      #expect(QOI.decode(QOI.encode(image)) == image, "seed \(seed)")
    }
  }

  @Test(
    "Each kind of chunk gives the pixel that the specification says",
    arguments: [
      ([0xFE, 10, 20, 30], Pixel(10, 20, 30)),
      ([0xFF, 10, 20, 30, 40], Pixel(10, 20, 30, 40)),
      // A place of the index that holds no pixel yet.
      ([0x07], Pixel(0, 0, 0, 0)),
      // Differences of 1, -2 and 0 wrap around.
      ([0b0111_0010], Pixel(1, 254, 0)),
      // Green by -32; red by -32 - 8, and blue by -32 + 7.
      ([0x80, 0x0F], Pixel(216, 224, 231)),
      ([0xBF, 0x88], Pixel(31, 31, 31)),
      ([0xC0], Pixel(0, 0, 0)),
    ] as [([UInt8], PixelImage.Pixel)])
  func chunk(bytes: [UInt8], pixel: PixelImage.Pixel) throws {
    let image = try #require(QOI.decode(header(1, 1) + bytes + end))
    #expect(image.pixels == [pixel])
  }

  @Test("A chunk of the index gives the last pixel with that hash")
  func index() throws {
    let pixel = Pixel(10, 20, 30)
    let index = hash(of: pixel)
    let bytes = header(3, 1) + [0xFE, 10, 20, 30, 0xFE, 1, 1, 1, index] + end
    #expect(QOI.decode(bytes)?.pixels == [pixel, Pixel(1, 1, 1), pixel])
    // The first pixel stands in the index once a run repeats it.
    let run = header(4, 1) + [0xC1, 0xFE, 1, 1, 1, hash(of: Pixel(0, 0, 0))] + end
    #expect(QOI.decode(run)?.pixels.last == Pixel(0, 0, 0))
  }

  @Test("The encoder chooses the shortest chunk")
  func shortest() throws {
    func chunks(_ pixels: [PixelImage.Pixel]) throws -> [UInt8] {
      let image = try #require(PixelImage(columns: pixels.count, rows: 1, pixels: pixels))
      return Array(QOI.encode(image).dropFirst(14).dropLast(8))
    }
    #expect(try chunks([Pixel(1, 254, 0)]) == [0b0111_0010])
    #expect(try chunks([Pixel(216, 224, 231)]) == [0x80, 0x0F])
    #expect(try chunks([Pixel(100, 0, 0)]) == [0xFE, 100, 0, 0])
    #expect(try chunks([Pixel(0, 0, 0, 3)]) == [0xFF, 0, 0, 0, 3])
    #expect(try chunks(Array(repeating: Pixel(0, 0, 0), count: 63)) == [0xFD, 0xC0])
    #expect(
      try chunks([Pixel(100, 0, 0), Pixel(0, 0, 100), Pixel(100, 0, 0)])
        == [0xFE, 100, 0, 0, 0xFE, 0, 0, 100, hash(of: Pixel(100, 0, 0))])
  }

  @Test("An image without opacity is opaque")
  func channels() throws {
    let bytes = header(2, 1, channels: 3) + [0xFF, 1, 2, 3, 0, 0x15] + end
    #expect(QOI.decode(bytes)?.pixels.allSatisfy { $0.alpha == 255 } == true)
  }

  @Test("An image that is cut off at any byte is refused, and so is one with a byte too many")
  func cutOff() throws {
    var random = SplitMix64(seed: 7)
    let bytes = QOI.encode(try #require(randomImage(&random)))
    for count in 0..<bytes.count {
      #expect(QOI.decode(Array(bytes.prefix(count))) == nil, "\(count) bytes")
      // The right end behind a part changes nothing.
      if count < bytes.count - end.count {
        #expect(QOI.decode(Array(bytes.prefix(count)) + end) == nil, "\(count) bytes and the end")
      }
    }
    #expect(QOI.decode(bytes + [1]) == nil)
    #expect(QOI.decode(bytes.dropLast(end.count) + [0xC0] + end) == nil)
  }

  @Test(
    "A header beyond the limits is refused",
    arguments: [
      (0, 1), (1, 0), (4_097, 1), (1, 4_097), (4_000, 1_001), (1 << 30, 1 << 30),
      (UInt32.max, UInt32.max),
    ] as [(UInt32, UInt32)])
  func hostileSizes(columns: UInt32, rows: UInt32) {
    #expect(QOI.Header(header(columns, rows)) == nil)
    #expect(QOI.decode(header(columns, rows) + Array(repeating: 0xFD, count: 70_000) + end) == nil)
  }

  @Test("A header within the limits gives its size; other magic, channels and colours do not")
  func headers() throws {
    let largest = try #require(QOI.Header(header(4_000, 1_000)))
    #expect(largest.columns == 4_000 && largest.rows == 1_000)
    #expect(QOI.Header(header(1, 1, channels: 2)) == nil)
    #expect(QOI.Header(header(1, 1, channels: 5)) == nil)
    #expect(QOI.Header(header(1, 1).dropLast() + [2]) == nil)
    #expect(QOI.Header([0] + header(1, 1).dropFirst()) == nil)
    #expect(QOI.Header(header(1, 1).dropLast()) == nil)
  }

  @Test("A few bytes that claim a large image are refused, and runs give a large one legally")
  func claims() throws {
    let claim = header(4_000, 1_000)
    #expect(QOI.decode(claim + Array(repeating: 0xFD, count: 64_515) + end) == nil)
    let runs = Array(repeating: UInt8(0xFD), count: 100)
    #expect(QOI.decode(header(62, 100) + runs + end)?.pixels.count == 6_200)
    #expect(QOI.decode(header(62, 100) + runs.dropLast() + end) == nil)
    #expect(QOI.decode(header(6_199, 1) + runs + end) == nil)
    #expect(QOI.decode(header(61, 100) + runs + end) == nil)
  }

  @Test("Any bytes behind a header give an image of its size or none")
  func noise() {
    for seed in Seeds.range(200) {
      var random = SplitMix64(seed: seed)
      let bytes = (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }
      let image = QOI.decode(header(5, 6) + bytes + end)
      #expect(image == nil || image?.pixels.count == 30, "seed \(seed)")
    }
  }

  @Test("Pixels that do not fill the rows are no image")
  func shape() {
    let pixels = [Pixel(1, 2, 3), Pixel(4, 5, 6)]
    #expect(PixelImage(columns: 2, rows: 1, pixels: pixels)?[1, 0] == Pixel(4, 5, 6))
    #expect(PixelImage(columns: 2, rows: 2, pixels: pixels) == nil)
    #expect(PixelImage(columns: 0, rows: 0, pixels: []) == nil)
    #expect(PixelImage(columns: -1, rows: -2, pixels: pixels) == nil)
    #expect(PixelImage(columns: Int.max, rows: Int.max, pixels: pixels) == nil)
  }
}
