import SwiftProtobuf

extension Message {
  /// Serialising never fails for a message without required fields. No receiver would accept the
  /// empty bytes.
  var bytes: [UInt8] { (try? serializedBytes()) ?? [] }

  init(bytes: [UInt8], named field: String) throws(WireError) {
    do {
      try self.init(serializedBytes: bytes)
    } catch {
      throw WireError(field, .malformed)
    }
  }
}
