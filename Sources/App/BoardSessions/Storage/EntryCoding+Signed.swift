import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import GroupSecurity

extension EntryCoding {
  /// The encoding of entries in board files, signed by the identities of their authors.
  package static let signed = EntryCoding(
    encode: { $0.encoded() },
    decode: { bytes in do { return try Operation(decoding: bytes) } catch { return nil } },
    verify: { digest, signature, key in Identity.verify(signature, of: digest.bytes, by: key) })
}
