import BoardLog
import EaselBase
import Foundation
import GroupCore
import GroupSecurity
import GroupWire
import SecureTransports

/// One member of a call: what `easel join TICKET` is to others, without a screen.
///
/// It knocks, is let in and joins the first session there is, through the same rooms as Easel; only
/// the socket and the loop are this program's own.
final class Member: @unchecked Sendable {
  let line: SingleLinkTransport
  let membership: Membership
  let identity: Identity
  private let ear: Ear
  private let guarded: SecureTransport
  private var call: Call
  private var link: LinkID?
  private var encoder = LinkEncoder()
  private var decoder = LinkDecoder()
  private var due: Uptime?
  private var isStale = true
  /// The genesis of the session's board.
  private(set) var genesis: BoardGenesis?
  private(set) var session: SessionID?
  private(set) var seat: ParticipantID?
  private(set) var participants: [ParticipantID] = []
  /// Why it is not in the call any more.
  private(set) var isLost = false
  private(set) var envelopesRead = 0
  /// As they lay on the line, of envelopes that may be lost: ink, and presence where anybody has one.
  private(set) var passingBytesRead = 0
  /// Calls with each own envelope as it goes.
  var sent: (Envelope) -> Void = { _ in }
  /// Whether ink and presence of others are for it to read, rather than to be counted only.
  var readsPassing = false
  /// The messages of other members in the session.
  var deliver: (SessionMessage, ParticipantID) -> Void = { _, _ in }
  /// The session began for this member, or others came or went.
  var changed: () -> Void = {}

  static let activity = "org.easel.draw-together"

  private let reactor: Reactor
  /// Will look at the clock at the end of this turn.
  private var isWaking = false

  init?(
    _ ticket: Ticket, at address: String, named name: String, _ ears: Ear.Shared,
    on reactor: Reactor
  ) {
    var chance = SystemRandomNumberGenerator()
    guard let identity = Identity(seed: Self.bytes(Identity.seedLength, &chance)),
      let keys = MemberKeys(
        identity: identity, run: Self.bytes(MemberKeys.runLength, &chance),
        agreement: Self.bytes(MemberKeys.agreementLength, &chance))
    else { return nil }
    self.identity = identity
    membership = Membership(keys, ticket: ticket)
    ear = Ear(membership, ears)
    self.reactor = reactor
    line = SingleLinkTransport(reactor)
    guarded = SecureTransport(line, for: membership) { milliseconds, act in
      reactor.after(milliseconds, act)
    }
    call = Call(
      me: membership.member, seat: MemberProfile(name: SafeText(name, limit: .name)),
      coding: WireCoding.call, at: Reactor.uptime)
    guarded.start { [unowned self] in handle($0) }
    // Others have opened what they hear as well.
    line.skim = { [unowned self] bytes in
      let isSkimmed = !readsPassing && skims(bytes, where: ear.knowsPassing)
      if isSkimmed { weigh(bytes) }
      return isSkimmed
    }
    _ = guarded.dial(address)
  }

