import EaselBase

/// Reads Protobuf in the single form that entries use. In this form the fields are in order, each
/// field occurs at most once, no field is unknown, numbers use as few bytes as possible, and a
/// field with its default value is absent.
///
/// The generated code reads any form. To check the form with it, a caller would have to encode the
/// message again and compare the bytes. Tests compare this reader with the generated code.
struct CanonicalReader {
  private var reader: ByteReader

  init(_ bytes: [UInt8]) { reader = ByteReader(bytes) }

  var isAtEnd: Bool { reader.isAtEnd }

  /// Reads a number; 0 if the field is absent.
  mutating func number(_ field: UInt8, _ name: String) throws(CodecError) -> UInt64 {
    guard reader.next == field << 3 else { return 0 }
    reader.skip()
    guard let value = varint(), value > 0 else { throw CodecError(name, .malformed) }
    return value
  }

  /// Reads a list of bytes; empty if the field is absent.
  mutating func list(_ field: UInt8, _ name: String) throws(CodecError) -> ArraySlice<UInt8> {
    guard reader.next == field << 3 | 2 else { return [] }
    reader.skip()
    guard let length = varint(), length > 0, let bytes = reader.bytes(length) else {
      throw CodecError(name, .malformed)
    }
    return bytes
  }

  /// Reads the next number of a column; nil if the bytes end within the number, or if it has more
  /// bytes than necessary.
  mutating func varint() -> UInt64? { reader.varint() }
}
