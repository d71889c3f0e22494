import Dispatch
import EaselBase
import GroupBase
import GroupCore
import GroupWire
import Synchronization

@testable import GroupSecurity
@testable import SecureTransports
@testable import SocketTransports

/// A hostile member that writes each message of the call itself, in its own name and in the names of
/// members that it made up. Its ticket and its link are good.
final class ScriptedMember: Sendable {
  typealias Failure = HostileMember.Failure

  /// A member in whose name the program speaks, and how far its numbers have come.
  final class Speaker: Sendable {
    fileprivate let membership: Membership
    fileprivate let numbers = Mutex(Numbers())

    fileprivate struct Numbers {
      var envelope: UInt64 = 0
      var item: UInt64 = 0
    }

    fileprivate init(_ membership: Membership) { self.membership = membership }

    var member: MemberID { membership.member }
  }

  /// The real member.
  let own: Speaker
  private let ticket: Ticket
  private let transport: SecureTransport
  private let arrivals = EventQueue<Arrival>()
  private let state = Mutex(State())
  /// The end of a member that reads nothing.
  private let end = DispatchSemaphore(value: 0)

  private struct State {
    var link: LinkID?
    var encoder = LinkEncoder()
    var decoder = LinkDecoder()
    var lastPing: UInt64 = 0
    var madeUp: [Speaker] = []
  }

  private enum Arrival: Equatable {
    case opened
    case pong(UInt64)
    case session(SessionID)
    case closed
  }

  /// - Parameter reads: false for a member that reads nothing once it is in, so that all that is sent to it
  ///   waits at the host until the member hangs up.
  init(_ ticket: String, as keys: MemberKeys? = nil, reads: Bool = true) throws {
    self.ticket = try Ticket(ticket)
    let membership = Membership(try keys ?? HostileMember.keys(), ticket: self.ticket)
    own = Speaker(membership)
    transport = SecureTransport(TCPTransport(usesDatagrams: false), for: membership)
    transport.start { [weak self, arrivals, end] event in
      switch event {
      case .opened(let link, _):
        self?.state.withLock { $0.link = link }
        arrivals.append(.opened)
      case .received(let bytes, _):
        guard reads else { return end.wait() }
        for arrival in self?.received(bytes) ?? [] { arrivals.append(arrival) }
      case .closed: arrivals.append(.closed)
      case .listens, .receivedLossy, .mediumChanged: break
      }
    }
  }

  deinit {
    end.signal()
    transport.stop()
  }

  // MARK: The link

  /// Comes into the call.
  func connect() async throws {
    _ = transport.dial(ticket.addresses[0])
    guard try await arrivals.next("link") == .opened else {
      throw Failure(description: "the host does not let the member in")
    }
    try send(.hello(own.member, path: []))
  }

  /// Several members in the call. A program reads what each of its neighbours sends for a share of its
  /// time only, so that several get more read than one.
  static func connected(
    _ count: Int, by ticket: String, reads: Bool = true
  ) async throws -> [ScriptedMember] {
    var members: [ScriptedMember] = []
    for _ in 0..<count {
      let member = try ScriptedMember(ticket, reads: reads)
      try await member.connect()
      members.append(member)
    }
    return members
  }

  /// The member at the other end of the link.
  var host: MemberID {
    get throws {
      guard let link = state.withLock({ $0.link }), let host = transport.neighbour(of: link) else {
        throw Failure(description: "there is no link")
      }
      return host
    }
  }

  /// Returns once the host has read all that was sent before.
  func waitUntilRead() async throws {
    let number = state.withLock { state in
      state.lastPing += 1
      return state.lastPing
    }
    try send(.ping(number))
    while true {
      switch try await arrivals.next("answer of the host") {
      case .pong(number): return
      case .closed: throw Failure(description: "the host closed the link")
      case .opened, .pong, .session: break
      }
    }
  }

  /// Closes the link without a farewell.
  func hangUp() {
    end.signal()
    if let link = state.withLock({ $0.link }) { transport.close(link) }
  }

  /// The session that the host is in, as the host tells each member that is new to it.
  func session() async throws -> SessionID {
    try send(.beat(version: 1), as: own)
    while true {
      switch try await arrivals.next("session of the host") {
      case .session(let session): return session
      case .closed: throw Failure(description: "the host closed the link")
      case .opened, .pong: break
      }
    }
  }

  /// Answers what the host asks to see whether the link lives; all the members then say that they are
  /// still there.
  ///
  /// - Returns: what this member may wait for.
  private func received(_ bytes: [UInt8]) -> [Arrival] {
    do {
      switch try state.withLock({ state throws(WireError) in try state.decoder.decode(bytes) }) {
      case .pong(let number): return [.pong(number)]
      case .ping(let number):
        try send(.pong(number))
        for speaker in [own] + state.withLock({ $0.madeUp }) {
          try send(.beat(version: 1), as: speaker)
        }
      case .envelope(let envelope): return sessions(in: envelope)
      default: break
      }
    } catch { hangUp() }
    return []
  }

