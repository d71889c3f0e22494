/// An image in pixels, with opacities.
public struct PixelGrid: Hashable, Sendable {
  /// The pixels of a row.
  public let columns: Int
  /// The rows of pixels.
  public let rows: Int
  /// Four bytes for each pixel, row by row from above: red, green, blue, and the opacity.
  public let bytes: [UInt8]

  /// Creates an image; nil unless the bytes fill the rows, of which there is at least one.
  public init?(columns: Int, rows: Int, bytes: [UInt8]) {
    guard columns > 0, rows > 0, bytes.count / 4 / columns == rows,
      bytes.count == columns * rows * 4
    else { return nil }
    (self.columns, self.rows, self.bytes) = (columns, rows, bytes)
  }

  /// Returns the mean of a part of the image: `0xRRGGBB` and the opacity. A pixel counts by its opacity.
  package func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> (rgb: UInt32, alpha: UInt8) {
    var (red, green, blue, alpha) = (0, 0, 0, 0)
    bytes.withUnsafeBufferPointer { bytes in
      for row in rows {
        for pixel in row * self.columns + columns.lowerBound..<row * self.columns
          + columns.upperBound
        {
          let weight = Int(bytes[4 * pixel + 3])
          red += Int(bytes[4 * pixel]) * weight
          green += Int(bytes[4 * pixel + 1]) * weight
          blue += Int(bytes[4 * pixel + 2]) * weight
          alpha += weight
        }
      }
    }
    guard alpha > 0 else { return (0, 0) }
    let rgb = ColorMath.joined(red / alpha, green / alpha, blue / alpha)
    return (rgb, UInt8(alpha / (columns.count * rows.count)))
  }

  /// Returns the units along an axis whose middle lies on an image, each with the pixels that it shows.
  ///
  /// - Parameters:
  ///   - pixels: the pixels of the image along the axis.
  ///   - low: the place at which the image begins, in units.
  ///   - high: the place at which it ends.
  ///   - units: the units to look at.
  package static func spans(
    of pixels: Int, from low: Double, to high: Double, in units: Range<Int>
  ) -> [(unit: Int, pixels: Range<Int>)] {
    guard high > low else { return [] }
    let scale = Double(pixels) / (high - low)
    return units.compactMap { unit in
      let start = (Double(unit) - low) * scale
      let middle = start + scale / 2
      guard middle >= 0, middle < Double(pixels) else { return nil }
      guard scale >= 1 else { return (unit, Int(middle)..<Int(middle) + 1) }
      let from = Int(max(start.rounded(.down), 0))
      return (unit, from..<max(Int(min((start + scale).rounded(.up), Double(pixels))), from + 1))
    }
  }
}

/// An image of a vector drawing.
public struct VectorImage: Hashable, Sendable {
  /// The pixels, which fill the box.
  public let pixels: PixelGrid
  /// The place and the size, in the drawing's units.
  public let box: VectorRect

  /// Creates an image over a box.
  public init(_ pixels: PixelGrid, over box: VectorRect) { (self.pixels, self.box) = (pixels, box) }
}
