import BoardModel
import CellFrame
import EaselBase

/// The decoded images that a viewer sees. They take at most 64 MiB; the images that were needed least
/// lately go first.
package struct DecodedImages: Sendable {
  /// An image after decoding.
  private struct Entry {
    /// Nil if the bytes are no image within the limits, or not of the size that the author named.
    let image: PixelImage?
    let pieceCount: Int
    var lastUse: Int

    var byteCount: Int { (image?.pixels.count ?? 0) * MemoryLayout<PixelImage.Pixel>.size }
  }

  private var entries: [EntryID: Entry] = [:]
  private var useCount = 0
  private(set) var byteCount = 0

  package static let bytesMax = 64 << 20

  package init() {}

  /// Returns the pixels of a thing's image; nil if its bytes are missing or wrong.
  package mutating func image(of thing: BoardItem) -> PixelImage? {
    guard let image = thing.item.asImage else { return nil }
    let id = image.original ?? thing.id
    useCount += 1
    if let known = entries[id], known.pieceCount == image.pieces.count {
      entries[id]?.lastUse = useCount
      return known.image
    }
    forget(id)
    let decoded = image.decoded
    let entry = Entry(image: decoded, pieceCount: image.pieces.count, lastUse: useCount)
    byteCount += entry.byteCount
    entries[id] = entry
    while byteCount > Self.bytesMax,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }),
      oldest.key != id
    {
      forget(oldest.key)
    }
    return decoded
  }

  private mutating func forget(_ id: EntryID) {
    if let old = entries.removeValue(forKey: id) { byteCount -= old.byteCount }
  }
}

extension BoardImage {
  /// The pixels; nil if bytes are missing or wrong. Each access decodes them.
  package var decoded: PixelImage? {
    guard PixelSize(ofFile: pieces.first ?? []) == size, pieces.count <= ImageLimits.piecesMax
    else {
      return nil
    }
    return QOI.decode(bytes)
  }
}

extension BoardImage {
  /// The lines that stand for an image whose bytes are missing or wrong.
  package var frameWithCross: [Stroke] {
    let corners = [
      BoardPoint(x: box.minX, y: box.minY), BoardPoint(x: box.maxX, y: box.maxY),
      BoardPoint(x: box.minX, y: box.maxY), BoardPoint(x: box.maxX, y: box.minY),
    ]
    let ink = Ink(color: PaletteColor.graphite.color, width: 1)
    let lines: [(Stroke.Kind, [BoardPoint])] = [
      (.rectangle, Array(corners[..<2])), (.line, Array(corners[..<2])),
      (.line, Array(corners[2...])),
    ]
    return lines.compactMap { kind, points in
      PackedPoints(points, stepExponent: 0).map { Stroke(kind: kind, ink: ink, points: $0) }
    }
  }
}
