import EaselBase

/// The bytes are not valid numbered fields.
package struct FieldError: Error {
  package init() {}
}

/// Writes numbered fields as Protobuf does, for the few messages that are read before the sender is
/// trusted. These messages are small enough to be read as a whole.
package struct FieldWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func add(_ field: UInt64, _ value: [UInt8]) {
    bytes.append(varint: field << 3 | 2)
    bytes.append(varint: UInt64(value.count))
    bytes += value
  }

  package mutating func add(_ field: UInt64, _ value: UInt64) {
    bytes.append(varint: field << 3)
    bytes.append(varint: value)
  }
}

/// Reads numbered fields. Skips unknown fields. Only `all` accepts a repeated field.
package struct FieldReader {
  /// The maximum number of fields; this program never writes more.
  static let fieldsMax = 1_024
  private var texts: [(field: UInt64, value: [UInt8])] = []
  private var numbers: [(field: UInt64, value: UInt64)] = []

  /// Parses the fields. The bytes are untrusted.
  package init(_ bytes: [UInt8]) throws(FieldError) {
    var reader = ByteReader(bytes)
    var count = 0
    while !reader.isAtEnd {
      count += 1
      guard count <= Self.fieldsMax, let head = reader.varint(), head >> 3 > 0 else {
        throw FieldError()
      }
      switch head & 7 {
      case 0:
        guard let value = reader.varint() else { throw FieldError() }
        numbers.append((head >> 3, value))
      case 2:
        guard let length = reader.varint(), let value = reader.bytes(length) else {
          throw FieldError()
        }
        texts.append((head >> 3, Array(value)))
      case let kind:
        guard kind == 1 || kind == 5, reader.bytes(kind == 1 ? 8 : 4) != nil else {
          throw FieldError()
        }
      }
    }
  }

  package func all(_ field: UInt64) -> [[UInt8]] { texts.filter { $0.field == field }.map(\.value) }

  /// Returns whether the field is there and holds the number 1.
  package func hasFlag(_ field: UInt64) -> Bool {
    numbers.contains { $0.field == field && $0.value == 1 }
  }

  /// Returns nil if the field is missing.
  package func optional(_ field: UInt64) throws(FieldError) -> [UInt8]? {
    let values = all(field)
    guard values.count < 2 else { throw FieldError() }
    return values.first
  }

  package func bytes(_ field: UInt64) throws(FieldError) -> [UInt8] {
    guard let value = try optional(field) else { throw FieldError() }
    return value
  }

  package func bytes(_ field: UInt64, count: Int) throws(FieldError) -> [UInt8] {
    let value = try bytes(field)
    guard value.count == count else { throw FieldError() }
    return value
  }

  package func number(_ field: UInt64) throws(FieldError) -> UInt64 {
    let values = numbers.filter { $0.field == field }
    guard values.count == 1 else { throw FieldError() }
    return values[0].value
  }
}
