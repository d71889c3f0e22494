import BoardLog
import BoardModel

/// Writes, reads and verifies the entries of a board.
package struct EntryCoding: Sendable {
  /// Returns the payload of an entry for an operation.
  package var encode: @Sendable (Operation) -> [UInt8]
  /// Reads the operation in the payload of an entry; nil for bytes that are no operation. If the
  /// function is missing, entries of other authors are not merged.
  package var decode: (@Sendable ([UInt8]) -> Operation?)?
  /// Whether a signature over a digest was made with the private key that belongs to a public key.
  package var verify:
    @Sendable (_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool

  package init(
    encode: @escaping @Sendable (Operation) -> [UInt8],
    decode: (@Sendable ([UInt8]) -> Operation?)? = nil,
    verify: @escaping @Sendable (Digest, [UInt8], [UInt8]) -> Bool = { _, _, _ in false }
  ) {
    (self.encode, self.decode, self.verify) = (encode, decode, verify)
  }
}
