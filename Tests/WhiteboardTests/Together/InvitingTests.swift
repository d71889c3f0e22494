import Testing
import Vocabulary

@testable import Whiteboard

/// Asking others to come, and being asked.
@Suite struct InvitingTests {
  private func host() -> Gathering {
    var one = Gathering(1)
    let tickets = Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"))
    one.handle(.call(.connected(tickets, canModerate: true)), at: 0)
    return one
  }

  @Test("Where an offer lies open S joins, a click beside it leaves no dot, and a drag draws")
  func openOffer() {
    var all = Gathering(3)
    all.at(0) { $0.type("S") }
    all.at(1) { $0.click(2, 3) }
    #expect(all.desks[1].board.sheet == nil && all.desks[1].things.isEmpty)
    all.at(1) {
      $0.type("S")
      $0.drag([(2, 3), (3, 3), (12, 6)])
    }
    #expect(all.desks[1].board.sheet == nil && all.desks[1].things.count == 1)
    all.at(2) { $0.type("S") }
    #expect(all.desks[2].bottom.contains("People 2"))
  }

  @Test("A ticket is not said to be where it may not have come; a file gets both")
  func copying() {
    var one = host()
    one.at(0) { $0.type("Id") }
    #expect(
      one.desks[0].top.contains("Sent to the terminal's clipboard. Nothing to paste? I, then f."))
    one.at(0) { $0.type("If") }
    let isWritten = one.desks[0].effects.contains {
      if case .call(.writeTickets) = $0 { true } else { false }
    }
    #expect(isWritten && one.desks[0].board.sheet == nil)
  }

  @Test("Who only meets others of this machine can let more come by a ticket, which is shown then")
  func making() {
    var one = Gathering(1)
    one.at(0) { $0.type("I") }
    #expect(one.desks[0].screen.contains("Let others come by ticket"))
    one.at(0) { $0.type("t") }
    let isAsked = one.desks[0].effects.contains {
      if case .call(.makeTickets) = $0 { true } else { false }
    }
    #expect(isAsked && one.desks[0].screen.contains("Waiting for"))
    let tickets = Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"))
    one.handle(.call(.connected(tickets, canModerate: true)), at: 0)
    #expect(one.desks[0].screen.contains("easel://a#b"))
    #expect(!one.desks[0].screen.contains("Let others come by ticket"))
  }

  @Test("Who comes to join is told where there is nothing to join, once; and is not where there is")
  func nothingThere() {
    for isShared in [false, true] {
      var desk = Desk {
        ($0.hasCall, $0.arrival) = (true, .joining)
      }
      desk.handle(.call(.connected(nil, canModerate: false)))
      if isShared {
        let entrance = Entrance(session: Bytes16(high: 9, low: 1), me: Gathering.seat(0))
        desk.handle(.call(.entered(entrance)))
      }
      desk.wait(2_000)
      #expect(desk.top.contains("Nobody draws there yet.") == !isShared)
      desk.handle(.call(.connected(nil, canModerate: false)))
      desk.wait(20_000)
      #expect(!desk.top.contains("Nobody draws"))
    }
  }

  @Test("New tickets are asked for, and made once")
  func renewing() {
    var one = host()
    func renewals() -> Int {
      one.desks[0].effects.count { if case .call(.renewTickets) = $0 { true } else { false } }
    }
    one.at(0) { $0.type("Ir") }
    one.at(0) { $0.key(.enter) }
    #expect(renewals() == 0 && one.desks[0].screen.contains("Copy the ticket"))
    one.at(0) { $0.type("rr") }
    one.at(0) { $0.key(.enter) }
    #expect(renewals() == 1)
    one.at(0) { $0.type("Ir") }
    one.at(0) { $0.key(.escape) }
    #expect(one.desks[0].board.sheet?.kind == .invite && renewals() == 1)
  }

  @Test(
    "Others out of reach are told of where one is with them, and what a watcher can do meanwhile")
  func outOfReach() {
    var all = Gathering(3)
    all.meet()
    all.tellRoster(of: all.session, watching: [2])
    for seat in 0...2 { all.handle(.call(.reach(isLost: true)), at: seat) }
    all.wait(2_000)
    #expect(all.desks[1].top.contains("out of reach. Draw on"))
    #expect(all.desks[2].top.contains("out of reach. What they draw comes"))
    all.handle(.call(.reach(isLost: false)), at: 2)
    #expect(all.desks[2].top.contains("The others are back."))
    all.leave(0, .putOut)
    all.handle(.call(.reach(isLost: false)), at: 1)
    #expect(all.desks[1].top.contains("Ann left.") && !all.desks[1].screen.contains("of reach"))
    all.handle(.call(.reach(isLost: true)), at: 0)
    all.wait(2_000)
    #expect(!all.desks[0].screen.contains("out of reach"))
  }
}
