import BoardLog
import EaselBase
import EaselPlatform
import SystemFiles

/// Saves the entries that a damaged board still holds.
///
/// It trusts neither the tree of pages nor the headers of pages. It searches every byte of every
/// page for the form of a row, and accepts a row only if the digest in the row is the hash of its
/// entry. The digest excludes false entries, and the search of every byte finds each intact row.
enum Salvage {
  /// Returns the saved contents; nil for a file that contains nothing of a board. Reads the whole
  /// file and its `-wal`.
  ///
  /// - Throws: `.unreleasedVersion` for a file that no version reads, or the fault that prevents
  ///   reading.
  static func contents(
    of path: String, header: BoardHeader?, decode: EntryDecoder
  ) throws(BoardFileError) -> (contents: BoardFileContents, kept: [KeptEntry])? {
    let pages = try RawPages(path)
    guard !pages.isUnreleased else { throw BoardFileError(path, .unreleasedVersion) }
    var saved: [Digest: KeptEntry] = [:]
    var continued: [Int: Int] = [:]
    var tally: Int?
    var geneses: [BoardGenesis] = []
    pages.forEach { page in
      RawRow.forEach(in: page, of: pages) { row in
        let continuation = row.continuation ?? 0
        // An entry may be saved already without a signature, and this row may have the signature.
        // The digest does not cover the signature.
        guard let digest = Digest(row.digest),
          saved[digest].map({ $0.entry.signature.isEmpty }) ?? true,
          continued[continuation, default: 0] < continuedMax
        else { return }
        if let genesis = GenesisRow.genesis(in: row.bytes) {
          guard digest == .sha256(of: row.bytes), !geneses.contains(genesis),
            geneses.count < GenesisRow.countMax
          else { return }
          geneses.append(genesis)
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
    header.genesis = genesis(among: geneses, header, of: entries)
    let contents = BoardFileContents(header: header, entries: entries, damage: damage)
    return (contents, kept)
  }

  /// The greatest number of saved rows that have the same next page. In a board that Easel wrote it
  /// is 1. In a forged file, thousands of rows may share a page, and the sum of their sizes may be
  /// a thousand times the size of the file.
  private static let continuedMax = 4

  /// Returns the genesis that most of these entries belong to. The genesis in the header may be
  /// damaged, and a member's drawing may contain bytes in the form of a genesis row.
  private static func genesis(
    among geneses: [BoardGenesis], _ header: BoardHeader, of entries: [Entry]
  ) -> BoardGenesis {
    let replicaGeneses = entries.lazy.compactMap { entry in
      entry.replicaGenesis.map { (entry.id.replica, $0) }
    }
    .prefix(replicaGenesesMax)
    var best = (genesis: header.genesis, count: -1)
    // The header comes last: unlike a row, the header has no hash that shows whether it is damaged.
    for genesis in geneses + [header.genesis] {
      let count = replicaGeneses.count { $0.1.replica(on: genesis.id) == $0.0 }
      if count > best.count { best = (genesis, count) }
    }
    return best.genesis
  }

  /// The greatest number of first entries that are compared with a genesis.
  private static let replicaGenesesMax = 1_000

  /// Stores the damaged file under another name, byte for byte, and puts a new file at its path.
  ///
  /// At every moment at least one of the two files exists. First the old file gets a second name.
  /// Then the new file, complete and synchronised, gets the first name.
  static func replace(
    _ path: String, by contents: inout BoardFileContents, _ kept: [KeptEntry], timestamp: String
  ) throws(BoardFileError) {
    let original = unused("\(path).damaged-\(timestamp)")
    try keep(path, as: original)
    if access(path + "-wal", F_OK) == 0 { try keep(path + "-wal", as: original + "-wal") }
    let draft = unused("\(path).mended-\(timestamp)")
    try BoardFile.make(at: draft, header: contents.header, entries: kept)
    // SQLite would treat a remaining `-wal` or `-journal` as a part of the new file.
    for suffix in BoardFile.sideFiles where access(path + suffix, F_OK) == 0 {
      guard unlink(path + suffix) == 0 else { throw BoardFileError(path, .making(errno)) }
    }
    guard rename(draft, path) == 0 else { throw BoardFileError(path, .making(errno)) }
    FileSystem.syncFolder(of: path)
    contents.damage?.original = original
  }

  /// Returns a name that no file has, since a board may be damaged twice within one timestamp.
  private static func unused(_ name: String) -> String {
    guard access(name, F_OK) == 0 else { return name }
    return (2...99).lazy.map { "\(name)-\($0)" }.first { access($0, F_OK) != 0 } ?? name
  }

  private static func keep(_ path: String, as name: String) throws(BoardFileError) {
    guard link(path, name) == 0 else { throw BoardFileError(name, .making(errno)) }
  }

  /// Returns the number of missing entries: a replica's greatest number shows how many it had.
  private static func gaps(in entries: [Entry]) -> Int {
    var known: [ReplicaID: (last: UInt64, count: UInt64)] = [:]
    for entry in entries {
      let before = known[entry.id.replica] ?? (0, 0)
      known[entry.id.replica] = (max(before.last, entry.id.sequence.raw), before.count + 1)
    }
    // Forged entries may claim any numbers, so the sum is limited to a value that no board reaches.
    return known.values.reduce(0) {
      min($0 + Int(clamping: $1.last - min($1.last, $1.count)), EntryTally.countMax)
    }
  }

  /// Returns the largest tally in these bytes whose check value is right; nil if there is none.
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
