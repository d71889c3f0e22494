import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import Testing

@testable import GroupSecurity
@testable import SecureTransports

/// The lock of a call, among real sockets.
@Suite(.timeLimit(.minutes(60))) struct LockingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A host with guests that came in with tickets for these roles, all links open.
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

  /// Waits until all are in the host's epoch and know each other.
  private func waitUntilKnown(_ host: Guarded, _ guests: [Guarded]) async throws {
    let all = [host] + guests
    for guest in guests {
      try await guest.membership.until { $0.number == host.membership.number }
    }
    for one in all {
      for other in all where other.membership.member != one.membership.member {
        try await one.membership.until { $0.hears(other.membership) }
      }
    }
  }

  private func roles(_ guests: [Guarded]) -> [Role?] { guests.map(\.membership.role) }
  private func key(_ guest: Guarded) -> [UInt8] { guest.membership.keys.identity.publicKey }

  @Test("R25 · a lock makes all people watchers except the host and those that it spares")
  func locked() async throws {
    let (host, guests) = try await call([.draw, .draw, .draw, .watch])
    let said = try guests[1].envelope(1, [9])
    try host.membership.lock(by: host.membership.member, sparing: [guests[0].membership.member])
    #expect(host.membership.opened(said) == nil, "said before, heard after the lock")
    try await waitUntilKnown(host, guests)
    #expect(host.membership.role == .draw && roles(guests) == [.draw, .watch, .watch, .watch])
    for member in [host] + guests {
      let lock = try #require(member.membership.lock)
      #expect(lock.locker == host.membership.member.raw)
      #expect(Set(lock.people) == [key(guests[1]), key(guests[2])])
      #expect(!member.membership.mayDraw(guests[1].membership.member))
    }
    #expect(try guests[1].membership.ticket(to: .draw, at: ["x"]) == nil)
  }

  @Test("R26 · the lock lasts through other changes of keys, and unlocking undoes only the lock")
  func unlocked() async throws {
    let (host, guests) = try await call([.draw, .draw, .draw, .watch])
    let members = guests.map(\.membership.member)
    try host.membership.lock(by: host.membership.member)
    try await waitUntilKnown(host, guests)
    try host.membership.renew(keeping: members)
    try await waitUntilKnown(host, guests)
    #expect(roles(guests) == [.watch, .watch, .watch, .watch])
    #expect(guests[0].membership.lock?.people.count == 3)
    // One member gets the right to draw back.
    try host.membership.renew(roles: [members[0]: .draw], keeping: members)
    try await waitUntilKnown(host, guests)
    #expect(roles(guests) == [.draw, .watch, .watch, .watch])
    #expect(Set(guests[1].membership.lock?.people ?? []) == [key(guests[1]), key(guests[2])])
    // A member that is put out does not get it back.
    try host.membership.renew(puttingOut: [members[2]], keeping: members)
    let staying = [guests[0], guests[1], guests[3]]
    try await waitUntilKnown(host, staying)
    #expect(host.membership.lock?.people == [key(guests[1])])
    try host.membership.unlock(keeping: staying.map(\.membership.member))
    try await waitUntilKnown(host, staying)
    #expect(roles(staying) == [.draw, .draw, .watch])
    #expect(([host] + staying).allSatisfy { $0.membership.lock == nil })
  }

  @Test("R27 · a member that was cut off during the lock learns of it, and what it said is refused")
  func cutOff() async throws {
    let host = try Guarded.host(folder)
    let ann = try Guarded.guest(try host.ticket(to: .draw), folder, "ann")
    let cable = try await ann.enter(host)
    _ = try await host.next()
    // A member that came in by Ann, so that a part of two is cut off.
    let bob = try Guarded.guest(try host.ticket(to: .draw), folder, "bob")
    _ = try await bob.enter(ann)
    try await host.membership.until { $0.hears(bob.membership) }
    ann.end.transport.close(cable)
    guard case .closed = try await host.next() else {
      Issue.record("the link stays open")
      return
    }
    try host.membership.lock(by: host.membership.member)
    #expect(ann.membership.role == .draw && ann.membership.lock == nil)
    let drawn = [try ann.envelope(1, [1]), try bob.envelope(1, [2])]
    #expect(ann.membership.opened(drawn[1]) == [2], "the part goes on by itself")
    let link = ann.end.transport.dial(host.address)
    while try await ann.next() != .opened(link, isDialled: true) {}
    try await waitUntilKnown(host, [ann, bob])
    #expect(roles([ann, bob]) == [.watch, .watch])
    #expect(Set(bob.membership.lock?.people ?? []) == [key(ann), key(bob)])
    for envelope in drawn { #expect(host.membership.opened(envelope) == nil) }
    #expect(host.membership.drawers == [host.membership.keys.identity.publicKey])
  }

  @Test("R26 · a host that starts again knows the lock, and its end lets the same people draw")
  func restarted() async throws {
    let (first, guests) = try await call([.draw, .watch])
    let members = guests.map(\.membership.member)
    try first.membership.lock(by: first.membership.member, keeping: members)
    let saved = try #require(first.membership.rootKeys).bytes
    let second = try Membership(try Chance.keys(), rootKeys: try #require(CallRootKeys(saved)))
    #expect(second.lock == first.membership.lock && second.lock?.people == [key(guests[0])])
    try second.renew()
    #expect(second.lock?.people == [key(guests[0])], "a change of keys keeps it")
    try second.unlock()
    #expect(second.lock == nil && second.rootKeys?.lock == nil)
  }

  @Test("R28 · a host locks and unlocks at a moderator's request, who draws on")
  func requested() async throws {
    let (host, guests) = try await call([.draw, .draw, .draw])
    let (ann, bob, cal) = (guests[0], guests[1], guests[2])
    func ask(_ action: RulingRequest.ModerationAction, sparing: [Guarded] = []) throws
      -> RulingOutcome
    {
      let request = try ann.membership.request(
        action, about: nil, sparing: sparing.map(\.membership.member))
      // Cal has fallen silent in the session.
      return try host.membership.handle(
        request: request, from: ann.membership.member, present: [bob.membership.member],
        silent: [cal.membership.member]
      ) { $0 == key(ann) }
    }
    #expect(try ask(.lock, sparing: [bob]) == .done)
    try await waitUntilKnown(host, guests)
    #expect(roles(guests) == [.draw, .draw, .watch])
    #expect(cal.membership.lock?.locker == ann.membership.member.raw)
    #expect(try ask(.unlock) == .done)
    try await waitUntilKnown(host, guests)
    #expect(roles(guests) == [.draw, .draw, .draw] && cal.membership.lock == nil)
    // A guest that was not named is refused.
    let request = try bob.membership.request(.lock, about: nil)
    let outcome = try host.membership.handle(
      request: request, from: bob.membership.member, present: []
    ) { $0 == key(ann) }
    #expect(outcome == .refused && host.membership.lock == nil)
  }
}
