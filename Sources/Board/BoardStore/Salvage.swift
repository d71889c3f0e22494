import BoardLog
import EaselBase
import EaselPlatform
import SystemFiles

/// Saves the entries that a damaged board still holds.
///
/// It trusts neither the tree of pages nor their headers. It searches every byte of every page for
/// the form of a row, and accepts a row whose entry hashes to the digest beside it. So it invents
/// nothing, and it misses no intact row.
enum Salvage {
  /// Returns the saved contents; nil for a file that holds nothing of a board. Reads all of the
  /// file and its `-wal`.
  static func contents(
    of path: String, header: BoardHeader?, decode: EntryDecoder
  ) throws(BoardError) -> (contents: BoardContents, kept: [KeptEntry])? {
    let pages = try RawPages(path)
    var saved: [Digest: KeptEntry] = [:]
    var continued: [Int: Int] = [:]
    var tally: Int?
    var record: [[UInt8]] = []
    var known: Set<Digest> = []
    pages.forEach { page in
      RawRow.forEach(in: page, of: pages) { row in
        let continuation = row.continuation ?? 0
        // A row may hold an entry that is saved already, with a signature that the saved copy lacks: the
        // digest does not cover the signature.
        guard let digest = Digest(row.digest),
          saved[digest].map({ $0.entry.signature.isEmpty }) ?? true,
          continued[continuation, default: 0] < continuedMax, !known.contains(digest)
        else { return }
        if BoardRecord.isRow(row.bytes), digest == .sha256(of: row.bytes) {
          known.insert(digest)
          record.append(row.bytes)
        } else {
          guard let entry = decode(row.bytes), entry.digest == digest,
            saved[digest] == nil || !entry.signature.isEmpty
          else { return }
          saved[digest] = KeptEntry(entry, bytes: row.bytes)
        }
        if row.continuation != nil { continued[continuation, default: 0] += 1 }
      }
      if let found = self.tally(in: page) { tally = max(tally ?? 0, found) }
    }
    guard pages.isBoard || header != nil || tally != nil || !saved.isEmpty else { return nil }
    let kept = saved.values.sorted {
      ($0.entry.stamp.order, $0.entry.id) < ($1.entry.stamp.order, $1.entry.id)
    }
    let entries = kept.map(\.entry)
    let lost = max((tally ?? 0) - entries.count, gaps(in: entries))
    let damage = FileDamage(saved: entries.count, lost: lost, isCounted: tally != nil)
    var header = header ?? BoardHeader(name: "", created: entries.first?.stamp.at ?? 0)
    if let found = beginning(record, header, of: entries) {
      (header.genesis, header.old) = found
    }
    let contents = BoardContents(header: header, entries: entries, damage: damage)
    return (contents, kept)
  }

  /// The greatest number of saved rows that go on in the same page. In a board that Easel wrote it
  /// is 1. A forged file may let thousands of rows share a page, and their sum may be a thousand
  /// times its size.
  private static let continuedMax = 4

  /// Returns the genesis that most of these entries belong to. The genesis in the header may be
  /// damaged, and a member's drawing may contain bytes in the form of a row.
  private static func beginning(
    _ rows: [[UInt8]], _ header: BoardHeader, of entries: [Entry]
  ) -> BoardRecord.Beginning? {
    let births = entries.lazy.compactMap { entry in entry.birth.map { (entry.id.replica, $0) } }
      .prefix(birthsMax)
    let known = Dictionary(entries.map { ($0.digest, $0.id) }) { first, _ in first }
    var best: (choice: BoardRecord.Beginning, count: Int)?
    func weigh(_ choice: BoardRecord.Beginning) {
      let count =
        births.count { $0.1.replica(on: choice.genesis.id) == $0.0 }
        + choice.old.heads.count { known[$0.digest] == EntryID($0.replica, $0.sequence) }
      if count > best?.count ?? -1 { best = (choice, count) }
    }
    BoardRecord.forEach(in: rows, weigh)
    // The header comes last: unlike a row, it has no hash that shows whether it is damaged.
    if let genesis = header.genesis, genesis.oldRoot == header.old.root {
      weigh((genesis, header.old))
    }
    return best?.choice
  }

  /// The greatest number of first entries that the search checks.
  private static let birthsMax = 1_000

  /// Keeps the damaged file under another name, byte for byte, and puts a new file in its place.
  ///
  /// At every moment at least one of them exists: the old file gets its second name before the new
  /// file, complete and synchronised, gets the first name.
  static func replace(
    _ path: String, by contents: inout BoardContents, _ kept: [KeptEntry], timestamp: String
  ) throws(BoardError) {
    let original = unused("\(path).damaged-\(timestamp)")
    try keep(path, as: original)
    if access(path + "-wal", F_OK) == 0 { try keep(path + "-wal", as: original + "-wal") }
    let draft = unused("\(path).mended-\(timestamp)")
    try BoardFile.make(at: draft, header: contents.header, entries: kept)
    // SQLite would treat a `-wal` or a `-journal` left here as the new file's.
    for suffix in BoardFile.sideFiles where access(path + suffix, F_OK) == 0 {
      guard unlink(path + suffix) == 0 else { throw BoardError(path, .making(errno)) }
    }
    guard rename(draft, path) == 0 else { throw BoardError(path, .making(errno)) }
    FileSystem.syncFolder(of: path)
    contents.damage?.original = original
  }

  /// Returns a name that no file has: a board may be damaged twice within one timestamp.
  private static func unused(_ name: String) -> String {
    guard access(name, F_OK) == 0 else { return name }
    return (2...99).lazy.map { "\(name)-\($0)" }.first { access($0, F_OK) != 0 } ?? name
  }

  private static func keep(_ path: String, as name: String) throws(BoardError) {
    guard link(path, name) == 0 else { throw BoardError(name, .making(errno)) }
  }

  /// Returns the number of missing entries that other entries of the same replica prove.
  private static func gaps(in entries: [Entry]) -> Int {
    var known: [ReplicaID: (last: UInt64, count: UInt64)] = [:]
    for entry in entries {
      let before = known[entry.id.replica] ?? (0, 0)
      known[entry.id.replica] = (max(before.last, entry.id.sequence.raw), before.count + 1)
    }
    // Forged entries may claim any numbers, so the sum has a limit that no board reaches.
    return known.values.reduce(0) {
      min($0 + Int(clamping: $1.last - min($1.last, $1.count)), EntryTally.countMax)
    }
  }

  /// Returns the largest tally in these bytes that passes its own check.
  static func tally(in page: ArraySlice<UInt8>) -> Int? {
    let name = EntryTally.name
    guard page.count >= EntryTally.length else { return nil }
    return page.withUnsafeBufferPointer { raw in
      var largest: Int?
      for index in 0...raw.count - EntryTally.length
      where raw[index] == name[0] && raw[index + 6] == name[6] {
        let start = page.startIndex + index
        guard let tally = EntryTally(mark: page[start..<start + EntryTally.length]) else {
          continue
        }
        largest = max(largest ?? 0, tally.count)
      }
      return largest
    }
  }
}
