import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import EaselBase
import Foundation
import FrameTesting
import GroupBase
import GroupCore
import GroupSecurity
import OpenGroupActivities
import SecureTransports
import SocketTransports
import Synchronization

@testable import BoardSessions
@testable import easel

/// A member whose program was changed: its ticket and its keys are good, and what it says no Easel
/// says.
final class HostileMember {
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// The activity as it travels, any bytes in it.
  struct Activity: GroupActivity {
    static let activityIdentifier = "org.easel.draw-together"
    var invitation: Data
    /// The genesis of the session's board.
    var genesis: Data?
    /// The session in whose place this one is begun.
    var replaces: UUID?
    var metadata: GroupActivityMetadata { GroupActivityMetadata() }
  }

  /// In a name or a text it becomes what is hostile, on the way.
  static let mark = String(repeating: "A", count: 30)

  let system: GroupSystem
  let membership: Membership
  let identity: Identity
  let ticket: Ticket
  private let tcp = TCPTransport()
  private let unproved: Garbled
  private(set) var session: GroupSession<Activity>?
  /// The reliable one and the unreliable one.
  private(set) var messengers: [GroupSessionMessenger] = []
  private(set) var log = Log()
  private let replicaGenesis: ReplicaGenesis
  /// The runs that the member wrote, as they travel.
  private(set) var runs: [[UInt8]] = []
  private var lastShown: UInt64 = 0

  /// - Parameters:
  ///   - text: what is said in the place of a name.
  ///   - keys: where it is to be known who it is before it comes.
  ///   - addresses: where it says that it can be dialled.
  ///   - open: a way between accomplices, on which nobody proves anything.
  ///   - garble: changes what is said to the neighbour about the link itself.
  init(
    _ ticket: String, saying text: String, as keys: MemberKeys? = nil, at addresses: [String] = [],
    over open: UnixTransport? = nil, garble: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) throws {
    self.ticket = try Ticket(ticket)
    let keys = try keys ?? Self.keys()
    identity = keys.identity
    replicaGenesis = ReplicaGenesis(
      publicKey: identity.publicKey, nonce: Self.bytes(ReplicaGenesis.nonceLength))
    membership = Membership(keys, ticket: self.ticket)
    unproved = Garbled(SecureTransport(tcp, for: membership), garble)
    let unix: any Transport = open ?? SecureTransport(UnixTransport(), for: membership)
    system = GroupSystem(
      name: Self.mark, member: membership.member, over: [unproved, unix, Boast(addresses)],
      sealedBy: Liar(membership, text))
  }

  deinit { system.leaveCall() }

  static func keys() throws -> MemberKeys {
    guard let identity = Identity(seed: bytes(Identity.seedLength)),
      let keys = MemberKeys(
        identity: identity, run: bytes(MemberKeys.runLength),
        agreement: bytes(MemberKeys.agreementLength))
    else { throw Failure(description: "no keys") }
    return keys
  }

  static func bytes(_ count: Int) -> [UInt8] {
    var chance = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
  }

  /// Comes into the call.
  func connect() async throws { try await system.connect(to: ticket.addresses[0]) }

  /// Dials, and does not wait, since nonsense may never get an answer.
  func dial() {
    let (system, address) = (system, ticket.addresses[0])
    Task { try await system.connect(to: address) }
  }

  /// Comes into the call and into the session that is there.
  func join(beside names: Set<String> = []) async throws {
    try await connect()
    try await takePart(beside: names)
  }

  /// Comes into the session that is there, which it is not in already.
  ///
  /// - Parameter names: the members that it waits for, since its messages go only to members that
  ///   it knows.
  func takePart(beside names: Set<String> = []) async throws {
    let sessions = GroupSystem.$current.withValue(system) { Activity.sessions() }
    let before = self.session?.id
    for await session in sessions where session.id != before {
      self.session = session
      log = Log(session.activity.genesis.flatMap { BoardGenesis(decoding: Array($0)) } ?? .unowned)
      messengers = [
        GroupSessionMessenger(session: session, deliveryMode: .reliable),
        GroupSessionMessenger(session: session, deliveryMode: .unreliable),
      ]
      session.join()
      return try await Self.wait(for: names, in: session, of: system)
    }
    throw Failure(description: "no session")
  }

