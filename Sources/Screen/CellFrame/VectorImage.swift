import EaselBase

/// An image of a vector drawing.
public struct VectorImage: Hashable, Sendable {
  /// The pixels, which fill the box.
  public let pixels: PixelImage
  /// The place and the size, in the drawing's units.
  public let box: VectorRect

  /// Creates an image over a box.
  public init(_ pixels: PixelImage, over box: VectorRect) {
    (self.pixels, self.box) = (pixels, box)
  }
}

extension PixelImage {
  /// Returns the mean of a part of the image: `0xRRGGBB` and the opacity. A pixel counts by its opacity.
  package func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> (rgb: UInt32, alpha: UInt8) {
    var (red, green, blue, alpha) = (0, 0, 0, 0)
    pixels.withUnsafeBufferPointer { pixels in
      for row in rows {
        let start = row * self.columns
        for pixel in pixels[start + columns.lowerBound..<start + columns.upperBound] {
          let weight = Int(pixel.alpha)
          red += Int(pixel.red) * weight
          green += Int(pixel.green) * weight
          blue += Int(pixel.blue) * weight
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
