import BoardContract
import BoardModel
import EaselBase
import Testing

@testable import SessionUI
@testable import WhiteboardUI

/// Asking others to come, and being asked.
@Suite struct InvitingTests {
  static let tickets = Tickets(
    drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"))

  private func host() -> WhiteboardWorld {
    var world = WhiteboardWorld(1)
    world.handle(.call(.connected(Self.tickets, canModerate: true)), at: 0)
    return world
  }

  @Test("With an open offer S joins, a click beside it leaves no dot, and a drag draws")
  func openOffer() {
    var world = WhiteboardWorld(3)
    world.at(0) { $0.type("S") }
    world.at(1) { $0.click(2, 20) }
    #expect(world.desks[1].board.sheets.open == nil && world.desks[1].things.isEmpty)
    world.at(1) {
      $0.type("S")
      $0.drag([(2, 20), (3, 20), (12, 17)])
    }
    #expect(world.desks[1].board.sheets.open == nil && world.desks[1].things.count == 1)
    world.at(2) { $0.type("S") }
    #expect(world.desks[2].bottom.contains("People 2"))
  }

  @Test(
    "A host that continues a call reads it beside the tickets and when the session begins, once")
  func continuing() {
    var world = WhiteboardWorld(2) { setup, index in
      if index == 0 {
        (setup.arrival, setup.continuedCall) = (.hosting, SafeText("2026-11-26 21:11"))
      }
    }
    world.handle(.call(.connected(Self.tickets, canModerate: true)), at: 0)
    world.handle(.call(.staged), at: 0)
    let words = world.desks[0].screen
    #expect(words.contains("This continues the session of 2026-11-26"))
    #expect(words.contains("tickets still work."))
    world.at(0) { $0.key(.escape) }
    func said(_ text: String) -> Int {
      world.desks[0].board.notices.latest.count { $0.string.contains(text) }
    }
    world.at(0) { $0.type("S") }
    #expect(said("again: the tickets of 2026-11-26 21:11 still work.") == 1)
    #expect(said("now.") == 0)
    world.at(0) { $0.type("Ne") }
    #expect(said("still work.") == 1)
  }

  @Test("A ticket is not said to be where it may not have come; a file gets both")
  func copying() {
    var world = host()
    world.at(0) { $0.type("Id") }
    #expect(
      world.desks[0].notice.contains(
        "Ticket copied. If you cannot paste it, press f.")
    )
    world.at(0) { $0.type("If") }
    let isWritten = world.desks[0].effects.contains {
      if case .writeTickets = $0 { true } else { false }
    }
    #expect(isWritten && world.desks[0].board.sheets.open == nil)
  }

  @Test("A user who only meets others of this machine can make a ticket, which is shown then")
  func making() {
    var world = WhiteboardWorld(1)
    world.at(0) { $0.type("I") }
    #expect(world.desks[0].screen.contains("Make a ticket"))
    world.at(0) { $0.type("t") }
    #expect(world.desks[0].asked == ["makeTickets"])
    // Nothing is promised before there are any, and they can be asked for again.
    #expect(!world.desks[0].screen.contains("Waiting for"))
    world.at(0) { $0.type("t") }
    #expect(world.desks[0].asked == ["makeTickets", "makeTickets"])
    world.handle(.call(.connected(Self.tickets, canModerate: true)), at: 0)
    #expect(world.desks[0].asked.last == "stage")
    let screen = world.desks[0].screen
    #expect(screen.contains("easel://a#b") && screen.contains("Waiting for"))
    #expect(!screen.contains("Make a ticket"))
    world.handle(.call(.connected(Self.tickets, canModerate: true)), at: 0)
    #expect(world.desks[0].asked.count == 3, "shared with who comes once")
  }

