import Crypto
import GroupJournal
import GroupSecurity

extension JournalSigner {
  /// Returns the SHA-256 of these bytes.
  static let sha256: @Sendable ([UInt8]) -> [UInt8] = { Array(SHA256.hash(data: $0)) }
}

extension JournalSigner {
  /// A signer with a new key, which only this process has.
  static func ofNewKey() -> JournalSigner {
    let seed = (0..<Identity.seedLength).map { _ in UInt8.random(in: .min ... .max) }
    let identity = Identity(seed: seed)
    return JournalSigner(
      publicKey: identity?.publicKey ?? [],
      sign: { bytes in
        guard let identity else { return nil }
        do { return try identity.sign(purpose, bytes) } catch { return nil }
      },
      verify: { Identity.verify($0, purpose, of: $1, by: $2) }, digest: sha256)
  }

  private static let purpose = "journal list"
}
