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
    decode: { OperationReading($0) },
    verify: { digest, signature, key in Identity.verify(signature, of: digest.bytes, by: key) })
}

/// Checks the signatures of entries that were read from a board's file, with the public keys of
/// their replicas.
package struct StoredSignatureChecker: Sendable {
  private var keys: [ReplicaID: [UInt8]] = [:]

  /// Begins without any keys.
  package init() {}

  package init(_ log: Log) {
    for head in log.sortedHeads { keys[head.replica] = head.publicKey }
  }

  /// Learns a replica's key from its first entry.
  mutating func learn(_ entry: Entry) {
    if let genesis = entry.replicaGenesis { keys[entry.id.replica] = genesis.publicKey }
  }

  /// Returns whether an entry has a valid signature. Takes about 100 µs if there is a signature.
  func hold(_ entry: Entry) -> Bool {
    guard !entry.signature.isEmpty, let key = keys[entry.id.replica] else { return false }
    return Identity.verify(entry.signature, of: entry.digest.bytes, by: key)
  }
}
