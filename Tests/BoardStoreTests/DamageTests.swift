import BoardLog
import EaselBase
import Foundation
import Testing

@testable import BoardStore

/// A realistic board, damaged in every way that a byte can be.
struct DamageTests {
  private let whole: [UInt8]
  private let entries: [KeptEntry]
  private let pageOfEntry: [Digest: Set<Int>]
  /// Decodes as ever, but what is known only once: most of the time here went into that.
  private let remembering: EntryDecoder
  private static let ada = Contributor(
    author: AuthorID(Bytes16(high: 1, low: 1)), name: "Ada", color: 0)

  init() throws {
    let studio = try Studio()
    entries =
      studio.entries(20, payload: 10...40) + studio.entries(1, payload: 5_000...5_000)
      + studio.entries(20, payload: 10...40)
    do {
      let file = try studio.create()
      for entry in entries { try file.append([entry], by: [Self.ada]) }
      try file.close()
    }
    whole = try #require(studio.bytes("drawing.easel"))
    var pages: [Digest: Set<Int>] = [:]
    for kept in entries where kept.bytes.count < 4_000 {
      // The end of an entry's bytes is its signature and lies in the page the row lies in.
      let range = whole.firstRange(of: kept.bytes)
      pages[kept.entry.digest] = range.map { [$0.lowerBound / 4_096] } ?? []
    }
    pageOfEntry = pages
    let known = Dictionary(uniqueKeysWithValues: entries.map { ($0.bytes, $0.entry) })
    remembering = { known[$0] ?? decode($0) }
  }

