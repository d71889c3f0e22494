/// Bytes on their way to the terminal: at most one frame, and the bytes for modes and questions.
struct OutputQueue: Sendable {
  private var bytes: [UInt8] = []
  private var sent = 0

  var isEmpty: Bool { sent == bytes.count }
  var unsent: ArraySlice<UInt8> { bytes[sent...] }

  mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func removeWritten(_ count: Int) {
    sent = min(sent + count, bytes.count)
    if isEmpty { drop() }
  }

  mutating func drop() {
    bytes.removeAll(keepingCapacity: true)
    sent = 0
  }
}
