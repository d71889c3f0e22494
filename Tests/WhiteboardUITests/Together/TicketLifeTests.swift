import BoardContract
import EaselBase
import Testing

@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The row of the invite sheet that says how long the tickets last.
@Suite struct TicketLifeTests {
  @Test("A host chooses by l how long its tickets last, and is told when they ended")
  func lasting() {
    var desk = Desk(columns: 100, rows: 40) { ($0.hasCall, $0.makesTickets) = (true, true) }
    desk.handle(.call(.connected(InvitingTests.tickets, canModerate: true)))
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
