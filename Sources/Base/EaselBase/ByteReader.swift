extension [UInt8] {
  /// Appends a number with seven bits a byte, the lowest first, as Protobuf writes numbers.
  package mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 128 {
      append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a number so that small numbers of either sign need few bytes: 0, −1, 1, −2 …
  package mutating func append(zigZag number: Int64) {
    append(varint: UInt64(bitPattern: number << 1 ^ number >> 63))
  }
}

/// Reads numbers and byte ranges from untrusted bytes.
package struct ByteReader {
  private let bytes: [UInt8]
  private var index: Int

  package init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  package var isAtEnd: Bool { index >= bytes.count }

  /// The next byte, which stays unread; nil at the end.
  package var next: UInt8? { isAtEnd ? nil : bytes[index] }

  /// Skips the next byte.
  package mutating func skip() { index += 1 }

  /// The bytes that are not read yet.
  package var rest: ArraySlice<UInt8> { bytes[min(index, bytes.count)...] }

  /// Reads a number. Returns nil if there is no complete number, or if the number is encoded with
  /// more bytes than it needs.
  package mutating func varint() -> UInt64? {
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

  /// Reads the next `count` bytes; returns nil if there are fewer.
  package mutating func bytes(_ count: UInt64) -> ArraySlice<UInt8>? {
    guard count <= UInt64(rest.count) else { return nil }
    defer { index += Int(count) }
    return bytes[index..<index + Int(count)]
  }

  package mutating func zigZag() -> Int64? {
    varint().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }
}
