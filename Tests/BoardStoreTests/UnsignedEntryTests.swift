import BoardCodec
import BoardLog
import Testing

@testable import BoardStore

/// Entries that came in a run have no signature of their own: a later one answers for them.
struct UnsignedEntryTests {
  private func received(_ studio: Studio) throws -> [KeptEntry] {
    let runs = EntryRun.encoded(studio.entries(60).map(\.entry))
    return try runs.flatMap { try EntryRun.decode($0) }.map { KeptEntry($0, bytes: $0.encoded()) }
  }

  private func keep(_ entries: [KeptEntry], in studio: Studio) throws {
    let file = try studio.create()
    try file.append(entries)
    try file.close()
  }

  private func merged(_ entries: [Entry]) -> (log: Log, applied: Int) {
    var log = Log()
    let applied = log.merge(entries) { _, signature, _ in !signature.isEmpty }.applied.count
    return (log, applied)
  }

  @Test("entries that came in runs are kept, and read again into the same log")
  func kept() throws {
    let studio = try Studio()
    let entries = try received(studio)
    #expect(entries.filter { $0.entry.signature.isEmpty }.count == 58)
    try keep(entries, in: studio)
    let contents = try studio.read()
    #expect(contents.damage == nil && contents.entries == entries.map(\.entry))
    let again = merged(contents.entries)
    #expect(again.applied == 60 && again.log.hash == studio.log.hash)
  }

  @Test("a salvage finds them by their hashes, and their log takes them")
  func salvaged() throws {
    let studio = try Studio()
    let entries = try received(studio)
    try keep(entries, in: studio)
    var bytes = try #require(studio.bytes("drawing.easel"))
    bytes.replaceSubrange(0..<100, with: repeatElement(0, count: 100))
    studio.write(bytes)
    let contents = try studio.open().contents
    #expect(contents.damage?.saved == 60 && contents.damage?.lost == 0)
    let again = merged(contents.entries)
    #expect(again.applied == 60 && again.log.hash == studio.log.hash)
  }
}
