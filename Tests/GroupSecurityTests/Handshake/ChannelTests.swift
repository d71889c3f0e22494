import Crypto
import Foundation
import Testing

@testable import GroupSecurity

struct ChannelTests {
  /// From the vectors that were published with RFC 9180: mode_psk, DHKEM(X25519, HKDF-SHA256),
  /// HKDF-SHA256, AES-256-GCM. A sender draws its key itself, so only opening can be compared.
  @Test("the suite opens what the vectors of RFC 9180 sealed, and exports what they export")
  func vectors() throws {
    let key = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: hex("d99132243a09c24a7497f3da8608f0ba808c21a575d33679f4b24603e96d27ad"))
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: Channel.suite,
      info: Data(hex("4f6465206f6e2061204772656369616e2055726e")),
      encapsulatedKey: Data(
        hex("4f3e44d4dde1d0d12a724242df8cef0a68ea53617dab8a6aade4239d404a5154")),
      presharedKey: SymmetricKey(
        data: hex("0247fd33b913760fa1fa51e1892d9f307fbe65eb171e8132c2af18555a738b82")),
      presharedKeyIdentifier: Data(hex("456e6e796e20447572696e206172616e204d6f726961")))
    let sealed = hex(
      "316d9b4214a33182212888e86f23005b0706c30db2b1052c4e28c2c100fcdb85cc934b0a64c8db0d7dd339b64c")
    let plain = try recipient.open(sealed, authenticating: hex("436f756e742d30"))
    #expect(Array(plain) == hex("4265617574792069732074727574682c20747275746820626561757479"))
    let exported = try recipient.exportSecret(context: Data(), outputByteCount: 32)
    #expect(
      exported.withUnsafeBytes { Array($0) }
        == hex("c2dccc00e2dda4c34a38e25a9ec1c0a43338b2d3c08ab7a870a978839d64af98"))
  }

  /// All points of low order on the curve and its twist, and what is the same modulo the prime.
  private static let weak = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ]

  @Test(
    "a key that agrees on zeros with every other is refused, wherever it is sent", arguments: weak)
  func lowOrder(key: String) throws {
    let meeting = try Meeting()
    let epochCertificate = meeting.epoch.epochCertificate
    #expect(!Agreement.isUsable(hex(key)))
    #expect(!Agreement.isUsable([]) && !Agreement.isUsable([UInt8](repeating: 9, count: 33)))
    #expect(Agreement.isUsable([9] + [UInt8](repeating: 0, count: 31)))
    var body = FieldWriter()
    body.add(1, meeting.hostKeys.identity.publicKey)
    body.add(2, meeting.hostKeys.run)
    body.add(3, hex(key))
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(
      2, try meeting.hostKeys.identity.sign("introduction", epochCertificate.context(body.bytes)))
    #expect(refusal { try MemberCertificate(whole.bytes, under: epochCertificate) } == .malformed)
    var request = FieldWriter()
    request.add(6, hex(key))
    request.add(7, [UInt8](repeating: 0, count: 64))
    #expect(refusal { try meeting.responder().received(request.bytes) } == .malformed)
  }
}
