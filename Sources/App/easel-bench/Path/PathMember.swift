import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardSync
import CellFrame
import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import GroupWire
import ScreenContract
import SecureTransports
import SessionCore
import Synchronization
import TerminalIO
import WhiteboardUI

/// One of two people in a session: the screen, the session, the call, the seals and the end of a line. The
/// run moves the clock and carries the line, so that nothing waits for a thread.
final class PathMember {
  let line = PathLine()
  private(set) var screen: PathScreen
  /// The messages of the session that the member sent.
  private(set) var messages = 0
  /// The session that the member is in; nil before it has joined.
  private(set) var session: SessionID?
  /// The first error of the link or of the call, after which the costs say nothing.
  private(set) var failure: (any Error)?
  private let membership: Membership
  private let transport: SecureTransport
  private let inbox = Inbox()
  private var call: Call
  private let driver: SessionDriver
  private var encoder = LinkEncoder()
  private var decoder = LinkDecoder()
  private var chance: SplitMix64
  private var now = PathCase.begin

  /// The bytes that travel from here.
  var bytes: Int { line.bytes }

  /// The events that arrived over the line and are not handled yet.
  private final class Inbox: Sendable {
    let events = Mutex<[TransportEvent]>([])
  }

  static let size = PathCase.empty.size
  /// The id of the session on the screen.
  private static let shown = SessionUUID(Bytes16(high: 5, low: 1))

  /// - Parameters:
  ///   - number: 1 for the first member, 2 for the second.
  ///   - writes: whether the member's frames are written for a terminal.
  init(_ number: UInt8, _ membership: Membership, over codec: TerminalCodec, writes: Bool) {
    self.membership = membership
    transport = SecureTransport(line, for: membership)
    chance = SplitMix64(seed: UInt64(number))
    call = Call(
      me: membership.member, profile: MemberProfile(name: SafeText("person \(number)")),
      coding: WireCoding.call, at: Uptime(milliseconds: now.uptime))
    let board = LoadedBoard(
      path: nil, name: SafeText("plan"), log: Log(), replicaGenesis: PathCase.genesis(number),
      picture: Picture())
    let author = board.replicaGenesis.author
    let replica = BoardReplica(
      board, author: author, coding: EntryCoding(encode: { $0.encoded() }), quota: BoardQuota())
    driver = SessionDriver(SessionClient(board: replica))
    screen = PathScreen(
      Person(author: author, name: SafeText("person \(number)"), color: PaletteColor.orange.color),
      columns: Self.size.columns, rows: Self.size.rows, on: replica, over: codec, writes: writes)
    _ = screen.handle(.started, on: &driver.client.board, at: now)
    transport.start { [inbox] event in inbox.events.withLock { $0.append(event) } }
  }

  func dial() { _ = transport.dial(PathLine.address) }

  /// Begins a session.
  func activate() { handle { $0.activate("board", [], at: $1) } }

  // MARK: What happens

  /// Handles a press or a drag of the mouse.
  func point(at cell: CellPoint, isPress: Bool) {
    perform(screen.point(at: cell, isPress: isPress, on: &driver.client.board, at: now))
  }

  /// Handles what has arrived, and what is due by now; then shows the frame.
  ///
  /// - Returns: whether anything arrived.
  func attend(at now: Moment) -> Bool {
    self.now = now
    let events = inbox.events.withLock { events in
      defer { events = [] }
      return events
    }
    for event in events { handle(event) }
    if let due = call.deadline, due <= uptime { handle { $0.woke(at: $1) } }
    step { $0.showNews(at: $1, using: &$2) }
    if let due = driver.client.deadline, due <= uptime { step { $0.woke(at: $1, using: &$2) } }
    screen.show()
    return !events.isEmpty
  }

  private var uptime: Uptime { Uptime(milliseconds: now.uptime) }

  private func handle(_ event: TransportEvent) {
    switch event {
    case .listens, .closed, .receivedLossy, .mediumChanged: break
    case .opened(let link, let isDialled):
      handle { $0.opened(link, isDialled: isDialled, rank: { _ in .drawer }, at: $1) }
    case .received(let bytes, let link):
      do {
        if let message = try decoder.decode(bytes) { receive(message, over: link) }
      } catch { fail(error) }
    }
  }

