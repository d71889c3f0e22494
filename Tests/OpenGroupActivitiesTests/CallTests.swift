import EaselBase
import Foundation
import GroupBase
import GroupCore
import GroupTesting
import GroupWire
import Synchronization
import Testing

@testable import OpenGroupActivities

@MainActor @Suite(.timeLimit(.minutes(60))) struct CallTests {
  @Test("each is reached by itself, or by the neighbour on the way there; a stranger is not")
  func transports() async throws {
    let all = try await Knitters("Ann", "Bob", "Cyd").guests
    let members = try all.map { try #require($0.session).localParticipant.participantID.member }
    for (index, guest) in all.enumerated() {
      for (other, member) in members.enumerated() where other != index {
        let isLinked = index == 0 || other == 0
        #expect(guest.system.neighbour(towards: member) == (isLinked ? member : members[0]))
      }
      #expect(guest.system.neighbour(towards: MemberID(.max)) == nil)
    }
  }

  @Test("a program is told that a link came up, also of one in place of a link that broke")
  func linkCameUp() async {
    let world = LoopbackWorld("Ann")
    let notices = NoticeRecorder(world.systems[0])
    var count: Int {
      notices.all.count { if case .linkCameUp = $0 { true } else { false } }
    }
    world.join("Bob")
    await world.until("the first link") { count == 1 }
    world.cut("Bob")
    await world.until("Bob is out of reach") { world.systems[0].seenMembers.isEmpty }
    world.mend("Bob")
    await world.until("another link") { count == 2 }
  }

  @Test("G14 · a session outlives the one through whom all others were linked")
  func hubLeaves() async throws {
    let knitters = try await Knitters("Ann", "Bob", "Cyd", "Dan")
    knitters.guests[0].system.leaveCall()
    try await goesOn(knitters)
  }

  @Test("G14 · and outlives a member that falls silent")
  func hubFallsSilent() async throws {
    let knitters = try await Knitters("Ann", "Bob", "Cyd", "Dan")
    knitters.world.cut("Ann")
    // Ann was the hub of all links. A message sent while the others reconnect may be lost, so the
    // test waits.
    await knitters.world.pass(milliseconds: 30_000)
    try await goesOn(knitters)
  }

  @Test("G14 · time in which the process was suspended loses no member")
  func putAside() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let notices = NoticeRecorder(knitters.world.systems[0])
    let inbox = Inbox(knitters.messengers[1].messages(of: Int.self))
    knitters.world.putAside(milliseconds: 60_000)
    await knitters.world.pass(milliseconds: 3_000)
    try await knitters.messengers[0].send(1)
    await knitters.world.until("Bob hears it") { inbox.messages == [1] }
    #expect(knitters.guests.allSatisfy { $0.session?.activeParticipants.count == 2 })
    #expect(notices.all.isEmpty, "\(notices.all)")
  }

  private func goesOn(_ knitters: Knitters) async throws {
    let rest = knitters.guests[1...]
    await knitters.world.until("Ann is gone and the rest are there") {
      rest.allSatisfy { $0.session?.activeParticipants.map(\.name).contains("Ann") == false }
        && rest.allSatisfy { $0.session?.activeParticipants.count == 3 }
    }
    let inboxes = knitters.messengers[2...].map { Inbox($0.messages(of: Int.self)) }
    try await knitters.messengers[1].send(1)
    await knitters.world.until("they hear each other") {
      inboxes.allSatisfy { $0.messages == [1] }
    }
    #expect(rest.allSatisfy { $0.session?.state == .joined })
  }

  @Test("a relay is no participant whom others see")
  func relays() async {
    let world = LoopbackWorld("Ann", "Bob")
    let relay = world.call.join(name: nil, kind: .relay)
    await world.until("the relay sees both") { relay.seenMembers.count == 2 }
    await world.pass(milliseconds: 3_000)
    #expect(world.systems[0].seenMembers == [MemberID(2)])
    #expect(world.systems[1].seenMembers == [MemberID(1)])
  }

  @Test("a display is listed, and makes nobody eligible") @MainActor
  func displays() async {
    let world = LoopbackWorld("Ann")
    let ann = world.systems[0]
    let observer = GroupStateObserver(ann)
    #expect(observer.isAlone)
    let wall = world.call.join(name: "Cal", kind: .display)
    await world.until("Ann sees the display") { !observer.displays.isEmpty }
    #expect(observer.displays.map(\.name) == ["Cal"] && !observer.isAlone)
    #expect(!ann.isEligible && ann.people.isEmpty && ann.seenMembers.isEmpty)
    #expect(Array(ann.seenNames.values) == ["Cal"])
    #expect(wall.isEligible)
  }

  @Test("a member's name is safe to show")
  func names() async {
    let world = LoopbackWorld("Ann\u{1B}[2J", "Bob\u{202E}")
    let bob = world.systems[1]
    await world.until("Bob hears of Ann") { !bob.people.isEmpty }
    #expect(bob.people.map(\.name) == ["Ann[2J"])
    #expect(bob.name == "Bob")
  }

  @Test("a link over which nonsense comes is closed, and the call goes on", arguments: 0..<200)
  func nonsense(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let transport = StubTransport()
    let system = GroupSystem(
      member: MemberID(1), name: nil, program: "p", transports: [transport],
      clock: ManualClock().clock)
    transport.open(LinkID(7))
    let hello = LinkEncoder().encoded(.hello(MemberID(2), path: []))
    transport.receive(hello, LinkID(7))
    for _ in 0..<20 {
      let count = Int.random(in: 0..<40, using: &chance)
      transport.receive(
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }, LinkID(7))
    }
    transport.receive([0, 0xFF], LinkID(7))
    #expect(transport.closed == [LinkID(7)], "seed \(seed)")
    #expect(system.isInCall)
  }

  @Test("a link to oneself, and a peer of another version or none, have their own errors")
  func otherVersion() async throws {
    var other = LinkEncoder().encoded(.hello(MemberID(2), path: []))
    let index = try #require(other.lastIndex(of: UInt8(WireCoding.version)))
    other[index] = 9
    let causes: [([UInt8], TransportFault.Cause)] = [
      (other, .version(theirs: 9, ours: WireCoding.version)), ([0, 0xFF], .unreadable),
      ([0, 0x0A, 0x02, 0x08, 0x01], .unreleasedVersion),
    ]
    for (said, cause) in causes {
      let transport = StubTransport()
      let system = GroupSystem(
        member: MemberID(1), name: nil, program: "p", transports: [transport],
        clock: ManualClock().clock)
      let fault = await withCheckedContinuation { continuation in
        system.perform { core, now in
          core.dial("stub:", at: now) { continuation.resume(returning: $0) }
        }
        transport.open(LinkID(0), isDialled: true)
        transport.receive(said, LinkID(0))
      }
      #expect(fault == TransportFault(nil, cause))
      #expect(transport.closed == [LinkID(0)] && system.isInCall)
    }
  }

  @Test("a neighbour that takes not even what keeps the tree in order is let go")
  func deaf() {
    let transport = StubTransport(isDeaf: true)
    let system = GroupSystem(
      member: MemberID(1), name: nil, program: "p", transports: [transport],
      clock: ManualClock().clock)
    transport.open(LinkID(7))
    #expect(transport.closed == [LinkID(7)])
    #expect(system.isInCall)
  }

  @Test("a neighbour who calls itself another than it proved to be is let go", arguments: [2, 3])
  func impostor(name: UInt64) {
    let transport = StubTransport(proved: MemberID(2))
    let system = GroupSystem(
      member: MemberID(1), name: nil, program: "p", transports: [transport],
      clock: ManualClock().clock)
    transport.open(LinkID(7))
    transport.receive(LinkEncoder().encoded(.hello(MemberID(name), path: [])), LinkID(7))
    #expect(transport.closed == (name == 2 ? [] : [LinkID(7)]))
    #expect(system.isInCall)
  }

  /// Opens whatever comes; only some may draw.
  private final class OpenSeal: Seal {
    private let watchers: Set<MemberID>
    init(watchers: Set<MemberID> = []) { self.watchers = watchers }
    func sealed(_ envelope: Envelope) -> [UInt8]? { envelope.body }
    func opened(_ envelope: Envelope) -> [UInt8]? { envelope.body }
    func mayDraw(_ member: MemberID) -> Bool { !watchers.contains(member) }
  }

  private func sealed(_ transport: StubTransport, _ seal: OpenSeal) -> GroupSystem {
    let system = GroupSystem(
      member: MemberID(1), name: nil, program: "p", transports: [transport], seal: seal,
      clock: ManualClock().clock)
    for link in [UInt64(7), 8] {
      transport.open(LinkID(link))
      transport.receive(LinkEncoder().encoded(.hello(MemberID(link), path: [])), LinkID(link))
    }
    return system
  }

  @Test("no way to others leads by a neighbour who only watches, but what is for itself")
  func byWatcher() {
    for isWatcher in [true, false] {
      let transport = StubTransport()
      let system = sealed(transport, OpenSeal(watchers: isWatcher ? [MemberID(7)] : []))
      func speak(_ member: UInt64, over link: LinkID) {
        let envelope = Envelope(
          origin: MemberID(member), number: 32, to: .only([MemberID(1)]),
          body: CallMessage.beat(version: 1).encoded())
        transport.receive(LinkEncoder().encoded(.envelope(envelope)), link)
      }
      speak(8, over: LinkID(8))
      let before = transport.sent(over: LinkID(8)).count
      // A member heard for the first time is told which members are here.
      speak(9, over: LinkID(7))
      #expect((transport.sent(over: LinkID(8)).count > before) == isWatcher)
      #expect(system.isInCall)
    }
  }

  @Test("two envelopes under one number are passed on as they came")
  func oneNumber() {
    let transport = StubTransport()
    let system = sealed(transport, OpenSeal())
    let bodies = [UInt64(1), 2].map { CallMessage.beat(version: $0).encoded() }
    for body in bodies {
      let envelope = Envelope(origin: MemberID(8), number: 5, to: .only([MemberID(7)]), body: body)
      transport.receive(LinkEncoder().encoded(.envelope(envelope)), LinkID(8))
    }
    #expect(
      transport.sent(over: LinkID(7)).suffix(2).map { $0.suffix(2) } == bodies.map { $0.suffix(2) })
    #expect(system.isInCall)
  }

  @Test("an alarm that is set stays though another thread found nothing due before")
  func alarm() {
    let (clock, alarm) = (ManualClock(), OneShotTimer())
    let rung = Mutex(0)
    alarm.set(Uptime(milliseconds: 5), clock.clock) { rung.withLock { $0 += 1 } }
    alarm.set(nil, clock.clock) { Issue.record("nothing is due") }
    clock.advance(milliseconds: 10)
    #expect(rung.withLock { $0 } == 1)
  }

  /// A system with two neighbours, of whom the second has just spoken.
  private func between(
    _ transport: StubTransport, _ clock: ManualClock
  ) -> (GroupSystem, say: (CallMessage, UInt64) -> Void) {
    let system = GroupSystem(
      member: MemberID(1), name: nil, program: "p", transports: [transport], clock: clock.clock)
    for link in [UInt64(7), 8] {
      transport.open(LinkID(link))
      transport.receive(
        LinkEncoder().encoded(.hello(MemberID(link), path: [])), LinkID(link))
    }
    return (
      system,
      { message, number in
        let envelope = Envelope(
          origin: MemberID(8), number: number, to: .only([MemberID(7)]), body: message.encoded())
        transport.receive(LinkEncoder().encoded(.envelope(envelope)), LinkID(8))
      }
    )
  }

  @Test("a neighbour for whom 1 MiB waits gets no ink, but all reliable messages")
  func crowded() {
    let (transport, clock) = (StubTransport(), ManualClock())
    let (system, say) = between(transport, clock)
    let ink = CallMessage.passing(ParticipantMessage(join: 1, name: "", bytes: [1, 2, 3]))
    let before = transport.sent
    say(ink, 1)
    #expect(transport.sent == before + 1)
    transport.hold(Backlog(waiting: BackpressurePolicy.waitingSoft, passed: 1))
    clock.jump(milliseconds: 100)
    say(ink, 2)
    #expect(transport.sent == before + 1)
    say(.ask, 3)
    #expect(transport.sent == before + 2 && transport.closed.isEmpty && system.isInCall)
    transport.hold(Backlog(waiting: 0, passed: 2))
    say(ink, 4)
    #expect(transport.sent == before + 3)
  }

  @Test("a neighbour that does not read is cut off at 4 MiB, or when nothing moved for 10 s")
  func stuck() {
    for backlog in [
      Backlog(waiting: BackpressurePolicy.waitingHard, passed: 1), Backlog(waiting: 1),
    ] {
      let (transport, clock) = (StubTransport(), ManualClock())
      let (system, say) = between(transport, clock)
      transport.hold(backlog)
      // Both sides say meanwhile that they live: it only does not read.
      let alive = LinkEncoder().encoded(.alive)
      for _ in 0..<13 {
        clock.advance(milliseconds: 1_000)
        for link in [UInt64(7), 8] { transport.receive(alive, LinkID(link)) }
      }
      say(.ask, 1)
      #expect(transport.closed.contains(LinkID(7)) && system.isInCall)
    }
  }

  @Test("all members of a call derive the same names, no two the same")
  func uuids() {
    var chance = SplitMix64(seed: 1)
    var seen: Set<UUID> = []
    for _ in 0..<1_000 {
      let member = MemberID(UInt64.random(in: 0...UInt64.max, using: &chance))
      let number = UInt32.random(in: 1...UInt32.max, using: &chance)
      seen.insert(UUID(member))
      seen.insert(UUID(ParticipantID(member, join: number)))
      #expect(UUID(ParticipantID(member, join: number)).uuid.6 >> 4 == 8)
      #expect(UUID(ParticipantID(member, join: number)).uuid.8 >> 6 == 2)
    }
    #expect(seen.count == 2_000)
  }
}
