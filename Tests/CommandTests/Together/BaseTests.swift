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
    let genesis = BoardGenesis(
      nonce: [UInt8](repeating: 1, count: 16),
      base: .init(log: log, picture: .sha256(of: base.picture)))
    let path = try folder.freePath(BoardName(near: "again"))
    try folder.make(path, BoardHeader(name: "again", created: 0, genesis: genesis, base: base))
      .close()
    let seed = [UInt8](repeating: 1, count: Identity.seedLength)
    let identity = try #require(Identity(seed: seed))
    let artist = Artist(identity: identity, name: SafeText("Ada"), color: PaletteColor.red.color)
    let opened = try Desk(folder: folder, artist: artist).open(path)
    _ = opened.keeper.finish(withinMilliseconds: 2_000)
    #expect(opened.header.base == base)
  }
}

/// Ink of a base, and whose it is.
@Suite struct BaseInkTests {
  private let log = Digest.sha256(of: [5])
  private let ann = AuthorID(Bytes16(high: 1, low: 1))

  private func picture(by author: AuthorID) -> Picture {
    var picture = Picture()
    let label = Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 500, rowHeight: 500,
      color: PaletteColor.red.color, text: SafeText("hi"))
    let id = EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(1))
    _ = picture.apply(
      Operation(.make(.label(label))),
      Stamp(id: id, author: author, lamport: Lamport(1), at: 0, lasted: 0))
    return picture
  }

  @Test("It has no author in the picture; the user's own board says who drew it, and it alone")
  func credits() throws {
    let base = BoardBase(picture(by: ann), of: log)
    #expect(base.operations.map(\.stamp.author) == [AuthorID.nobody])
    #expect(Array(base.credits.values) == [ann])
    let kept = try #require(
      BoardBase(decoding: base.encoded(), credits: base.encodedCredits()))
    #expect(kept.credits == base.credits)
    let sent = try #require(BoardBase(decoding: base.encoded()))
    #expect(sent.credits.isEmpty && sent.operations.count == 1)
  }

  /// An entry as a base has it, after its length.
  private func bytes(
    _ action: Drawing.Operation.Action, replica: UInt64 = 1, author: AuthorID, number: UInt64 = 1,
    time: UInt64 = 1
  ) -> [UInt8] {
    let stamp = Stamp(
      id: EntryID(ReplicaID(Bytes16(high: 1, low: replica)), SequenceNumber(number)),
      author: author, lamport: Lamport(time), at: 0, lasted: 0)
    let entry = Entry(
      stamp: stamp, previous: nil, birth: nil, payload: Operation(action).encoded()
    ).encoded()
    let length = UInt32(clamping: entry.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + entry
  }

  @Test("Authors that somebody wrote into a base count for nothing, and it holds ink only")
  func madeUp() throws {
    let read = try #require(
      BoardBase(decoding: bytes(.lay(PaperText(lines: [])), author: ann)))
    #expect(read.operations.map(\.stamp.author) == [AuthorID.nobody] && read.credits.isEmpty)
    let vector = VersionVector([ReplicaID(Bytes16(high: 1, low: 1)): SequenceNumber(1)])
    #expect(BoardBase(decoding: bytes(.change(.upTo(vector), .hide), author: ann)) == nil)
  }

  /// The replica, number and time of the second entry of a base without authors.
  static let seconds: [(replica: UInt64, number: UInt64, time: UInt64, isRead: Bool)] = [
    (1, 2, 2, true), (1, 1, 2, false), (1, 3, 2, false), (1, 2, 1, false), (1, 2, 3, false),
    (2, 2, 2, false), (2, 1, 2, false),
  ]

  @Test("A base has one replica, whose numbers and times are 1, 2, 3 …", arguments: seconds)
  func numbers(second: (replica: UInt64, number: UInt64, time: UInt64, isRead: Bool)) {
    let lay = Drawing.Operation.Action.lay(PaperText(lines: []))
    let base = BoardBase(
      decoding: bytes(lay, author: .nobody)
        + bytes(
          lay, replica: second.replica, author: .nobody, number: second.number, time: second.time))
    #expect((base != nil) == second.isRead)
  }

  @Test("A base begins with number 1 at time 1", arguments: [UInt64(1), 2])
  func first(number: UInt64) {
    let lay = Drawing.Operation.Action.lay(PaperText(lines: []))
    #expect(
      (BoardBase(decoding: bytes(lay, author: .nobody, number: number)) != nil) == (number == 1))
    #expect(
      (BoardBase(decoding: bytes(lay, author: .nobody, time: number)) != nil) == (number == 1))
  }

  @Test("A base from before boards had ids has a replica for each author, and no other")
  func old() {
    let lay = Drawing.Operation.Action.lay(PaperText(lines: []))
    func author(_ low: UInt64) -> AuthorID { AuthorID(Bytes16(high: 0, low: low)) }
    func base(_ replica: UInt64, _ number: UInt64) -> BoardBase? {
      BoardBase(
        decoding: bytes(lay, replica: 8, author: author(0))
          + bytes(lay, replica: 9, author: author(1), time: 2)
          + bytes(lay, replica: replica, author: author(2), number: number, time: 3))
    }
    #expect(base(10, 1)?.operations.map(\.stamp.author) == [.nobody, .nobody, .nobody])
    #expect(base(10, 2) == nil && base(9, 2) == nil && base(11, 1) == nil)
  }
}

/// What a session says of its board.
@Suite struct BaseOfSessionTests {
  private struct Told: Codable {
    var invitation: Data
    var genesis: Data
  }

