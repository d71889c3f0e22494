/// The bytes that came after a second of silence in a string, such as an answer. They are the rest of
/// the string if its end comes with them. Otherwise they are keys.
struct LateBytes: Sendable {
  private var bytes: [UInt8] = []

  enum Meaning: Equatable {
    case undecided
    /// The rest of the string, without its end.
    case rest(ArraySlice<UInt8>)
    case keys([UInt8])
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Receives the next byte.
  ///
  /// - Parameter lengthMax: a longer rest is no part of an answer.
  mutating func receive(_ byte: UInt8, lengthMax: Int) -> Meaning {
    let isAfterEscape = bytes.last == 0x1B
    bytes.append(byte)
    if byte == 0x07 || isAfterEscape && byte == UInt8(ascii: "\\") {
      defer { bytes = [] }
      return .rest(bytes.dropLast(isAfterEscape ? 2 : 1))
    }
    return isAfterEscape || byte == 0x03 || bytes.count > lengthMax ? .keys(remove()) : .undecided
  }

  mutating func remove() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
