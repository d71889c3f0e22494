import Crypto

/// 32 secret bytes. Other secrets are derived from them, never the other way.
///
/// Secrets are compared in constant time and wiped when released. Printing or dumping a value never
/// shows them: code that needs the bytes has to ask for them.
public struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The number of bytes of a secret.
  public static let length = 32
  let key: SymmetricKey

  /// Creates a secret from 32 bytes; nil for any other number of bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    key = SymmetricKey(data: bytes)
  }

  init(_ key: SymmetricKey) { self.key = key }

  /// The secret itself. Never log it.
  public var bytes: [UInt8] { key.withUnsafeBytes { Array($0) } }

  /// Derives another secret for one purpose (HKDF-SHA256). The derived secret reveals nothing about
  /// this one.
  func derived(_ purpose: String, _ context: [UInt8] = []) -> Secret {
    Secret(
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key, info: labelled(purpose, context), outputByteCount: Self.length))
  }

  /// Returns the first bytes of an HMAC-SHA256 over these bytes.
  func code(over bytes: [UInt8], length: Int) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key).prefix(length))
  }

  /// A fixed text without the secret, so it is safe to print.
  public var description: String { "a secret" }
  /// The same text as `description`.
  public var debugDescription: String { description }
  /// An empty mirror, so that a dump does not show the secret.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Puts the purpose of a signature, a digest or a derived key before its bytes, so that a result
/// for one purpose is never valid for another.
func labelled(_ purpose: String, _ bytes: [UInt8]) -> [UInt8] {
  Array("easel call 1 \(purpose)".utf8) + [0] + bytes
}

func digest(_ purpose: String, _ bytes: [UInt8]) -> [UInt8] {
  Array(SHA256.hash(data: labelled(purpose, bytes)))
}

/// Returns whether two codes are the same. The time does not reveal where they differ.
func areSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  // In Swift `|` and `^` have the same precedence.
  left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