  /// Looks at each change of the participants, for as long as one might be late by accident.
  @MainActor private static func wait(
    for names: Set<String>, in session: GroupSession<Activity>, of system: GroupSystem
  ) async throws {
    let (changes, continuation) = AsyncStream.makeStream(of: [String].self)
    let subscription = session.$activeParticipants.sink {
      continuation.yield($0.compactMap(\.name))
    }
    let limit = Task {
      try await Task.sleep(for: TerminalRun.patience)
      continuation.finish()
    }
    defer {
      limit.cancel()
      subscription.cancel()
    }
    var present: [String] = []
    for await change in changes {
      present = change
      if names.isSubset(of: present) { return }
    }
    throw Failure(
      description: "of \(names) only \(present) are there; in the call are"
        + " \(system.seenMembers.count) others, and the session is \(session.state)")
  }

  /// Begins another session, in the place of the one that is there.
  ///
  /// - Parameter genesis: the beginning of its board; nil for the board that is there.
  func begin(_ invitation: [UInt8], on genesis: BoardGenesis? = nil) async throws {
    let activity = Activity(
      invitation: Data(invitation), genesis: Data((genesis ?? log.genesis).encoded()),
      replaces: genesis == nil ? nil : session?.id)
    _ = try await GroupSystem.$current.withValue(system) { try await activity.activate() }
  }

  // MARK: Whom it is linked to

  /// Lets others in, as each member that may draw can.
  ///
  /// - Returns: a ticket that leads here.
  func listen(for role: Role) throws -> String {
    let addresses = try tcp.listen(at: "tcp://127.0.0.1:0")
    guard let ticket = try membership.ticket(to: role, at: addresses) else {
      throw Failure(description: "no ticket to \(role)")
    }
    return ticket.text
  }

  /// Closes the links over which it proved itself, and makes no more of them.
  func hangUp() { unproved.hangUp() }

  // MARK: What it says

  /// Something about the board; any bytes.
  func say(_ bytes: [UInt8], unreliably: Bool = false) {
    messengers[unreliably ? 1 : 0].send(Data(bytes), to: .all) { _ in }
  }

  /// A message of any other type.
  func say(_ message: some Codable) { messengers[0].send(message, to: .all) { _ in } }

  /// An entry that is signed and chained as it should be, whatever is in it.
  func write(_ payload: [UInt8], at time: Int64 = 0, lasted: UInt32 = 0) throws {
    guard var entry = log.record(payload, as: replicaGenesis, at: time, lasted: lasted) else {
      throw Failure(description: "no entry")
    }
    entry.signature = try identity.sign(entry.digest.bytes)
    let new = EntryRun.encoded([entry])
    runs += new
    pass(on: new)
  }

  /// Sends entries of any author.
  func pass(on runs: [[UInt8]]) { for run in runs { say(Loose.board(4, run)) } }

  /// Sends a presence of the member.
  func show(_ appearance: ParticipantPresence) {
    lastShown += 1
    say(Loose.board(2, appearance.encoded(), counter: lastShown))
  }

  /// Sends a moderator's request to a host.
  ///
  /// - Returns: the host's answer.
  func ask(
    _ deed: RulingRequest.ModerationAction, about subject: MemberID? = nil, of host: String
  ) async throws -> String {
    let request = try membership.request(deed, about: subject)
    let answers = messengers[0].messages(of: RulingMessage.self)
    say(RulingMessage.request(Data(request), number: 1))
    for await (message, context) in answers where context.source.name == host {
      if case .outcome(let outcome, _) = message { return outcome }
    }
    throw Failure(description: "no answer")
  }

  /// The author that its entries and its appearance have.
  var author: AuthorID { replicaGenesis.author }
}

/// Seals as a member does, and what it seals reads otherwise.
private final class Liar: Seal {
  private let membership: Membership
  private let text: String

  init(_ membership: Membership, _ text: String) {
    (self.membership, self.text) = (membership, text)
  }

  func sealed(_ envelope: Envelope) -> [UInt8]? {
    let mark = HostileMember.mark.utf8
    let body = HostileBoard.replace(
      mark, with: HostileText.bytes(of: text, count: mark.count), in: envelope.body)
    return membership.sealed(
      Envelope(origin: envelope.origin, number: envelope.number, to: envelope.to, body: body))
  }

