import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import GroupSecurity
import WhiteboardUI

extension EntryCoding {
  /// The encoding of entries in board files, signed by the identities of their authors.
  static let signed = EntryCoding(
    encode: { $0.encoded() },
    decode: { bytes in do { return try Operation(decoding: bytes) } catch { return nil } },
    verify: { digest, signature, key in Identity.verify(signature, of: digest.bytes, by: key) })
}

extension Event {
  /// The session that this event ends; nil for other events.
  var over: Bytes16? {
    switch self {
    case .session(.ended, let session), .call(.withdrawn(let session)): session
    default: nil
    }
  }
}
