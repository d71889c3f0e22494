import EaselBase
import GroupCore
import GroupSecurity
import GroupTesting
import Testing

@testable import SecureTransports
@testable import SocketTransports

/// Changes of keys among real sockets: members that stay, go and come back.
@Suite(.timeLimit(.minutes(60))) struct RenewalTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A host and people who came with its tickets, all links open.
  private func call(_ roles: [Role]) async throws -> (host: Guarded, guests: [Guarded]) {
    let host = try Guarded.host(folder)
    var guests: [Guarded] = []
    for (index, role) in roles.enumerated() {
      let guest = try Guarded.guest(try host.ticket(to: role), folder, "guest\(index)")
      _ = try await guest.enter(host)
      _ = try await host.next()
      guests.append(guest)
    }
    return (host, guests)
  }

  /// Waits until what was said last over a link has arrived.
  private func awaitArrival(_ host: Guarded, _ guests: [Guarded]) async throws {
    for guest in guests {
      try await guest.membership.until { $0.number == host.membership.number }
    }
    for guest in guests {
      try await host.membership.until { $0.hears(guest.membership) }
      for other in guests { try await other.membership.until { $0.hears(guest.membership) } }
      try await guest.membership.until { $0.hears(host.membership) }
    }
  }

  @Test("R1 · old tickets let no guest in any more, new ones do, and members go on")
  func renewed() async throws {
    let (host, guests) = try await call([.draw, .watch])
    let old = try [Role.draw, .watch].map { try host.ticket(to: $0) }
    try host.membership.renew()
    try await awaitArrival(host, guests)
    #expect(host.membership.mayDraw(guests[0].membership.member))
    #expect(!host.membership.mayDraw(guests[1].membership.member))
    #expect(guests[1].membership.mayDraw(guests[0].membership.member))
    for (index, ticket) in old.enumerated() {
      let late = try Guarded.guest(ticket, folder, "late\(index)")
      #expect(
        try await late.refusal(by: host)?.cause == .notAdmitted(.init(SecurityError.renewed)))
      // Another member that stayed refuses the old ticket as well.
      let other = try Guarded.guest(ticket, folder, "other\(index)")
      #expect(
        try await other.refusal(by: guests[0])?.cause
          == .notAdmitted(.init(SecurityError.renewed)))
    }
    let fresh = try Guarded.guest(try host.ticket(to: .draw), folder, "fresh")
    _ = try await fresh.enter(host)
    let said = try fresh.envelope(1, [1])
    #expect(host.membership.opened(said) == [1])
  }

  @Test("R2 · late messages of the old epoch are heard from members who stay, for a while")
  func onTheWay() async throws {
    let clock = ManualDelay()
    let host = try Guarded.host(folder) { clock.add($0, $1) }
    let guest = try Guarded.guest(try host.ticket(to: .draw), folder, "guest")
    _ = try await guest.enter(host)
    _ = try await host.next()
    let (first, second) = (try guest.envelope(1, [1]), try guest.envelope(2, [2]))
    try host.membership.renew()
    #expect(host.membership.opened(first) == [1])
    #expect(host.membership.opened(first) == nil, "heard twice")
    clock.pass(SecureTransport.lateness)
    #expect(host.membership.opened(second) == nil)
  }

  @Test("R3 · a removed member is told, cut off, reads nothing later and is not heard")
  func putOut() async throws {
    let (host, guests) = try await call([.draw, .draw])
    let (ann, bob) = (guests[0], guests[1])
    try await ann.membership.until { $0.hears(bob.membership) }
    let before = try bob.envelope(1, [1])
    try host.membership.renew(puttingOut: [bob.membership.member])
    guard case .closed = try await bob.next() else {
      Issue.record("the link to who was put out stays open")
      return
    }
    try await awaitArrival(host, [ann])
    for envelope in [before, try bob.envelope(2, [2])] {
      #expect(host.membership.opened(envelope) == nil)
      #expect(ann.membership.opened(envelope) == nil)
    }
    #expect(bob.membership.opened(try host.envelope(1, [3])) == nil)
    #expect(!host.membership.drawers.contains(bob.membership.keys.identity.publicKey))
    #expect(!ann.membership.mayDraw(bob.membership.member))
    // With all it has it comes in nowhere.
    for other in [host, ann] {
      #expect(
        try await bob.refusal(by: other)?.cause == .notAdmitted(.init(SecurityError.putOut)))
    }
  }

  @Test("R4 · a member made a watcher goes on as one, and back, and so do all its runs")
  func silenced() async throws {
    let (host, guests) = try await call([.draw, .draw])
    let (ann, bob) = (guests[0], guests[1])
    let said = try bob.envelope(1, [9])
    try host.membership.renew(roles: [bob.membership.member: .watch])
    #expect(host.membership.opened(said) == nil, "said before, heard after being silenced")
    try await awaitArrival(host, guests)
    #expect(bob.membership.role == .watch && ann.membership.role == .draw)
    #expect(try bob.membership.ticket(to: .draw, at: ["x"]) == nil)
    for membership in [host.membership, ann.membership, bob.membership] {
      #expect(!membership.mayDraw(bob.membership.member))
    }
    #expect(!ann.membership.drawers.contains(bob.membership.keys.identity.publicKey))
    try host.membership.renew(roles: [bob.membership.member: .draw])
    try await awaitArrival(host, guests)
    #expect(bob.membership.role == .draw && ann.membership.mayDraw(bob.membership.member))
  }

  @Test(
    "R5 · a member out of reach gets all changes when it comes back, and passes them on"
  )
  func cameBack() async throws {
    let host = try Guarded.host(folder)
    let ann = try Guarded.guest(try host.ticket(to: .draw), folder, "ann")
    let cable = try await ann.enter(host)
    _ = try await host.next()
    // A member that came in by Ann.
    let bob = try Guarded.guest(try host.ticket(to: .draw), folder, "bob")
    _ = try await bob.enter(ann)
    try await host.membership.until { $0.hears(bob.membership) }
    ann.end.transport.close(cable)
    guard case .closed = try await host.next() else { return }
    for _ in 0..<3 { try host.membership.renew() }
    #expect(ann.membership.number == 1)
    let link = ann.end.transport.dial(host.address)
    while try await ann.next() != .opened(link, isDialled: true) {}
    try await awaitArrival(host, [ann, bob])
  }

  @Test(
    "After a renewal, links are among the members of the epoch: what a right opened closes with it")
  func linksOfMembers() async throws {
    let clock = ManualDelay()
    let host = try Guarded.host(folder) { clock.add($0, $1) }
    // Half of them run a program that does not hear of changes of keys, or does not care.
    var guests: [(membership: Membership, deafness: Deaf, end: Listener)] = []
    for index in 0..<8 {
      let ticket = try host.ticket(to: index.isMultiple(of: 2) ? .watch : .draw)
      let deafness = Deaf(UnixTransport())
      let membership = Membership(try Chance.keys(), ticket: ticket)
      let end = Listener(SecureTransport(deafness, for: membership))
      let link = end.transport.dial(host.address)
      while try await end.next() != .opened(link, isDialled: true) {}
      _ = try await host.next()
      guests.append((membership, deafness, end))
    }
    for guest in guests[4...] { guest.deafness.isDeaf.store(true, ordering: .relaxed) }
    let kept = [0, 1, 4, 5].map { guests[$0].membership.member }
    try host.membership.renew(keeping: kept)
    for guest in guests[..<2] {
      try await host.membership.until { $0.hears(guest.membership) }
    }
    // A member that was put out, and was told so, has closed its link.
    for _ in 0..<2 {
      guard case .closed = try await host.next() else {
        Issue.record("open")
        return
      }
    }
    func linked() throws -> Set<UInt64> {
      let transport = try #require(host.end.transport as? SecureTransport)
      return Set(transport.state.withLock { $0.handshakes.values.compactMap(\.neighbourMember) })
    }
    clock.pass(SecureTransport.lateness - .milliseconds(1))
    #expect(try linked().count == 6)
    clock.pass(.milliseconds(1))
    #expect(try linked() == Set(guests[..<2].map(\.membership.keys.member)))
    for _ in 0..<4 {
      guard case .closed(_, let fault) = try await host.next() else {
        Issue.record("open")
        return
      }
      #expect(fault?.cause == .notAdmitted(.init(SecurityError.renewed)))
    }
    #expect(try linked().allSatisfy { host.membership.isIntroduced($0) })
  }

  @Test("R9 · a member that a ruling does not name goes, though its ticket was good")
  func ghosts() async throws {
    let (host, guests) = try await call([.draw, .draw])
    let (ann, bob) = (guests[0], guests[1])
    // A member that is only introduced.
    let ghost = try Guarded.guest(try host.ticket(to: .draw), folder, "ghost")
    let link = try await ghost.enter(host)
    try await host.membership.until { $0.hears(ghost.membership) }
    ghost.end.transport.close(link)
    try host.membership.renew(
      puttingOut: [bob.membership.member], keeping: guests.map(\.membership.member))
    try await awaitArrival(host, [ann])
    // The rotation is all that a member gets on the way out.
    let rotation = try #require(
      host.membership.state.withLock { $0.epochState?.last })
    #expect(throws: SecurityError.renewed) { try rotation.epoch(for: ghost.membership.keys) }
    #expect(
      try await ghost.refusal(by: host)?.cause == .notAdmitted(.init(SecurityError.renewed)))
  }

  @Test("R10 · a silenced member that hung up is no drawer again by the next renewal")
  func staysSilenced() async throws {
    let (host, guests) = try await call([.draw, .draw])
    let (ann, bob) = (guests[0], guests[1])
    let key = bob.membership.keys.identity.publicKey
    bob.end.transport.stop()
    while case .closed = try await host.next() { break }
    try host.membership.renew(roles: [bob.membership.member: .watch])
    try host.membership.renew()
    try await awaitArrival(host, [ann])
    let rotation = try #require(
      host.membership.state.withLock { $0.epochState?.last })
    #expect(try rotation.epoch(for: bob.membership.keys).role == .watch)
    #expect(!host.membership.drawers.contains(key) && !ann.membership.drawers.contains(key))
  }

  @Test("R15 · a member out of reach during two changes is still silenced and removed by name")
  func outOfReach() async throws {
    let (host, guests) = try await call([.draw, .draw])
    let bob = guests[1].membership
    guests[1].end.transport.stop()
    while case .closed = try await host.next() { break }
    for _ in 0..<2 { try host.membership.renew() }
    func last() throws -> Rotation {
      try #require(host.membership.state.withLock { $0.epochState?.last })
    }
    try host.membership.renew(roles: [bob.member: .watch])
    #expect(try last().epoch(for: bob.keys).role == .watch)
    try host.membership.renew(puttingOut: [bob.member])
    #expect(try last().putOut == [bob.keys.identity.publicKey])
  }

  @Test("R13 · nor is a run of theirs that was away, when another has come back as a watcher")
  func staysSilencedInAllRuns() async throws {
    let host = try Guarded.host(folder)
    let first = try Guarded.guest(try host.ticket(to: .draw), folder, "first")
    let identity = first.membership.keys.identity
    let keys = try #require(
      MemberKeys(
        identity: identity, run: Chance.bytes(MemberKeys.runLength),
        agreement: Chance.bytes(MemberKeys.agreementLength)))
    let second = try Guarded(
      Membership(keys, ticket: try host.ticket(to: .draw)), in: folder, named: "second")
    for guest in [first, second] {
      _ = try await guest.enter(host)
      _ = try await host.next()
    }
    second.end.transport.stop()
    while case .closed = try await host.next() { break }
    try host.membership.renew(roles: [first.membership.member: .watch])
    try await awaitArrival(host, [first])
    try host.membership.renew()
    let rotation = try #require(host.membership.state.withLock { $0.epochState?.last })
    #expect(try rotation.epoch(for: keys).role == .watch)
  }

  @Test(
    "R11 · a member that missed a silencing accepts no other member's word for the silenced one")
  func missed() async throws {
    let host = try Guarded.host(folder)
    let ann = try Guarded.guest(try host.ticket(to: .draw), folder, "ann")
    let bob = try Guarded.guest(try host.ticket(to: .draw), folder, "bob")
    let cable = try await ann.enter(host)
    _ = try await host.next()
    _ = try await bob.enter(host)
    _ = try await host.next()
    try await ann.membership.until { $0.hears(bob.membership) }
    ann.end.transport.close(cable)
    guard case .closed = try await host.next() else { return }
    try host.membership.renew(roles: [bob.membership.member: .watch])
    try host.membership.renew()
    let link = ann.end.transport.dial(host.address)
    while try await ann.next() != .opened(link, isDialled: true) {}
    try await awaitArrival(host, [ann, bob])
    #expect(!ann.membership.drawers.contains(bob.membership.keys.identity.publicKey))
    #expect(ann.membership.drawers.contains(host.membership.keys.identity.publicKey))
  }

  @Test("R12 · a rotation that comes a second time, or late, changes nothing")
  func twice() async throws {
    let (host, guests) = try await call([.draw])
    let ann = guests[0]
    let before = try #require(ann.membership.state.withLock { $0.epochState?.epoch })
    try host.membership.renew()
    let first = try #require(
      host.membership.state.withLock { $0.epochState?.last })
    try host.membership.renew()
    try await awaitArrival(host, guests)
    let late = try Rotation(first.bytes, after: before)
    try ann.membership.rotate(by: late)
    #expect(ann.membership.number == 3 && ann.membership.hears(host.membership))
  }

  @Test("R6 · a change of keys by another than a host is ignored, and a damaged one ends the link")
  func authority() async throws {
    let (host, guests) = try await call([.draw])
    #expect(throws: SecurityError.anotherHost) { try guests[0].membership.renew() }
    #expect(!guests[0].membership.isHost && host.membership.isHost)
    #expect(throws: SecurityError.malformed) { try host.membership.received(rotation: [1, 2, 3]) }
  }

  @Test("R7 · after changes of keys by two hosts at once all agree, and both wishes are met")
  func twoHosts() async throws {
    let rootKeys = try Chance.rootKeys()
    let one = try Guarded(
      Membership(try Chance.keys(), rootKeys: rootKeys), in: folder, named: "one")
    let two = try Guarded(
      Membership(try Chance.keys(), rootKeys: rootKeys), in: folder, named: "two")
    let guests = try ["ann", "bob"].map { name in
      try Guarded.guest(try one.ticket(to: .draw), folder, name)
    }
    for guest in guests { _ = try await guest.enter(one) }
    _ = try await two.enter(one)
    for guest in guests { try await two.membership.until { $0.hears(guest.membership) } }
    try one.membership.renew(puttingOut: [guests[0].membership.member])
    try two.membership.renew(puttingOut: [guests[1].membership.member])
    for host in [one, two] {
      try await host.membership.until { $0.number == 3 }
      for guest in guests { #expect(!host.membership.mayDraw(guest.membership.member)) }
    }
    #expect(try one.ticket(to: .draw).secret == two.ticket(to: .draw).secret)
  }

  @Test("R8 · a person's answer lets a guest in, or not; members from before need none")
  func nods() async throws {
    let (asked, socket) = (Asked(), UnixTransport())
    let address = "unix://\(folder.path)/nodding"
    try socket.listen(at: address)
    let membership = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    let clock = ManualDelay()
    let end = Listener(
      SecureTransport(socket, for: membership, by: asked.entry) { clock.add($0, $1) })
    let ticket = try #require(try membership.ticket(to: .draw, at: [address]))
    let ann = try Guarded(
      Membership(try Chance.keys(), ticket: ticket, called: "Ann"), in: folder, named: "ann")
    let first = ann.end.transport.dial(address)
    var (name, answer) = try await asked.next()
    #expect(name == "Ann")
    // A person takes longer than a program.
    clock.pass(SecureTransport.patience * 10)
    answer(.declined)
    guard case .closed(first, let fault) = try await ann.next() else { return }
    #expect(fault?.cause == .notAdmitted(.init(SecurityError.declined)))
    let crowded = ann.end.transport.dial(address)
    (_, answer) = try await asked.next()
    answer(.busy)
    guard case .closed(crowded, let busy) = try await ann.next() else { return }
    #expect(busy?.cause == .notAdmitted(.init(SecurityError.busy)))
    let second = ann.end.transport.dial(address)
    (name, answer) = try await asked.next()
    answer(nil)
    #expect(try await ann.next() == .opened(second, isDialled: true))
    ann.end.transport.close(second)
    let third = ann.end.transport.dial(address)
    #expect(try await ann.next() == .opened(third, isDialled: true))
    _ = end
  }

  @Test("R8 · an admitted guest may speak at once, though the admitting thread is not done yet")
  func eager() async throws {
    let (asked, socket) = (Asked(), UnixTransport())
    let address = "unix://\(folder.path)/nodding"
    try socket.listen(at: address)
    let transport = Interrupted(socket)
    let membership = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    let end = Listener(
      SecureTransport(transport, for: membership, by: asked.entry) { _, _ in })
    let ticket = try #require(try membership.ticket(to: .draw, at: [address]))
    let ann = try Guarded(
      Membership(try Chance.keys(), ticket: ticket, called: "Ann"), in: folder, named: "ann")
    let link = ann.end.transport.dial(address)
    let (_, answer) = try await asked.next()
    transport.interrupt()
    answer(nil)
    #expect(try await ann.next() == .opened(link, isDialled: true))
    #expect(ann.end.transport.send([7, 8], over: link))
    #expect(try await end.next() == .listens([address]))
    guard case .opened(let near, false) = try await end.next() else {
      Issue.record("Ann was not let in")
      return
    }
    #expect(try await end.next() == .received([7, 8], over: near))
  }
}
