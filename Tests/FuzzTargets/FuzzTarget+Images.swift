import BoardModel
import EaselBase

// Images of other members.
extension FuzzTarget {
  func checkImage(_ bytes: [UInt8]) throws {
    guard let image = QOI.decode(bytes) else { return }
    try hold(
      "an image is within the limits",
      ImageLimits.accepts(columns: image.columns, rows: image.rows))
    try hold("a byte stands for at most a run", image.pixels.count <= 62 * bytes.count)
    let header = QOI.Header(bytes)
    try hold("the header gives the size", header?.columns == image.columns)
    try hold("an image", QOI.decode(QOI.encode(image)) == image)
  }

  var imageSeeds: [[UInt8]] {
    let pixels: [PixelImage.Pixel] = (0..<60).map { index in
      let step = UInt8(index)
      switch index % 4 {
      case 0: return PixelImage.Pixel(step, 2 &* step, 3)
      case 1: return PixelImage.Pixel(step, 2 &* step &- 2, 4)
      case 2: return PixelImage.Pixel(9, 9, 9, step)
      default: return PixelImage.Pixel(200, 100, 0)
      }
    }
    let sizes = [(60, 1), (6, 10)]
    let images = sizes.compactMap { PixelImage(columns: $0.0, rows: $0.1, pixels: pixels) }
    let runs = Array(repeating: PixelImage.Pixel(1, 2, 3), count: 400)
    return images.map(QOI.encode) + [
      PixelImage(columns: 20, rows: 20, pixels: runs).map(QOI.encode) ?? []
    ]
  }
}
