import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import EaselBase
import FrameTesting
import GroupTesting

@testable import WhiteboardUI

// Messages of a call and its people that no honest program would send.
extension Chaos {
  mutating func gossip() -> Deed {
    let session = SessionUUID(Bytes16(high: 0, low: UInt64(number(0...1))))
    switch number(0...15) {
    case 0: return .event(.board(.call(.eligibility(number(0...1) == 0))))
    case 1:
      // Its chance is used up, so that the later choices are those of the recorded runs.
      _ = name()
      return .event(
        .board(.call([.staged, .unstaged].randomElement(using: &random) ?? .unstaged)))
    case 2: return .event(.board(.call(.offered(offer()))))
    case 3: return .event(.board(.call(.withdrawn(anySession()))))
    case 6:
      return .event(
        .board(
          .call(
            [
              .connected(nil, canModerate: true), .asked, .reach(.lost), .reach(.back),
              .reach(.givenUp),
              .connected(
                Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("easel://c#d")),
                canModerate: false),
              .knocked(AdmissionRequest(number: UInt64(number(0...9)), name: SafeText("bob"))),
              .knocked(
                AdmissionRequest(number: 7, name: SafeText("eve"), origin: .ticket(toDraw: false))),
              .knocked(
                AdmissionRequest(number: 8, name: SafeText("dan"), origin: .user(toDraw: false))),
              .connected(nil, canModerate: true),
              .around(CallStatus(people: [SafeText("eve")], hub: .oneself, roundTrip: .max)),
              .around(CallStatus(people: [], hub: .other(SafeText("")), roundTrip: .min)),
            ].randomElement(using: &random) ?? .connected(nil, canModerate: false))))
    case 4...5:
      let board = number(0...3) == 0 ? Desk.fresh : nil
      return .entered(session, as: participant(), on: board, mayDraw: number(0...3) > 0)
    default: return sessionDeed(in: session)
    }
  }

  private mutating func sessionDeed(in session: SessionUUID) -> Deed {
    switch number(0...11) {
    case 0...1:
      let present = (0..<number(0...9)).map { _ in
        SessionParticipant(id: participant(), name: name(), mayDraw: number(0...5) > 0)
      }
      return .event(.board(.session(.participants(present), in: session)))
    case 2...5: return .event(.board(.session(.appeared(appearance(), participant()), in: session)))
    case 6: return .event(.board(.session(.vanished(participant()), in: session)))
    case 7: return .event(.board(.session(.wets([item()]), in: session)))
    case 8:
      let stroke = GuestItem.ID(participant: participant(), number: UInt64(number(0...3)))
      return .event(.board(.session(.wetGone(stroke), in: session)))
    case 9:
      let notices: [SessionNotice] = [
        .lookHere(rect()), .ruled(.putOut, participant()), .ruled(.watches, participant()),
        .ruled(.draws, participant()),
      ]
      return .event(
        .board(.session(.happened(notices[number(0...3)], by: participant()), in: session)))
    case 10: return .received((0..<number(0...4)).map { _ in entry() }, in: session)
    default:
      // Nil is a log and a picture that were made anew.
      let events: [SessionEvent?] = [
        .alarm(with: participant()), .putOut([participant()]), nil, .ended(.left),
        .ended(.everyoneLeft), .ended(.replaced(by: anySession())), .ended(.ended(by: name())),
        .ended(.putOut),
      ]
      guard let event = events.randomElement(using: &random) ?? .ended(.left) else {
        return .rebuilt(in: session)
      }
      return .event(.board(.session(event, in: session)))
    }
  }

  private mutating func id() -> Bytes16 { Bytes16(high: 0, low: UInt64(number(0...5))) }
  private mutating func participant() -> ParticipantUUID { ParticipantUUID(id()) }
  private mutating func anySession() -> SessionUUID { SessionUUID(id()) }

  private mutating func name() -> SafeText? {
    ["Ann", "", "\u{1B}[2J", String(repeating: "界", count: 99), nil].randomElement(using: &random)?
      .map { SafeText($0, limit: .name) }
  }

  private mutating func point() -> BoardPoint {
    let limit = Int(BoardPoint.limit)
    let far = number(0...4) == 0
    let x = far ? number(-limit...limit) : number(-9_000...70_000)
    let y = far ? number(-limit...limit) : number(-9_000...40_000)
    return BoardPoint(x: Int32(x), y: Int32(y))
  }

  private mutating func rect() -> BoardRect { BoardRect(point(), point()) }

  private mutating func appearance() -> ParticipantPresence {
    var shown = ParticipantPresence(
      author: AuthorID(id()), name: name() ?? SafeText(""),
      color: InkColor(rgba: UInt32(number(0...0xFFFF_FFFF))), sign: UInt8(number(0...255)),
      since: [.min, .max, 0].randomElement(using: &random) ?? 0)
    shown.tool = UInt8(number(0...255))
    if number(0...3) > 0 { shown.pointer = point() }
    if number(0...3) > 0 { shown.view = rect() }
    shown.trail = (0..<number(0...9)).map { _ in point() }
    if number(0...3) == 0 { shown.speech = name() }
    if number(0...3) == 0 { shown.following = participant() }
    return shown
  }

  /// New, or what was heard of with more points.
  private mutating func item() -> GuestItem {
    if number(0...2) > 0, var known = heard.randomElement(using: &random) {
      known.append((0..<number(0...3)).map { _ in point() }, toRun: 0)
      return known
    }
    let item = newItem()
    heard = heard.suffix(3) + [item]
    return item
  }

  private mutating func newItem() -> GuestItem {
    let kind = Stroke.Kind.allCases.randomElement(using: &random) ?? .pen
    let ink = Ink(
      color: InkColor(rgba: UInt32(number(0...0xFFFF_FFFF))), width: UInt8(number(0...9)))
    let label = Label(
      origin: point(), columnWidth: Int32(number(1...9_000)), rowHeight: Int32(number(1...9_000)),
      color: ink.color, text: name() ?? SafeText("a\nb", limit: .label))
    let style = WetStyle(
      kind: kind, ink: ink, filled: number(0...1) == 0, stepExponent: UInt8(number(0...99)))
    return GuestItem(
      id: .init(participant: participant(), number: UInt64(number(0...3))),
      entry: EntryID(ReplicaID(id()), SequenceNumber(UInt64(number(0...9)))),
      item: number(0...3) == 0 ? .label(label) : .stroke(style),
      runs: (0..<number(0...3)).map { _ in (0..<number(0...9)).map { _ in point() } })
  }

  private mutating func offer() -> JoinableSession {
    let invitation = Invitation(
      title: name() ?? SafeText(""), author: AuthorID(id()), name: name() ?? SafeText(""),
      color: InkColor(rgba: 0), sign: UInt8(number(0...255)),
      miniature: Miniature(dots: (0..<number(0...400)).map { UInt8($0 % 256) }))
    return JoinableSession(
      session: anySession(), invitation: invitation,
      replaces: number(0...1) == 0 ? anySession() : nil)
  }

  /// An entry of an author whose signature is not checked.
  private mutating func entry() -> Entry {
    let replicaGenesis = ReplicaGenesis(
      publicKey: Array(repeating: UInt8(number(1...3)), count: 32),
      nonce: Array(repeating: 1, count: 16))
    let actions: [Operation.Action] = [
      .change(.upTo(VersionVector()), .hide),
      .cancel(EntryID(replicaGenesis.replica, SequenceNumber(1))),
      .make(
        .label(
          Label(
            origin: point(), columnWidth: 512, rowHeight: 1_024, color: InkColor(rgba: 255),
            text: SafeText("guest", limit: .label)))),
    ]
    let operation = Operation(actions.randomElement(using: &random) ?? actions[0])
    let stamp = Stamp(
      id: EntryID(replicaGenesis.replica, SequenceNumber(1)), author: replicaGenesis.author,
      lamport: Lamport(UInt64(number(1...9))), at: Int64(number(0...Int.max)), lasted: 0)
    return Entry(
      stamp: stamp, previous: nil, replicaGenesis: replicaGenesis, payload: operation.encoded(),
      signature: [1])
  }
}
