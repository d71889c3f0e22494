import Crypto
import GroupJournal

extension JournalSigner {
  /// Returns the SHA-256 of these bytes.
  static let sha256: @Sendable ([UInt8]) -> [UInt8] = { Array(SHA256.hash(data: $0)) }
}
