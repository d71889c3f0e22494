import BoardCodec
import BoardLog
import EaselBase

/// Reads some of a board's entries in parts, and encodes each part as runs (see `EntryRun`). A slow
/// or absent receiver costs no more memory than one part.
package struct StoredRunReader: Sendable {
  package let ranges: [EntryRange]
  private let writer: EntryWriter
  private let signatures: StoredSignatureChecker
  private var reading: EntryReading
  /// The entries that were read, but that no later signature covers yet.
  private var open: [ReplicaID: [Entry]] = [:]

  /// The size of the entries in a part, in bytes.
  static let partBytes = 256 * 1_024

  package init(
    of ranges: [EntryRange], from writer: EntryWriter, _ signatures: StoredSignatureChecker
  ) {
    (self.ranges, self.writer, self.signatures) = (ranges, writer, signatures)
    reading = EntryReading(ranges)
  }

  /// Reads the next part, after the entry writer has tried to write all that is queued now. Returns
  /// nil after the last part, or if the entries cannot be read. The participant that asked learns
  /// how far the entries came. It then asks again, or asks another member.
  package mutating func next() async -> [[UInt8]]? {
    if reading.isOver { return nil }
    let start = self
    let (runs, rest) = await withCheckedContinuation { continuation in
      writer.run { entryStore in
        var rest = start
        let runs = rest.read(entryStore)
        continuation.resume(returning: (runs, rest))
      }
    }
    self = rest
    return runs
  }

  private mutating func read(_ entryStore: (any EntryStore)?) -> [[UInt8]] {
    let entries: [Entry]
    do {
      entries = try entryStore?.read(&reading, atMost: Self.partBytes) ?? []
      if entryStore == nil { reading.isOver = true }
    } catch {
      reading.isOver = true
      return []
    }
    for entry in entries { open[entry.id.replica, default: []].append(entry) }
    let closed = Set(entries.map(\.id.replica)).sorted().flatMap { close($0) }
    return EntryRun.encoded(closed, isSigned: signatures.hold)
  }

  /// Removes and returns the entries of this replica up to its last signature; these can be sent.
  private mutating func close(_ replica: ReplicaID) -> ArraySlice<Entry> {
    let entries = open[replica] ?? []
    guard let last = entries.lastIndex(where: signatures.hold) else { return [] }
    open[replica] = Array(entries[(last + 1)...])
    return entries[...last]
  }
}
