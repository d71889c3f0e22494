import Crypto
import EaselBase

// On the wire: the epoch's number in one to five bytes, twelve bytes of nonce, the sealed member
// certificate. The nonce is a digest of the certificate. So one nonce never seals two certificates,
// and every member that forwards a certificate sends the same bytes.
extension Epoch {
  static let memberCertificateBytesMax =
    5 + Sealing.nonceLength + MemberCertificate.bytesMax + Sealing.tagLength

  /// Seals a member certificate for the way between members; others cannot read it.
  public func sealed(_ memberCertificate: MemberCertificate) throws(FrameRefusal) -> [UInt8] {
    let nonce = Array(digest("nonce", memberCertificate.bytes).prefix(Sealing.nonceLength))
    var bytes: [UInt8] = []
    bytes.append(varint: UInt64(number))
    do {
      return bytes + nonce
        + (try Sealing.seal(
          memberCertificate.bytes, under: memberCertificateKey, nonce: nonce, proving: header))
    } catch { throw .cryptographyFailed }
  }

  /// Opens and verifies a member certificate. The bytes are untrusted.
  public func memberCertificate(opening bytes: [UInt8]) throws(FrameRefusal) -> MemberCertificate {
    guard bytes.count <= Self.memberCertificateBytesMax else { throw .tooLarge }
    var reader = ByteReader(bytes)
    guard let number = reader.varint().flatMap(UInt32.init(exactly:)),
      let nonce = reader.bytes(UInt64(Sealing.nonceLength)).map(Array.init)
    else { throw .malformed }
    guard number == self.number else { throw .otherEpoch(number) }
    guard
      let plain = Sealing.open(
        Array(reader.rest), under: memberCertificateKey, nonce: nonce, proving: header),
      let memberCertificate = try? MemberCertificate(plain, under: epochCertificate)
    else { throw .forged }
    return memberCertificate
  }

  private var memberCertificateKey: SymmetricKey { groupKey.derived("introductions").key }
  private var header: [UInt8] { labelled("introduction", epochCertificate.context([])) }
}
