import EaselBase

/// The Quite OK Image format: https://qoiformat.org/qoi-specification.pdf.
///
/// Images come from other members, so the decoder accepts any bytes. Its time and memory are those of
/// at most 62 pixels for each byte.
package enum QOI {
  /// The size that a header gives.
  package struct Header: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// Whether the pixels have an opacity. Without one, all are opaque.
    let hasAlpha: Bool

    static let length = 14

    /// Reads the first 14 bytes. Nil unless they are a header of an image within ``ImageLimits``.
    package init?(_ bytes: some Collection<UInt8>) {
      let head = Array(bytes.prefix(Self.length))
      guard head.count == Self.length, head.starts(with: magic), head[13] <= 1 else { return nil }
      func number(at start: Int) -> Int { head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
      (columns, rows) = (number(at: 4), number(at: 8))
      switch head[12] {
      case 3: hasAlpha = false
      case 4: hasAlpha = true
      default: return nil
      }
      guard ImageLimits.accepts(columns: columns, rows: rows) else { return nil }
    }
  }

  private static let magic = Array("qoif".utf8)
  private static let endMarker: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
  private static let runMax = 62

  /// Returns the image; nil unless the bytes are one whole image within ``ImageLimits``, and nothing
  /// more.
  package static func decode(_ bytes: [UInt8]) -> PixelImage? {
    let chunks = Header.length..<max(bytes.count - endMarker.count, Header.length)
    // A byte stands for at most one run. So a few bytes cannot claim the memory of a large image.
    guard let header = Header(bytes), bytes[chunks.upperBound...].elementsEqual(endMarker),
      header.columns * header.rows <= chunks.count * runMax,
      var pixels = pixels(of: chunks, in: bytes, count: header.columns * header.rows)
    else { return nil }
    if !header.hasAlpha {
      for index in pixels.indices { pixels[index].alpha = 255 }
    }
    return PixelImage(columns: header.columns, rows: header.rows, pixels: pixels)
  }

  /// Returns nil unless the chunks give exactly so many pixels.
  private static func pixels(
    of chunks: Range<Int>, in bytes: [UInt8], count: Int
  ) -> [PixelImage.Pixel]? {
    var pixels: [PixelImage.Pixel] = []
    pixels.reserveCapacity(count)
    var seen = SeenPixels()
    var pixel = PixelImage.Pixel(0, 0, 0)
    var at = chunks.lowerBound
    while pixels.count < count {
      guard at < chunks.upperBound else { return nil }
      let tag = bytes[at]
      let operands = tag >= 0xFE ? Int(tag) - 0xFB : tag >> 6 == 2 ? 1 : 0
      guard at + operands < chunks.upperBound else { return nil }
      var run = 1
      switch tag {
      case 0xFE, 0xFF:
        let alpha = tag == 0xFF ? bytes[at + 4] : pixel.alpha
        pixel = PixelImage.Pixel(bytes[at + 1], bytes[at + 2], bytes[at + 3], alpha)
      case 0xC0...:
        run = Int(tag & 63) + 1
      case 0x80...:
        let (green, others) = ((tag & 63) &- 32, bytes[at + 1])
        pixel.add(green &+ (others >> 4) &- 8, green, green &+ (others & 15) &- 8)
      case 0x40...:
        pixel.add((tag >> 4 & 3) &- 2, (tag >> 2 & 3) &- 2, (tag & 3) &- 2)
      default:
        pixel = seen[Int(tag)]
      }
      at += 1 + operands
      seen.insert(pixel)
      guard run <= count - pixels.count else { return nil }
      while run > 0 {
        pixels.append(pixel)
        run -= 1
      }
    }
    return at == chunks.upperBound ? pixels : nil
  }

  /// Returns the bytes of an image of any size.
  package static func encode(_ image: PixelImage) -> [UInt8] {
    var coding = Coding(image)
    coding.append(image.pixels[...])
    return coding.finished()
  }

  /// Returns nil as soon as the bytes are more than so many.
  package static func encode(_ image: PixelImage, bytesMax: Int) -> [UInt8]? {
    var coding = Coding(image)
    for row in 0..<image.rows {
      coding.append(image.pixels[row * image.columns..<(row + 1) * image.columns])
      guard coding.bytes.count <= bytesMax else { return nil }
    }
    let bytes = coding.finished()
    return bytes.count <= bytesMax ? bytes : nil
  }

  /// The bytes of the pixels so far.
  private struct Coding {
    private(set) var bytes = magic
    private var seen = SeenPixels()
    private var last = PixelImage.Pixel(0, 0, 0)
    private var run = 0

    init(_ image: PixelImage) {
      for number in [image.columns, image.rows] {
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
      }
      bytes += [4, 0]
    }

    mutating func append(_ pixels: ArraySlice<PixelImage.Pixel>) {
      for pixel in pixels {
        if pixel == last {
          run += 1
          if run == runMax { appendRun() }
        } else {
          appendRun()
          append(pixel)
          last = pixel
        }
      }
    }

    mutating func finished() -> [UInt8] {
      appendRun()
      return bytes + endMarker
    }

    private mutating func appendRun() {
      if run > 0 { bytes.append(0xC0 | UInt8(run - 1)) }
      run = 0
    }

    /// Appends the shortest chunk for a pixel that differs from the last one.
    private mutating func append(_ pixel: PixelImage.Pixel) {
      let place = SeenPixels.place(of: pixel)
      if seen[place] == pixel { return bytes.append(UInt8(place)) }
      seen.insert(pixel)
      guard pixel.alpha == last.alpha else { return append(0xFF, pixel) }
      let green = pixel.green &- last.green
      let (red, blue) = (pixel.red &- last.red, pixel.blue &- last.blue)
      let (redSteps, greenSteps, blueSteps) = (red &+ 2, green &+ 2, blue &+ 2)
      let (redMore, blueMore) = (red &- green &+ 8, blue &- green &+ 8)
      if redSteps < 4, greenSteps < 4, blueSteps < 4 {
        bytes.append(0x40 | redSteps << 4 | greenSteps << 2 | blueSteps)
      } else if green &+ 32 < 64, redMore < 16, blueMore < 16 {
        bytes.append(0x80 | (green &+ 32))
        bytes.append(redMore << 4 | blueMore)
      } else {
        append(0xFE, pixel)
      }
    }

    /// Appends a pixel in full; the tag 0xFF is for one with its opacity.
    private mutating func append(_ tag: UInt8, _ pixel: PixelImage.Pixel) {
      bytes.append(tag)
      bytes.append(pixel.red)
      bytes.append(pixel.green)
      bytes.append(pixel.blue)
      if tag == 0xFF { bytes.append(pixel.alpha) }
    }
  }
}

/// The last pixel with each of 64 hashes.
private struct SeenPixels {
  private var pixels = [PixelImage.Pixel](repeating: .init(0, 0, 0, 0), count: 64)

  static func place(of pixel: PixelImage.Pixel) -> Int {
    (Int(pixel.red) * 3 + Int(pixel.green) * 5 + Int(pixel.blue) * 7 + Int(pixel.alpha) * 11) & 63
  }

  subscript(place: Int) -> PixelImage.Pixel { pixels[place] }

  mutating func insert(_ pixel: PixelImage.Pixel) { pixels[Self.place(of: pixel)] = pixel }
}

extension PixelImage.Pixel {
  /// Adds differences, modulo 256.
  fileprivate mutating func add(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (self.red &+ red, self.green &+ green, self.blue &+ blue)
  }
}
