import SwiftProtobuf

extension Message {
  /// Messages without required fields always have bytes; none would be refused wherever they went.
  var bytes: [UInt8] { (try? serializedBytes()) ?? [] }

  init(bytes: [UInt8], named field: String) throws(WireError) {
    do {
      try self.init(serializedBytes: bytes)
    } catch {
      throw WireError(field, .malformed)
    }
  }
}
