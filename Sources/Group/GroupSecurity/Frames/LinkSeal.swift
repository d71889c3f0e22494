import Crypto

/// One end of a link whose other end proved itself: seals what the two neighbours say to each other
/// alone. What members say to the call is sealed by its origin and goes beside it.
///
/// Nothing may be lost or overtaken between the two ends, which is what links promise: whoever leaves
/// something out on the way makes all that follows unreadable.
public struct LinkSeal: Sendable {
  private let own: SymmetricKey
  private let others: SymmetricKey
  private var sent: UInt64 = 0
  private var received: UInt64 = 0

  private init(_ own: Secret, _ others: Secret) { (self.own, self.others) = (own.key, others.key) }

  static func ofHost(_ secret: Secret) -> LinkSeal {
    LinkSeal(secret.derived("link from host"), secret.derived("link from guest"))
  }

  static func ofGuest(_ secret: Secret) -> LinkSeal {
    LinkSeal(secret.derived("link from guest"), secret.derived("link from host"))
  }

  /// Sixteen bytes more, to be sent before anything that is sealed later.
  public mutating func sealed(_ bytes: [UInt8]) throws(FrameRefusal) -> [UInt8] {
    sent += 1
    do {
      return try Sealing.seal(bytes, under: own, nonce: Sealing.nonce(sent), proving: Self.header)
    } catch { throw .cryptographyFailed }
  }

  /// Any bytes may come; what is thrown means the end of the link.
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
