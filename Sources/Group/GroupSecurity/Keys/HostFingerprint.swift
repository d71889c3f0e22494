import Crypto
import EaselBase

/// Identifies the host of a ticket: the first 16 bytes of the SHA-256 of the host's public key. It
/// also identifies the call, since the same key signs every epoch of the call.
public struct HostFingerprint: Hashable, Sendable {
  /// The first 16 bytes of the digest.
  public let raw: Bytes16

  /// Creates a fingerprint from its bytes, for example those of a ticket.
  public init(_ raw: Bytes16) { self.raw = raw }

  /// Computes the fingerprint of a key of 32 bytes; nil for any other number of bytes.
  public init?(of hostKey: [UInt8]) {
    guard hostKey.count == Identity.publicKeyLength,
      let raw = Bytes16(Array(SHA256.hash(data: hostKey)).prefix(16))
    else { return nil }
    self.raw = raw
  }

  var bytes: [UInt8] { raw.bytes }
}
