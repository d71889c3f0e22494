import BoardCodec
import BoardLog
import BoardModel

/// Writes, reads and verifies the entries of a board.
package struct EntryCoding: Sendable {
  /// Returns the payload of an entry that holds an operation.
  package var encode: @Sendable (Operation) -> [UInt8]
  /// Reads the payload of an entry. Without this function, `merge` ignores all entries.
  package var decode: (@Sendable ([UInt8]) -> OperationReading)?
  /// Returns whether the owner of a public key made a signature over a digest.
  package var verify:
    @Sendable (_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool

  package init(
    encode: @escaping @Sendable (Operation) -> [UInt8],
    decode: (@Sendable ([UInt8]) -> OperationReading)? = nil,
    verify: @escaping @Sendable (Digest, [UInt8], [UInt8]) -> Bool = { _, _, _ in false }
  ) {
    (self.encode, self.decode, self.verify) = (encode, decode, verify)
  }
}
