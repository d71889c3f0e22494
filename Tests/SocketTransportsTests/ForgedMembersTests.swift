import EaselBase
import GroupBase
import GroupSecurity
import GroupTesting
import Synchronization
import Testing

@testable import SecureTransports

/// Members with a changed program, who introduce invented people.
@Suite(.timeLimit(.minutes(60))) struct ForgedMembersTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Invents a member that no host admitted, with the certificate that `member` passes on for it.
  private func madeUp(by member: Guarded) throws -> (keys: MemberKeys, memberCertificate: [UInt8]) {
    let keys = try Chance.keys()
    let epoch = try #require(member.membership.state.withLock { $0.epochState?.epoch })
    return (keys, try epoch.sealed(try epoch.memberCertificate(of: keys)))
  }

  /// Waits until all that a member said to its neighbour has been heard there.
  private func awaitArrival(_ member: Guarded, _ link: LinkID, _ neighbour: Guarded) async throws {
    #expect(member.end.transport.send([0, 9], over: link))
    while true {
      if case .received([0, 9], _) = try await neighbour.next() { return }
    }
  }

  @Test("R16 · the first to join stay when keys change, however many names came behind them")
  func crowd() async throws {
    let host = try Guarded.host(folder)
    let epoch = try #require(host.membership.state.withLock { $0.epochState?.epoch })
    func join() throws -> MemberKeys {
      let keys = try Chance.keys()
      try host.membership.introduced(try epoch.memberCertificate(of: keys))
      return keys
    }
    let honest = try (0..<40).map { _ in try join() }
    for _ in 0..<Rotation.membersMax + 40 { _ = try join() }
    try host.membership.renew()
    let rotation = try #require(host.membership.state.withLock { $0.epochState?.last })
    for keys in honest { #expect(rotation.keeps(keys.member)) }
  }

  @Test("R16 · named members stay, in any order of arrival, and a named person with all their runs")
  func seen() async throws {
    let host = try Guarded.host(folder)
    let epoch = try #require(host.membership.state.withLock { $0.epochState?.epoch })
    func join(_ keys: MemberKeys) throws {
      try host.membership.introduced(try epoch.memberCertificate(of: keys))
    }
    for _ in 0..<Rotation.membersMax { try join(try Chance.keys()) }
    let late = try Chance.keys()
    let relay = try #require(
      MemberKeys(
        identity: late.identity, run: Chance.bytes(MemberKeys.runLength),
        agreement: Chance.bytes(MemberKeys.agreementLength)))
    for keys in [late, relay] { try join(keys) }
    try host.membership.renew(keeping: [MemberID(late.member)])
    func last() throws -> Rotation {
      try #require(host.membership.state.withLock { $0.epochState?.last })
    }
    #expect(try last().keeps(late.member) && last().keeps(relay.member))
    let other = try Chance.keys()
    let next = try #require(host.membership.state.withLock { $0.epochState?.epoch })
    for keys in [other, relay] {
      try host.membership.introduced(try next.memberCertificate(of: keys))
    }
    try host.membership.renew(
      puttingOut: [MemberID(other.member)], keeping: [MemberID(late.member)])
    #expect(try last().keeps(late.member) && last().keeps(relay.member))
    #expect(try !last().keeps(other.member))
  }

  @Test("R17 · a watcher brings no member along, and members let in by others are known to all")
  func watchers() async throws {
    let host = try Guarded.host(folder)
    let eve = try Guarded.guest(try host.ticket(to: .watch), folder, "eve")
    let link = try await eve.enter(host)
    let ghost = try madeUp(by: eve)
    eve.membership.pass(on: [.memberCertificate(ghost.memberCertificate)])
    try await awaitArrival(eve, link, host)
    #expect(!host.membership.knows(MemberID(ghost.keys.member)))
    // A second watcher, let in by another than the host.
    let ann = try Guarded.guest(try host.ticket(to: .draw), folder, "ann")
    _ = try await ann.enter(host)
    let bob = try Guarded.guest(try host.ticket(to: .watch), folder, "bob")
    _ = try await bob.enter(ann)
    for other in [host, eve] { try await other.membership.until { $0.hears(bob.membership) } }
    // The ghost stays unknown also to members that come after a change of keys.
    try host.membership.renew()
    for other in [host, ann, eve] {
      try await other.membership.until { $0.number == 2 && $0.hears(bob.membership) }
    }
    let late = try Guarded.guest(try host.ticket(to: .watch), folder, "late")
    _ = try await late.enter(host)
    for other in [ann, eve, bob] {
      try await late.membership.until { $0.hears(other.membership) }
    }
  }

  @Test("R17 · an unreadable certificate does not end the link of the member that passes it on")
  func unreadable() async throws {
    let host = try Guarded.host(folder)
    let ann = try Guarded.guest(try host.ticket(to: .draw), folder, "ann")
    let link = try await ann.enter(host)
    let known = try #require(ann.membership.memberCertificates.first)
    let words = [
      [], [1, 2, 3], [UInt8](repeating: 1, count: 1_500), Array(known.dropLast()), known + [0],
    ]
    for word in words { ann.membership.pass(on: [.memberCertificate(word)]) }
    try await awaitArrival(ann, link, host)
  }

  @Test("R17 · a returning member is announced again; a member that knows it does not repeat that")
  func again() throws {
    let host = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    let passed = Mutex<[[UInt8]]>([])
    host.listen { word in
      if case .memberCertificate(let bytes) = word { passed.withLock { $0.append(bytes) } }
    }
    let epoch = try #require(host.state.withLock { $0.epochState?.epoch })
    let ann = try epoch.memberCertificate(of: try Chance.keys())
    for count in 1...2 {
      try host.introduced(ann)
      #expect(passed.withLock(\.self) == Array(repeating: try epoch.sealed(ann), count: count))
    }
    let word = Membership.PassedOn(
      memberCertificate: try epoch.sealed(ann), neighbourKey: [1], only: nil)
    host.received(word)
    #expect(passed.withLock(\.count) == 2)
  }

  @Test("R18 · a link with a pass brings no other member; the member that came by it stays")
  func named() async throws {
    let relay = try Guarded(
      Membership(try Chance.keys(), rootKeys: try Chance.rootKeys()), in: folder, named: "relay",
      by: .grantsPass(ask: { _, _, give in give(.success(.draw)) }),
      calling: SafeText("Gil", limit: .name))
    let gil = try Guarded(
      Membership(try Chance.keys()), in: folder, named: "gil", by: .requestsTicket(.draw))
    let link = try await gil.enter(relay)
    let other = try madeUp(by: relay)
    gil.membership.pass(on: [.memberCertificate(other.memberCertificate)])
    try await awaitArrival(gil, link, relay)
    #expect(!relay.membership.knows(MemberID(other.keys.member)))
    #expect(relay.membership.hears(gil.membership))
    try relay.membership.renew()
    try await relay.membership.until { $0.number == 2 && $0.hears(gil.membership) }
    #expect(relay.membership.name(givenTo: gil.membership.member)?.string == "Gil")
  }
}
