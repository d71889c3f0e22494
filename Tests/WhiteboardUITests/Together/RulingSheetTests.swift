import BoardContract
import BoardDocument
import BoardModel
import EaselBase
import Testing

@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The text of the moderator's sheet before a ruling: who goes, and who stays.
@Suite struct RulingSheetTests {
  private static let zoe = ParticipantUUID(Bytes16(high: .max, low: 1))

  /// Ann, who can moderate, with Bea and Cal, who has brought Zoe along; she is only in the call.
  private func world(isHost: Bool = true, more: [CallMember] = []) -> WhiteboardWorld {
    var world = WhiteboardWorld(3).inSession()
    world.handle(.call(.connected(nil, canModerate: true)), at: 0)
    let members =
      [
        CallMember(id: WhiteboardWorld.participant(1), name: SafeText("Bea")),
        CallMember(
          id: WhiteboardWorld.participant(2), name: SafeText("Cal"), companions: [Self.zoe]),
        CallMember(id: Self.zoe, name: SafeText("Zoe"), location: .call),
      ] + more
    world.handle(.call(.members(members, isHost: isHost)), at: 0)
    return world
  }

  private func words(_ page: SheetPage) -> String {
    page.heading.compactMap { if case .text(let text) = $0 { text } else { nil } }
      .joined(separator: " ")
  }

  private func said(_ world: WhiteboardWorld, _ text: String) -> Bool {
    world.desks[0].board.notices.latest.contains { $0.string.contains(text) }
  }

  private func rulings(_ world: WhiteboardWorld) -> [RulingSubject] {
    world.desks[0].effects.compactMap {
      if case .board(.call(.rule(_, let subject))) = $0 { subject } else { nil }
    }
  }

