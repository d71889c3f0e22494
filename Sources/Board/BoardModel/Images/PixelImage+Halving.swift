import EaselBase

extension PixelImage {
  /// Returns the image as QOI, halved only as often as ``ImageLimits`` demand.
  package func fittingQOI() -> [UInt8] {
    var image = self
    while true {
      if ImageLimits.accepts(columns: image.columns, rows: image.rows),
        let bytes = QOI.encode(image, bytesMax: ImageLimits.bytesMax)
      {
        return bytes
      }
      image = image.halved()
    }
  }

  /// Returns the image with half the columns and rows. Each pixel is the mean of up to four, weighted
  /// by their opacity.
  package func halved() -> PixelImage {
    let (columns, rows) = (self.columns, self.rows)
    let (halfColumns, halfRows) = ((columns + 1) / 2, (rows + 1) / 2)
    let half = [Pixel](unsafeUninitializedCapacity: halfColumns * halfRows) { target, count in
      pixels.withUnsafeBufferPointer { source in
        // Loops over ranges would take most of the time in a program that is not optimised.
        var row = 0
        while row < halfRows {
          let upper = row * 2 * columns
          let lower = min(row * 2 + 1, rows - 1) * columns
          var column = 0
          while column < halfColumns {
            let (left, right) = (column * 2, min(column * 2 + 1, columns - 1))
            target.initializeElement(
              at: row * halfColumns + column,
              to: Pixel.mean(
                source[upper + left], source[upper + right], source[lower + left],
                source[lower + right]))
            column += 1
          }
          row += 1
        }
      }
      count = halfColumns * halfRows
    }
    return PixelImage(columns: halfColumns, rows: halfRows, pixels: half) ?? self
  }
}

extension PixelImage.Pixel {
  /// The mean of four pixels, each weighted by its opacity. An edge counts a pixel twice.
  fileprivate static func mean(_ a: Self, _ b: Self, _ c: Self, _ d: Self) -> Self {
    let (aWeight, bWeight) = (UInt32(a.alpha), UInt32(b.alpha))
    let (cWeight, dWeight) = (UInt32(c.alpha), UInt32(d.alpha))
    let sum = aWeight &+ bWeight &+ cWeight &+ dWeight
    guard sum > 0 else { return Self(0, 0, 0, 0) }
    func channel(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
      let left = UInt32(a) &* aWeight &+ UInt32(b) &* bWeight
      let right = UInt32(c) &* cWeight &+ UInt32(d) &* dWeight
      return UInt8(truncatingIfNeeded: (left &+ right &+ sum / 2) / sum)
    }
    return Self(
      channel(a.red, b.red, c.red, d.red), channel(a.green, b.green, c.green, d.green),
      channel(a.blue, b.blue, c.blue, d.blue), UInt8(truncatingIfNeeded: (sum &+ 2) / 4))
  }
}
