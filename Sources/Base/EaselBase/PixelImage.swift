/// An image in memory: rows of pixels from the top, without gaps.
public struct PixelImage: Hashable, Sendable {
  /// A colour and its opacity, 0 … 255 each. The colour is not multiplied by the opacity.
  public struct Pixel: Hashable, Sendable, BitwiseCopyable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var alpha: UInt8

    /// Creates a pixel; it is opaque unless an opacity is given.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// The pixels of a row.
  public let columns: Int
  /// The rows of pixels.
  public let rows: Int
  /// The pixels, row by row from above.
  public let pixels: [Pixel]

  /// Creates an image; nil unless the pixels fill the rows, of which there is at least one.
  public init?(columns: Int, rows: Int, pixels: [Pixel]) {
    guard columns > 0, rows > 0, !pixels.isEmpty else { return nil }
    let (count, overflows) = columns.multipliedReportingOverflow(by: rows)
    guard !overflows, pixels.count == count else { return nil }
    (self.columns, self.rows, self.pixels) = (columns, rows, pixels)
  }

  package subscript(column: Int, row: Int) -> Pixel { pixels[row * columns + column] }
}
