import Crypto

/// A person's key pair: what entries are signed with (Ed25519).
///
/// A value; any thread may sign with it. It holds the secret, so it is neither printed nor compared.
public struct Identity: Sendable, CustomStringConvertible {
  private let key: Curve25519.Signing.PrivateKey
  /// 32 bytes.
  public let publicKey: [UInt8]

  public static let seedLength = 32
  public static let publicKeyLength = 32
  public static let signatureLength = 64

  /// The pair that a secret of 32 random bytes stands for; nil for any other number of bytes.
  public init?(seed: [UInt8]) {
    guard seed.count == Self.seedLength,
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    else { return nil }
    self.key = key
    publicKey = Array(key.publicKey.rawRepresentation)
  }

  /// 64 bytes; about 25 µs.
  ///
  /// - Throws: what the library throws where it cannot sign, which no input brings about.
  public func sign(_ bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes)) }

  /// Whether the signature over these bytes was made with the private half of the key; about
  /// 100 µs. Any bytes may be asked about, from outside too.
  public static func verify(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool
  {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else {
      return false
    }
    return signature.count == signatureLength && key.isValidSignature(signature, for: bytes)
  }

  /// Without the secret, wherever it may be printed.
  public var description: String { "an identity" }
}
