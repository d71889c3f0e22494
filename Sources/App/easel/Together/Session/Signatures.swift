import BoardLog
import EaselBase
import GroupSecurity

/// The keys of those who drew, to tell whether a signature is its author's.
struct Signatures: Sendable {
  private var keys: [ReplicaID: [UInt8]] = [:]

  /// Knows nobody yet.
  init() {}

  init(_ log: Log) {
    for head in log.sortedHeads { keys[head.replica] = head.publicKey }
  }

  /// A replica's first entry brings its key.
  mutating func learn(_ entry: Entry) {
    if let birth = entry.birth { keys[entry.id.replica] = birth.publicKey }
  }

  /// Costs about 100 µs where there is a signature at all.
  func hold(_ entry: Entry) -> Bool {
    guard !entry.signature.isEmpty, let key = keys[entry.id.replica] else { return false }
    return Identity.verify(entry.signature, of: entry.digest.bytes, by: key)
  }
}
