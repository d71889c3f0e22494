import BoardLog
import EaselBase
import Foundation
import GRDB
import Testing

@testable import BoardStore

struct ContributorTests {
  private func somebody(_ number: UInt64, _ name: String, _ color: UInt32 = 0xE5_48_4D)
    -> Contributor
  {
    Contributor(author: AuthorID(Bytes16(high: number, low: number)), name: name, color: color)
  }

  @Test("contributors are kept with their entries; a new name replaces the old one")
  func kept() throws {
    let studio = try Studio()
    let file = try studio.create()
    let entries = studio.entries(3)
    try file.append([entries[0]], by: [somebody(1, "Ada"), somebody(2, "Bo")])
    try file.append([entries[1]], by: [somebody(1, "Ada L.", 0x35_B8_E8)])
    try file.append([entries[2]])
    let wanted = [somebody(1, "Ada L.", 0x35_B8_E8), somebody(2, "Bo")]
    #expect(try studio.read().header.contributors == wanted)
    try file.close()
    #expect(try BoardFile.summary(at: studio.path).header.contributors == wanted)
  }

  @Test("a header's contributors are there from the start")
  func made() throws {
    let studio = try Studio()
    var header = studio.header
    header.introduce([somebody(1, "Ada"), somebody(1, "Ada L."), somebody(2, "日本")])
    #expect(header.contributors.map(\.name.string) == ["Ada L.", "日本"])
    try BoardFile.create(at: studio.path, header: header, holder: studio.holder).close()
    #expect(try studio.read().header == header)
  }

  @Test("a known contributor costs no writing")
  func unchanged() throws {
    let studio = try Studio()
    let file = try studio.create()
    try file.append(studio.entries(1), by: [somebody(1, "Ada")])
    let before = studio.bytes("drawing.easel-wal")
    try file.append([], by: [somebody(1, "Ada")])
    // The tally alone is written anew, as with every append.
    let pages = (studio.bytes("drawing.easel-wal")?.count ?? 0) - (before?.count ?? 0)
    #expect(pages <= RawPages.frameHeader + Schema.pageSize)
  }

  @Test("a file's list of people is bounded, cannot steer a terminal, and stops no reader")
  func hostile() throws {
    let studio = try Studio()
    try studio.create().close()
    try Connection.write(studio.path).write { db in
      for (author, name, color) in [
        ("zeroblob(16)", "'\u{1B}[2Jeve' || char(8238) || char(10)", "9223372036854775807"),
        ("x'00000000000000010000000000000001'", "'\u{1B}[2Jeve' || char(8238)", "4294967295"),
        ("x'00000000000000020000000000000002'", "printf('%.*c', 9000, 'a')", "0"),
        ("zeroblob(1000000)", "'long'", "0"), ("'text'", "'text'", "0"),
        ("x'00000000000000030000000000000003'", "x'FFFE'", "-1"),
      ] {
        try db.execute(sql: "INSERT INTO participants VALUES (\(author), \(name), \(color))")
      }
    }
    let contents = try studio.read()
    #expect(contents.damage == nil)
    #expect(
      contents.header.contributors == [
        somebody(1, "[2Jeve", 0xFF_FFFF), somebody(2, String(repeating: "a", count: 32), 0),
      ])
  }

  @Test("a damaged board keeps the names that can be read")
  func damage() throws {
    let studio = try Studio()
    let entries = studio.entries(40)
    do {
      let file = try studio.create()
      try file.append(entries, by: [somebody(1, "Ada")])
      try file.close()
    }
    var bytes = try #require(studio.bytes("drawing.easel"))
    let range = try #require(bytes.firstRange(of: entries[20].bytes))
    bytes[range.lowerBound + 40] ^= 1
    studio.write(bytes)
    let contents = try studio.open().contents
    #expect(contents.damage?.lost == 1)
    #expect(try studio.read().header.contributors == [somebody(1, "Ada")])
  }
}