  private static func bytes(
    _ count: Int, _ chance: inout some RandomNumberGenerator
  ) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
  }

  var isInSession: Bool { seat != nil }

  // MARK: What comes

  private func handle(_ event: TransportEvent) {
    switch event {
    case .listens: break
    case .opened(let link, let isDialled):
      self.link = link
      handle { $0.opened(link, isDialled: isDialled, at: $1) }
    case .received(let bytes, let link): received(bytes, over: link)
    case .closed(let link, _):
      (isLost, self.link, seat) = (true, nil, nil)
      handle { $0.closed(link, at: $1) }
    }
  }

  private func received(_ bytes: [UInt8], over link: LinkID) {
    do {
      guard let message = try decoder.decode(bytes) else { return }
      guard case .envelope(let envelope) = message else {
        return handle { $0.received(message, over: link, at: $1) }
      }
      envelopesRead += 1
      guard let body = ear.opened(envelope) else { return }
      let isPassing = envelope.to == .everyone && CallMessage.isPassing(body)
      if isPassing { weigh(bytes) }
      guard readsPassing || !isPassing else { return }
      let isFromWatcher = !ear.mayDraw(envelope.origin)
      handle {
        $0.received(
          .envelope(envelope.opened(as: body)), over: link, isFromWatcher: isFromWatcher, at: $1)
      }
    } catch {
      isLost = true
    }
  }

  /// Whether no more of an envelope has to be read than whose it is and its number.
  func skims(_ bytes: [UInt8], where isKnown: (MemberID, UInt64) -> Bool) -> Bool {
    let isRead = decoder.skim(bytes, where: isKnown)
    if isRead { envelopesRead += 1 }
    return isRead
  }

  private func weigh(_ bytes: [UInt8]) {
    passingBytesRead += bytes.count
    WireFrame.head(of: bytes) { _ in passingBytesRead += 1 }
  }

  // MARK: What goes

  /// Says something in the session; false while there is no room.
  @discardableResult
  func send(_ bytes: [UInt8], to recipients: Recipients = .all, _ mode: DeliveryMode) -> Bool {
    guard let session, seat != nil else { return false }
    do {
      perform(
        try call.send(
          bytes, named: "", in: session, to: recipients, mode, at: Reactor.uptime))
      isStale = true
      wakeSoon()
      return true
    } catch { return false }
  }

  /// Messages that are sent in one turn leave together, when the turn writes them.
  private func wakeSoon() {
    guard !isWaking else { return }
    isWaking = true
    reactor.soon { [weak self] in
      self?.isWaking = false
      self?.wake(at: Reactor.uptime)
    }
  }

  /// Looks at the clock.
  func wake(at now: Uptime) {
    if isStale { (due, isStale) = (call.deadline, false) }
    if let due, due <= now { handle { $0.woke(at: $1) } }
  }

  func neighbour(towards member: MemberID) -> MemberID? { call.neighbour(towards: member) }

  func leave() {
    perform(call.left(at: Reactor.uptime))
    guarded.stop {}
  }

  private func handle(_ event: (inout Call, Uptime) -> [Call.Action]) {
    isStale = true
    perform(event(&call, Reactor.uptime))
  }

  private func perform(_ actions: [Call.Action]) {
    for action in actions {
      switch action {
      case .transmit(let message, let link): transmit(message, over: link)
      case .close(let link, _):
        isLost = true
        guarded.close(link)
      case .session(let id, let change): changed(id, change)
      case .deliver(let messages, let sender, _):
        for message in messages { deliver(message, sender) }
      case .linked, .lostUpstream, .membersChanged, .eligible, .undelivered, .hasRoom: break
      }
    }
  }

  private func transmit(_ message: LinkMessage, over link: LinkID) {
    guard let travelling = travelling(message) else { return }
    if guarded.send(encoder.encoded(travelling), over: link) { encoder.sent(travelling) }
  }

  private func travelling(_ message: LinkMessage) -> LinkMessage? {
    guard case .envelope(let envelope) = message else { return message }
    sent(envelope)
    return ear.sealed(envelope).map { .envelope(envelope.travelling(as: $0)) }
  }

  /// The one field of the activity that matters here.
  private struct Activity: Decodable { let genesis: Data }

  private static func genesis(in activity: [UInt8]) -> BoardGenesis? {
    do {
      let read = try JSONDecoder().decode(Activity.self, from: Data(activity))
      return BoardGenesis(decoding: Array(read.genesis))
    } catch { return nil }
  }

  private func changed(_ id: SessionID, _ change: SessionChange) {
    switch change {
    case .offered(let record, _):
      guard session == nil, record.identifier == Self.activity else { return }
      session = id
      genesis = Self.genesis(in: record.activity.bytes)
      handle { $0.join(id, at: $1) }
    case .joined(let place): if id == session { seat = place }
    case .participants(let all):
      guard id == session else { return }
      participants = all
      changed()
    case .activity: break
    case .invalidated:
      guard id == session else { return }
      (session, seat) = (nil, nil)
    }
  }
}
