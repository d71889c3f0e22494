import BoardEvents
import EaselBase
import Testing

@testable import SessionUI
@testable import WhiteboardUI

/// Tickets that end by themselves.
@Suite struct TicketLifeTests {
  @Test("A host chooses by l how long its tickets last, and is told when they ended")
  func lasting() {
    let tickets = Tickets(
      drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"))
    var desk = Desk(columns: 100, rows: 40) { ($0.hasCall, $0.makesTickets) = (true, true) }
    desk.handle(.call(.connected(tickets, canModerate: true)))
    desk.type("I")
    #expect(!desk.screen.contains("Ticket lasts"), "only a host makes new tickets by itself")
    desk.handle(.call(.members([], isHost: true)))
    #expect(desk.screen.contains("Ticket lasts: until I renew it"))
    desk.type("l")
    let chosen = desk.effects.compactMap { effect -> TicketLife? in
      if case .board(.call(.keepTickets(let life))) = effect { life } else { nil }
    }
    #expect(chosen == [.oneGuest])
    desk.handle(.call(.ticketLife(.oneGuest)))
    #expect(desk.screen.contains("Ticket lasts: until a guest comes in"))
    #expect(desk.screen.contains("through others can be more than one."))
    desk.handle(.call(.ticketsEnded(.oneGuest)))
    #expect(desk.notice.contains("A guest came in, so the old tickets no longer work."))
    desk.handle(.call(.ticketLife(.oneHour)))
    #expect(desk.screen.contains("Ticket lasts: 1 hour"))
    desk.handle(.call(.ticketsEnded(.oneHour)))
    #expect(desk.notice.contains("Their hour is over, so the old tickets no longer work."))
  }
}
