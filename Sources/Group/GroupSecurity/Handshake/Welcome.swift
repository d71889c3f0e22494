import Crypto

/// The third message of the handshake: the group key, which only the waiting guest can read, or the
/// reason for a refusal.
///
/// On the wire: 1 the sealed body, or 2 the number of a refusal, or 3 the number 1. Field 3 means
/// that a person is asked; a message with field 1 or 2 follows. Body: 1 the group key (32 bytes), 2
/// a greeting, 3 the key for the codes in frames (32 bytes), only for a guest with a personal pass to
/// draw.
enum Welcome {
  static func sealed(
    groupKey: Secret, greeting: [UInt8], wetKey: Secret? = nil, under key: SymmetricKey,
    hello: [UInt8], request: [UInt8]
  ) throws(SecurityError) -> [UInt8] {
    var body = FieldWriter()
    body.add(1, groupKey.bytes)
    body.add(2, greeting)
    if let wetKey { body.add(3, wetKey.bytes) }
    do {
      var whole = FieldWriter()
      whole.add(
        1,
        try Sealing.seal(
          body.bytes, under: key, nonce: nonce,
          proving: transcript(hello: hello, request: request)))
      return whole.bytes
    } catch { throw .cryptographyFailed }
  }

  /// Opens a welcome. The bytes are untrusted.
  static func open(
    _ bytes: [UInt8], under key: SymmetricKey, hello: [UInt8], request: [UInt8]
  ) throws(SecurityError) -> (groupKey: Secret, greeting: [UInt8], wetKey: Secret?) {
    guard bytes.count <= HandshakeLimits.messageBytesMax else { throw .malformed }
    do {
      let whole = try FieldReader(bytes)
      guard let sealed = try whole.optional(1) else {
        throw SecurityError(code: try whole.number(2))
      }
      guard
        let plain = Sealing.open(
          sealed, under: key, nonce: nonce,
          proving: transcript(hello: hello, request: request))
      else { throw SecurityError.malformed }
      let body = try FieldReader(plain)
      let greeting = try body.bytes(2)
      guard let groupKey = Secret(try body.bytes(1)),
        greeting.count <= HandshakeLimits.greetingBytesMax
      else { throw SecurityError.malformed }
      return (groupKey, greeting, try body.optional(3).flatMap(Secret.init))
    } catch {
      throw error as? SecurityError ?? .malformed
    }
  }

  static func refusal(_ refusal: SecurityError) -> [UInt8] {
    var whole = FieldWriter()
    whole.add(2, refusal.code)
    return whole.bytes
  }

  static var asking: [UInt8] {
    var whole = FieldWriter()
    whole.add(3, 1)
    return whole.bytes
  }

  /// Constant, because the key seals only this message.
  private static let nonce = [UInt8](repeating: 0, count: Sealing.nonceLength)

  private static func transcript(hello: [UInt8], request: [UInt8]) -> [UInt8] {
    digest("welcome", hello + digest("request", request))
  }
}
