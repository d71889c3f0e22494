import ArgumentParser
import BoardModel
import CEaselSystem
import EaselBase
import EaselPlatform
import SystemFiles

/// `easel picture-decode`: the process of ``PictureDecoder``.
struct PictureDecodeCommand: ParsableCommand {
  static let name = "picture-decode"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Decode a picture from standard input, for another easel.", shouldDisplay: false)

  func run() { PictureDecoding.run() }
}

/// Decodes the file at standard input, and writes a ``PictureReply`` to standard output.
///
/// The process starts no thread. It opens the library that it needs, and then limits itself: it has
/// 320 MiB of addresses and 5 seconds of processor time, opens and writes no file, opens no socket,
/// starts no process, and dies with its parent. A filter of the kernel (seccomp) refuses all other
/// system calls where the kernel has filters.
enum PictureDecoding {
  private static let memoryMax = 320 << 20
  private static let secondsMax: UInt32 = 5

  static func run() -> Never {
    do throws(DecodingFault) {
      guard let kind = PictureKind(PictureFile.start(of: STDIN_FILENO)) else { throw .otherKind }
      let library = kind == .jpeg ? try TurboJPEG() : nil
      guard easel_confine(memoryMax, secondsMax) == 0 else { throw .unconfined }
      let (image, columns, rows) =
        if let library {
          try JPEGDecoder.decode(library)
        } else {
          try PNGDecoder.decode()
        }
      answer(PictureReply.bytes(image.fittingQOI(), naturalColumns: columns, naturalRows: rows))
    } catch {
      answer([error.rawValue])
    }
  }

  /// Writes the answer and ends the process. C code may call it where it must not return.
  static func answer(_ bytes: [UInt8]) -> Never {
    do {
      try FileSystem.writeAll(bytes, to: STDOUT_FILENO)
    } catch {
      _exit(1)
    }
    _exit(0)
  }

  /// Judges the size that a header gives.
  static func check(columns: Int, rows: Int) throws(DecodingFault) {
    guard columns > 0, rows > 0 else { throw .damaged }
    guard max(columns, rows) <= PictureFile.sideMax else { throw .tooWide }
    guard columns * rows <= PictureFile.pixelsMax else { throw .tooManyPixels }
  }

  /// Returns pixels that C code writes, row by row from the top.
  static func image(
    columns: Int, rows: Int, fill: (UnsafeMutableRawPointer) -> Void
  ) throws(DecodingFault) -> PixelImage {
    let pixels = [PixelImage.Pixel](unsafeUninitializedCapacity: columns * rows) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      memset(start, 0, columns * rows * MemoryLayout<PixelImage.Pixel>.stride)
      fill(UnsafeMutableRawPointer(start))
      count = columns * rows
    }
    guard let image = PixelImage(columns: columns, rows: rows, pixels: pixels) else {
      throw .damaged
    }
    return image
  }
}