  private func receive(_ message: LinkMessage, over link: LinkID) {
    guard case .envelope(let envelope) = message else {
      return handle { $0.received(message, over: link, at: $1) }
    }
    guard let body = membership.opened(envelope) else { return }
    handle { $0.received(.envelope(envelope.opened(as: body)), over: link, at: $1) }
  }

  private func fail(_ error: any Error) { failure = failure ?? error }

  private func handle(_ event: (inout Call, Uptime) -> [Call.Action]) {
    for action in event(&call, uptime) { perform(action) }
  }

  private func perform(_ action: Call.Action) {
    switch action {
    case .transmit(let message, let link): transmit(message, over: link)
    case .session(let session, .offered): handle { $0.join(session, at: $1) }
    case .session(let session, .joined(let me)): joined(session, as: me)
    case .session(_, .participants(let present)): participantsChanged(to: present)
    case .deliver(let messages, let sender, _):
      for message in messages {
        step { $0.received(message.bytes, from: sender, at: $1, using: &$2) }
      }
    case .session, .close, .linked, .lostUpstream, .membersChanged, .eligible, .undelivered,
      .hasRoom:
      break
    }
  }

  private func transmit(_ message: LinkMessage, over link: LinkID) {
    var message = message
    if case .envelope(let envelope) = message {
      guard let sealed = envelope.sealed ?? membership.sealed(envelope) else { return }
      message = .envelope(envelope.travelling(as: sealed))
    }
    guard transport.send(encoder.encoded(message), over: link) else { return }
    encoder.sent(message)
  }

  // MARK: The session

  private func joined(_ session: SessionID, as me: ParticipantID) {
    self.session = session
    driver.client.enter(
      Self.shown, as: me, isFounder: session.initiator == me.member, lacking: nil, rights: .open,
      at: uptime)
    show(.board(.call(.entered(Entrance(session: Self.shown, me: Self.name(of: me))))))
  }

  private func participantsChanged(to present: [ParticipantID]) {
    let members = present.map {
      SessionClient.Member(.init($0, mayDraw: true), named: Self.name(of: $0))
    }
    step { $0.participantsChanged(to: members, at: $1, using: &$2) }
    let shown = present.map { SessionParticipant(id: Self.name(of: $0), mayDraw: true) }
    show(.board(.session(.participants(shown), in: Self.shown)))
  }

  private static func name(of participant: ParticipantID) -> ParticipantUUID {
    ParticipantUUID(Bytes16(high: participant.member.raw, low: UInt64(participant.join)))
  }

  private func step(
    _ event: (inout SessionClient, Uptime, inout SplitMix64) -> [SessionClient.Output]
  ) {
    driver.step(through: self) { event(&$0, uptime, &chance) }
  }

  private func show(_ event: Event) {
    perform(screen.handle(event, on: &driver.client.board, at: now))
  }

  private func perform(_ effects: [Effect]) {
    for case .board(.session(let effect, _)) in effects {
      step { $0.handle(effect, at: $1, using: &$2) }
    }
  }
}

extension PathMember: SessionPort {
  func send(
    _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode,
    in shown: SessionUUID
  ) {
    guard let session else { return }
    messages += 1
    handle { call, now in
      do throws(SendRefusal) {
        return try call.send(
          message.encoded(), named: "board", in: session, to: recipients, mode, at: now)
      } catch {
        fail(error)
        return []
      }
    }
  }

  func sendPaced(_ message: SharedBoardMessage, to reader: ParticipantID, in shown: SessionUUID) {
    send(message, to: .only([reader]), .reliable, in: shown)
    step { $0.sendCompleted(to: reader, isSent: true, at: $1, using: &$2) }
  }

  func readEntries(_ ranges: [EntryRange]?, for reader: ParticipantID, in shown: SessionUUID) {
    step { $0.entriesRead([], amountingTo: [], isLast: true, for: reader, at: $1, using: &$2) }
  }

  func show(_ event: SessionEvent, of shown: SessionUUID) {
    show(.board(.session(event, in: shown)))
  }

  func show(_ change: BoardChange) { show(.board(.merged(change))) }

  // Both boards are empty, and no stroke ends.
  func sendBase(_ message: BaseMessage, to reader: ParticipantID, in shown: SessionUUID) {}
  func readBase(for reader: ParticipantID) {}
  func open(_ beginning: BoardBeginning, for shown: SessionUUID) {}
  func store(_ received: Received) {}
  func note(_ refused: RefusalCounts) {}
  func rebuild(reading: Int) {}
}
