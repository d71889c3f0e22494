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
