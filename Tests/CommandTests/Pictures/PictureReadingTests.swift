import BoardModel
import CEaselPNG
import EaselBase
import EaselPlatform
import Foundation
import GroupTesting
import Testing
import TestThreads

@testable import easel

private typealias Pixel = PixelImage.Pixel

/// The decoder of the built program. It may wait long for the processor of a busy machine.
let pictureDecoder = PictureDecoder(
  command: [Easel.binary.path, PictureDecodeCommand.name], patience: 600_000)

/// Picture files that the built program decodes, each in a process of its own.
@Suite(.besidePool) struct PictureReadingTests {
  private let home: Home

  init() throws { home = try Home() }

  private func read(_ bytes: [UInt8], as name: String = "a.png") async throws -> ReadPicture {
    try Data(bytes).write(to: URL(fileURLWithPath: home.path(name)))
    return try await PictureFile.read(path: home.path(name), with: pictureDecoder).get()
  }

  private func pixels(of picture: ReadPicture) throws -> [PixelImage.Pixel] {
    let image = try #require(QOI.decode(picture.qoi))
    #expect(image.columns == picture.columns && image.rows == picture.rows)
    return image.pixels
  }

  @Test("Each kind of PNG gives its colours and its opacity", arguments: [false, true])
  func kinds(isInterlaced: Bool) async throws {
    func first(_ file: PNGFile) async throws -> PixelImage.Pixel? {
      var file = file
      file.isInterlaced = isInterlaced
      let pixels = try await pixels(of: read(file.bytes()))
      #expect(pixels.count == 12 && Set(pixels).count == 1)
      return pixels.first
    }
    func repeated(_ pixel: [UInt8]) -> (Int) -> [UInt8] {
      { _ in (0..<4).flatMap { _ in pixel } }
    }
    #expect(try await first(PNGFile(row: repeated([1, 2, 3]))) == Pixel(1, 2, 3))
    #expect(
      try await first(PNGFile(kind: PNG_COLOR_TYPE_RGBA, row: repeated([1, 2, 3, 4])))
        == Pixel(1, 2, 3, 4))
    #expect(
      try await first(PNGFile(kind: PNG_COLOR_TYPE_GRAY_ALPHA, row: repeated([9, 7])))
        == Pixel(9, 9, 9, 7))
    #expect(
      try await first(PNGFile(depth: 16, row: repeated([10, 10, 20, 20, 30, 30])))
        == Pixel(10, 20, 30))
    #expect(
      try await first(PNGFile(depth: 2, kind: PNG_COLOR_TYPE_GRAY) { _ in [0b10101010] })
        == Pixel(170, 170, 170))
    let colors = [png_color(red: 1, green: 2, blue: 3), png_color(red: 4, green: 5, blue: 6)]
    let indexed = PNGFile(
      depth: 1, kind: PNG_COLOR_TYPE_PALETTE, palette: colors, opacities: [255, 128]
    ) { _ in [0xF0] }
    #expect(try await first(indexed) == Pixel(4, 5, 6, 128))
    let keyed = PNGFile(
      transparent: png_color_16(index: 0, red: 7, green: 8, blue: 9, gray: 0),
      row: repeated([7, 8, 9]))
    #expect(try await first(keyed) == Pixel(7, 8, 9, 0))
  }

  @Test("The rows of a PNG keep their order", arguments: [false, true])
  func rows(isInterlaced: Bool) async throws {
    let file = PNGFile(columns: 9, rows: 17, kind: PNG_COLOR_TYPE_GRAY, isInterlaced: isInterlaced)
    {
      row in (0..<9).map { UInt8(row * 9 + $0) }
    }
    let pixels = try await pixels(of: read(file.bytes()))
    #expect(pixels.map { Int($0.red) } == Array(0..<153))
  }

  @Test("A large picture is halved, and names its natural size")
  func large() async throws {
    let file = PNGFile(columns: 8_000, rows: 3_000, kind: PNG_COLOR_TYPE_GRAY) { _ in
      Array(repeating: 50, count: 8_000)
    }
    let picture = try await read(file.bytes())
    #expect(picture.naturalColumns == 8_000 && picture.naturalRows == 3_000)
    #expect(picture.columns == 2_000 && picture.rows == 750)
    #expect(try pixels(of: picture).allSatisfy { $0 == Pixel(50, 50, 50) })
  }

  @Test("A picture of noise has at most 480 KiB")
  func noise() async throws {
    var random = SplitMix64(seed: 5)
    let file = PNGFile(columns: 1_000, rows: 600) { _ in
      (0..<3_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let picture = try await read(file.bytes())
    #expect(picture.qoi.count <= ImageLimits.bytesMax)
    #expect(picture.columns == 250 && picture.rows == 150)
  }

  @Test("Standard input may be a pipe")
  func standardInput() throws {
    let pipe = Pipe()
    let bytes = PNGFile { _ in Array(repeating: 5, count: 12) }.bytes()
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    let picture = try PictureFile.readStandardInput(
      pipe.fileHandleForReading.fileDescriptor, with: pictureDecoder)
    #expect(picture.columns == 4 && picture.rows == 3)
  }
}

/// JPEG files that libturbojpeg wrote.
@Suite(.besidePool, .enabled(if: JPEGFile.isPossible, "libturbojpeg0 is missing"))
struct JPEGReadingTests {
  private func read(_ bytes: [UInt8]) async throws -> (ReadPicture, PixelImage) {
    let home = try Home()
    try Data(bytes).write(to: URL(fileURLWithPath: home.path("a.jpg")))
    let picture = try await PictureFile.read(path: home.path("a.jpg"), with: pictureDecoder).get()
    return (picture, try #require(QOI.decode(picture.qoi)))
  }

  private func isRed(_ pixel: PixelImage.Pixel) -> Bool {
    pixel.red > 230 && pixel.green < 25 && pixel.blue < 25 && pixel.alpha == 255
  }

  private func isBlue(_ pixel: PixelImage.Pixel) -> Bool {
    pixel.red < 25 && pixel.green < 25 && pixel.blue > 230 && pixel.alpha == 255
  }

  @Test("A JPEG gives its colours, plain or progressive", arguments: [false, true])
  func colors(isProgressive: Bool) async throws {
    let file = try JPEGFile.bytes(columns: 64, rows: 32, isProgressive: isProgressive)
    let (picture, image) = try await read(file)
    #expect(picture.naturalColumns == 64 && picture.naturalRows == 32)
    #expect(image.columns == 64 && image.rows == 32)
    #expect(isRed(image[10, 10]) && isBlue(image[50, 20]))
  }

  @Test("A JPEG of printing inks gives their colours")
  func inks() async throws {
    let (_, image) = try await read(JPEGFile.bytes(columns: 64, rows: 32, isCMYK: true))
    #expect(isRed(image[10, 10]) && isBlue(image[50, 20]))
  }

  @Test("A large JPEG is decoded at a part of its size")
  func large() async throws {
    let (picture, image) = try await read(JPEGFile.bytes(columns: 4_100, rows: 16))
    #expect(picture.naturalColumns == 4_100 && picture.naturalRows == 16)
    #expect(image.columns == 2_050 && image.rows == 8)
    #expect(isRed(image[100, 3]) && isBlue(image[2_000, 4]))
  }

  @Test(
    "A photograph stands upright, however the camera was held",
    arguments: [
      (1, (10, 10)), (2, (50, 10)), (3, (50, 10)), (4, (10, 10)), (5, (10, 10)), (6, (10, 10)),
      (7, (10, 50)), (8, (10, 50)),
    ] as [(UInt8, (Int, Int))])
  func upright(orientation: UInt8, red: (Int, Int)) async throws {
    let file = try JPEGFile.bytes(columns: 64, rows: 32, orientation: orientation)
    let (picture, image) = try await read(file)
    let size = orientation < 5 ? (64, 32) : (32, 64)
    #expect((picture.naturalColumns, picture.naturalRows) == size)
    #expect((image.columns, image.rows) == size)
    #expect(isRed(image[red.0, red.1]))
  }

  @Test("A JPEG with bytes behind its end is a picture, and a JPEG without its end is not")
  func ends() async throws {
    let file = try JPEGFile.bytes(columns: 640, rows: 320)
    #expect(try await read(file + [1, 2, 3]).1.columns == 640)
    for count in [20, 200, file.count / 2, file.count - 40] {
      await #expect(throws: PictureFault.decoding(.endsEarly), "\(count) of \(file.count)") {
        try await read(Array(file.prefix(count)))
      }
    }
  }
}