  func opened(_ envelope: Envelope) -> [UInt8]? { membership.opened(envelope) }
  func mayDraw(_ member: MemberID) -> Bool { membership.mayDraw(member) }
}

/// A transport that says where it can be dialled, and leads nowhere.
private final class Boast: Transport {
  private let addresses: [String]

  init(_ addresses: [String]) { self.addresses = addresses }

  func start(_ take: @escaping @Sendable (TransportEvent) -> Void) {
    let addresses = addresses
    DispatchQueue.global().async { take(.listens(addresses)) }
  }
  func reaches(_ address: String) -> Bool { false }
  func dial(_ address: String) -> LinkID { LinkID(0) }
  func send(_ bytes: [UInt8], over link: LinkID) -> Bool { false }
  func close(_ link: LinkID) {}
  func stop(_ done: @escaping @Sendable () -> Void) { done() }
}

/// Says something else to its neighbours than it is told to, until it hangs up.
private final class Garbled: Transport {
  private let transport: any Transport
  private let garble: @Sendable ([UInt8]) -> [UInt8]
  private let state = Mutex(State())

  private struct State {
    var take: (@Sendable (TransportEvent) -> Void)?
    var links: Set<LinkID> = []
    var isOver = false
  }

  init(_ transport: any Transport, _ garble: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    (self.transport, self.garble) = (transport, garble)
  }

  func start(_ take: @escaping @Sendable (TransportEvent) -> Void) {
    state.withLock { $0.take = take }
    transport.start { [weak self] event in
      if case .opened(let link, _) = event {
        self?.state.withLock { _ = $0.links.insert(link) }
      }
      take(event)
    }
  }

  func hangUp() {
    let (links, take) = state.withLock { state in
      state.isOver = true
      return (state.links, state.take)
    }
    for link in links {
      transport.close(link)
      take?(.closed(link, nil))
    }
  }

  func reaches(_ address: String) -> Bool {
    !state.withLock { $0.isOver } && transport.reaches(address)
  }
  /// After hanging up it dials no more: the system above goes on trying an address that led into
  /// the call.
  func dial(_ address: String) -> LinkID {
    let link = transport.dial(address)
    if state.withLock({ $0.isOver }) { transport.close(link) }
    return link
  }
  func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    transport.send(garble(bytes), over: link)
  }
  func close(_ link: LinkID) { transport.close(link) }
  func stop(_ done: @escaping @Sendable () -> Void) { transport.stop(done) }
}

/// Protobuf without a schema: bytes that no generated code would write.
enum Loose {
  static func varint(_ number: UInt64) -> [UInt8] {
    var (rest, bytes) = (number, [UInt8]())
    while rest >= 128 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  static func zigZag(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number << 1 ^ number >> 63)
  }

  static func number(_ field: UInt64, _ number: UInt64) -> [UInt8] {
    varint(field << 3) + varint(number)
  }

  static func bytes(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  static func text(_ field: UInt64, _ text: String) -> [UInt8] { bytes(field, Array(text.utf8)) }

  static func fixed32(_ field: UInt64, _ number: UInt32) -> [UInt8] {
    varint(field << 3 | 5) + withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  static func fixed64(_ field: UInt64, _ number: UInt64) -> [UInt8] {
    varint(field << 3 | 1) + withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// A message about the board, with one content.
  static func board(_ field: UInt64, _ content: [UInt8], counter: UInt64? = nil) -> [UInt8] {
    (counter.map { number(3, $0) } ?? []) + bytes(field, content)
  }

  /// The same message in itself, so many times.
  static func nested(_ field: UInt64, _ depth: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<depth { bytes = self.bytes(field, bytes) }
    return bytes
  }

  /// Groups that are opened and never closed.
  static func groups(_ depth: Int) -> [UInt8] { Array(repeating: 11, count: depth) }

  /// Numbers at whose edges programs have fallen.
  static let absurd: [UInt64] = [
    0, 1, 127, 1 << 28, 1 << 31, 1 << 32 - 1, 1 << 53, 1 << 63, .max - 1, .max,
    zigZag(Int64(Int32.min)), zigZag(Int64(Int32.max)), zigZag(.min), zigZag(.max),
  ]
}
