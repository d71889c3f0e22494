/// Reads Protobuf in the single form that entries use. In this form the fields are in order, each
/// field occurs at most once, no field is unknown, numbers use as few bytes as possible, and a
/// field with its default value is absent.
///
/// The generated code reads any form. To check the form with it, a caller would have to encode the
/// message again and compare the bytes. Tests compare this reader with the generated code.
struct CanonicalReader {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = 0
    end = bytes.count
  }

  var isAtEnd: Bool { index == end }

  /// Reads a number; 0 if the field is absent.
  mutating func number(_ field: UInt8, _ name: String) throws(CodecError) -> UInt64 {
    guard index < end, bytes[index] == field << 3 else { return 0 }
    index += 1
    guard let value = varint(), value > 0 else { throw CodecError(name, .malformed) }
    return value
  }

  /// Reads a list of bytes; empty if the field is absent.
  mutating func list(_ field: UInt8, _ name: String) throws(CodecError) -> ArraySlice<UInt8> {
    guard index < end, bytes[index] == field << 3 | 2 else { return [] }
    index += 1
    guard let length = varint(), length > 0, length <= UInt64(end - index) else {
      throw CodecError(name, .malformed)
    }
    defer { index += Int(length) }
    return bytes[index..<index + Int(length)]
  }

  /// Reads the next number of a column; nil if the bytes end within the number, or if it has more
  /// bytes than necessary.
  mutating func varint() -> UInt64? {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while index < end, shift < 64 {
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
