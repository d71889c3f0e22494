import BoardLog
import BoardStore
import EaselBase

/// The progress of a reading of some of a board's entries.
package struct EntryReading: Sendable {
  var picking: EntryPicking
  /// The position at which the entry store goes on; each kind of store counts in its own way.
  var position = Int64.min
  var isOver = false

  /// Reads all entries if `ranges` is nil.
  init(_ ranges: [EntryRange]?) { picking = EntryPicking(ranges) }
}

/// Picks a board's entries that lie in some ranges. The caller passes the entries in the order in
/// which they were written. After a range, the picking goes on up to the next good signature, which
/// covers the range. The caller must also pass the first entry of each requested replica, which
/// holds the replica's key.
struct EntryPicking {
  /// Nil picks all entries.
  private let ranges: [ReplicaID: EntryRange]?
  private var signatures = StoredSignatureChecker()
  /// The replicas whose range was read to its end, but without a signature that covers it yet.
  private var open: Set<ReplicaID> = []

  init(_ ranges: [EntryRange]?) {
    self.ranges = ranges.map { ranges in
      Dictionary(ranges.map { ($0.replica, $0) }) { first, second in
        EntryRange(
          replica: first.replica, first: min(first.first, second.first),
          last: max(first.last, second.last))
      }
    }
  }

  /// The replicas to read; nil means all.
  var replicas: Set<ReplicaID>? { ranges.map { Set($0.keys) } }

  mutating func picks(_ entry: Entry) -> Bool {
    guard let ranges else { return true }
    signatures.learn(entry)
    guard let range = ranges[entry.id.replica], entry.id.sequence >= range.first else {
      return false
    }
    let isOpen = open.contains(entry.id.replica)
    guard entry.id.sequence <= range.last || isOpen else { return false }
    // Before the end of the range, a later entry brings the signature.
    if entry.id.sequence < range.last || signatures.hold(entry) {
      open.remove(entry.id.replica)
    } else {
      open.insert(entry.id.replica)
    }
    return true
  }
}
