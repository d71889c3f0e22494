/// An image in memory: rows of pixels from the top, without gaps.
package struct PixelImage: Hashable, Sendable {
  /// A colour and its opacity, 0 … 255 each. The colour is not multiplied by the opacity.
  package struct Pixel: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  package let columns: Int
  package let rows: Int
  package let pixels: [Pixel]

  /// Nil unless the pixels fill the rows, of which there is at least one.
  package init?(columns: Int, rows: Int, pixels: [Pixel]) {
    guard columns > 0, rows > 0, !pixels.isEmpty else { return nil }
    let (count, overflows) = columns.multipliedReportingOverflow(by: rows)
    guard !overflows, pixels.count == count else { return nil }
    (self.columns, self.rows, self.pixels) = (columns, rows, pixels)
  }

  package subscript(column: Int, row: Int) -> Pixel { pixels[row * columns + column] }
}

/// The sizes of images that a board accepts.
package enum ImageLimits {
  /// The longest side, in pixels.
  package static let sideMax = 4_096
  package static let pixelsMax = 4_000_000
  /// The bytes of one piece: an entry holds 128 KiB.
  package static let pieceBytesMax = 120 << 10
  package static let piecesMax = 4
  /// The bytes of a whole image.
  package static let bytesMax = pieceBytesMax * piecesMax

  package static func accepts(columns: Int, rows: Int) -> Bool {
    (1...sideMax).contains(columns) && (1...sideMax).contains(rows)
      && columns * rows <= pixelsMax
  }
}
