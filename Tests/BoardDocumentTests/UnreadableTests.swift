import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Testing

/// Entries that only a newer version can read.
@Suite struct UnreadableTests {
  private static let coding = EntryCoding(
    encode: { $0.encoded() }, decode: { OperationReading($0) },
    verify: { digest, signature, _ in signature == digest.bytes })
  /// An action in field 100, which no operation has.
  private static let unknown: [UInt8] = [0xA2, 0x06, 1, 0]
  private static let label = BoardModel.Operation(
    .make(
      .label(
        Label(
          origin: BoardPoint(x: 0, y: 0), columnWidth: 500, rowHeight: 1_000,
          color: PaletteColor.red.color, text: SafeText("a")))))

  private let birth = ReplicaGenesis(
    publicKey: [UInt8](repeating: 2, count: 32), nonce: [UInt8](repeating: 1, count: 16))
  private var ann: BoardReplica

  init() {
    let birth = ReplicaGenesis(
      publicKey: [UInt8](repeating: 1, count: 32), nonce: [UInt8](repeating: 1, count: 16))
    ann = BoardReplica(
      LoadedBoard(
        path: nil, name: SafeText("plan"), log: Log(), replicaGenesis: birth, picture: Picture()),
      author: birth.author, coding: Self.coding)
  }

  /// Entries with these payloads, as another author signs them.
  private func entries(_ payloads: [(bytes: [UInt8], purpose: Purpose)]) throws -> [Entry] {
    var log = Log()
    return try payloads.map { payload in
      let made = log.record(payload.bytes, as: birth, for: payload.purpose, at: 1, lasted: 0)
      var entry = try #require(made)
      entry.signature = entry.digest.bytes
      return entry
    }
  }

  @Test("L14 · an entry of a newer version is kept and noted once, and the rest is shown")
  mutating func unknown() throws {
    let entries = try entries([
      (Self.label.encoded(), .draw), (Self.unknown, .draw), (Self.unknown, .tidy),
      (Self.label.encoded(), .draw),
    ])
    var firsts: [Bool] = []
    for entry in entries {
      let received = ann.merge([entry], from: .file)
      #expect(received.entries == [entry] && received.advanced == [entry.id.replica])
      firsts.append(received.change.hasFirstUnreadable)
    }
    #expect(firsts == [false, true, false, false] && ann.hasUnreadable)
    #expect(ann.picture.things.count == 2 && ann.log.count == 4)
  }

  @Test("L14 · an entry of a newer version that clears is noted as well")
  mutating func tidy() throws {
    let received = ann.merge(try entries([(Self.unknown, .tidy)]), from: .file)
    #expect(received.change.hasFirstUnreadable && ann.hasUnreadable)
  }

  @Test("L14 · an entry that no version can read, or allows, is no sign of a newer version")
  mutating func malformed() throws {
    let received = ann.merge(
      try entries([([0xFF], .draw), ([], .draw), (Self.label.encoded(), .tidy)]), from: .file)
    #expect(received.entries.count == 3 && received.change.operations.isEmpty)
    #expect(!received.change.hasFirstUnreadable && !ann.hasUnreadable)
  }

  @Test(
    "L14 · a rebuilt picture is incomplete exactly if an entry that counts is of a newer version")
  mutating func rebuilt() throws {
    let entries = try entries([(Self.label.encoded(), .draw), (Self.unknown, .draw)])
    _ = ann.merge(entries, from: .file)
    var (log, picture) = (Log(), Picture())
    _ = log.merge([entries[0]], verify: Self.coding.verify)
    _ = picture.apply(Self.label, entries[0].stamp)
    var other = ann
    // The owner ended the replica before the second entry.
    _ = ann.rebuild(log, picture, hasUnreadable: false, since: [])
    #expect(!ann.hasUnreadable)
    _ = other.rebuild(log, picture, hasUnreadable: false, since: [entries[1]])
    #expect(other.hasUnreadable)
    _ = ann.rebuild(log, picture, hasUnreadable: true, since: [])
    #expect(ann.hasUnreadable)
  }

  @Test("L14 · a board that began with things of a newer version is opened without them")
  func base() throws {
    var picture = Picture()
    let stamp = Stamp(
      id: EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(1)),
      author: birth.author, lamport: Lamport(1), at: 0, lasted: 0)
    _ = picture.apply(Self.label, stamp)
    let bytes = BoardBase(picture, of: .sha256(of: [1])).encoded()
    let whole = try #require(BoardBase(decoding: bytes))
    #expect(!whole.hasUnreadable && whole.operations.count == 1)
    let second = Entry(
      stamp: Stamp(
        id: EntryID(whole.operations[0].stamp.id.replica, SequenceNumber(2)), author: .nobody,
        lamport: Lamport(2), at: 0, lasted: 0),
      previous: nil, replicaGenesis: nil, payload: Self.unknown
    ).encoded()
    let extended = bytes + [0, 0, 0, UInt8(second.count)] + second
    let base = try #require(BoardBase(decoding: extended))
    #expect(base.hasUnreadable && base.operations.count == 1)
  }
}