  @Test(
    "Tickets made in a session, beside others or on a board that cannot be written stage nothing")
  func makingBesides() {
    var world = WhiteboardWorld(2)
    var board = Desk.fresh
    board.readOnly = SafeText("it is read only")
    var closed = Desk(board: board) { ($0.hasCall, $0.makesTickets) = (true, true) }
    closed.type("It")
    closed.handle(.call(.connected(Self.tickets, canModerate: true)))
    #expect(closed.asked == ["makeTickets"] && closed.screen.contains("easel://a#b"))
    world.at(0) { $0.type("It") }
    world.handle(.call(.connected(Self.tickets, canModerate: true)), at: 0)
    #expect(world.desks[0].asked == ["makeTickets"])
    #expect(world.desks[0].screen.contains("Share this board with them"))
    world.at(0) { $0.key(.escape) }
    world.meet()
    world.at(1) { $0.type("It") }
    world.handle(.call(.connected(Self.tickets, canModerate: true)), at: 1)
    #expect(
      world.desks[1].asked.last == "makeTickets" && world.desks[1].screen.contains("easel://a#b"))
  }

  @Test("A board that cannot be written is not shared, since others would not get its ink")
  func readOnly() {
    var board = Desk.fresh
    board.readOnly = SafeText("it is read only")
    var desk = Desk(board: board) { $0.hasCall = true }
    desk.handle(.call(.connected(Self.tickets, canModerate: true)))
    desk.handle(.call(.around(.init(people: [SafeText("Ann")]))))
    desk.handle(.call(.eligibility(true)))
    desk.handle(.call(.around(.init(people: [SafeText("Ann"), SafeText("Bea")]))))
    #expect(!desk.board.notices.latest.contains { $0.string.contains("S shares") })
    desk.type("S")
    let asks = desk.effects.contains { if case .board(.call) = $0 { true } else { false } }
    #expect(!asks && desk.notice.contains("is read-only"))
  }

  @Test("A watcher is offered no useless ticket, and is told what S does for them")
  func watching() {
    var desk = Desk { ($0.hasCall, $0.makesTickets) = (true, true) }
    desk.handle(.call(.connected(nil, canModerate: false, mayShare: false)))
    desk.handle(.call(.eligibility(true)))
    desk.type("I")
    #expect(!desk.screen.contains("Make a ticket"))
    desk.key(.escape)
    #expect(!desk.board.notices.latest.contains { $0.string.contains("S shares") })
    #expect(!desk.bottom.contains("Share") && desk.bottom.contains("Invite"))
    desk.type("S")
    #expect(desk.notice.contains("You are watching: a board opens here when the others share one."))
    desk.type("I")
    #expect(desk.screen.contains("Invite others") && !desk.screen.contains("Share "))
    desk.key(.escape)
    desk.handle(.call(.wished))
    #expect(!desk.effects.contains { if case .board(.call(.share)) = $0 { true } else { false } })
    desk.handle(.call(.connected(nil, canModerate: false)))
    #expect(desk.bottom.contains("Share"), "one may draw from now on")
  }

  @Test("The sheet that asks one to join says what one does there", arguments: [false, true])
  func joiningToWatch(mayShare: Bool) {
    let invitation = Invitation(
      title: SafeText("theirs"), author: AuthorID(Bytes16(high: 7, low: 7)), name: SafeText("Bea"),
      color: PaletteColor.cyan.color, sign: 1, miniature: Miniature(of: Picture()))
    let offer = JoinableSession(
      session: SessionUUID(Bytes16(high: 9, low: 1)), invitation: invitation)
    var desk = Desk { $0.hasCall = true }
    desk.handle(.call(.connected(nil, canModerate: false, mayShare: mayShare)))
    desk.handle(.call(.offered(offer)))
    #expect(desk.screen.contains("Join: draw together") == mayShare)
    #expect(desk.screen.contains("Join: watch") != mayShare)
  }

  @Test("Each ticket can be read, the one to watch where the hand is at it")
  func reading() {
    var world = host()
    world.at(0) { $0.type("I") }
    #expect(
      world.desks[0].screen.contains("Ticket to draw.") && world.desks[0].screen.contains("//a#b"))
    #expect(!world.desks[0].screen.contains("//a#c"))
    world.at(0) { $0.type("v") }
    #expect(
      world.desks[0].screen.contains("Ticket to watch.") && world.desks[0].screen.contains("//a#c"))
    world.at(0) { $0.key(.up) }
    #expect(
      world.desks[0].screen.contains("Ticket to draw.") && world.desks[0].screen.contains("//a#b"))
  }

  @Test("People on the board are told apart from people only in the call")
  func whoIsWhere() {
    var world = WhiteboardWorld(2).inSession()
    let around = CallEvent.around(.init(people: ["Gil", "Bea", "Gil"].map { SafeText($0) }))
    world.handle(.call(around), at: 0)
    world.at(0) { $0.type("I") }
    let screen = world.desks[0].screen
    #expect(screen.contains("On this board: Bea.") && screen.contains("Also connected: Gil, Gil."))
  }

  @Test("The user's own other window is called so, beside other people as well")
  func ownWindow() {
    func around(_ names: [String], own: Int) -> BoardEvent {
      .call(.around(.init(people: names.map { SafeText($0) }, ownWindows: own)))
    }
    let cases: [(names: [String], own: Int, sentence: String)] = [
      (["Ann"], 1, "Your other window is open: S shares this board with it."),
      (["Ann", "Ann"], 2, "Your other windows are open: S shares this board with them."),
      (["Bea", "Ann"], 1, "Bea is here: S shares this board with them."),
    ]
    for (names, own, sentence) in cases {
      var desk = Desk { $0.hasCall = true }
      desk.handle(around(names, own: own))
      desk.handle(.call(.eligibility(true)))
      #expect(desk.notice.contains(sentence), "\(desk.top)")
    }
    var desk = Desk { $0.hasCall = true }
    desk.handle(around(["Ann"], own: 0))
    desk.handle(.call(.eligibility(true)))
    #expect(desk.notice.contains("Ann is here"))
    // Only later it is known that this is an own window.
    desk.handle(around(["Ann"], own: 1))
    #expect(desk.notice.contains("Your other window is open"))
    desk.type("I")
    #expect(desk.screen.contains("Your other window is open."))
  }

  @Test("A host that stops waiting withdraws the ticket: it no longer works")
  func withdrawing() {
    var desk = Desk(columns: 100, rows: 40) { ($0.hasCall, $0.makesTickets) = (true, true) }
    desk.handle(.call(.connected(Self.tickets, canModerate: true)))
    desk.handle(.call(.staged))
    desk.type("I")
    desk.click(on: "Withdraw the ticket")
    let isRenewed = desk.effects.contains {
      if case .board(.call(.renewTickets)) = $0 { true } else { false }
    }
    #expect(isRenewed && desk.notice.contains("Ticket withdrawn"))
    var free = Desk(columns: 100, rows: 40) { ($0.hasCall, $0.makesTickets) = (true, true) }
    free.handle(.call(.staged))
    free.type("I")
    #expect(free.screen.contains("Stop waiting") && !free.screen.contains("Withdraw"))
  }

  @Test("Without a network the sheet says that only people on this machine can join")
  func offline() {
    let sentence = "This machine has no network: only people on it can join."
    #expect(SessionPages.condition(of: ["tcp://127.0.0.1:7"], hasNetwork: false) == sentence)
    var desk = Desk(columns: 100, rows: 40) { ($0.hasCall, $0.makesTickets) = (true, true) }
    var tickets = Self.tickets
    (tickets.addresses, tickets.hasNetwork) = ([SafeText("tcp://127.0.0.1:7")], false)
    desk.handle(.call(.connected(tickets, canModerate: true)))
    #expect(desk.screen.contains("This machine has no network:"))
    #expect(!desk.screen.contains("easel help reach"))
    // A host without any address has no ticket.
    var host = Desk(columns: 100, rows: 40) { ($0.hasCall, $0.arrival) = (true, .hosting) }
    host.handle(.call(.connected(nil, canModerate: true)))
    host.handle(.call(.staged))
    host.type("I")
    #expect(host.screen.contains("This machine has no network:"))
  }

  @Test("The ticket is the first line of the sheet, and is called so")
  func ticketFirst() {
    var desk = Desk { ($0.hasCall, $0.makesTickets) = (true, true) }
    desk.type("I")
    #expect(desk.sessionPages.invitePage(selected: 0).rows.first?.label == "Make a ticket")
    desk.handle(.call(.connected(Self.tickets, canModerate: true)))
    let page = desk.sessionPages.invitePage(selected: 0)
    #expect(page.rows.first?.label == "Copy the ticket to draw")
    #expect(page.heading.first == .text("Ticket to draw. Your guest types:"))
  }

  @Test("People to share with are named, and those who come at the same moment with them")
  func greeting() {
    func around(_ names: [String]) -> BoardEvent {
      .call(.around(.init(people: names.map { SafeText($0) })))
    }
    let cases: [(names: [String], who: String)] = [
      ([], "Somebody else is"), (["Bea"], "Bea is"), (["Cy", "Bea"], "Bea and Cy are"),
      (["Cy", "Bea", "Al"], "3 others are"),
    ]
    for (names, who) in cases {
      var desk = Desk { $0.hasCall = true }
      desk.handle(around(names))
      desk.handle(.call(.eligibility(true)))
      #expect(desk.notice.contains("\(who) here: S shares this board with them."))
    }
    var desk = Desk { $0.hasCall = true }
    desk.handle(around(["Bea"]))
    desk.handle(.call(.eligibility(true)))
    desk.handle(around(["Bea", "Cy"]))
    #expect(desk.notice.contains("Bea and Cy are here"))
    desk.wait(60_000)
    desk.handle(around(["Bea", "Cy", "Al"]))
    #expect(!desk.notice.contains("here"), "once it is gone nobody is disturbed anew")
  }

  @Test("A newcomer beside others is announced, and can be shared with; none is named twice")
  func another() {
    var world = WhiteboardWorld(2)
    let around = { (names: [String]) in
      CallEvent.around(.init(people: names.map { SafeText($0) }))
    }
    world.handle(.call(.connected(Self.tickets, canModerate: true)), at: 0)
    world.handle(.call(around(["Ann"])), at: 0)
    #expect(!world.desks[0].notice.contains("too:"))
    world.handle(.call(around(["Ann", "Ann"])), at: 0)
    #expect(world.desks[0].notice.contains("Ann is here, too: S shares this board with them."))
    world.handle(.call(around(["Bea", "Ann"])), at: 0)
    #expect(!world.desks[0].notice.contains("Bea is here"), "only the name is new")
    world.handle(.call(around(["Bea"])), at: 0)
    world.handle(.call(around(["Ben", "Cy"])), at: 0)
    #expect(
      world.desks[0].notice.contains("Somebody is here, too:"), "which name is new is not known")
    world.meet()
    world.handle(.call(around(["Bea", "Ann", "Cy"])), at: 0)
    #expect(
      !world.desks[0].notice.contains("Cy is here"), "who comes into the session is greeted there")
    // Without tickets only one's own come, which one knows of.
    world = WhiteboardWorld(2)
    for people in [["Ann"], ["Ann", "Bea"]] { world.handle(.call(around(people)), at: 0) }
    #expect(!world.desks[0].notice.contains("too:"))
  }

  @Test("A user who comes to join is told once if there is no session, and not if there is one")
  func nothingThere() {
    for isShared in [false, true] {
      var desk = Desk {
        ($0.hasCall, $0.arrival) = (true, .joining)
      }
      desk.handle(.call(.connected(nil, canModerate: false)))
      if isShared {
        let entrance = Entrance(
          session: SessionUUID(Bytes16(high: 9, low: 1)), me: WhiteboardWorld.participant(0))
        desk.handle(.call(.entered(entrance)))
      }
      desk.wait(2_000)
      #expect(desk.notice.contains("No one is drawing there yet.") == !isShared)
      desk.handle(.call(.connected(nil, canModerate: false)))
      desk.wait(20_000)
      #expect(!desk.notice.contains("Nobody draws"))
    }
  }

  @Test("New tickets are asked for, and made once")
  func renewing() {
    var world = host()
    func renewals() -> Int {
      world.desks[0].effects.count {
        if case .board(.call(.renewTickets)) = $0 { true } else { false }
      }
    }
    world.at(0) { $0.type("Ir") }
    world.at(0) { $0.key(.enter) }
    #expect(renewals() == 0 && world.desks[0].screen.contains("Copy the ticket"))
    world.at(0) { $0.type("rr") }
    world.at(0) { $0.key(.enter) }
    #expect(renewals() == 1)
    world.at(0) { $0.type("Ir") }
    world.at(0) { $0.key(.escape) }
    #expect(world.desks[0].board.sheets.open?.kind == .invite && renewals() == 1)
  }

  @Test(
    "Others out of reach are told in a session only, and a watcher's notice says what they can do")
  func outOfReach() {
    var world = WhiteboardWorld(3).inSession()
    world.sendRoster(of: world.session, watching: [2])
    for index in 0...2 { world.handle(.call(.reach(.lost)), at: index) }
    world.wait(2_000)
    #expect(world.desks[1].notice.contains("out of reach. Keep drawing"))
    #expect(world.desks[2].notice.contains("out of reach. Their ink arrives"))
    world.handle(.call(.reach(.back)), at: 2)
    #expect(world.desks[2].notice.contains("The others are back."))
    world.leave(0, .putOut)
    world.handle(.call(.reach(.givenUp)), at: 1)
    #expect(world.desks[1].notice.contains("Ann's Easel is gone. Draw on."))
    #expect(!world.desks[1].screen.contains("of reach"))
    world.handle(.call(.reach(.lost)), at: 0)
    world.wait(2_000)
    #expect(!world.desks[0].screen.contains("out of reach"))
  }

  @Test(
    "The sheet says where a ticket works",
    arguments: [
      ([], ""),
      (["tcp://192.0.2.2:37761"], "Works in this network. From elsewhere: see `easel help reach`."),
      (["unix:///tmp/s"], "The guest must be on the same machine."),
      (
        ["unix:///tmp/s", "tcp://h:1"],
        "Works in this network. From elsewhere: see `easel help reach`."
      ),
    ])
  func condition(addresses: [String], sentence: String) {
    #expect(SessionPages.condition(of: addresses) == sentence)
    var desk = Desk(columns: 100, rows: 40) { ($0.hasCall, $0.makesTickets) = (true, true) }
    let tickets = Tickets(
      drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"),
      addresses: addresses.map { SafeText($0) })
    desk.handle(.call(.connected(tickets, canModerate: true)))
    desk.type("I")
    #expect(
      desk.screen.contains("easel help reach") == sentence.contains("easel help reach"))
    #expect(desk.screen.contains("same machine") == sentence.contains("same machine"))
  }
}
