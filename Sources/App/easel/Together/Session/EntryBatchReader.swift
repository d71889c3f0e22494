import BoardCodec
import BoardLog
import EaselBase

/// Some of a board's entries as runs, read a part at a time: who takes them slowly, or not at all, costs
/// no more than a part.
struct EntryBatchReader: Sendable {
  let ranges: [EntryRange]
  private let writer: EntryWriter
  private let signatures: Signatures
  private var reading: EntryReading
  /// What was read and nothing behind it answers for yet.
  private var open: [ReplicaID: [Entry]] = [:]

  /// What the entries of a part weigh.
  static let partBytes = 256 * 1_024

  init(of ranges: [EntryRange], from writer: EntryWriter, _ signatures: Signatures) {
    (self.ranges, self.writer, self.signatures) = (ranges, writer, signatures)
    reading = EntryReading(ranges)
  }

  /// The next part, read once all that is queued now was tried. Nil at the end, which is where they
  /// cannot be read, too: who asked hears how far it came, and asks elsewhere or again.
  mutating func next() async -> [[UInt8]]? {
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

  /// Takes out what of this replica can be sent.
  private mutating func close(_ replica: ReplicaID) -> ArraySlice<Entry> {
    let entries = open[replica] ?? []
    guard let last = entries.lastIndex(where: signatures.hold) else { return [] }
    open[replica] = Array(entries[(last + 1)...])
    return entries[...last]
  }
}
