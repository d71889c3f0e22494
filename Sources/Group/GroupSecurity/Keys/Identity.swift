import Crypto

/// A person's key pair, which signs entries (Ed25519).
///
/// A value type; any thread may sign with it. It holds the secret, so it prints none of its content
/// and cannot be compared.
public struct Identity: Sendable, CustomStringConvertible {
  private let key: Curve25519.Signing.PrivateKey
  /// The public half of the key pair, 32 bytes.
  public let publicKey: [UInt8]

  /// The number of bytes of a secret.
  public static let seedLength = 32
  /// The number of bytes of a public key.
  public static let publicKeyLength = 32
  /// The number of bytes of a signature.
  public static let signatureLength = 64

  /// Creates the key pair of a secret of 32 random bytes; nil for any other number of bytes.
  public init?(seed: [UInt8]) {
    guard seed.count == Self.seedLength,
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    else { return nil }
    self.key = key
    publicKey = Array(key.publicKey.rawRepresentation)
  }

  /// Returns a signature of 64 bytes; takes about 25 µs.
  ///
  /// - Throws: the error of the library if it cannot sign; no input causes this.
  public func sign(_ bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes)) }

  /// Returns whether the private half of the key made this signature over these bytes; takes about
  /// 100 µs. All arguments may be untrusted.
  public static func verify(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool
  {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else {
      return false
    }
    return signature.count == signatureLength && key.isValidSignature(signature, for: bytes)
  }

  /// Holds no secret, so it is safe to print.
  public var description: String { "an identity" }
}
