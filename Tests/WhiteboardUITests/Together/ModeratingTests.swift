import BoardContract
import BoardModel
import EaselBase
import Testing

@testable import SessionUI
@testable import WhiteboardUI

/// The actions on a participant, and the notices that the others get.
@Suite struct ModeratingTests {
  @Test("Things that two cleared at once come back by a second R, with a notice")
  func twiceCleared() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.drag([(10, 5), (30, 9)]) }
    // Neither has heard of the other's.
    world.desks[1].type("C")
    world.at(0) { $0.type("C") }
    world.at(0) { $0.type("R") }
    #expect(world.desks[0].things.isEmpty && world.desks[0].notice.contains("yet. R again"))
    world.at(0) { $0.type("R") }
    #expect(world.desks[0].notice.contains("Restored."))
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
  }

  /// Three people who have drawn a stroke each; the first can moderate.
  private func world(isHost: Bool = true) -> WhiteboardWorld {
    var world = WhiteboardWorld(3).inSession()
    world.handle(.call(.connected(nil, canModerate: true)), at: 0)
    world.handle(.call(.members([], isHost: isHost)), at: 0)
    for index in 0..<3 { world.at(index) { $0.drag([(10, 4 + index * 4), (30, 5 + index * 4)]) } }
    return world
  }

  @Test("All ink of one author is hidden in one step, shown again, undone, and attributed")
  func hiding() {
    var world = world()
    world.at(0) { $0.type("P1h") }
    #expect(world.desks.allSatisfy { $0.things.count == 2 })
    #expect(world.desks[1].notice.contains("Ann hid all that you drew. R brings it back."))
    #expect(world.desks[2].notice.contains("Ann hid all that Bea drew."))
    world.at(0) { $0.type("P1s") }
    #expect(world.desks.allSatisfy { $0.things.count == 3 })
    #expect(world.desks[2].notice.contains("Ann brought back what was hidden."))
    world.at(2) { $0.type("P2h") }
    #expect(world.desks.allSatisfy { $0.things.count == 2 })
    world.at(2) { $0.type("u") }
    #expect(world.desks.allSatisfy { $0.things.count == 3 })
    // Ink that they draw afterwards is visible.
    world.at(0) { $0.type("P1h") }
    world.at(1) { $0.drag([(10, 18), (30, 18)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 3 })
  }

  @Test("A person's ink can also be hidden after the person has left") func leftBehind() {
    var world = world()
    world.leave(1, .left)
    world.at(0) { $0.type("P") }
    #expect(world.desks[0].screen.contains("Bea, not here"))
    world.at(0) { $0.click(on: "Bea, not here") }
    world.at(0) { $0.type("h") }
    #expect(world.desks[0].things.count == 2 && world.desks[2].things.count == 2)
    world.at(0) { $0.type("P") }
    world.at(0) { $0.click(on: "Bea, not here") }
    world.at(0) { $0.type("s") }
    #expect(world.desks[0].things.count == 3 && world.desks[2].things.count == 3)
  }

  @Test("A new watcher draws nothing until allowed again, and all are told by whom")
  func watching() {
    var world = world()
    world.at(0) { $0.type("P1w") }
    #expect(world.desks[1].notice.contains("You only watch now. Ann says: I asked for it."))
    #expect(world.desks[2].notice.contains("Bea only watches now. Ann says: I asked for it."))
    world.at(1) { $0.drag([(10, 18), (30, 18)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 3 })
    world.at(0) { $0.type("P2d") }
    #expect(world.desks[0].notice.contains("may draw from now on. Old tickets no longer work."))
    #expect(world.desks[1].notice.contains("You may draw now. Ann says: I asked for it."))
    world.at(1) { $0.drag([(10, 18), (30, 18)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 4 })
  }

  @Test("Removing asks twice; a removed participant has the picture, and draws on alone")
  func puttingOut() {
    var world = world()
    world.at(0) { $0.type("P1x") }
    #expect(world.desks[0].screen.contains("Remove Bea?"))
    world.at(0) { $0.key(.enter) }
    #expect(world.desks[1].board.sessions.presence.session != nil, "Enter puts somebody out")
    world.at(0) { $0.type("xx") }
    #expect(
      world.desks[2].notice.contains("Bea was removed from the session. Ann says: I asked for it."))
    #expect(world.desks[0].notice.contains("You removed Bea. Old tickets no longer work."))
    #expect(
      world.desks[1].notice.contains("You were removed from the session. You keep the board."))
    #expect(world.desks[1].things.count == 3 && !world.desks[1].bottom.contains("Invite"))
    world.at(1) { $0.type("SIP") }
    #expect(
      world.desks[1].board.sheets.open == nil
        && world.desks[1].notice.contains("You are out of the session"))
    world.at(1) { $0.drag([(10, 18), (30, 18)]) }
    #expect(world.desks[1].things.count == 4 && world.desks[0].things.count == 3)
  }

  @Test("Text that a new watcher was typing is kept in the clipboard")
  func typing() {
    var world = world()
    world.at(1) {
      $0.type("t")
      $0.mouse(.press(.left), 12, 16)
      $0.mouse(.release(.left), 12, 16)
      $0.type("hello")
    }
    world.at(0) { $0.type("P1w") }
    let copied = world.desks[1].effects.contains {
      if case .copy("hello") = $0 { true } else { false }
    }
    func isSaid(_ text: String) -> Bool {
      world.desks[1].board.notices.latest.contains { $0.string.contains(text) }
    }
    #expect(copied && isSaid("You are watching now: v pastes what you typed; it was sent to the"))
    #expect(!isSaid("in the clipboard"))
    world.handle(.copied("hello"), at: 1)
    #expect(isSaid("You are watching now: what you typed is in the clipboard."))
    world.at(0) { $0.type("P2d") }
    world.at(1) { $0.type("v") }
    #expect(world.desks[0].things.count == 4)
  }

  @Test("Only a host rules, and a watcher's claim to have ruled is not believed")
  func authority() {
    var world = world()
    world.at(1) { $0.type("P1") }
    #expect(!world.desks[1].screen.contains("Make them a watcher"))
    world.at(1) { $0.type("wx") }
    #expect(world.desks.allSatisfy { $0.board.drawing.recorder.mayDraw == true })
    world.sendRoster(of: world.session, watching: [1])
    let before = world.desks[0].top
    world.handle(
      .session(
        .happened(
          .ruled(.putOut, WhiteboardWorld.participant(2)), by: WhiteboardWorld.participant(1)),
        in: world.session),
      at: 0)
    #expect(world.desks[0].top == before)
  }

  @Test("The round trip is shown if it is felt, and so is a link that depends on one person")
  func surroundings() {
    var world = WhiteboardWorld(2).inSession()
    let before = world.desks[1].top
    func around(_ roundTrip: Int64?, _ hub: CallStatus.Hub? = nil) -> BoardEvent {
      .call(.around(CallStatus(people: [SafeText("Ann")], hub: hub, roundTrip: roundTrip)))
    }
    for near in [nil, -1, 0, 19] as [Int64?] {
      world.handle(around(near), at: 1)
      #expect(world.desks[1].top == before)
    }
    // The notice of the newcomer has gone.
    world.wait(10_000)
    for (far, shown) in [(20, "20 ms"), (43, "43 ms"), (214, "210 ms"), (4_963, "5000 ms")] {
      world.handle(around(Int64(far)), at: 1)
      #expect(world.desks[1].top.contains(shown))
    }
    world.handle(around(nil, .other(SafeText("Ann"))), at: 1)
    world.at(1) { $0.type("I") }
    #expect(world.desks[1].screen.contains("On this board: Ann."))
    #expect(world.desks[1].screen.contains("If Ann leaves, the session ends"))
  }

  @Test("A removed participant who is gone before the notice comes is named all the same")
  func goneBefore() throws {
    var world = world()
    let session = try #require(world.desks[2].board.sessions.presence.session?.session)
    let stays = [0, 2].map { SessionParticipant(id: WhiteboardWorld.participant($0)) }
    world.handle(.session(.putOut([WhiteboardWorld.participant(1)]), in: session), at: 2)
    world.handle(.session(.participants(stays), in: session), at: 2)
    #expect(world.desks[2].notice.contains("Bea was removed from the session."))
    let word = SessionNotice.ruled(.putOut, WhiteboardWorld.participant(1))
    world.handle(.session(.happened(word, by: WhiteboardWorld.participant(0)), in: session), at: 2)
    #expect(
      world.desks[2].notice.contains("Bea was removed from the session. Ann says: I asked for it."))
    // A ruling on a participant who was never there gives no notice.
    let stranger = SessionNotice.ruled(.putOut, ParticipantUUID(Bytes16(high: 1, low: 1)))
    world.at(2) { $0.wait(20_000) }
    world.handle(
      .session(.happened(stranger, by: WhiteboardWorld.participant(0)), in: session), at: 2)
    #expect(!world.desks[2].notice.contains("put"))
  }

  @Test("A removal is shown once the keys show it, and on no participant's word alone")
  func wordAlone() throws {
    var world = world()
    let session = try #require(world.desks[2].board.sessions.presence.session?.session)
    func notices(_ text: String) -> Int {
      world.desks[2].board.notices.latest.count { $0.string.contains(text) }
    }
    for index in [0, 1] {
      let word = SessionNotice.ruled(.putOut, WhiteboardWorld.participant(1 - index))
      world.handle(
        .session(.happened(word, by: WhiteboardWorld.participant(index)), in: session), at: 2)
    }
    #expect(notices("from the session") == 0)
    for _ in 1...2 {
      world.handle(.session(.putOut([WhiteboardWorld.participant(1)]), in: session), at: 2)
    }
    #expect(notices("Bea was removed from the session. Ann says: I asked for it.") == 1)
    #expect(notices("from the session") == 1)
    // The keys say nothing of Ann, who goes by herself.
    world.leave(0, .left)
    #expect(notices("Ann left.") == 1)
  }

  @Test("A claim of a ruling is shown only beside what the keys prove, within half a minute of it")
  func claims() throws {
    func notices(_ world: WhiteboardWorld, _ text: String) -> Int {
      world.desks[2].board.notices.latest.count { $0.string.contains(text) }
    }
    for (ruling, fact) in [(Ruling.watches, "only watches"), (.draws, "may draw")] {
      var world = world()
      let session = world.session
      if ruling == .draws { world.sendRoster(of: session, watching: [1]) }
      let claim = SessionEvent.happened(
        .ruled(ruling, WhiteboardWorld.participant(1)), by: WhiteboardWorld.participant(0))
      // A claim that nothing proves is never shown.
      world.handle(.session(claim, in: session), at: 2)
      world.wait(ModerationClaims.windowMilliseconds)
      world.sendRoster(of: session, watching: ruling == .watches ? [1] : [])
      #expect(notices(world, fact) == 0 && notices(world, "Ann says") == 0)
      // The screen shows a proved ruling once, with the first claim about it, in either order.
      world.handle(.session(claim, in: session), at: 2)
      world.handle(.session(claim, in: session), at: 2)
      let late = SessionEvent.happened(
        .ruled(ruling, WhiteboardWorld.participant(1)), by: WhiteboardWorld.participant(1))
      world.handle(.session(late, in: session), at: 2)
      #expect(notices(world, fact) == 1 && notices(world, "Ann says: I asked for it.") == 1)
      // The claim of another ruling does not fit.
      let wrong = SessionEvent.happened(
        .ruled(.putOut, WhiteboardWorld.participant(1)), by: WhiteboardWorld.participant(0))
      world.handle(.session(wrong, in: session), at: 2)
      #expect(notices(world, "removed") == 0)
    }
  }

  @Test("A moderator who is not the host hears that it is done once the keys prove it")
  func asking() throws {
    var world = world(isHost: false)
    let session = world.session
    func said(_ text: String) -> Bool {
      world.desks[0].board.notices.latest.contains { $0.string.contains(text) }
    }
    // The host does not answer at first.
    world.desks[0].type("P1xx")
    #expect(said("You asked the host to remove Bea.") && !said("was removed"))
    world.handle(.session(.putOut([WhiteboardWorld.participant(1)]), in: session), at: 0)
    #expect(said("Bea was removed from the session. Old tickets no longer work."))
    #expect(!said("Ann says"))
  }

  @Test("Eight wait at the door for a word, and a ninth is turned away")
  func crowd() {
    var world = WhiteboardWorld(1)
    for number in 1...UInt64(AdmissionQueue.countMax) + 1 {
      world.handle(.call(.knocked(AdmissionRequest(number: number, name: SafeText("Dot")))), at: 0)
    }
    let answered = world.desks[0].effects.compactMap { effect -> UInt64? in
      if case .board(.call(.answer(let visitor, .nothing))) = effect { visitor } else { nil }
    }
    #expect(answered == [UInt64(AdmissionQueue.countMax) + 1])
    #expect(world.desks[0].board.sessions.panel.admissions.waiting.count == AdmissionQueue.countMax)
  }

  @Test("A waiting guest is in the bar and among the people for as long as they wait")
  func waiting() {
    var world = WhiteboardWorld(2).inSession()
    for (number, name) in zip(UInt64(1)..., ["Dot", "Eve"]) {
      world.handle(.call(.knocked(AdmissionRequest(number: number, name: SafeText(name)))), at: 0)
    }
    world.at(0) { $0.wait(60_000) }
    #expect(!world.desks[0].notice.contains("knocks") && world.desks[0].bottom.contains("Admit 2"))
    world.at(0) { $0.type("P") }
    #expect(world.desks[0].screen.contains("Dot and 1 more wait to be admitted"))
    world.at(0) { $0.click(on: "Dot and 1") }
    #expect(world.desks[0].screen.contains("Dot asks to join"))
    world.at(0) { $0.type("n") }
    #expect(world.desks[0].bottom.contains("Admit 1"))
    world.at(0) { $0.click(on: "Admit") }
    #expect(world.desks[0].screen.contains("Eve asks to join"))
    world.at(0) { $0.key(.escape) }
    world.handle(.call(.wentAway(visitor: 2)), at: 0)
    #expect(!world.desks[0].bottom.contains("Admit"))
  }

  @Test("S answers a knock from any sheet but one in which the user types")
  func answeringFromSheets() {
    let visitor = AdmissionRequest(number: 1, name: SafeText("Ida"), origin: .ticket(toDraw: true))
    for key in ["I", "P", "Q", "N", "E", "?", "c"] {
      var world = WhiteboardWorld(2).inSession()
      world.handle(
        .call(
          .connected(Tickets(drawing: nil, watching: SafeText("easel://a#c")), canModerate: true)),
        at: 0)
      world.at(0) { $0.type(key) }
      #expect(world.desks[0].board.sheets.open != nil, "\(key)")
      world.handle(.call(.knocked(visitor)), at: 0)
      world.at(0) { $0.type("S") }
      #expect(world.desks[0].screen.contains("Ida asks to join"), "\(key)")
    }
    var world = WhiteboardWorld(1)
    world.handle(.call(.knocked(visitor)), at: 0)
    world.at(0) { $0.type(":S") }
    #expect(!world.desks[0].screen.contains("Ida asks to join"), "S is part of the search")
  }

  @Test("Guests with a ticket come in when asking ends; the others wait on")
  func askingEnds() {
    var world = WhiteboardWorld(1)
    let tickets = Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"))
    world.handle(.call(.connected(tickets, canModerate: true)), at: 0)
    world.at(0) { $0.type("Ia") }
    let origins: [AdmissionRequest.Origin] = [
      .ticket(toDraw: true), .user(toDraw: true), .ticket(toDraw: false),
    ]
    for (number, origin) in zip(UInt64(1)..., origins) {
      world.handle(
        .call(.knocked(AdmissionRequest(number: number, name: SafeText("Ida"), origin: origin))),
        at: 0)
    }
    world.at(0) { $0.type("a") }
    let answers = world.desks[0].effects.compactMap { effect -> String? in
      if case .board(.call(.answer(let visitor, let answer))) = effect {
        "\(visitor) \(answer)"
      } else {
        nil
      }
    }
    #expect(answers == ["1 draw", "3 watch"])
    #expect(world.desks[0].board.sessions.panel.admissions.waiting.map(\.number) == [2])
  }

  @Test("A guest who asks to watch is not admitted to draw")
  func watcherAtTheDoor() {
    var world = WhiteboardWorld(1)
    let visitor = AdmissionRequest(number: 1, name: SafeText("Dot"), origin: .user(toDraw: false))
    world.handle(.call(.knocked(visitor)), at: 0)
    #expect(world.desks[0].notice.contains("Dot asks to watch you"))
    world.at(0) { $0.type("S") }
    #expect(world.desks[0].screen.contains("A user of this machine asks to watch"))
    #expect(!world.desks[0].screen.contains("Admit them to draw"))
    world.at(0) { $0.type("yw") }
    world.handle(.call(.knocked(visitor)), at: 0)
    world.at(0) {
      $0.type("S")
      $0.key(.enter)
    }
    let answers = world.desks[0].effects.compactMap { effect -> DoorAnswer? in
      if case .board(.call(.answer(visitor: 1, let answer))) = effect { answer } else { nil }
    }
    #expect(answers == [.watch, .nothing])
  }

  @Test("With a ticket one may have to wait for a word, which is not given by accident")
  func nods() {
    var world = WhiteboardWorld(1)
    let tickets = Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"))
    world.handle(.call(.connected(tickets, canModerate: true)), at: 0)
    world.at(0) {
      $0.type("Ia")
      $0.key(.escape)
    }
    func said(_ isIt: (CallEffect) -> Bool) -> Bool {
      world.desks[0].effects.contains { effect in
        if case .board(.call(let effect)) = effect { isIt(effect) } else { false }
      }
    }
    #expect(said { if case .askFirst(true) = $0 { true } else { false } })
    let visitor = AdmissionRequest(number: 3, name: SafeText("Dot"), origin: .ticket(toDraw: false))
    world.handle(.call(.knocked(visitor)), at: 0)
    #expect(world.desks[0].notice.contains("Dot asks to watch you"))
    world.at(0) { $0.type("S") }
    #expect(!world.desks[0].screen.contains("Admit them to draw"))
    world.at(0) { $0.key(.enter) }
    #expect(said { if case .answer(visitor: 3, .nothing) = $0 { true } else { false } })
    world.handle(.call(.knocked(visitor)), at: 0)
    world.at(0) { $0.type("Sw") }
    #expect(said { if case .answer(visitor: 3, .watch) = $0 { true } else { false } })
  }
}
