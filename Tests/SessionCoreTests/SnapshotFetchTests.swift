import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import BoardPaper
import EaselBase
import GroupBase
import Testing

@testable import SessionCore

/// Which participant is asked for the beginning of a board.
@Suite struct SnapshotFetchTests {
  private var search = SnapshotFetch(
    for: SnapshotFetchTests.genesis(of: SnapshotFetchTests.picture), at: Uptime(milliseconds: 0))
  private var now = Uptime(milliseconds: 0)
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
        Operation(.setPaper(part), gesture: number == 1 ? nil : SequenceNumber(1)),
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

  /// The bytes that a member with the picture sends.
  private static let sent = picture

  private func parts(_ count: Int) -> [BaseMessage] {
    Array(OutgoingBase([UInt8](repeating: 1, count: BaseMessage.partBytes * count)))
  }

  /// Waits until the patience with the asked member ends.
  private mutating func wait() {
    #expect(search.due == now.advanced(by: search.patience))
    now = search.due
    search.waited(at: now)
  }

  @Test("A member without the snapshot is passed over, and all are asked again when none had it")
  mutating func lacking() {
    for other in others {
      #expect(search.next(among: others) == other)
      #expect(search.next(among: others) == nil, "one at a time")
      #expect(search.receive(.lacking, from: other) == nil)
    }
    #expect(search.next(among: others) == nil)
    wait()
    #expect(search.next(among: others) == others[0])
  }

  @Test("A member that leaves too early is passed over, and its parts are forgotten")
  mutating func leaving() {
    let parts = Array(OutgoingBase(Self.sent))
    guard parts.count == 2 else {
      Issue.record("\(parts.count) parts")
      return
    }
    #expect(search.next(among: others) == others[0])
    #expect(search.receive(parts[0], from: others[0]) == nil)
    #expect(search.next(among: Array(others[1...])) == others[1])
    #expect(search.receive(parts[1], from: others[1]) == nil)
    #expect(search.receive(parts[0], from: others[1]) == nil)
    #expect(search.receive(parts[1], from: others[1])?.picture == Self.picture)
  }

  @Test("A silent member is given up after a wait that doubles; a sending member is waited for")
  mutating func silent() {
    var waits: [Int64] = []
    for other in others {
      #expect(search.next(among: others) == other)
      waits.append(search.patience)
      wait()
    }
    #expect(waits == [2_000, 4_000, 8_000])
    wait()
    #expect(search.next(among: others) == others[0])
    #expect(search.receive(parts(2)[0], from: others[0]) == nil)
    wait()
    #expect(search.next(among: others) == nil)
  }

  @Test("A member that begins again and again is given up")
  mutating func circling() {
    let parts = parts(3)
    #expect(search.next(among: others) == others[0])
    for part in parts.prefix(2) { #expect(search.receive(part, from: others[0]) == nil) }
    wait()
    #expect(search.next(among: others) == nil, "it was coming")
    for part in parts.prefix(2) + parts.prefix(2) {
      #expect(search.receive(part, from: others[0]) == nil)
    }
    wait()
    #expect(search.next(among: others) == others[1])
  }

  @Test("A picture that differs from its announcement is refused, and the next member is asked")
  mutating func lying() {
    #expect(search.next(among: others) == others[0])
    for part in parts(2) { #expect(search.receive(part, from: others[0]) == nil) }
    #expect(search.next(among: others) == others[1])
    var whole: BoardBeginning?
    for part in OutgoingBase(Self.sent) { whole = search.receive(part, from: others[1]) }
    #expect(whole?.picture == Self.picture)
  }

  @Test("Parts from a member that was not asked are ignored")
  mutating func uninvited() {
    #expect(search.next(among: others) == others[0])
    #expect(search.receive(parts(1)[0], from: others[1]) == nil)
    _ = search.receive(.lacking, from: others[1])
    var whole: BoardBeginning?
    for part in OutgoingBase(Self.sent) { whole = search.receive(part, from: others[0]) }
    #expect(whole != nil)
  }
}

@Suite struct BasePartsTests {
  @Test("A picture of any size comes together again", arguments: [0, 1, 128 * 1_024, 300_000])
  func parts(size: Int) {
    let picture = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    var parts = IncomingBase()
    let joined = OutgoingBase(picture).compactMap { parts.join($0) }
    #expect(joined == [picture])
  }

  @Test("Parts that do not follow, and more than may be, give nothing")
  func lies() {
    var parts = IncomingBase()
    for message: BaseMessage in [
      .part([], index: 1, count: 2), .part([], index: -1, count: 2),
      .part([], index: 0, count: 0),
      .part([], index: 0, count: BaseMessage.partsMax + 1),
      .part([], index: 0, count: .min),
      .wanted,
    ] { #expect(parts.join(message) == nil) }
    for (count, isTaken) in [(BaseMessage.partsMax, true), (BaseMessage.partsMax + 1, false)] {
      let whole = (0..<count).compactMap {
        parts.join(.part([7], index: $0, count: count))
      }
      #expect(whole == (isTaken ? [[UInt8](repeating: 7, count: count)] : []))
    }
    for (size, isTaken) in [(BaseMessage.partBytes, true), (BaseMessage.partBytes + 1, false)] {
      let part = [UInt8](repeating: 7, count: size)
      #expect((parts.join(.part(part, index: 0, count: 1)) != nil) == isTaken)
    }
  }
}
