import BoardSync
import EaselBase

/// An entry as these tests know it: its predecessor, and its branch if its author contradicts
/// himself.
struct NaiveEntry: Hashable {
  let replica: ReplicaID
  let number: UInt64
  let branch: UInt64
  let previous: Bytes16

  var id: EntryID { EntryID(replica, SequenceNumber(number)) }

  var digest: Bytes16 {
    var hasher = UInt64(14_695_981_039_346_656_037)
    for word in [replica.raw.low, number, branch, previous.high, previous.low] {
      hasher = (hasher ^ word) &* 0x9E37_79B9_7F4A_7C15
      hasher ^= hasher >> 29
    }
    return Bytes16(high: hasher, low: hasher &* 0xBF58_476D_1CE4_E5B9)
  }
}

/// A naive log: a heap of entries, and what counts of it worked out anew each time.
struct NaiveLog {
  private(set) var entries: [ReplicaID: [UInt64: Set<NaiveEntry>]] = [:]

  static let start = Bytes16(high: 0, low: 0)

  mutating func add(_ entry: NaiveEntry) {
    entries[entry.replica, default: [:]][entry.number, default: []].insert(entry)
  }

  mutating func add(_ other: NaiveLog) {
    for entry in other.entries.values.flatMap(\.values).joined() { add(entry) }
  }

  func head(of replica: ReplicaID) -> ReplicaHead? {
    var (number, digest): (UInt64, Bytes16) = (0, Self.start)
    while true {
      let followers = (entries[replica]?[number + 1] ?? []).filter { $0.previous == digest }
      if followers.count > 1 {
        return ReplicaHead(replica, SequenceNumber(number), digest: digest, isFrozen: true)
      }
      guard let next = followers.first else { break }
      (number, digest) = (number + 1, next.digest)
    }
    return number == 0 ? nil : ReplicaHead(replica, SequenceNumber(number), digest: digest)
  }

  var heads: [ReplicaHead] { entries.keys.sorted().compactMap(head) }

  /// A state of such entries: here, a sum over all heads.
  var state: Bytes16 {
    heads.reduce(Self.start) { Bytes16(high: $0.high &+ $1.digest.high, low: $0.low &+ 1) }
  }

  mutating func write(_ replica: ReplicaID, branch: UInt64 = 0) -> NaiveEntry {
    let head = head(of: replica)
    let entry = NaiveEntry(
      replica: replica, number: (head?.sequence.raw ?? 0) + 1, branch: branch,
      previous: head?.digest ?? Self.start)
    add(entry)
    return entry
  }

  /// At most so many of the asked entries in the asked order, and how far that went.
  func supply(_ ranges: [EntryRange], atMost limit: Int) -> (
    entries: [NaiveEntry], ranges: [EntryRange]
  ) {
    var given: [NaiveEntry] = []
    var done: [EntryRange] = []
    for range in ranges where given.count < limit {
      var last = range.first.raw
      for number in range.first.raw...range.last.raw where given.count < limit {
        given += (entries[range.replica]?[number] ?? []).sorted { $0.branch < $1.branch }
        last = number
      }
      done.append(
        EntryRange(replica: range.replica, first: range.first, last: SequenceNumber(last)))
    }
    return (given, done)
  }
}

extension ReplicaID {
  static func test(_ index: Int) -> ReplicaID {
    ReplicaID(Bytes16(high: UInt64(index) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(index)))
  }
}