  /// Opens a damaged copy, and checks all that must hold whatever was done to it.
  private func check(
    _ bytes: [UInt8], isIntact: @escaping (Int) -> Bool, isHeaderWhole: Bool, _ what: String
  ) throws {
    let studio = try Studio()
    studio.write(bytes)
    studio.decode = remembering
    let readable = try? studio.read()
    #expect(studio.bytes("drawing.easel") == bytes, "reading changes nothing: \(what)")
    let opened: (file: BoardFile, contents: BoardFileContents)
    do {
      opened = try studio.open()
    } catch {
      #expect(studio.bytes("drawing.easel") == bytes, "\(what)")
      #expect(!pageOfEntry.values.joined().contains(where: isIntact), "\(error): \(what)")
      #expect(!isHeaderWhole, "refused, though its header says what it is: \(what)")
      return
    }
    let saved = Dictionary(
      opened.contents.entries.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(entries.map(\.entry.digest))
    #expect(saved.keys.allSatisfy(known.contains), "nothing invented: \(what)")
    for (digest, pages) in pageOfEntry where pages.allSatisfy(isIntact) {
      #expect(saved[digest] != nil, "whole and yet lost: \(what)")
    }
    #expect(readable?.entries.count == saved.count, "\(what)")
    if let damage = opened.contents.damage {
      #expect(damage.saved == saved.count, "\(what)")
      #expect(damage.saved + damage.lost <= entries.count, "\(what)")
      if damage.isCounted { #expect(damage.saved + damage.lost == entries.count, "\(what)") }
      #expect(studio.bytes("drawing.easel.damaged-20260102-030405") == bytes, "\(what)")
      let again = try studio.read()
      #expect(again.damage == nil && again.entries.count == saved.count, "\(what)")
    } else {
      #expect(saved.count == entries.count, "lost without a word: \(what)")
    }
  }

  @Test("two damages within one timestamp keep both originals")
  func twice() throws {
    let studio = try Studio()
    var originals: [[UInt8]] = []
    for page in [2, 3] {
      var bytes = whole
      bytes.replaceSubrange(
        page * 4_096..<page * 4_096 + 64, with: Array(repeating: 0xFF, count: 64))
      studio.write(bytes)
      let opened = try studio.open()
      let name = try #require(opened.contents.damage?.original)
      originals.append(try #require(FileManager.default.contents(atPath: name)).map { $0 })
      #expect(originals.last == bytes)
      try opened.file.close()
    }
    #expect(Set(originals).count == 2)
  }

  @Test(
    "flips at every 64th byte lose no entry of an intact page and invent none", arguments: 0..<4)
  func flips(part: Int) throws {
    for offset in stride(from: part * 64, to: whole.count, by: 256) {
      var bytes = whole
      bytes[offset] ^= offset / 64 % 2 == 0 ? 0xFF : 0x01
      try check(
        bytes, isIntact: { $0 != offset / 4_096 }, isHeaderWhole: offset >= 100, "flip at \(offset)"
      )
    }
  }

  @Test("cuts at every 64th byte lose no entry of an intact page and invent none", arguments: 0..<4)
  func cuts(part: Int) throws {
    for length in stride(from: part * 64, to: whole.count, by: 256) {
      try check(
        Array(whole.prefix(length)), isIntact: { ($0 + 1) * 4_096 <= length },
        isHeaderWhole: length >= 100, "cut at \(length)")
    }
  }

  @Test("the original of a board cut to its first page is kept, and no count is claimed")
  func firstPage() throws {
    let studio = try Studio()
    let bytes = Array(whole.prefix(4_096))
    studio.write(bytes)
    #expect(try studio.read().damage?.isCounted == false)
    let opened = try studio.open()
    let original = studio.path + ".damaged-20260102-030405"
    #expect(
      opened.contents.damage == FileDamage(saved: 0, lost: 0, isCounted: false, original: original))
    #expect(studio.bytes("drawing.easel.damaged-20260102-030405") == bytes)
    try opened.file.append(studio.entries(1))
    #expect(try studio.read().entries.count == 1)
  }

  @Test("missing entries are counted to the last while the tally stands")
  func counted() throws {
    let studio = try Studio()
    var bytes = whole
    let victim = entries[10]
    let range = try #require(whole.firstRange(of: victim.bytes))
    bytes[range.lowerBound + 40] ^= 1
    studio.write(bytes)
    let opened = try studio.open()
    let original = studio.path + ".damaged-20260102-030405"
    #expect(opened.contents.damage == FileDamage(saved: 40, lost: 1, original: original))
    var header = studio.header
    header.introduce([Self.ada])
    #expect(opened.contents.header == header)
    try opened.file.append(studio.entries(1))
    #expect(try studio.read().entries.count == 41)
  }

  @Test("a tally that no file can hold counts for nothing", arguments: [1 << 41, 1 << 60])
  func endlessTally(count: Int) throws {
    let studio = try Studio()
    try {
      let file = try studio.create()
      try file.append(studio.entries(3))
      try file.close()
    }()
    var bytes = try #require(studio.bytes("drawing.easel"))
    let range = try #require(bytes.firstRange(of: EntryTally(count: 3).mark))
    bytes.replaceSubrange(range, with: EntryTally(count: count).mark)
    studio.write(bytes)
    #expect(try studio.read().entries.count == 3)
    let opened = try studio.open()
    #expect(opened.contents.entries.count == 3)
    try opened.file.close()
  }

  @Test("a torn page in the middle and a lost header are salvaged together")
  func worse() throws {
    let studio = try Studio()
    var bytes = whole
    for index in 0..<100 { bytes[index] = 0 }
    studio.write(bytes)
    let opened = try studio.open()
    #expect(opened.contents.entries.count == 41 && opened.contents.damage?.lost == 0)
  }

  @Test("the longest entries of a damaged board are saved too")
  func longest() throws {
    let studio = try Studio()
    let entries = studio.entries(12, payload: Log.payloadLimit...Log.payloadLimit)
    try {
      let file = try studio.create()
      try file.append(entries)
      try file.close()
    }()
    var bytes = try #require(studio.bytes("drawing.easel"))
    for index in 0..<100 { bytes[index] = 0 }
    studio.write(bytes)
    #expect(try studio.read().entries.count == entries.count)
  }

  @Test("only two of a page's hundreds of claimed long rows are copied")
  func madeUpRows() throws {
    let studio = try Studio()
    // 489 bytes of each row stand in its own page, and the rest fills 256 others.
    let total = 489 + 256 * 4_092
    let type = 12 + 2 * (total - 56)
    let types: [Int] = [8, 44, 8, 8, 76, 128 | type >> 14, 128 | type >> 7 & 127, type & 127]
    // Page 2 says that it goes on in page 2.
    let row = types.map { UInt8($0) } + [0, 0, 0, 0, 2, 0, 0, 0]
    let first = (0..<256).flatMap { _ in row }
    studio.write(first + [0, 0, 0, 2] + [UInt8](repeating: 0, count: 4_092))
    let pages = try RawPages(studio.path)
    var lengths: [Int] = []
    pages.forEach { page in
      RawRow.forEach(in: page, of: pages) { lengths.append($0.bytes.count) }
    }
    #expect(lengths == [total - 56, total - 56])
  }

  @Test("a damaged file that is larger than a board can be is refused before it is read")
  func sparse() throws {
    let studio = try Studio()
    studio.write([0])
    #expect(truncate(studio.path, off_t(RawPages.bytesMax) + 1) == 0)
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.open() } == .tooLarge)
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.read() } == .tooLarge)
    #expect(studio.files.contains("drawing.easel"))
  }

  @Test("the -wal of an unclosed board is saved too, and kept")
  func wal() throws {
    let studio = try Studio()
    let file = try studio.create()
    for entry in entries { try file.append([entry]) }
    let other = try Studio()
    var main = try #require(studio.bytes("drawing.easel"))
    let wal = try #require(studio.bytes("drawing.easel-wal"))
    for index in 0..<100 { main[index] = 0xAA }
    other.write(main)
    other.write(wal, to: "drawing.easel-wal")
    // SQLite takes the first page from the -wal if it can; either way nothing may be lost.
    #expect(try other.read().entries.count == 41)
    #expect(other.bytes("drawing.easel-wal") == wal && other.bytes("drawing.easel") == main)
    let opened = try other.open()
    #expect(opened.contents.entries.count == 41)
    if opened.contents.damage != nil {
      #expect(other.bytes("drawing.easel.damaged-20260102-030405-wal") == wal)
    }
  }

  @Test("flips in the -wal of an unclosed board lose no commit in silence")
  func walFlips() throws {
    let studio = try Studio()
    let file = try studio.create()
    let few = Array(entries.prefix(12))
    for entry in few { try file.append([entry]) }
    let main = try #require(studio.bytes("drawing.easel"))
    let wal = try #require(studio.bytes("drawing.easel-wal"))
    for offset in stride(from: 0, to: wal.count, by: 64 * 5) {
      let other = try Studio()
      other.decode = remembering
      var flipped = wal
      flipped[offset] ^= 0xFF
      other.write(main)
      other.write(flipped, to: "drawing.easel-wal")
      let opened = try other.open()
      let lost = opened.contents.damage?.lost ?? 0
      #expect(opened.contents.entries.count + lost == few.count, "flip at \(offset)")
      #expect(opened.contents.entries.count >= few.count - 1, "flip at \(offset)")
      if opened.contents.damage != nil {
        #expect(other.bytes("drawing.easel.damaged-20260102-030405") == main)
        #expect(other.bytes("drawing.easel.damaged-20260102-030405-wal") == flipped)
      }
    }
  }
}
