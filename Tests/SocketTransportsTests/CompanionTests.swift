import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import Synchronization
import Testing

@testable import GroupSecurity
@testable import SecureTransports

/// Members that came into a call only through another, where something is decided about that one.
@Suite(.timeLimit(.minutes(60))) struct CompanionTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A host, Ann and Bob with its tickets, and Zoe, whom Bob let in.
  private func call() async throws -> (host: Guarded, ann: Guarded, bob: Guarded, zoe: Guarded) {
    let host = try Guarded.host(folder)
    let ann = try Guarded.guest(try host.ticket(to: .draw), folder, "ann")
    let bob = try Guarded.guest(try host.ticket(to: .draw), folder, "bob")
    for guest in [ann, bob] {
      _ = try await guest.enter(host)
      _ = try await host.next()
    }
    let zoe = try Guarded.guest(try bob.ticket(to: .draw), folder, "zoe")
    _ = try await zoe.enter(bob)
    for other in [host, ann] { try await other.membership.until { $0.hears(zoe.membership) } }
    return (host, ann, bob, zoe)
  }

  private func last(_ host: Guarded) throws -> Rotation {
    try #require(host.membership.state.withLock { $0.epochState?.last })
  }

  private func key(_ guest: Guarded) -> [UInt8] { guest.membership.keys.identity.publicKey }

  @Test("R19 · a second identity that came in through who is put out gets no key, named or not")
  func secondIdentity() async throws {
    let (host, ann, bob, zoe) = try await call()
    let renewals = Mutex<[[RemovedMember]]>([])
    for guest in [host, ann] {
      guest.membership.observe { event in
        if case .renewed(let gone) = event { renewals.withLock { $0.append(gone) } }
      }
    }
    let (bobs, zoes) = (bob.membership.member, zoe.membership.member)
    #expect(host.membership.companions == [bobs: [zoes]])
    try host.membership.renew(
      puttingOut: [bobs], keeping: [ann.membership.member, zoes, bobs])
    try await ann.membership.until { $0.number == 2 && renewals.withLock(\.count) == 2 }
    let rotation = try last(host)
    #expect(rotation.putOut == [key(bob), key(zoe)])
    #expect(rotation.keeps(ann.membership.member.raw))
    for guest in [bob, zoe] {
      #expect(!rotation.keeps(guest.membership.member.raw))
      #expect(throws: SecurityError.putOut) { try rotation.epoch(for: guest.membership.keys) }
      #expect(
        try await guest.refusalAfterClosing(by: host)?.cause
          == .notAdmitted(.init(SecurityError.putOut)))
    }
    // Everybody hears who they are, the chosen person first.
    let gone = [
      RemovedMember(identityKey: key(bob), runs: [bobs]),
      RemovedMember(identityKey: key(zoe), runs: [zoes]),
    ]
    #expect(renewals.withLock(\.self) == [gone, gone])
  }

  @Test("R19 · a guest that proved itself to the host since is no companion, and stays")
  func cameByItself() async throws {
    let (host, ann, bob, zoe) = try await call()
    _ = try await zoe.enter(host)
    #expect(host.membership.companions.isEmpty)
    let members = [ann, zoe].map(\.membership.member)
    try host.membership.renew(puttingOut: [bob.membership.member], keeping: members)
    let rotation = try last(host)
    #expect(rotation.putOut == [key(bob)] && rotation.keeps(zoe.membership.member.raw))
  }

  @Test("R19 · new keys do not change who let a member in; other links to the member do not either")
  func lasting() async throws {
    let (host, ann, bob, zoe) = try await call()
    try host.membership.renew()
    for guest in [ann, bob, zoe] { try await guest.membership.until { $0.number == 2 } }
    try await host.membership.until { $0.hears(zoe.membership) }
    // From now on Zoe is heard by way of Ann.
    _ = try await zoe.enter(ann)
    try host.membership.renew(
      puttingOut: [bob.membership.member], keeping: [ann, zoe].map(\.membership.member))
    #expect(try last(host).putOut == [key(bob), key(zoe)])
  }

  @Test("R20 · a member that came in only through a new watcher only watches as well")
  func watchers() async throws {
    let (host, ann, bob, zoe) = try await call()
    try host.membership.renew(
      roles: [bob.membership.member: .watch], keeping: [ann, bob, zoe].map(\.membership.member))
    let rotation = try last(host)
    for (guest, role) in [(ann, Role.draw), (bob, .watch), (zoe, .watch)] {
      #expect(try rotation.epoch(for: guest.membership.keys).role == role)
    }
    #expect(Set(rotation.silenced) == [key(bob), key(zoe)])
    // The other way goes for the one alone.
    try host.membership.renew(
      roles: [bob.membership.member: .draw], keeping: [ann, bob, zoe].map(\.membership.member))
    #expect(try last(host).epoch(for: bob.membership.keys).role == .draw)
    #expect(try last(host).epoch(for: zoe.membership.keys).role == .watch)
  }

  @Test(
    "R20 · a member that asks a host to remove another stays, though it came in through the other")
  func asker() async throws {
    let (host, ann, bob, zoe) = try await call()
    let request = try zoe.membership.request(.putOut, about: bob.membership.member)
    let outcome = try host.membership.handle(
      request: request, from: zoe.membership.member, present: [ann.membership.member]
    ) { $0 == key(zoe) }
    #expect(outcome == .done)
    #expect(try last(host).putOut == [key(bob)])
    for guest in [ann, zoe] { #expect(try last(host).keeps(guest.membership.member.raw)) }
  }

  @Test(
    "R20 · a request to a host keeps only its session's members; new tickets also keep silent ones")
  func session() async throws {
    let (host, ann, bob, zoe) = try await call()
    func ask(_ deed: RulingRequest.ModerationAction, about subject: Guarded?) async throws {
      try await ann.membership.until { $0.number == host.membership.number }
      try await host.membership.until { $0.hears(ann.membership) }
      let request = try ann.membership.request(deed, about: subject?.membership.member)
      let outcome = try host.membership.handle(
        request: request, from: ann.membership.member, present: [ann.membership.member],
        silent: [bob.membership.member]
      ) { $0 == key(ann) }
      #expect(outcome == .done)
    }
    try await ask(.renewTickets, about: nil)
    #expect(try last(host).keeps(bob.membership.member.raw))
    #expect(try !last(host).keeps(zoe.membership.member.raw))
    try await ask(.watch, about: bob)
    #expect(try last(host).epoch(for: bob.membership.keys).role == .watch)
    try await ask(.renewTickets, about: nil)
    try await ask(.putOut, about: bob)
    #expect(try last(host).putOut == [key(bob)])
  }

  @Test("R21 · a removed member hears of it also when no other member is left")
  func toldLast() throws {
    let host = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    let words = Mutex<[String]>([])
    host.listen { word in
      switch word {
      case .memberCertificate: words.withLock { $0.append("introduction") }
      case .rotation: words.withLock { $0.append("rotation") }
      case .dismissal(_, let putOut): words.withLock { $0.append("dismissal of \(putOut.count)") }
      }
    }
    let epoch = try #require(host.state.withLock { $0.epochState?.epoch })
    let eve = try Chance.keys()
    try host.introduced(try epoch.memberCertificate(of: eve))
    words.withLock { $0 = [] }
    try host.renew(puttingOut: [MemberID(eve.member)])
    #expect(words.withLock(\.self) == ["rotation", "dismissal of 1", "introduction"])
  }

  @Test("R21 · after another change of keys the door tells nothing to a member removed before")
  func toldNothing() async throws {
    let (host, ann, bob, _) = try await call()
    try host.membership.renew(puttingOut: [bob.membership.member])
    try host.membership.renew()
    try await ann.membership.until { $0.number == 3 }
    for other in [host, ann] {
      #expect(
        try await bob.refusalAfterClosing(by: other)?.cause
          == .notAdmitted(.init(SecurityError.renewed)))
    }
    #expect(bob.membership.number == 1)
  }

  @Test("R22 · if there is no room for all, drawers stay before watchers")
  func drawersFirst() throws {
    let host = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    let epoch = try #require(host.state.withLock { $0.epochState?.epoch })
    let watching = try EpochCredential(
      epochCertificate: epoch.epochCertificate, role: .watch, secret: epoch.viewSecret)
    let watchers = try (0..<Rotation.membersMax + 20).map { _ in try Chance.keys() }
    for keys in watchers { try host.introduced(try watching.memberCertificate(of: keys)) }
    let drawers = try (0..<20).map { _ in try Chance.keys() }
    for keys in drawers { try host.introduced(try epoch.memberCertificate(of: keys)) }
    for named in [nil, (watchers + drawers).map { MemberID($0.member) }] {
      let raw = named.map { Set($0.map(\.raw)) }
      let staying = try #require(host.state.withLock { $0.epochState?.staying(named: raw) })
      let kept = Set(staying.prefix(Rotation.membersMax).map(\.0.member))
      #expect(drawers.allSatisfy { kept.contains($0.member) })
      #expect(watchers.prefix(200).allSatisfy { kept.contains($0.member) })
    }
    try host.renew(keeping: (watchers + drawers).map { MemberID($0.member) })
    let rotation = try #require(host.state.withLock { $0.epochState?.last })
    #expect(drawers.allSatisfy { rotation.keeps($0.member) })
  }
}

extension Guarded {
  /// Why it is not let in, whatever links have ended before.
  fileprivate func refusalAfterClosing(by other: Guarded) async throws -> TransportFault? {
    let link = end.transport.dial(other.address)
    while true {
      if case .closed(link, let fault) = try await next() { return fault }
    }
  }
}
