import Crypto

/// One end of a link whose other end proved its identity. Seals the messages that the two
/// neighbours send only to each other. A message to the call is sealed by its origin and does not
/// pass through this seal.
///
/// A link promises that no message is lost or overtaken. If an attacker removes a message on the
/// way, all following messages are unreadable.
public struct LinkSeal: Sendable {
  private let own: SymmetricKey
  private let others: SymmetricKey
  private var sent: UInt64 = 0
  private var received: UInt64 = 0
  /// The seal of the datagrams beside the link, before the first of them.
  public let datagrams: DatagramSeal

  private init(_ own: Secret, _ others: Secret, _ datagrams: DatagramSeal) {
    (self.own, self.others, self.datagrams) = (own.key, others.key, datagrams)
  }

  static func ofResponder(_ secret: Secret) -> LinkSeal {
    LinkSeal(
      secret.derived("link from host"), secret.derived("link from guest"), .ofResponder(secret))
  }

  static func ofInitiator(_ secret: Secret) -> LinkSeal {
    LinkSeal(
      secret.derived("link from guest"), secret.derived("link from host"), .ofInitiator(secret))
  }

  /// Returns the sealed bytes, 16 more than before. Send them before any bytes that are sealed
  /// later.
  public mutating func sealed(_ bytes: [UInt8]) throws(FrameRefusal) -> [UInt8] {
    sent += 1
    do {
      return try Sealing.seal(bytes, under: own, nonce: Sealing.nonce(sent), proving: Self.header)
    } catch { throw .cryptographyFailed }
  }

  /// Opens the next message. The bytes are untrusted; after an error, close the link.
  public mutating func opened(_ bytes: [UInt8]) throws(FrameRefusal) -> [UInt8] {
    received += 1
    guard
      let plain = Sealing.open(
        bytes, under: others, nonce: Sealing.nonce(received), proving: Self.header)
    else { throw .forged }
    return plain
  }

  private static let header = labelled("link", [])
}
