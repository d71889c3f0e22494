import BoardLog
import EaselBase
import Foundation
import GroupBase
import GroupCore
import GroupSecurity
import GroupWire
import SecureTransports

/// One member of a call. To other members it looks like `easel join TICKET`, but it has no screen.
///
/// It dials, is admitted and joins the first board session, with the same modules as Easel. Only
/// the socket and the event loop are this program's own.
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
  /// Whether this member lost its link, or could not read a message.
  private(set) var isLost = false
  private(set) var envelopesRead = 0
  /// The bytes on the link of received messages that may be lost: wet ink, and presence if a
  /// participant sends it.
  private(set) var passingBytesRead = 0
  /// Called with each envelope of this member before the envelope is sealed and sent.
  var sent: (Envelope) -> Void = { _ in }
  /// Whether this member handles ink and presence of other members. If false, it only counts their
  /// bytes.
  var readsPassing = false
  /// Called with each message of another member in the session.
  var deliver: (SessionMessage, ParticipantID) -> Void = { _, _ in }
  /// Called when the participants of the session change.
  var changed: () -> Void = {}

  static let activity = "org.easel.draw-together"

  private let reactor: Reactor
  /// Whether `wake(at:)` is already scheduled for this pass of the event loop.
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
    guarded = SecureTransport(line, for: membership) { time, act in
      reactor.after(Int(time.milliseconds), act)
    }
    call = Call(
      me: membership.member, seat: MemberProfile(name: SafeText(name, limit: .name)),
      coding: WireCoding.call, at: Reactor.uptime)
    guarded.start { [unowned self] in handle($0) }
    // Another member of this process has often opened the same message already.
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
      let isPassing = envelope.to == .everyone && CallMessage.mode(ofBody: body) == .unreliable
      if isPassing { weigh(bytes) }
      guard readsPassing || !isPassing else { return }
      let rank = ear.mayDraw(envelope.origin) ? AdmissionRule.Rank.drawer : .watcher
      handle {
        $0.received(
          .envelope(envelope.opened(as: body)), over: link, by: rank, at: $1)
      }
    } catch {
      isLost = true
    }
  }

  /// Reads only the origin and the number of an envelope. Returns whether `isKnown` accepts them,
  /// so that the rest can be skipped.
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

  /// Sends a message in the session. Returns false outside a session or if the call does not accept
  /// the message, for example for lack of room.
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

  /// Wakes the call after the current events, so that messages sent in one pass leave together.
  private func wakeSoon() {
    guard !isWaking else { return }
    isWaking = true
    reactor.soon { [weak self] in
      self?.isWaking = false
      self?.wake(at: Reactor.uptime)
    }
  }

  /// Wakes the call if its deadline has passed.
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

  /// The only field of the activity that this program reads.
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
