import Codec
import Log
import Sharing
import Vocabulary

/// The entries of one board, at hand to be sent on.
struct Shelf {
  /// Those that count, each replica's in sequence.
  private(set) var counting: [ReplicaID: [Entry]] = [:]
  /// What proves that an author contradicted itself, behind what counts.
  private(set) var proofs: [ReplicaID: [Entry]] = [:]

  var entries: [Entry] { counting.keys.sorted().flatMap { counting[$0] ?? [] } }

  mutating func add(_ entries: [Entry]) {
    for entry in entries { counting[entry.id.replica, default: []].append(entry) }
  }

  /// Puts what counts no longer behind.
  mutating func add(_ fork: Fork) {
    let kept = Int(clamping: fork.sequence.raw) - 1
    let entries = counting[fork.replica] ?? []
    counting[fork.replica] = Array(entries.prefix(kept))
    proofs[fork.replica, default: []] += entries.dropFirst(kept) + fork.proof
  }

  /// Runs of those ranges, up to so many bytes, and what they amount to.
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

  /// The range, on to the next signature, and what contradicts where it reaches behind the head.
  private func entries(of range: EntryRange) -> [Entry] {
    let counting = self.counting[range.replica] ?? []
    guard let first = Int(exactly: range.first.raw), first >= 1 else { return [] }
    let wanted = Int(clamping: range.last.raw) - first + 1
    var entries = Array(counting.dropFirst(first - 1).prefix(wanted))
    for entry in counting.dropFirst(first - 1 + entries.count) {
      if entries.last?.signature.isEmpty != true { break }
      entries.append(entry)
    }
    if range.last.raw > UInt64(counting.count) { entries += proofs[range.replica] ?? [] }
    return entries
  }
}
