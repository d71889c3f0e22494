extension [UInt8] {
  /// Appends a number as Protobuf writes it: seven bits per byte, the lowest first.
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 128 {
      append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Eight bytes, the highest first.
  init(bigEndian number: UInt64) {
    self = []
    append(bigEndian: number)
  }

  /// Eight bytes, the highest first.
  mutating func append(bigEndian number: UInt64) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}

/// Reads numbers and byte ranges from untrusted bytes.
struct ByteReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }

  /// The number of unread bytes.
  var remaining: Int { bytes.count - index }

  /// The unread bytes.
  var rest: [UInt8] { Array(bytes[index...]) }

  /// Reads `count` bytes; nil if fewer remain.
  mutating func read(_ count: UInt64) -> [UInt8]? {
    guard count <= UInt64(remaining) else { return nil }
    let from = index
    index += Int(count)
    return Array(bytes[from..<index])
  }

  /// Reads a varint; nil if there is none, or if it has more bytes than it needs.
  mutating func varint() -> UInt64? {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while index < bytes.count, shift < 64 {
      let byte = bytes[index]
      index += 1
      // The tenth byte has room for one bit.
      guard shift < 63 || byte < 2 else { return nil }
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return byte > 0 || shift == 0 ? value : nil }
      shift += 7
    }
    return nil
  }
}
