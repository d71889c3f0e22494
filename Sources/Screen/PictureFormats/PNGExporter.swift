import CEaselPNG
import CellFrame
import EaselBase

/// The reason why a picture could not be made.
public enum PNGFailure: Error, Hashable, Sendable {
  /// The frame or drawing has more cells than a picture may have, or has no cells.
  case unfitSize(columns: Int, rows: Int)
  /// The message of libpng.
  case library(String)
}

/// Pictures of frames and drawings in pixels, by libpng. The same input gives the same bytes.
public enum PNGExporter {
  /// Maximum cells in a picture. Each cell needs at most 4 KiB of memory during the
  /// export.
  public static let cellsMax = 100_000

  /// Returns a frame as the bytes of a PNG file, with 16 × 32 pixels per cell.
  ///
  /// - Parameter outlines: the shapes of letters that the own font lacks, in a cell of 16 × 32 units.
  /// - Throws: ``PNGFailure`` if the frame has no cells or more than ``cellsMax``, or if libpng
  ///   fails.
  public static func png(
    _ frame: Frame, theme: Theme, outlines: [Glyph: VectorPath] = [:]
  ) throws(PNGFailure) -> [UInt8] {
    try check(columns: frame.columns, rows: frame.rows)
    return try png(PixelSheet(frame, theme: theme, letters: LetterRaster(outlines: outlines)))
  }

  /// Returns a drawing as the bytes of a PNG file, with 16 × 32 pixels per cell. Its lines have
  /// smooth edges.
  ///
  /// - Parameter outlines: the shapes of letters that the own font lacks, in a cell of 16 × 32 units.
  /// - Throws: ``PNGFailure`` if the drawing has no cells or more than ``cellsMax``, or if libpng
  ///   fails.
  public static func png(
    _ drawing: VectorDrawing, theme: Theme, outlines: [Glyph: VectorPath] = [:]
  ) throws(PNGFailure) -> [UInt8] {
    try check(columns: drawing.columns, rows: drawing.rows)
    return try png(PixelSheet(drawing, theme: theme, letters: LetterRaster(outlines: outlines)))
  }

  /// Returns the letters of a frame that the own font lacks, each once.
  package static func lettersWithoutPicture(in frame: Frame) -> [Glyph] {
    lettersWithoutPicture(among: (0..<frame.rows).flatMap { frame.cells(row: $0).map(\.glyph) })
  }

  /// Returns the letters of a drawing that the own font lacks, each once.
  package static func lettersWithoutPicture(in drawing: VectorDrawing) -> [Glyph] {
    let texts = drawing.marks.flatMap { mark -> [Glyph] in
      if case .text(let text) = mark { text.line.glyphs } else { [] }
    }
    return lettersWithoutPicture(among: texts) + lettersWithoutPicture(in: drawing.paper)
  }

  private static func lettersWithoutPicture(among glyphs: [Glyph]) -> [Glyph] {
    var known: Set<Glyph> = []
    return glyphs.filter { known.insert($0).inserted && !LetterBoxes.hasPicture(of: $0) }
  }

  private static func check(columns: Int, rows: Int) throws(PNGFailure) {
    let cells = columns.multipliedReportingOverflow(by: rows)
    guard !cells.overflow, (1...cellsMax).contains(cells.partialValue) else {
      throw .unfitSize(columns: columns, rows: rows)
    }
  }

  /// Returns an image as the bytes of a PNG file with opacities.
  static func png(_ image: PixelImage) throws(PNGFailure) -> [UInt8] {
    try png(
      image.pixels, columns: image.columns, rows: image.rows,
      UInt32(PNG_FORMAT_FLAG_COLOR) | UInt32(PNG_FORMAT_FLAG_ALPHA))
  }

  private static func png(_ sheet: PixelSheet) throws(PNGFailure) -> [UInt8] {
    try png(
      sheet.bytes, columns: sheet.width, rows: sheet.height, UInt32(PNG_FORMAT_FLAG_COLOR))
  }

  private static func png(
    _ pixels: [some BitwiseCopyable], columns: Int, rows: Int, _ format: UInt32
  ) throws(PNGFailure) -> [UInt8] {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(columns)
    image.height = UInt32(rows)
    image.format = format
    defer { png_image_free(&image) }
    // With a buffer of the maximum size, libpng compresses only once.
    let size = pixels.withUnsafeBytes(\.count)
    let room = size + size / 100 + 65_536
    var isWritten = false
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { bytes, written in
      var count = room
      let result = pixels.withUnsafeBytes { pixels in
        png_image_write_to_memory(&image, bytes.baseAddress, &count, 0, pixels.baseAddress, 0, nil)
      }
      isWritten = result != 0 && count <= room
      written = isWritten ? count : 0
    }
    guard isWritten else { throw .library(message(of: image)) }
    return bytes
  }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
