import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import TestSamples

extension Maker {
  mutating func session() -> SessionID { SessionID(member(), activation: small()) }

  mutating func destination() -> EnvelopeDestination {
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

  mutating func participantMessage() -> ParticipantMessage {
    ParticipantMessage(join: small(), name: text(), bytes: bytes())
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
    case 5: .passing(participantMessage())
    case 6: .piece(piece())
    default: .farewell
    }
  }

  mutating func payload() -> ReliablePayload {
    coin() ? .message(participantMessage()) : .announcement(announcement())
  }

  mutating func earlierMessage() -> ReliablePayload {
    .earlierMessage(participantMessage(), age: number())
  }

  mutating func announcement() -> Announcement {
    // An empty name is none. A text of characters that are not shown becomes one.
    let name = coin() ? SafeText(text(60), limit: .name) : SafeText("")
    let profile = MemberProfile(
      kind: coin() ? .person : .relay, name: name.string.isEmpty ? nil : name,
      addresses: list { $0.text() })
    return Announcement(
      version: number(), profile: profile,
      joins: list { SessionJoin($0.small(), in: $0.session()) },
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
