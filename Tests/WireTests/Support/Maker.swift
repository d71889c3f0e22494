import EaselTesting
import Sharing
import Vocabulary

/// Makes messages of every kind by seeded chance, at the edges of what they may hold more often
/// than chance alone would.
struct Maker {
  var chance: SplitMix64

  init(seed: UInt64) { chance = SplitMix64(seed: seed) }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &chance) }
  mutating func coin() -> Bool { Bool.random(using: &chance) }

  mutating func number(_ max: UInt64 = .max) -> UInt64 {
    let edges: [UInt64] = [0, 1, 127, 128, 1 << 32, 1 << 53 - 1, max]
    let some = UInt64.random(in: 0...max, using: &chance) >> UInt64(below(64))
    return min(edges.randomElement(using: &chance).flatMap { coin() ? $0 : nil } ?? some, max)
  }

  mutating func small() -> UInt32 { UInt32(truncatingIfNeeded: number(UInt64(UInt32.max))) }
  mutating func bytes16() -> Bytes16 { Bytes16(high: number(), low: number()) }

  mutating func bytes(_ max: Int = 40) -> [UInt8] {
    (0..<below(max + 1)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
  }

  mutating func text(_ max: Int = 12) -> String {
    let scalars: [Character] = ["a", "Z", "0", " ", "é", "漢", "👩‍🎨", "\u{1b}", "\u{202e}"]
    return String((0..<below(max + 1)).map { _ in scalars[below(scalars.count)] })
  }

  mutating func list<Value>(_ max: Int = 4, _ make: (inout Maker) -> Value) -> [Value] {
    (0..<below(max + 1)).map { _ in make(&self) }
  }

  mutating func member() -> MemberID { MemberID(number()) }
  mutating func session() -> SessionID { SessionID(member(), activation: small()) }

  mutating func ascending(_ max: Int = 5) -> [UInt64] { Set(list(max) { $0.number() }).sorted() }

  mutating func destination() -> Destination {
    coin() ? .everyone : .only(ascending().map { MemberID($0) })
  }
}

extension Maker {
  mutating func linkMessage() -> LinkMessage {
    switch below(8) {
    case 0: .hello(member(), path: list { $0.member() })
    case 1: .path(list { $0.member() })
    case 2: .alive
    case 3: .refused([.ownSubtree, .oneself, .double, .full][below(4)])
    case 4: .ping(number())
    case 5: .pong(number())
    default:
      .envelope(
        Envelope(origin: member(), number: number(), to: destination(), body: bytes()))
    }
  }

  mutating func seatMessage() -> SeatMessage {
    SeatMessage(join: small(), name: text(), bytes: bytes())
  }

  mutating func item() -> StreamItem {
    let readers = ascending()
    return StreamItem(
      number: number(), to: destination(), previous: number(),
      exceptions: readers.map { .init(MemberID($0), previous: number()) }, content: bytes(),
      isContinued: coin())
  }

  mutating func piece() -> Piece {
    let count = 1 + below(Piece.countMax)
    return Piece(message: number(), index: below(count), count: count, bytes: bytes())
  }

  mutating func callMessage() -> CallMessage {
    switch below(8) {
    case 0: .beat(version: number())
    case 1: .ask
    case 2: .item(item())
    case 3: .acknowledgement(Acknowledgement(upTo: number(), held: ascending()))
    case 4: .unknownStream
    case 5: .passing(seatMessage())
    case 6: .piece(piece())
    default: .farewell
    }
  }

  mutating func parcel() -> Parcel {
    coin() ? .message(seatMessage()) : .announcement(announcement())
  }

  mutating func earlierMessage() -> Parcel { .earlierMessage(seatMessage(), age: number()) }

  mutating func announcement() -> Announcement {
    let seat = Seat(
      kind: coin() ? .person : .relay, name: coin() ? SafeText(text(60), limit: .name) : nil,
      addresses: list { $0.text() })
    return Announcement(
      version: number(), seat: seat, joins: list { Join($0.small(), in: $0.session()) },
      sessions: list { $0.record() })
  }

  mutating func record() -> SessionRecord {
    let endings: [SessionRecord.Ending?] = [
      nil, .ended(by: member()), .replaced(by: session()),
    ]
    return SessionRecord(
      id: session(), identifier: text(), besides: list { $0.session() },
      activity: .init(bytes(), edits: number(SessionRecord.editsMax), editor: member()),
      ending: endings[below(3)])
  }
}
