import GroupBase
import GroupWire
import Testing

@testable import EaselBase
@testable import GroupCore

/// Calls in which all places are taken.
@Suite struct CrowdTests {
  private let now = Uptime(milliseconds: 0)
  private let crowded = LinkID(1)
  private let quiet = LinkID(2)

  /// A member between two neighbours; one of them brings as many members as a call has places.
  private func call() -> Call {
    var call = Call(me: MemberID(1), profile: MemberProfile(), coding: WireCoding.call, at: now)
    for (link, neighbour) in [(crowded, MemberID(2)), (quiet, MemberID(3))] {
      _ = call.opened(link, isDialled: false, at: now)
      _ = call.received(.hello(neighbour, path: []), over: link, at: now)
    }
    for member in 0..<UInt64(Roster.membersMax) { _ = hear(100 + member, over: crowded, &call) }
    return call
  }

  /// - Returns: whether it is passed on.
  private func hear(
    _ member: UInt64, _ number: UInt64 = 1, over link: LinkID, isWatcher: Bool = false,
    _ call: inout Call
  ) -> Bool {
    let envelope = Envelope(
      origin: MemberID(member), number: number, to: .everyone,
      body: CallMessage.beat(version: 1).encoded())
    let actions = call.received(
      .envelope(envelope), over: link, by: isWatcher ? .watcher : .drawer, at: now)
    return actions.contains { action in
      if case .transmit(.envelope(let passed), _) = action {
        passed.origin == envelope.origin
      } else {
        false
      }
    }
  }

  private func isThere(_ member: UInt64, _ call: Call) -> Bool {
    call.roster.members[MemberID(member)] != nil
  }

  @Test("a member from a quiet link has a place, and the last of the crowd goes")
  func capacity() {
    var call = call()
    let last = 99 + UInt64(Roster.membersMax)
    #expect(isThere(last, call))
    #expect(hear(50, over: quiet, &call))
    #expect(isThere(50, call) && !isThere(last, call) && isThere(last - 1, call))
    #expect(call.roster.members.count == Roster.membersMax)
    // Nor do those beyond hear who has no place, or who comes behind the crowd.
    #expect(!hear(last, 2, over: crowded, &call) && !isThere(last, call))
    #expect(!hear(9_000, over: crowded, &call) && !isThere(9_000, call))
    #expect(hear(100, 2, over: crowded, &call) && hear(50, 2, over: quiet, &call))
  }

  @Test(
    "a member who draws replaces a watcher, behind the same link too, never the reverse")
  func drawersFirst() {
    var call = Call(me: MemberID(1), profile: MemberProfile(), coding: WireCoding.call, at: now)
    for (link, neighbour) in [(crowded, MemberID(2)), (quiet, MemberID(3))] {
      _ = call.opened(link, isDialled: false, at: now)
      _ = call.received(.hello(neighbour, path: []), over: link, at: now)
    }
    let count = UInt64(Roster.membersMax)
    for member in 0..<count {
      #expect(hear(100 + member, over: crowded, isWatcher: member >= count / 2, &call))
    }
    #expect(hear(50, over: crowded, &call))
    #expect(isThere(50, call) && !isThere(99 + count, call) && isThere(98 + count, call))
    #expect(!hear(9_000, over: crowded, isWatcher: true, &call))
    for member in 0..<count / 2 - 1 { #expect(hear(5_000 + member, over: crowded, &call)) }
    // Now all draw, and one more who watches has no place, by another link either.
    #expect(!hear(9_000, over: quiet, isWatcher: true, &call))
    #expect((0..<count / 2).allSatisfy { isThere(100 + $0, call) })
  }

  @Test("watchers fill only their share of the places, and each drawer finds one")
  func share() {
    var call = Call(me: MemberID(1), profile: MemberProfile(), coding: WireCoding.call, at: now)
    for (link, neighbour) in [(crowded, MemberID(2)), (quiet, MemberID(3))] {
      _ = call.opened(link, isDialled: false, at: now)
      _ = call.received(.hello(neighbour, path: []), over: link, at: now)
    }
    let share = UInt64(AdmissionRule.members.watchersMax)
    for member in 0..<share { #expect(hear(100 + member, over: crowded, isWatcher: true, &call)) }
    #expect(!hear(9_000, over: crowded, isWatcher: true, &call))
    for member in share..<UInt64(Roster.membersMax) {
      #expect(hear(100 + member, over: crowded, &call))
    }
    #expect(call.roster.members.count == Roster.membersMax)
  }

  @Test("silent members who draw are remembered before watchers")
  func silent() {
    var roster = Roster()
    let share = UInt64(AdmissionRule.silentMembers.watchersMax)
    var time = now
    func fallSilent(_ members: Range<UInt64>, _ rank: AdmissionRule.Rank) {
      for member in members {
        _ = roster.heard(MemberID(member), rank, at: time)
        _ = roster.receive(Announcement(version: 1, profile: MemberProfile()), of: MemberID(member))
      }
      time = time.advanced(by: Roster.silenceMax)
      _ = roster.expire(at: time)
    }
    fallSilent(1..<share + 1, .watcher)
    fallSilent(2_000..<2_020, .watcher)
    #expect(roster.silentMembers.keys.allSatisfy { $0.raw <= share })
    #expect(UInt64(roster.silentMembers.count) == share)
    let capacity = UInt64(AdmissionRule.silentMembers.capacity)
    fallSilent(5_000..<5_000 + capacity, .drawer)
    #expect(roster.silentMembers.keys.allSatisfy { $0.raw >= 5_000 })
    #expect(UInt64(roster.silentMembers.count) == capacity)
  }

  @Test("no way has more than half of the places where another wants them")
  func halves() {
    var call = call()
    let half = UInt64(Roster.membersMax) / 2
    for member in 0..<half { #expect(hear(5_000 + member, over: quiet, &call)) }
    #expect(!hear(9_000, over: quiet, &call))
    #expect((0..<half).allSatisfy { isThere(100 + $0, call) && isThere(5_000 + $0, call) })
  }
}
