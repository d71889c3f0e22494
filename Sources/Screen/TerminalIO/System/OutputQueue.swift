/// Bytes on their way to the terminal: at most one frame, and the bytes for modes and questions. A batch
/// of tiles may come before them.
struct OutputQueue: Sendable {
  private var bytes: [UInt8] = []
  private var sent = 0
  /// The place behind the last byte of a batch of tiles; 0 if there is no batch.
  private var tilesEnd = 0

  var isEmpty: Bool { sent == bytes.count }
  var unsent: ArraySlice<UInt8> { bytes[sent...] }

  /// Whether nothing but a batch of tiles is under way.
  var hasOnlyTiles: Bool { bytes.count == tilesEnd }
  /// Whether a batch of tiles is not written yet.
  var hasTiles: Bool { sent < tilesEnd }

  mutating func append(tiles: [UInt8]) {
    append(tiles)
    tilesEnd = bytes.count
  }

  mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func removeWritten(_ count: Int) {
    sent = min(sent + count, bytes.count)
    if isEmpty { drop() }
  }

  mutating func drop() {
    bytes.removeAll(keepingCapacity: true)
    (sent, tilesEnd) = (0, 0)
  }
}