  private func sessions(in envelope: Envelope) -> [Arrival] {
    let messages = own.membership.opened(envelope).map { WireCoding.call.decode($0) } ?? []
    return messages.flatMap { message -> [Arrival] in
      guard case .item(let item) = message,
        case .announcement(let announcement) = WireCoding.call.decodePayload(item.content)
      else { return [] }
      return announcement.joins.map { .session($0.session) }
    }
  }

  private func send(_ message: LinkMessage) throws {
    let isSent = state.withLock { state in
      guard let link = state.link,
        transport.send(state.encoder.encoded(message), over: link)
      else { return false }
      state.encoder.sent(message)
      return true
    }
    if !isSent { throw Failure(description: "the link takes nothing") }
  }

  // MARK: Members that do not exist

  /// Introduces a member that does not exist, as a member with a draw ticket can. It stays in the call as
  /// long as this one does.
  func makeUp(_ role: Role, as keys: MemberKeys? = nil) throws -> Speaker {
    let keys = try keys ?? HostileMember.keys()
    guard let epoch = own.membership.state.withLock({ $0.epochState?.epoch }) else {
      throw Failure(description: "outside of any call")
    }
    let secret = role == .draw ? epoch.pass.secret : epoch.viewSecret
    let pass = try EpochCredential(
      epochCertificate: epoch.epochCertificate, role: role, secret: secret)
    let theirs = Epoch(pass: pass, groupKey: epoch.groupKey)
    let membership = Membership(keys)
    try membership.state.withLock { state throws(SecurityError) in
      state.epochState = try EpochState(theirs, keys)
    }
    let memberCertificate = try epoch.vouched(try theirs.memberCertificate(of: keys))
    own.membership.pass(on: [.memberCertificate(try epoch.sealed(memberCertificate))])
    let speaker = Speaker(membership)
    state.withLock { $0.madeUp.append(speaker) }
    return speaker
  }

  // MARK: Messages

  /// Sends a message to everyone, in an envelope that is signed.
  func send(_ message: CallMessage, as speaker: Speaker) throws {
    try speaker.numbers.withLock { numbers in
      numbers.envelope += Envelope.signedEvery
      let envelope = Envelope(
        origin: speaker.member, number: numbers.envelope, to: .everyone,
        body: WireCoding.call.encode(message))
      guard let sealed = speaker.membership.sealed(envelope) else {
        throw Failure(description: "the message cannot be sealed")
      }
      try send(.envelope(envelope.travelling(as: sealed)))
    }
  }

  /// Sends a parcel of the reliable stream, in as many pieces as it needs.
  ///
  /// - Parameter isWhole: whether the last piece ends the parcel.
  func send(parcel bytes: [UInt8], isWhole: Bool = true, as speaker: Speaker) throws {
    for start in stride(from: 0, to: bytes.count, by: Piece.bytesMax) {
      let end = min(start + Piece.bytesMax, bytes.count)
      try send(piece: Array(bytes[start..<end]), isLast: isWhole && end == bytes.count, as: speaker)
    }
  }

  /// Leaves out a piece of the reliable stream, so that the host keeps all that follow.
  func leaveGap(as speaker: Speaker) { speaker.numbers.withLock { $0.item += 1 } }

  func announce(_ announcement: Announcement, as speaker: Speaker) throws {
    try send(parcel: WireCoding.call.encodePayload(.announcement(announcement)), as: speaker)
  }

  private func send(piece content: [UInt8], isLast: Bool, as speaker: Speaker) throws {
    let number = speaker.numbers.withLock { numbers in
      numbers.item += 1
      return numbers.item
    }
    let item = StreamItem(
      number: number, to: .everyone, previous: number - 1,
      exceptions: number == 1 ? [.init(try host, previous: 0)] : [], content: content,
      isContinued: !isLast)
    try send(.item(item), as: speaker)
  }
}

extension HostileMember {
  /// Keys whose member id begins with a zero byte, so that it sorts before most others: a program finds
  /// them within some hundred tries.
  static func keysSortingFirst() throws -> MemberKeys {
    let identity = try keys().identity
    while true {
      let run = bytes(MemberKeys.runLength)
      guard MemberCertificate.member(identityKey: identity.publicKey, run: run) >> 56 == 0 else {
        continue
      }
      let keys = MemberKeys(
        identity: identity, run: run, agreement: bytes(MemberKeys.agreementLength))
      guard let keys else { throw Failure(description: "no keys") }
      return keys
    }
  }
}
