import BoardModel
import CEaselPNG
import EaselPlatform
import Foundation

/// A PNG file that libpng writes for a test.
struct PNGFile {
  var columns = 4
  var rows = 3
  var depth = 8
  var kind = PNG_COLOR_TYPE_RGB
  var isInterlaced = false
  var palette: [png_color] = []
  /// The opacity of each colour of the palette.
  var opacities: [UInt8] = []
  /// Whether one colour is transparent, as in a picture without its own opacity.
  var transparent: png_color_16?
  /// The bytes of each row.
  var row: (Int) -> [UInt8]

  func bytes() -> [UInt8] {
    let target = Target()
    var png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nil, nil, nil)
    var facts = png_create_info_struct(png)
    defer { png_destroy_write_struct(&png, &facts) }
    png_set_write_fn(
      png, Unmanaged.passUnretained(target).toOpaque(),
      { png, bytes, count in
        guard let place = png_get_io_ptr(png) else { return }
        let target = Unmanaged<Target>.fromOpaque(place).takeUnretainedValue()
        target.bytes += UnsafeBufferPointer(start: bytes, count: count)
      }, nil)
    png_set_IHDR(
      png, facts, UInt32(columns), UInt32(rows), Int32(depth), kind,
      isInterlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
      PNG_FILTER_TYPE_BASE)
    if !palette.isEmpty { png_set_PLTE(png, facts, palette, Int32(palette.count)) }
    if !opacities.isEmpty { png_set_tRNS(png, facts, opacities, Int32(opacities.count), nil) }
    if var transparent { png_set_tRNS(png, facts, nil, 0, &transparent) }
    png_set_compression_level(png, 1)
    png_write_info(png, facts)
    for _ in 0..<png_set_interlace_handling(png) {
      for index in 0..<rows { png_write_row(png, row(index)) }
    }
    png_write_end(png, facts)
    withExtendedLifetime(target) {}
    return target.bytes
  }

  private final class Target { var bytes: [UInt8] = [] }
}

/// JPEG files that libturbojpeg writes for a test.
enum JPEGFile {
  static let isPossible = library != nil

  /// Returns a file of columns of red and of blue, each half of the picture.
  ///
  /// - Parameter orientation: the number of the Exif tag; nil for a file without it.
  static func bytes(
    columns: Int, rows: Int, isProgressive: Bool = false, orientation: UInt8? = nil,
    isCMYK: Bool = false
  ) throws -> [UInt8] {
    let pixels = (0..<rows).flatMap { _ in
      (0..<columns).flatMap { column -> [UInt8] in
        let isLeft = column < columns / 2
        // Printing inks are said by what they leave: 255 is no ink.
        return isCMYK
          ? isLeft ? [255, 0, 0, 255] : [0, 0, 255, 255]
          : isLeft ? [255, 0, 0, 255] : [0, 0, 255, 255]
      }
    }
    let bytes = try compressed(
      pixels, columns: columns, rows: rows, form: isCMYK ? 11 : 7,
      flags: isProgressive ? 16_384 : 0)
    guard let orientation else { return bytes }
    // A TIFF file with one entry, in a segment of its own.
    let tiff =
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      + [0, 0, 0, 0]
    let segment = Array("Exif\0\0".utf8) + tiff
    return bytes.prefix(2) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment
      + bytes.dropFirst(2)
  }

  private static func compressed(
    _ pixels: [UInt8], columns: Int, rows: Int, form: Int32, flags: Int32
  ) throws -> [UInt8] {
    typealias Handle = UnsafeMutableRawPointer
    typealias Open = @convention(c) () -> Handle?
    typealias Compress =
      @convention(c) (
        Handle, UnsafePointer<UInt8>, Int32, Int32, Int32, Int32,
        UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<UInt>, Int32,
        Int32, Int32
      ) -> Int32
    typealias Free = @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void
    let open = try unsafeBitCast(function("tjInitCompress"), to: Open.self)
    let compress = try unsafeBitCast(function("tjCompress2"), to: Compress.self)
    let free = try unsafeBitCast(function("tjFree"), to: Free.self)
    let close = try unsafeBitCast(
      function("tjDestroy"), to: (@convention(c) (Handle) -> Int32).self)
    guard let handle = open() else { throw POSIXError(.ENOMEM) }
    defer { _ = close(handle) }
    var (target, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    // Colours for each pixel (4:4:4), at quality 95.
    let result = compress(
      handle, pixels, Int32(columns), 0, Int32(rows), form, &target, &count, 0, 95, flags)
    defer { free(target) }
    guard result == 0 else { throw POSIXError(.EINVAL) }
    return Array(UnsafeBufferPointer(start: target, count: Int(count)))
  }

  nonisolated(unsafe) private static let library = dlopen("libturbojpeg.so.0", RTLD_NOW)

  private static func function(_ name: String) throws -> UnsafeMutableRawPointer {
    guard let function = dlsym(library, name) else { throw POSIXError(.ENOSYS) }
    return function
  }
}