  @Test("The sheet of people counts each person's refused entries, the most frequent cause first")
  func refusedEntries() throws {
    var world = world()
    var refused = RefusalCounts()
    refused.add(.wrongSender)
    refused.add(.log(.badSignature), 3)
    refused.add(.inkOfWatcher, 2)
    let state = try #require(world.desks[0].board.sessions.presence.session)
    let guest = try #require(state.guestsInOrder.first)
    world.handle(.session(.refused(refused, from: guest.id), in: state.session), at: 0)
    let unreadable = RefusalCounts(.unreadableMessage)
    for gone in [nil, ParticipantUUID(Bytes16(high: 1, low: 2))] {
      world.handle(.session(.refused(unreadable, from: gone), in: state.session), at: 0)
    }
    let from = "Refused from \(guest.shownName): "
    #expect(
      world.desks[0].sessionPages.peoplePage.rows.map(\.label).filter { $0.hasPrefix("Refused") }
        == [
          from + "3 with a wrong signature", from + "2 with ink of somebody who may only watch",
          from + "1 from somebody who may not send them",
          "Refused from others: 2 in messages that cannot be read",
        ])
  }

  @Test("The sheet of people says by what each member is linked, and through whom")
  func ways() {
    var world = world()
    let members = [
      CallMember(
        id: WhiteboardWorld.participant(1), name: SafeText("Bea"), way: CallMember.Way("TCP")),
      CallMember(
        id: WhiteboardWorld.participant(2), name: SafeText("Cal"),
        way: CallMember.Way("ssh", through: SafeText("Bea"))),
      CallMember(
        id: Self.zoe, name: SafeText("Zoe"), location: .call,
        way: CallMember.Way("TCP", through: SafeText(""))),
    ]
    world.handle(.call(.members(members, isHost: true)), at: 0)
    let rows = world.desks[0].sessionPages.peoplePage.rows.map(\.label)
    #expect(rows.contains { $0.contains("Bea") && $0.hasSuffix(", by TCP") })
    #expect(rows.contains { $0.contains("Cal") && $0.hasSuffix(", by ssh, through Bea") })
    #expect(rows.contains { $0.contains("Zoe") && $0.hasSuffix(", by TCP, through somebody") })
  }

  @Test("People who are only in the call are on the sheet, marked so, and can be put out")
  func callers() {
    var world = world()
    world.at(0) { $0.type("P") }
    #expect(world.desks[0].screen.contains("Zoe, connected, not in this session"))
    world.at(0) { $0.click(on: "Zoe, connected") }
    world.at(0) { $0.type("x") }
    #expect(world.desks[0].screen.contains("Remove Zoe (not in this session)?"))
    world.at(0) { $0.type("x") }
    let subject = RulingSubject(
      Self.zoe, staying: [WhiteboardWorld.participant(1), WhiteboardWorld.participant(2)])
    #expect(rulings(world) == [subject])
    #expect(said(world, "You removed Zoe (not in this session)."))
    // Others only see that she is there.
    world.handle(
      .call(
        .members([CallMember(id: Self.zoe, name: SafeText("Zoe"), location: .call)], isHost: false)),
      at: 1)
    world.at(1) { $0.type("P") }
    #expect(world.desks[1].screen.contains("Zoe, connected, not in this session"))
    let row = world.desks[1].sessionPages.peoplePage.rows.first { $0.label.contains("Zoe") }
    #expect(row != nil && row?.command == nil)
  }

  @Test("The sheet names who goes with a removed guest and who stays, and those get new keys")
  func puttingOut() {
    var world = world()
    let cal = words(world.desks[0].sessionPages.puttingOutPage(WhiteboardWorld.participant(2)))
    #expect(cal.contains("Zoe (not in this session) came in only through them, and goes too."))
    #expect(cal.contains("Bea stays."))
    let bea = words(world.desks[0].sessionPages.puttingOutPage(WhiteboardWorld.participant(1)))
    #expect(!bea.contains("through them"))
    #expect(bea.contains("Zoe (not in this session) and Cal stay."))
    world.at(0) { $0.type("P2xx") }
    let subject = RulingSubject(
      WhiteboardWorld.participant(2), staying: [WhiteboardWorld.participant(1)])
    #expect(rulings(world) == [subject])
    #expect(said(world, "You removed Cal and Zoe (not in this session)."))
  }

  @Test(
    "A new watcher stays, with the guests who came in through them, and the sheet says so")
  func watching() {
    var world = world()
    let about = words(world.desks[0].sessionPages.aboutPage(.guest(WhiteboardWorld.participant(2))))
    #expect(
      about.contains("Zoe (not in this session) came in only through them, and is removed or made"))
    #expect(about.contains("Bea stays."))
    world.at(0) { $0.type("P2w") }
    let everybody = [Self.zoe, WhiteboardWorld.participant(1), WhiteboardWorld.participant(2)]
    #expect(rulings(world) == [RulingSubject(WhiteboardWorld.participant(2), staying: everybody)])
    #expect(said(world, "Cal and Zoe (not in this session) only watch from now on."))
    // Allowed again is the one alone.
    world.at(0) { $0.type("P2d") }
    #expect(said(world, "Cal may draw from now on."))
  }

  @Test("If a host is asked, members only in the call are not said to stay")
  func asking() {
    let world = world(isHost: false)
    let bea = words(world.desks[0].sessionPages.puttingOutPage(WhiteboardWorld.participant(1)))
    #expect(bea.contains("The host also removes everyone who came in only through them."))
    #expect(bea.contains("Cal stays. Zoe is not in this session and needs a new ticket."))
  }

  @Test("Six names are listed, and how many more there are; watchers come last")
  func many() {
    let more = (0..<10).map { number in
      CallMember(
        id: ParticipantUUID(Bytes16(high: .max, low: UInt64(10 + number))),
        name: SafeText("N\(number)"),
        mayDraw: number >= 5, location: .call)
    }
    var world = world(more: more)
    world.sendRoster(of: world.session, watching: [1])
    let cal = words(world.desks[0].sessionPages.puttingOutPage(WhiteboardWorld.participant(2)))
    let names = ["N5", "N6", "N7"].map { "\($0) (not in this session)," }
    #expect(cal.contains(names.joined(separator: " ")))
    #expect(cal.contains("N9 (not in this session), N0 (not in this session) and 5 more stay."))
    for (names, text) in [
      ([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C"),
    ] {
      #expect(listed(names) == text)
    }
  }

  @Test("New tickets go to all who are shown, and to members out of reach")
  func renewing() {
    let bob = CallMember(
      id: ParticipantUUID(Bytes16(high: .max, low: 2)), name: SafeText("Bob"), location: .away)
    let world = world(more: [bob])
    let page = words(world.desks[0].sessionPages.renewingPage)
    #expect(page.contains("Zoe (not in this session), Bea and Cal stay."))
    #expect(page.contains("Bob is out of reach, and can come back."))
    let bea = words(world.desks[0].sessionPages.puttingOutPage(WhiteboardWorld.participant(1)))
    #expect(bea.contains("Bob is out of reach and needs a new ticket."))
  }

  @Test("On the sheets drawers come before watchers")
  func drawersFirst() throws {
    var world = world()
    world.sendRoster(of: world.session, watching: [1])
    let people = world.desks[0].sessionPages.peoplePage.rows.map(\.label)
    let cal = try #require(people.firstIndex { $0.contains("Cal") })
    let bea = try #require(people.firstIndex { $0.contains("Bea") })
    #expect(cal < bea)
    #expect(
      words(world.desks[0].sessionPages.invitePage(selected: 0)).contains(
        "On this board: Cal, Bea."))
  }

  @Test("At the door, too, a guest who wants to draw replaces the last who wants to watch")
  func atTheDoor() {
    var world = WhiteboardWorld(1)
    func knock(_ number: UInt64, toDraw: Bool) {
      let visitor = AdmissionRequest(
        number: number, name: SafeText("V\(number)"), origin: .ticket(toDraw: toDraw))
      world.handle(.call(.knocked(visitor)), at: 0)
    }
    let most = UInt64(AdmissionQueue.countMax)
    for number in 1...most { knock(number, toDraw: false) }
    knock(most + 1, toDraw: true)
    knock(most + 2, toDraw: false)
    let waiting = world.desks[0].board.sessions.panel.admissions.waiting.map(\.number)
    #expect(waiting == [most + 1] + Array(1..<most))
    let answered = world.desks[0].effects.compactMap { effect -> UInt64? in
      if case .board(.call(.answer(let visitor, .nothing))) = effect { visitor } else { nil }
    }
    #expect(answered == [most, most + 2])
    for number in most + 3..<most + 2 + most { knock(number, toDraw: true) }
    knock(100, toDraw: true)
    #expect(
      world.desks[0].board.sessions.panel.admissions.waiting.map(\.number) == [most + 1]
        + Array(most + 3..<most + 2 + most))
  }
}
