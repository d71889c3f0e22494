import CellFrame
import EaselBase

/// Makes the tiles of a request.
package enum TileMaker {
  /// Returns the tiles in the order of the request; nil for a tile without ink.
  package static func tiles(of request: TileRequest) throws(PNGFailure) -> [InkTile?] {
    let drawings = request.drawings()
    let ink = PixelSheet(inkOf: drawings.ink, cell: request.cell)
    let hasLines = request.parts.contains { $0.lines != 0 } && !drawings.lines.marks.isEmpty
    let lines = hasLines ? PixelSheet(inkOf: drawings.lines, cell: request.cell) : nil
    var tiles: [InkTile?] = []
    for part in request.parts { tiles.append(try tile(of: part, request.cell, in: ink, lines)) }
    return tiles
  }

  /// The opacity from which on a pixel hides what lies under it.
  private static let opaque = 128

  private static func tile(
    of part: TileRequest.Part, _ cell: CellPixelSize, in ink: PixelSheet, _ lines: PixelSheet?
  ) throws(PNGFailure) -> InkTile? {
    let (width, height) = (part.block.columns * cell.width, part.block.rows * cell.height)
    let (left, top) = (part.block.column * cell.width, part.block.row * cell.height)
    guard left >= 0, top >= 0, left + width <= ink.width, top + height <= ink.height else {
      return nil
    }
    var pixels = Array(repeating: PixelImage.Pixel(0, 0, 0, 0), count: width * height)
    var hidden = Array(repeating: 0, count: part.block.columns * part.block.rows)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ value: UInt64) { hash = (hash ^ value) &* 0x0000_0100_0000_01B3 }
    add(UInt64(width))
    add(UInt64(height))
    var hasInk = false
    for y in 0..<height {
      for x in 0..<width {
        let number = y / cell.height * part.block.columns + x / cell.width
        let isHole = part.holes >> number & 1 == 1
        let sheet = !isHole ? ink : part.lines >> number & 1 == 1 ? lines : nil
        guard let pixel = sheet?.pixel(left + x, top + y), pixel.alpha > 0 else { continue }
        hasInk = true
        pixels[y * width + x] = pixel
        if pixel.alpha >= opaque { hidden[number] += 1 }
        add(UInt64(y * width + x))
        add(
          UInt64(pixel.red) << 24 | UInt64(pixel.green) << 16 | UInt64(pixel.blue) << 8
            | UInt64(pixel.alpha))
      }
    }
    guard hasInk, let image = PixelImage(columns: width, rows: height, pixels: pixels) else {
      return nil
    }
    let png = try PNGExporter.png(image)
    var covered: UInt32 = 0
    for (number, count) in hidden.enumerated() where 2 * count > cell.width * cell.height {
      covered |= 1 << number
    }
    return InkTile(hash: hash, png: png, covered: covered)
  }
}
