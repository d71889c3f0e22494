/// The size of an image in pixels.
public struct PixelSize: Hashable, Sendable {
  /// The pixels of a row.
  public let columns: Int
  /// The rows of pixels.
  public let rows: Int

  /// Creates a size, without a check of any limit.
  public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The size of no image.
  public static let zero = PixelSize(columns: 0, rows: 0)
}

extension PixelSize {
  /// Reads the size from the first bytes of a file in the QOI format. Nil for a size that a board does
  /// not accept, and for other bytes.
  package init?(ofFile bytes: [UInt8]) {
    guard let header = QOI.Header(bytes) else { return nil }
    self.init(columns: header.columns, rows: header.rows)
  }
}
