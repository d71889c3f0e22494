import BoardLog
import EaselBase
import struct Foundation.Data

/// Entries of one replica that follow each other, written as columns: what snapshots are sent in.
///
/// An entry alone repeats names, a hash and a signature that its neighbours imply. Here they stand
/// once, and the digests are found again while decoding; so a stroke costs about seven bytes
/// beside its payload. Entries whose own signature was not sent come back with an empty one: the last
/// entry's answers for them, to `Log.merge` and to whoever reads them again from a file.
public enum EntryRun {
  /// As many entries may be in a run.
  public static let entriesMax = 4_096
  /// A run takes no more entries once its columns are this large.
  static let bytesAimed = 48 * 1_024
  /// A run's bytes are at most this many: the aim, and one entry of any size beyond it.
  public static let bytesMax = bytesAimed + Entry.encodedBytesMax

  /// Writes a snapshot as runs, replica after replica. Entries must come as they lie in a board's
  /// file: each replica's in sequence, with what contradicts them behind.
  ///
  /// Every run ends in a signed entry, so that it can be judged alone. Entries that no signature
  /// answers for are left out: nobody would take them.
  ///
  /// - Parameter isSigned: whether an entry's signature is its author's. Asked of those that would
  ///   end a run: what others answer for may have come with any bytes for a signature of its own.
  public static func encoded(
    _ entries: [Entry], isSigned: (Entry) -> Bool = { _ in true }
  ) -> [[UInt8]] {
    Dictionary(grouping: entries, by: \.id.replica).sorted { $0.key < $1.key }
      .flatMap { runs(of: $0.value, isSigned).map(encoded) }
  }

  /// Cuts one replica's entries where they do not follow each other, and where a run is full.
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

  /// The first run, and how many entries are dealt with by it: more than it has only where what
  /// went before a break is not signed for.
  ///
  /// A full run goes back to the last signature in it. Signatures are never further apart than the
  /// runs that entries came in, so runs of runs do not grow.
  private static func first(
    of entries: ArraySlice<Entry>, _ isSigned: (Entry) -> Bool
  ) -> (run: ArraySlice<Entry>, passed: Int) {
    var (bytes, passed) = (0, 0)
    // Where the run can end, and the places after that which are still to be asked about.
    var (signed, hopes) = (0, [Int]())
    func settle() {
      while let hope = hopes.popLast() {
        guard isSigned(entries[entries.startIndex + hope - 1]) else { continue }
        (signed, hopes) = (hope, [])
      }
    }
    var last: Entry?
    for entry in entries {
      if bytes >= bytesAimed || passed >= entriesMax {
        settle()
        if signed > 0 { break }
      }
      if let last, !entry.follows(last) {
        settle()
        return (entries.prefix(signed), passed)
      }
      bytes += entry.columnBytes(after: last)
      passed += 1
      if !entry.signature.isEmpty { hopes.append(passed) }
      last = entry
    }
    settle()
    return (entries.prefix(signed), signed > 0 ? signed : passed)
  }

  private static func encoded(_ run: ArraySlice<Entry>) -> [UInt8] {
    guard let first = run.first, let last = run.last else { return [] }
    var message = ProtoEntryRun.with {
      $0.replica = Data(first.id.replica.raw.bytes)
      $0.author = Data(first.stamp.author.raw.bytes)
      if let birth = first.birth { $0.birth = birth.proto }
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

/// How an entry's times differ from those of the entry before.
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
  /// Whether it can stand behind the other in a run.
  fileprivate func follows(_ other: Entry) -> Bool {
    previous == other.digest && id.sequence == other.id.sequence.next && birth == nil
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
