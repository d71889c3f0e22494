import BoardCodec
import BoardLog
import EaselBase

/// The entries of one board, ready to be sent on.
struct Shelf {
  /// All known entries, in the order in which they came.
  private(set) var known: [Entry] = []
  /// The entries that count; each replica's entries are in sequence.
  private(set) var counting: [ReplicaID: [Entry]] = [:]
  /// The other known entries: contradictions, and entries that no longer count or do not count yet.
  private(set) var aside: [ReplicaID: [Entry]] = [:]

  var entries: [Entry] { counting.keys.sorted().flatMap { counting[$0] ?? [] } }

  mutating func add(_ entries: [Entry], aside: [Entry] = []) {
    known += entries + aside
    for entry in entries { counting[entry.id.replica, default: []].append(entry) }
    for entry in aside { self.aside[entry.id.replica, default: []].append(entry) }
  }

  /// Replaces the counting entries after a recount; each replica's entries are in sequence.
  mutating func count(_ entries: [Entry]) {
    counting = Dictionary(grouping: entries, by: \.id.replica)
    let counted = Set(entries.map(\.digest))
    aside = Dictionary(
      grouping: known.filter { !counted.contains($0.digest) }, by: \.id.replica)
  }

  /// Returns runs of these ranges, up to `bytesMax` bytes, and the ranges that they cover.
  func runs(
    of ranges: [EntryRange], bytesMax: Int = 256 * 1_024
  ) -> (runs: [[UInt8]], sent: [EntryRange]) {
    var (runs, sent, bytes): ([[UInt8]], [EntryRange], Int) = ([], [], 0)
    for range in ranges where bytes < bytesMax {
      let encoded = EntryRun.encoded(entries(of: range))
      guard !encoded.isEmpty else { continue }
      runs += encoded
      sent.append(range)
      bytes += encoded.reduce(0) { $0 + $1.count }
    }
    return (runs, sent)
  }

  /// Returns the entries of the range and those up to the next signature. Adds contradictions if
  /// the range reaches past the head.
  private func entries(of range: EntryRange) -> [Entry] {
    let counting = self.counting[range.replica] ?? []
    guard let first = Int(exactly: range.first.raw), first >= 1 else { return [] }
    let wanted = Int(clamping: range.last.raw) - first + 1
    var entries = Array(counting.dropFirst(first - 1).prefix(wanted))
    for entry in counting.dropFirst(first - 1 + entries.count) {
      if entries.last?.signature.isEmpty != true { break }
      entries.append(entry)
    }
    let aside = aside[range.replica] ?? []
    while let last = entries.last, last.signature.isEmpty,
      let next = aside.first(where: { $0.previous == last.digest })
    {
      entries.append(next)
    }
    if range.last.raw > UInt64(counting.count) { entries += aside }
    return entries
  }
}
