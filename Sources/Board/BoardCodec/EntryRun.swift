import BoardLog
import EaselBase
import struct Foundation.Data

/// A run: consecutive entries of one replica, written as columns. Snapshots are sent as runs.
///
/// A single encoded entry repeats ids, a hash and a signature that follow from the entries before
/// and after it. A run stores them once, and the decoder computes the digests again. So a stroke
/// costs about seven bytes beside its payload. Only the last entry's signature is sent. The decoder
/// gives the other entries an empty signature; the last signature covers them, both for `Log.merge`
/// and for a later read from a file.
package enum EntryRun {
  /// The greatest number of entries in a run.
  package static let entriesMax = 4_096
  /// A run accepts no more entries after its encoded columns have reached this size, in bytes.
  static let bytesAimed = 48 * 1_024
  /// The greatest length of a run in bytes: the aimed size, and one further entry of the largest
  /// size.
  package static let bytesMax = bytesAimed + Entry.encodedBytesMax

  /// Writes a snapshot as runs, one replica after the other. Entries must be in the order of a
  /// board's file: each replica's entries in sequence, followed by the entries that contradict
  /// them.
  ///
  /// Every run ends in a signed entry, so that a receiver can check the run alone. Entries that no
  /// signature covers are left out, because no receiver would accept them.
  ///
  /// - Parameter isSigned: returns whether an entry's signature is valid. It is called for entries
  ///   that may end a run: if a later signature covers an entry, the entry may have arrived with an
  ///   invalid signature of its own.
  package static func encoded(
    _ entries: [Entry], isSigned: (Entry) -> Bool = { _ in true }
  ) -> [[UInt8]] {
    Dictionary(grouping: entries, by: \.id.replica).sorted { $0.key < $1.key }
      .flatMap { runs(of: $0.value, isSigned).map(encoded) }
  }

  /// Cuts one replica's entries into runs. A run ends where the next entry does not follow, and
  /// where the run is full.
  private static func runs(
    of entries: [Entry], _ isSigned: (Entry) -> Bool
  ) -> [ArraySlice<Entry>] {
    var runs: [ArraySlice<Entry>] = []
    var rest = entries[...]
    while !rest.isEmpty {
      let (run, passed) = first(of: rest, isSigned)
      if !run.isEmpty { runs.append(run) }
      rest = rest.dropFirst(passed)
    }
    return runs
  }

  /// Returns the first run, and the number of entries to remove from the list. This number exceeds
  /// the run's length only if the last entries before a break or the end have no valid signature.
  ///
  /// A full run ends at its last signature. The distance between two signatures is at most the
  /// length of the runs in which the entries arrived. So runs that are made from received runs do
  /// not grow.
  private static func first(
    of entries: ArraySlice<Entry>, _ isSigned: (Entry) -> Bool
  ) -> (run: ArraySlice<Entry>, passed: Int) {
    var (bytes, passed) = (0, 0)
    // `signed` is where the run can end; `hopes` are later possible ends that are not checked yet.
    var (signed, hopes) = (0, [Int]())
    func findLastSignature() {
      while let hope = hopes.popLast() {
        guard isSigned(entries[entries.startIndex + hope - 1]) else { continue }
        (signed, hopes) = (hope, [])
      }
    }
    var last: Entry?
    for entry in entries {
      if bytes >= bytesAimed || passed >= entriesMax {
        findLastSignature()
        if signed > 0 { break }
      }
      if let last, !entry.follows(last) {
        findLastSignature()
        return (entries.prefix(signed), passed)
      }
      bytes += entry.columnBytes(after: last)
      passed += 1
      if !entry.signature.isEmpty { hopes.append(passed) }
      last = entry
    }
    findLastSignature()
    return (entries.prefix(signed), signed > 0 ? signed : passed)
  }

  private static func encoded(_ run: ArraySlice<Entry>) -> [UInt8] {
    guard let first = run.first, let last = run.last else { return [] }
    var message = ProtoEntryRun.with {
      $0.replica = Data(first.id.replica.raw.bytes)
      $0.author = Data(first.stamp.author.raw.bytes)
      if let replicaGenesis = first.replicaGenesis { $0.replicaGenesis = replicaGenesis.proto }
      $0.first = first.id.sequence.raw
      if let previous = first.previous { $0.previous = Data(previous.bytes) }
      $0.signature = Data(last.signature)
    }
    var before: Entry?
    var skipped: UInt32 = 0
    for entry in run {
      let step = Step(from: before, to: entry)
      message.lamports.append(step.lamport)
      message.times.append(step.at)
      message.lasted.append(step.lasted)
      message.sizes.append(UInt32(clamping: entry.payload.count))
      message.payloads.append(contentsOf: entry.payload)
      if entry.purpose == .draw {
        skipped += 1
      } else {
        message.purposes += [skipped, UInt32(entry.purpose.rawValue)]
        skipped = 0
      }
      before = entry
    }
    return message.bytes
  }
}

/// The differences between the times of an entry and the times of the entry before it.
private struct Step {
  let lamport: UInt64
  let at: Int64
  let lasted: Int64

  init(from before: Entry?, to entry: Entry) {
    lamport = entry.stamp.lamport.raw &- (before?.stamp.lamport.raw ?? 0)
    at = entry.stamp.at &- (before?.stamp.at ?? 0)
    lasted = Int64(entry.stamp.lasted) - Int64(before?.stamp.lasted ?? 0)
  }
}

extension Entry {
  /// Returns whether this entry can directly follow the other entry in a run.
  fileprivate func follows(_ other: Entry) -> Bool {
    previous == other.digest && id.sequence == other.id.sequence.next && replicaGenesis == nil
      && stamp.author == other.stamp.author && stamp.lamport > other.stamp.lamport
  }

  fileprivate func columnBytes(after before: Entry?) -> Int {
    let step = Step(from: before, to: self)
    return step.lamport.varintBytes + step.at.zigZag.varintBytes + step.lasted.zigZag.varintBytes
      + UInt64(payload.count).varintBytes + payload.count + (purpose == .draw ? 0 : 3)
  }
}

extension Int64 {
  fileprivate var zigZag: UInt64 { UInt64(bitPattern: self << 1 ^ self >> 63) }
}

extension UInt64 {
  fileprivate var varintBytes: Int { Swift.max(1, (bitWidth - leadingZeroBitCount + 6) / 7) }
}
