import Crypto
import struct Foundation.Data

/// The second message of the handshake: the guest's request. Only the holder of a ticket can make
/// it, and only the sender of the hello can read it.
///
/// On the wire: 6 the encapsulated key (32 bytes), 7 the sealed body; versions that were never
/// released had them in fields 1 and 2. Body: 1 the version, 2 the
/// member certificate of the guest, 3 the guest's signature over hello and encapsulated key, 4 a
/// greeting.
struct Request {
  let memberCertificate: MemberCertificate
  let version: UInt8
  let greeting: [UInt8]

  static func sealed(
    by keys: MemberKeys, certificateBytes: [UInt8], for hello: Hello, viewSecret: Secret,
    greeting: [UInt8]
  ) throws(SecurityError) -> (bytes: [UInt8], keys: Channel.Keys) {
    do {
      var sender = try Channel.sender(
        to: hello.admittingMember, hello: hello.digest, viewSecret: viewSecret)
      let encapsulated = Array(sender.encapsulatedKey)
      var body = FieldWriter()
      body.add(1, UInt64(hello.version))
      body.add(2, certificateBytes)
      body.add(3, try keys.identity.sign("request", hello.digest + encapsulated))
      body.add(4, greeting)
      var whole = FieldWriter()
      whole.add(6, encapsulated)
      whole.add(7, Array(try sender.seal(body.bytes)))
      return (whole.bytes, try Channel.keys(sender))
    } catch {
      // For example, the admitting member's key may be unusable for key agreement.
      throw error as? SecurityError ?? .malformed
    }
  }

  /// Opens and verifies a request. The bytes are untrusted. The result proves that the guest holds
  /// a ticket of this epoch and owns the identity that it names, and that it answers this hello.
  static func open(
    _ bytes: [UInt8], by keys: MemberKeys, epoch: Epoch, hello: [UInt8], versions: [UInt8],
    admitting secret: Secret? = nil
  ) throws(SecurityError) -> (request: Request, keys: Channel.Keys) {
    guard bytes.count <= HandshakeLimits.messageBytesMax else { throw .malformed }
    do {
      let whole = try FieldReader(bytes)
      guard whole.all(1).isEmpty else { throw SecurityError.unreleasedVersion }
      let encapsulated = try whole.bytes(6, count: Agreement.publicKeyLength)
      let sealed = try whole.bytes(7)
      guard Agreement.isUsable(encapsulated) else { throw SecurityError.malformed }
      var recipient: HPKE.Recipient
      let plain: Data
      do {
        recipient = try Channel.recipient(
          keys, epoch: epoch, hello: hello, encapsulated: encapsulated, admitting: secret)
        plain = try recipient.open(sealed)
      } catch { throw SecurityError.wrongTicket }
      let request = try Request(
        Array(plain), epoch: epoch, proves: hello + encapsulated, versions: versions)
      return (request, try Channel.keys(recipient))
    } catch {
      throw error as? SecurityError ?? .malformed
    }
  }

  private init(
    _ plain: [UInt8], epoch: Epoch, proves: [UInt8], versions: [UInt8]
  ) throws {
    let body = try FieldReader(plain)
    guard let version = UInt8(exactly: try body.number(1)), versions.contains(version) else {
      throw SecurityError.malformed
    }
    self.version = version
    memberCertificate = try MemberCertificate(try body.bytes(2), under: epoch.epochCertificate)
    guard
      Identity.verify(
        try body.bytes(3), "request", of: proves, by: memberCertificate.identityKey)
    else { throw SecurityError.malformed }
    greeting = try body.bytes(4)
    guard greeting.count <= HandshakeLimits.greetingBytesMax else { throw SecurityError.malformed }
  }
}
