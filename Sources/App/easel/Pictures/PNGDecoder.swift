import BoardModel
import CEaselPNG
import EaselBase
import EaselPlatform

/// Decodes a PNG file of any kind with libpng, row by row. Only ``PictureDecoding`` may use it: an
/// error of libpng ends the process.
enum PNGDecoder {
  /// - Returns: the image, and the columns and rows of the file.
  static func decode() throws(DecodingFault) -> (PixelImage, columns: Int, rows: Int) {
    guard
      let png = png_create_read_struct(
        PNG_LIBPNG_VER_STRING, nil, { PNGDecoder.fail($1) }, { _, _ in }),
      let facts = png_create_info_struct(png)
    else { throw .tooMuchMemory }
    png_set_read_fn(png, nil) { _, target, count in
      if let target { PNGDecoder.readAll(target, count) }
    }
    png_set_user_limits(png, UInt32(Int32.max), UInt32(Int32.max))
    png_read_info(png, facts)
    let (columns, rows) = (
      Int(png_get_image_width(png, facts)), Int(png_get_image_height(png, facts))
    )
    try PictureDecoding.check(columns: columns, rows: rows)
    // Each kind of PNG becomes red, green, blue and opacity, of a byte each.
    png_set_expand(png)
    png_set_scale_16(png)
    png_set_gray_to_rgb(png)
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER)
    let passes = png_set_interlace_handling(png)
    png_read_update_info(png, facts)
    guard png_get_rowbytes(png, facts) == columns * 4 else { throw .damaged }
    let image = try PictureDecoding.image(columns: columns, rows: rows) { pixels in
      for _ in 0..<passes {
        for row in 0..<rows {
          let start = pixels.advanced(by: row * columns * 4)
          png_read_row(png, start.assumingMemoryBound(to: UInt8.self), nil)
        }
      }
    }
    return (image, columns, rows)
  }

  /// Reads so many bytes of standard input.
  private static func readAll(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    var done = 0
    while done < count {
      let more = read(STDIN_FILENO, target + done, count - done)
      if more > 0 {
        done += more
      } else if more == 0 {
        PictureDecoding.answer([DecodingFault.endsEarly.rawValue])
      } else if errno != EINTR {
        PictureDecoding.answer([DecodingFault.damaged.rawValue])
      }
    }
  }

  /// libpng calls it with a message, and does not expect that it returns.
  private static func fail(_ message: UnsafePointer<CChar>?) -> Never {
    let isMemory = message.map { strstr($0, "emory") != nil } ?? false
    let fault: DecodingFault = isMemory ? .tooMuchMemory : .damaged
    PictureDecoding.answer([fault.rawValue])
  }
}
