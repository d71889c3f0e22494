import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import GroupTesting
import Synchronization
import Testing

@testable import SecureTransports
@testable import SocketTransports

/// Keys and chance for tests, each time others, however many tests run at once.
enum Chance {
  private static let source = Mutex(SplitMix64(seed: 1))

  static func bytes(_ count: Int) -> [UInt8] {
    source.withLock { source in
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &source) }
    }
  }

  static func keys() throws -> MemberKeys {
    let identity = try #require(Identity(seed: bytes(Identity.seedLength)))
    return try #require(
      MemberKeys(
        identity: identity, run: bytes(MemberKeys.runLength),
        agreement: bytes(MemberKeys.agreementLength)))
  }

  static func rootKeys() throws -> CallRootKeys {
    try #require(CallRootKeys(chance: bytes(CallRootKeys.chanceLength)))
  }
}

/// A member behind a guarded socket, and the events that it gets.
struct Guarded {
  let membership: Membership
  let end: Listener
  let address: String

  /// - Parameter delay: how patience is measured; by default it never ends.
  init(
    _ membership: Membership, in folder: ScratchFolder, named name: String,
    by entry: SecureTransport.AdmissionMode = .ticket, calling given: SafeText? = nil,
    delay: @escaping SecureTransport.Delay = { _, _ in }
  ) throws {
    self.membership = membership
    address = "unix://\(folder.path)/\(name)"
    let socket = UnixTransport()
    try socket.listen(at: address)
    end = Listener(
      SecureTransport(socket, for: membership, by: entry, calling: given, delay: delay))
  }

  static func host(
    _ folder: ScratchFolder, _ name: String = "host",
    delay: @escaping SecureTransport.Delay = { _, _ in }
  ) throws -> Guarded {
    try Guarded(
      Membership(try Chance.keys(), rootKeys: try Chance.rootKeys()), in: folder, named: name,
      delay: delay)
  }

  /// A guest with a ticket to a host.
  static func guest(_ ticket: Ticket, _ folder: ScratchFolder, _ name: String) throws -> Guarded {
    try Guarded(Membership(try Chance.keys(), ticket: ticket), in: folder, named: name)
  }

  func ticket(to role: Role) throws -> Ticket {
    try #require(try membership.ticket(to: role, at: [address]))
  }

  /// The next event except for its own listening addresses.
  func next() async throws -> TransportEvent {
    while true {
      let event = try await end.next()
      if case .listens = event { continue }
      return event
    }
  }

  /// Dials, and gives the link once it is open.
  func enter(_ other: Guarded) async throws -> LinkID {
    let link = end.transport.dial(other.address)
    #expect(try await next() == .opened(link, isDialled: true))
    return link
  }

  /// Why it is not let in.
  func refusal(by other: Guarded) async throws -> TransportFault? {
    let link = end.transport.dial(other.address)
    guard case .closed(link, let fault) = try await next() else {
      Issue.record("the door opens")
      return nil
    }
    return fault
  }

  /// A message to all in the call.
  func envelope(_ number: UInt64, _ body: [UInt8]) throws -> Envelope {
    let plain = Envelope(
      origin: membership.member, number: number, to: .everyone, body: body)
    return plain.travelling(as: try #require(membership.sealed(plain)))
  }
}
