import SwiftProtobuf

extension Message {
  /// The message as bytes. Encoding never fails for a message without required fields. If it did,
  /// no receiver would accept the empty bytes.
  var bytes: [UInt8] { (try? serializedBytes()) ?? [] }

  init(bytes: [UInt8], named field: String) throws(WireError) {
    do {
      try self.init(serializedBytes: bytes)
    } catch {
      throw WireError(field, .malformed)
    }
  }
}
