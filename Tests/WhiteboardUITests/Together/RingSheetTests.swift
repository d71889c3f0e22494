import BoardContract
import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The people on the sheet that invites, and the sheet of a person who rings.
@Suite struct RingSheetTests {
  private let bo = PersonHere(user: 1_001, login: SafeText("bo"))
  private let cy = PersonHere(user: 1_002, login: SafeText("cy"))

  private func world() -> WhiteboardWorld {
    var world = WhiteboardWorld(2)
    world.handle(.call(.connected(nil, canModerate: true)), at: 0)
    return world
  }

  private func rings(_ world: WhiteboardWorld) -> [UInt32] {
    world.desks[0].effects.compactMap { effect in
      if case .board(.call(.ring(let person, _))) = effect { person.user } else { nil }
    }
  }

  @Test("The sheet asks for the people of the machine, and Enter rings the first")
  func ringing() {
    var world = world()
    world.at(0) { $0.type("I") }
    let asks = world.desks[0].effects.contains { effect in
      if case .board(.call(.findPeople)) = effect { true } else { false }
    }
    #expect(asks)
    world.handle(.call(.peopleHere([bo, cy])), at: 0)
    #expect(world.desks[0].screen.contains("▸ bo"))
    world.at(0) { $0.key(.enter) }
    #expect(rings(world) == [1_001])
    #expect(world.desks[0].notice.contains("You ring bo"))
    #expect(world.desks[0].board.sheets.open == nil)
    #expect(world.desks[0].bottom.contains("Waiting"))
  }

