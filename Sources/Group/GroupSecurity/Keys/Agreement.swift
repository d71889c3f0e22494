import Crypto

/// Public keys (X25519) that others send. The library takes any 32 bytes, also the few that agree on
/// zeros with everybody: what is sealed to such a key anybody can open, so they are refused here (RFC
/// 9180, section 7.1.4).
enum Agreement {
  static let publicKeyLength = 32

  /// About 50 µs.
  static func isUsable(_ publicKey: [UInt8]) -> Bool {
    // To such a key every scalar gives zeros, so that any will do for asking.
    guard let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey),
      let scalar = try? Curve25519.KeyAgreement.PrivateKey(
        rawRepresentation: [UInt8](repeating: 1, count: 32)),
      let shared = try? scalar.sharedSecretFromKeyAgreement(with: key)
    else { return false }
    return shared.withUnsafeBytes { $0.contains { $0 != 0 } }
  }
}