  @Test("A session carries the genesis of its board; one without, or with another, is not read")
  func told() throws {
    let log = try #require(Digest([UInt8](repeating: 5, count: 32)))
    let genesis = BoardGenesis(
      nonce: [UInt8](repeating: 1, count: 16), owner: [UInt8](repeating: 2, count: 32),
      base: .init(log: log, picture: .sha256(of: [1, 2, 3])), time: Lamport(3))
    let invitation = Invitation(
      title: SafeText("old"), author: AuthorID(Bytes16(high: 1, low: 1)), name: SafeText("Ada"),
      color: PaletteColor.red.color, sign: 0, miniature: Miniature(dots: [], colors: []))
    let activity = DrawTogether(invitation, on: genesis, replaces: nil)
    let bytes = try JSONEncoder().encode(activity)
    #expect(try JSONDecoder().decode(DrawTogether.self, from: bytes).read().genesis == genesis)
    var told = try JSONDecoder().decode(Told.self, from: bytes)
    told.genesis = Data([1, 2])
    let other = try JSONEncoder().encode(told)
    #expect(throws: easel.Refusal.self) {
      try JSONDecoder().decode(DrawTogether.self, from: other).read()
    }
  }
}

/// Whom one asks for it.
@Suite struct BaseSearchTests {
  private var search = BaseSearch(for: BaseSearchTests.genesis(of: BaseSearchTests.picture))
  private let others = (UInt64(1)...3).map {
    ParticipantID(MemberID($0), join: 1)
  }

  /// A picture that is sent in two parts.
  private static let picture: [UInt8] = {
    let words = String(repeating: "words ", count: 60)
    let lines = (0..<600).map { PaperText.Line(runs: [.init(text: SafeText("\($0) \(words)"))]) }
    var picture = Picture()
    for number in UInt64(1)...6 {
      let part = PaperText(lines: Array(lines[Int(number - 1) * 100..<Int(number) * 100]))
      let id = EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(number))
      _ = picture.apply(
        Operation(.lay(part), gesture: number == 1 ? nil : SequenceNumber(1)),
        Stamp(
          id: id, author: .nobody, lamport: Lamport(number), at: 0, lasted: 0))
    }
    return BoardBase(picture, of: .sha256(of: [1])).encoded()
  }()

  private static func genesis(of picture: [UInt8]) -> BoardGenesis {
    BoardGenesis(
      nonce: [UInt8](repeating: 1, count: 16),
      base: .init(log: .sha256(of: [1]), picture: .sha256(of: picture)), time: Lamport(1_000))
  }

  /// What a member sends who has the picture.
  private static let sent = [UInt8](repeating: 0, count: 8) + picture

  private func parts(_ count: Int) -> [BaseMessage] {
    Array(BaseMessage.parts(of: [UInt8](repeating: 1, count: BaseMessage.partBytes * count)))
  }

  @Test("Who has not got it either is passed over, and all are asked anew when nobody had it")
  mutating func lacking() {
    for other in others {
      #expect(search.next(among: others) == other)
      #expect(search.next(among: others) == nil, "one at a time")
      #expect(search.receive(.lacking, from: other) == nil)
    }
    #expect(search.next(among: others) == nil)
    search.waited()
    #expect(search.next(among: others) == others[0])
  }

  @Test("Who leaves before it is whole is passed over, and what came of it is forgotten")
  mutating func leaving() {
    let parts = Array(BaseMessage.parts(of: Self.sent))
    guard parts.count == 2 else {
      Issue.record("\(parts.count) parts")
      return
    }
    #expect(search.next(among: others) == others[0])
    #expect(search.receive(parts[0], from: others[0]) == nil)
    #expect(search.next(among: Array(others[1...])) == others[1])
    #expect(search.receive(parts[1], from: others[1]) == nil)
    #expect(search.receive(parts[0], from: others[1]) == nil)
    #expect(search.receive(parts[1], from: others[1])?.stored?.picture == Self.picture)
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
    #expect(search.receive(parts(2)[0], from: others[0]) == nil)
    search.waited()
    #expect(search.next(among: others) == nil)
  }

  @Test("Who begins again and again is given up")
  mutating func circling() {
    let parts = parts(3)
    #expect(search.next(among: others) == others[0])
    for part in parts.prefix(2) { #expect(search.receive(part, from: others[0]) == nil) }
    search.waited()
    #expect(search.next(among: others) == nil, "it was coming")
    for part in parts.prefix(2) + parts.prefix(2) {
      #expect(search.receive(part, from: others[0]) == nil)
    }
    search.waited()
    #expect(search.next(among: others) == others[1])
  }

  @Test("Of who gives another picture than it began from nothing is taken, and the next is asked")
  mutating func lying() {
    #expect(search.next(among: others) == others[0])
    for part in parts(2) { #expect(search.receive(part, from: others[0]) == nil) }
    #expect(search.next(among: others) == others[1])
    var whole: Beginning?
    for part in BaseMessage.parts(of: Self.sent) { whole = search.receive(part, from: others[1]) }
    #expect(whole?.stored?.picture == Self.picture && whole?.old.root == nil)
  }

  @Test("Nothing is taken from who was not asked")
  mutating func uninvited() {
    #expect(search.next(among: others) == others[0])
    #expect(search.receive(parts(1)[0], from: others[1]) == nil)
    _ = search.receive(.lacking, from: others[1])
    var whole: Beginning?
    for part in BaseMessage.parts(of: Self.sent) { whole = search.receive(part, from: others[0]) }
    #expect(whole != nil)
  }
}
