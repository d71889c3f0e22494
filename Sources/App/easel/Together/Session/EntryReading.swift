import BoardLog
import BoardStore
import EaselBase

/// How far some of a board's entries have been read.
struct EntryReading: Sendable {
  var picking: EntryPicking
  /// Where to go on, as the entry store counts.
  var place = Int64.min
  var isOver = false

  /// All of them where nil.
  init(_ ranges: [EntryRange]?) { picking = EntryPicking(ranges) }
}

/// Which of a board's entries lie in some ranges, asked in the order in which they were written.
/// What answers for them comes along: the next good signature behind a range. The first entries of
/// those who are asked for must be among what it is asked about.
struct EntryPicking {
  /// Nil takes all.
  private let ranges: [ReplicaID: EntryRange]?
  private var signatures = Signatures()
  /// Replicas whose range has been reached to its end, but nothing that answers for it.
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

  /// Nil where it may be any.
  var replicas: Set<ReplicaID>? { ranges.map { Set($0.keys) } }

  mutating func takes(_ entry: Entry) -> Bool {
    guard let ranges else { return true }
    signatures.learn(entry)
    guard let range = ranges[entry.id.replica], entry.id.sequence >= range.first else {
      return false
    }
    let isOpen = open.contains(entry.id.replica)
    guard entry.id.sequence <= range.last || isOpen else { return false }
    // Within the range it is for what follows.
    if entry.id.sequence < range.last || signatures.hold(entry) {
      open.remove(entry.id.replica)
    } else {
      open.insert(entry.id.replica)
    }
    return true
  }
}
