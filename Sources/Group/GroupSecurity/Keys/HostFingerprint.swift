import Crypto
import EaselBase

/// Whom a ticket leads to: the first 16 bytes of the SHA-256 of the host's public key. It is also the
/// name of the call, since every epoch of a call is signed by that one key.
public struct HostFingerprint: Hashable, Sendable {
  public let raw: Bytes16

  public init(_ raw: Bytes16) { self.raw = raw }

  /// Of 32 bytes; nil for any other number.
  public init?(of hostKey: [UInt8]) {
    guard hostKey.count == Identity.publicKeyLength,
      let raw = Bytes16(Array(SHA256.hash(data: hostKey)).prefix(16))
    else { return nil }
    self.raw = raw
  }

  var bytes: [UInt8] { raw.bytes }
}