  @Test("The keys of the tickets work beside the people, and Down goes to the next person")
  func keys() {
    var world = world()
    world.at(0) { $0.type("I") }
    world.handle(.call(.peopleHere([bo, cy])), at: 0)
    world.at(0) {
      $0.key(.down)
      $0.key(.enter)
    }
    #expect(rings(world) == [1_002])
    let tickets = Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"))
    world.handle(.call(.connected(tickets, canModerate: true)), at: 0)
    for key in ["d", "v", "q", "a", "r", "f"] {
      world.at(0) { $0.type("I") }
      world.handle(.call(.peopleHere([bo])), at: 0)
      let count = world.desks[0].effects.count
      world.at(0) { $0.type(key) }
      #expect(
        world.desks[0].effects.count > count || world.desks[0].board.sheets.kind != .invite,
        "\(key)")
      world.at(0) { $0.key(.escape) }
      world.at(0) { $0.key(.escape) }
    }
  }

  @Test("A slash finds people by name, also people met before")
  func search() {
    let known = KnownPerson(
      author: AuthorID(Bytes16(high: 5, low: 7)), name: SafeText("cyrus"),
      ownName: SafeText("Cy of the club"), lastMet: 1, way: .ticket)
    var desk = Desk {
      $0.hasCall = true
      $0.people.known = KnownPeople([known])
    }
    desk.type("I")
    desk.handle(.call(.peopleHere([bo, cy])))
    desk.type("/cyr")
    #expect(desk.screen.contains("Cy of the club (cyrus), met by ticket"))
    #expect(!desk.screen.contains("▸ bo"))
    desk.type("x")
    #expect(desk.screen.contains("Nobody has such a name"))
    desk.key(.escape)
    #expect(desk.screen.contains("bo") && desk.screen.contains("Close"))
  }

  @Test("A watcher rings nobody, and sees no people to ring")
  func watcher() {
    var world = world()
    world.handle(.call(.connected(nil, canModerate: false, mayShare: false)), at: 0)
    world.at(0) { $0.type("I") }
    world.handle(.call(.peopleHere([bo])), at: 0)
    #expect(!world.desks[0].screen.contains("▸ bo"))
    world.at(0) { $0.perform(.session(.ring(bo))) }
    #expect(rings(world).isEmpty)
    let notices = world.desks[0].board.notices.latest.map(\.string)
    #expect(notices.contains { $0.contains("only people who may draw can invite") }, "\(notices)")
  }

  @Test(
    "The end of a ring is told in a sentence, with the line to send where it helps",
    arguments: [
      (RingOutcome.declined, "bo does not come now"), (.unanswered, "bo did not answer"),
      (.tooSoon, "Try again in a minute"),
      (.away(line: SafeText("easel join @ann")), "easel join @ann"),
      (.older(line: SafeText("easel join @ann")), "is older"),
      (.failed(SafeText("the folder is a link")), "Not rung: the folder is a link"),
    ])
  func outcomes(outcome: RingOutcome, words: String) {
    var world = world()
    world.at(0) { $0.type("I") }
    world.handle(.call(.peopleHere([bo])), at: 0)
    world.at(0) { $0.key(.enter) }
    world.handle(.call(.ringAnswered(bo, outcome)), at: 0)
    // A notice may break between words.
    let notice = world.desks[0].board.notices.latest.map(\.string).joined()
    #expect(notice.contains(words), "\(notice)")
  }

  private let invitation = RingInvitation(
    number: 3, name: SafeText("bo"), title: SafeText("plan"),
    miniature: Miniature(dots: [1, 2, 3], colors: [0xFF, 0xFF, 0xFF]))

  private func answers(_ desk: Desk) -> [Bool] {
    desk.effects.compactMap { effect in
      if case .board(.call(.answerRing(3, let accepts))) = effect { accepts } else { nil }
    }
  }

  @Test("A person who rings is shown at once; Enter joins, and Esc declines")
  func rung() {
    for (key, accepts) in [(Key.enter, true), (.escape, false)] {
      var world = world()
      world.handle(.call(.rang(invitation)), at: 0)
      #expect(world.desks[0].screen.contains("bo invites you to “plan”"))
      world.at(0) { $0.key(key) }
      #expect(answers(world.desks[0]) == [accepts])
      #expect(world.desks[0].board.sheets.open == nil)
    }
  }

  @Test("The sheet of a ring names the known person whose key came with it")
  func recognition() {
    let author = AuthorID(Bytes16(high: 5, low: 7))
    let known = KnownPerson(
      author: author, name: SafeText("bo"), ownName: SafeText("Bob of the club"), lastMet: 1,
      way: .ticket)
    for (key, isNamed) in [(author, true), (AuthorID(Bytes16(high: 5, low: 8)), false)] {
      var desk = Desk {
        $0.hasCall = true
        $0.people.known = KnownPeople([known])
      }
      desk.handle(
        .call(
          .rang(
            RingInvitation(number: 3, name: SafeText("x"), author: key, title: SafeText("plan")))))
      #expect(desk.screen.contains("bo invites") == false)
      #expect(desk.screen.contains("Bob of the club (bo)'s.") == isNamed)
    }
  }

  @Test("During a session a ring only gives a notice, and S shows it")
  func rungInSession() {
    var world = WhiteboardWorld(2).inSession()
    world.handle(.call(.rang(invitation)), at: 0)
    #expect(world.desks[0].board.sheets.open == nil)
    #expect(world.desks[0].notice.contains("bo invites you to “plan”"))
    world.at(0) { $0.type("S") }
    #expect(world.desks[0].screen.contains("You leave the session you are in."))
    world.handle(.call(.ringEnded(3)), at: 0)
    #expect(world.desks[0].board.sheets.open == nil)
    #expect(world.desks[0].notice.contains("bo no longer invites you"))
    world.at(0) { $0.perform(.session(.answerRing(3, accepts: true))) }
    #expect(answers(world.desks[0]).isEmpty, "the ring is over")
  }

  @Test("In the call of the person who rang, their session is joined without a question")
  func changedCall() {
    var world = world()
    world.at(1) { $0.drag([(10, 5), (30, 9)]) }
    world.at(1) { $0.drag([(10, 5), (30, 9)]) }
    world.at(0) { $0.drag([(10, 5), (30, 9)]) }
    let session = SessionUUID(Bytes16(high: 5, low: 5))
    let invitation = Invitation(
      title: SafeText("plan"), author: world.desks[1].replica.author, name: SafeText("Bo"),
      color: PaletteColor.red.color, sign: 0, miniature: Miniature())
    for wanted in [session, nil] {
      var desk = world.desks[0]
      desk.handle(.call(.changedCall(toJoin: wanted)))
      desk.effects = []
      let other = JoinableSession(
        session: SessionUUID(Bytes16(high: 6, low: 6)), invitation: invitation)
      if wanted != nil { desk.handle(.call(.offered(other))) }
      desk.handle(.call(.offered(JoinableSession(session: session, invitation: invitation))))
      let joined = desk.effects.compactMap { effect -> SessionUUID? in
        if case .board(.call(.join(let session))) = effect { session } else { nil }
      }
      #expect(joined == [session])
    }
  }
}
