import BoardStore
import Drawing
import Foundation
import Log
import Sharing
import Testing
import Trust
import Vocabulary

@testable import easel

/// The picture that a board began from: in its file, and on its way to those who join.
@Suite struct BaseTests {
  private let digest = Digest([UInt8](repeating: 5, count: 32))

  @Test("Paper longer than one operation is begun from whole, every line in its place")
  func paper() throws {
    let log = try #require(digest)
    let lines = (0..<3_000).map { number in
      PaperText.Line(runs: [.init(text: SafeText("\(number) of many lines of one page"))])
    }
    var picture = Picture()
    let author = AuthorID(Bytes16(high: 1, low: 1))
    for number in UInt64(1)...6 {
      let part = PaperText(lines: Array(lines[Int(number - 1) * 500..<Int(number) * 500]))
      let id = EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(number))
      _ = picture.apply(
        Operation(.lay(part), gesture: number == 1 ? nil : SequenceNumber(1)),
        Stamp(id: id, author: author, lamport: Lamport(number), at: 0, lasted: 0))
    }
    #expect(picture.paper == lines)
    let base = BoardBase(picture, of: log)
    #expect(base.operations.count > 1)
    var begun = Picture()
    for (stamp, operation) in base.operations { _ = begun.apply(operation, stamp) }
    #expect(begun.paper == lines)
  }

  @Test("A board that began from a picture has it still when it is opened again, to give to others")
  func reopened() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: place) }
    let folder = BoardFolder(Places(environment: ["XDG_DATA_HOME": place], home: place))
    try folder.makeFolder()
    let log = try #require(digest)
    let base = BoardHeader.Base(log: log, picture: BoardBase(Picture(), of: log).encoded())
    let path = try folder.freePath(BoardName(near: "again"))
    try folder.make(path, BoardHeader(name: "again", created: 0, base: base)).close()
    let seed = [UInt8](repeating: 1, count: Identity.seedLength)
    let identity = try #require(Identity(seed: seed))
    let artist = Artist(identity: identity, name: SafeText("Ada"), color: PaletteColor.red.color)
    let opened = try Desk(folder: folder, artist: artist).open(path)
    _ = opened.keeper.finish(withinMilliseconds: 2_000)
    #expect(opened.header.base == base)
  }
}

/// What a session says of it.
@Suite struct BaseOfSessionTests {
  private struct Told: Codable {
    var invitation: Data
    var base: Data?
    var picture: Data?
  }

  @Test("A session tells the hash of the picture its board began from; one that does not is read")
  func told() throws {
    let log = try #require(Digest([UInt8](repeating: 5, count: 32)))
    let base = DrawTogether.Base(.init(log: log, picture: [1, 2, 3]))
    #expect(base.picture == .sha256(of: [1, 2, 3]))
    let invitation = Invitation(
      title: SafeText("old"), author: AuthorID(Bytes16(high: 1, low: 1)), name: SafeText("Ada"),
      color: PaletteColor.red.color, sign: 0, miniature: Miniature(dots: [], colors: []))
    let activity = DrawTogether(invitation, base: base, replaces: nil)
    let bytes = try JSONEncoder().encode(activity)
    #expect(try JSONDecoder().decode(DrawTogether.self, from: bytes).read().base == base)
    var told = try JSONDecoder().decode(Told.self, from: bytes)
    told.picture = nil
    func read(_ told: Told) throws -> DrawTogether.Base? {
      try JSONDecoder().decode(DrawTogether.self, from: JSONEncoder().encode(told)).read().base
    }
    #expect(try read(told) == DrawTogether.Base(log: log, picture: nil))
    told.picture = Data([1, 2])
    #expect(throws: easel.Refusal.self) { try read(told) }
  }
}

/// Whom one asks for it.
@Suite struct BaseSearchTests {
  private var search = BaseSearch()
  private let others = (UInt64(1)...3).map {
    ParticipantID(MemberID($0), join: 1)
  }

  private func parts(_ count: Int) -> [BaseMessage] {
    Array(BaseMessage.parts(of: [UInt8](repeating: 1, count: BaseMessage.partBytes * count)))
  }

  @Test("Who has not got it either is passed over, and all are asked anew when nobody had it")
  mutating func lacking() {
    for other in others {
      #expect(search.next(among: others) == other)
      #expect(search.next(among: others) == nil, "one at a time")
      #expect(search.take(.lacking, from: other) == nil)
    }
    #expect(search.next(among: others) == nil)
    search.waited()
    #expect(search.next(among: others) == others[0])
  }

  @Test("Who leaves before it is whole is passed over, and what came of it is forgotten")
  mutating func leaving() {
    let parts = parts(2)
    #expect(search.next(among: others) == others[0])
    #expect(search.take(parts[0], from: others[0]) == nil)
    #expect(search.next(among: Array(others[1...])) == others[1])
    #expect(search.take(parts[1], from: others[1]) == nil)
    #expect(search.take(parts[0], from: others[1]) == nil)
    #expect(search.take(parts[1], from: others[1])?.count == 2 * BaseMessage.partBytes)
  }

  @Test("Who says nothing is given up, each later than the one before; who sends is waited for")
  mutating func silent() {
    var waits: [Int64] = []
    for other in others {
      #expect(search.next(among: others) == other)
      waits.append(search.patience)
      search.waited()
    }
    #expect(waits == [2_000, 4_000, 8_000])
    search.waited()
    #expect(search.next(among: others) == others[0])
    #expect(search.take(parts(2)[0], from: others[0]) == nil)
    search.waited()
    #expect(search.next(among: others) == nil)
  }

  @Test("Who begins again and again is given up")
  mutating func circling() {
    let parts = parts(3)
    #expect(search.next(among: others) == others[0])
    for part in parts.prefix(2) { #expect(search.take(part, from: others[0]) == nil) }
    search.waited()
    #expect(search.next(among: others) == nil, "it was coming")
    for part in parts.prefix(2) + parts.prefix(2) {
      #expect(search.take(part, from: others[0]) == nil)
    }
    search.waited()
    #expect(search.next(among: others) == others[1])
  }

  @Test("Of who gives another picture than it began from nothing is taken, and the next is asked")
  mutating func lying() {
    let picture = [UInt8](repeating: 7, count: 10)
    search = BaseSearch(for: .sha256(of: picture))
    #expect(search.next(among: others) == others[0])
    for part in parts(2) { #expect(search.take(part, from: others[0]) == nil) }
    #expect(search.next(among: others) == others[1])
    for part in BaseMessage.parts(of: picture) {
      #expect(search.take(part, from: others[1]) == picture)
    }
  }

  @Test("Nothing is taken from who was not asked")
  mutating func uninvited() {
    #expect(search.next(among: others) == others[0])
    #expect(search.take(parts(1)[0], from: others[1]) == nil)
    _ = search.take(.lacking, from: others[1])
    #expect(search.take(parts(1)[0], from: others[0]) != nil)
  }
}
