import BoardModel
import EaselBase
import EaselPlatform
import SystemFiles

/// Decodes a JPEG file. The library reads a large one at a half, a quarter or an eighth of its size.
enum JPEGDecoder {
  /// - Returns: the image, and the columns and rows of the file.
  static func decode(
    _ library: TurboJPEG
  ) throws(DecodingFault) -> (PixelImage, columns: Int, rows: Int) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(STDIN_FILENO, limit: PictureFile.bytesMax)
    } catch {
      throw .damaged
    }
    guard let handle = library.open() else { throw .tooMuchMemory }
    defer { _ = library.close(handle) }
    var (columns, rows, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let header = library.readHeader(
      handle, bytes, UInt(bytes.count), &columns, &rows, &sampling, &colors)
    guard header == 0, columns > 0 else {
      // A file that was cut off in its header lacks the mark of the end.
      throw bytes.suffix(2).elementsEqual([0xFF, 0xD9]) ? .damaged : .endsEarly
    }
    try PictureDecoding.check(columns: Int(columns), rows: Int(rows))
    let size = decodedSize(columns: Int(columns), rows: Int(rows))
    let isCMYK = TurboJPEG.cmykColors.contains(colors)
    var result: Int32 = 0
    let image = try PictureDecoding.image(columns: size.columns, rows: size.rows) { pixels in
      result = library.decode(
        handle, bytes, UInt(bytes.count), pixels.assumingMemoryBound(to: UInt8.self),
        Int32(size.columns), 0, Int32(size.rows), isCMYK ? TurboJPEG.cmyk : TurboJPEG.rgba, 0)
    }
    if result != 0 {
      let fault = fault(of: library, handle)
      // A warning comes with a whole picture, unless the file was cut off.
      guard library.errorCode(handle) == TurboJPEG.warning, fault != .endsEarly else { throw fault }
    }
    let orientation = ExifOrientation(jpeg: bytes)
    let natural = orientation.turned((Int(columns), Int(rows)))
    let colored = isCMYK ? image.fromCMYK() : image
    return (colored.upright(orientation), natural.columns, natural.rows)
  }

  /// The largest size that the library can decode to and that the board accepts, or the smallest of
  /// the library.
  private static func decodedSize(columns: Int, rows: Int) -> (columns: Int, rows: Int) {
    let sizes = [1, 2, 4, 8].map { ((columns + $0 - 1) / $0, (rows + $0 - 1) / $0) }
    return sizes.first { ImageLimits.accepts(columns: $0.0, rows: $0.1) } ?? sizes[3]
  }

  private static func fault(of library: TurboJPEG, _ handle: TurboJPEG.Handle) -> DecodingFault {
    guard let message = library.message(handle) else { return .damaged }
    let text = String(cString: message)
    if text.contains("Premature end") { return .endsEarly }
    return text.contains("memory") ? .tooMuchMemory : .damaged
  }
}

extension PixelImage {
  /// Returns the image of four printing inks, as JPEG files hold them: 255 is no ink.
  fileprivate func fromCMYK() -> PixelImage {
    let colors = pixels.map { ink in
      func channel(_ value: UInt8) -> UInt8 { UInt8(Int(value) * Int(ink.alpha) / 255) }
      return Pixel(channel(ink.red), channel(ink.green), channel(ink.blue))
    }
    return PixelImage(columns: columns, rows: rows, pixels: colors) ?? self
  }

  /// Returns the image as the camera meant it.
  fileprivate func upright(_ orientation: ExifOrientation) -> PixelImage {
    guard orientation != .upright else { return self }
    let size = orientation.turned((columns, rows))
    let turned = [Pixel](unsafeUninitializedCapacity: columns * rows) { target, count in
      pixels.withUnsafeBufferPointer { source in
        for row in 0..<size.rows {
          for column in 0..<size.columns {
            let from = orientation.source(ofColumn: column, row: row, in: size)
            target.initializeElement(
              at: row * size.columns + column, to: source[from.row * columns + from.column])
          }
        }
      }
      count = columns * rows
    }
    return PixelImage(columns: size.columns, rows: size.rows, pixels: turned) ?? self
  }
}
