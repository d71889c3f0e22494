import BoardContract
import GroupBase
import GroupSecurity
import Testing

@testable import BoardSessions

/// When the tickets of a host end by themselves.
@Suite struct TicketLifetimeTests {
  private let ann = MemberID(1)
  private let bob = MemberID(2)

  /// Returns which of these lists of members, one after the other, end the tickets.
  private func ends(_ lifetime: inout TicketLifetime, _ members: [Set<MemberID>]) -> [Bool] {
    members.map { lifetime.noteMembers($0) }
  }

  @Test("Tickets that last until they are renewed never end by themselves")
  func lasting() {
    var lifetime = TicketLifetime()
    let ends = ends(&lifetime, [[ann], [ann, bob]])
    let expires = lifetime.expire(at: .max)
    #expect(ends == [false, false] && lifetime.endsAt == nil && !expires)
  }

  @Test("Tickets for one guest end once for each new guest, and not for an earlier guest")
  func oneGuest() {
    var lifetime = TicketLifetime()
    var ends = ends(&lifetime, [[ann]])
    #expect(ends == [false])
    lifetime.choose(.oneGuest, at: 0)
    ends = self.ends(&lifetime, [[ann], [], [ann], [ann], [ann, bob]])
    #expect(ends == [false, false, true, false, true] && lifetime.endsAt == nil)
    lifetime.choose(.untilRenewed, at: 0)
    ends = self.ends(&lifetime, [[ann, bob, MemberID(3)]])
    #expect(ends == [false])
  }

  @Test("Tickets for an hour end at its end, and each renewal begins the hour anew")
  func oneHour() {
    var lifetime = TicketLifetime()
    lifetime.choose(.oneHour, at: 5)
    #expect(lifetime.endsAt == 5 + TicketLifetime.hour)
    lifetime.noteRenewed(at: 1_000)
    let times = [5, 999 + TicketLifetime.hour, 1_000 + TicketLifetime.hour, .max]
    let ends = times.map { lifetime.expire(at: $0) }
    #expect(ends == [false, false, true, false], "the tickets end once")
    let others = self.ends(&lifetime, [[ann]])
    #expect(others == [false])
  }

  @Test("The choices follow each other in a circle")
  func circle() {
    var life = TicketLife.untilRenewed
    for next in [TicketLife.oneGuest, .oneHour, .untilRenewed] {
      life = life.next
      #expect(life == next)
    }
  }

  @Test("A refused request to lock says that an older Easel cannot do it")
  @MainActor func refusals() {
    let all = RulingRequest.ModerationAction.allCases
    let older = all.filter { ModerationClient.refusal(of: $0).contains("older Easel") }
    #expect(older == [.lock, .unlock])
    #expect(ModerationClient.refusal(of: .watch) == "the host did not do it.")
  }
}
