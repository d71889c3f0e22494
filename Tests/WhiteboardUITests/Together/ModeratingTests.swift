@testable import SessionUI
import BoardEvents
import BoardModel
import EaselBase
import Testing

@testable import WhiteboardUI

/// The actions on a participant, and the notices that the others get.
@Suite struct ModeratingTests {
  @Test("Things that two cleared at once come back by a second R, with a notice")
  func twiceCleared() {
    var all = Gathering(2)
    all.meet()
    all.at(0) { $0.drag([(10, 5), (30, 9)]) }
    // Neither has heard of the other's.
    all.desks[1].type("C")
    all.at(0) { $0.type("C") }
    all.at(0) { $0.type("R") }
    #expect(all.desks[0].things.isEmpty && all.desks[0].top.contains("yet. R again"))
    all.at(0) { $0.type("R") }
    #expect(all.desks[0].top.contains("Restored."))
    #expect(all.desks.allSatisfy { $0.things.count == 1 })
  }

  /// Three people who have drawn a stroke each; the first can moderate.
  private func gathering(isHost: Bool = true) -> Gathering {
    var all = Gathering(3)
    all.meet()
    all.handle(.call(.connected(nil, canModerate: true)), at: 0)
    all.handle(.call(.members([], isHost: isHost)), at: 0)
    for seat in 0..<3 { all.at(seat) { $0.drag([(10, 4 + seat * 4), (30, 5 + seat * 4)]) } }
    return all
  }

  @Test("All ink of one author is hidden in one step, shown again, undone, and attributed")
  func hiding() {
    var all = gathering()
    all.at(0) { $0.type("P1h") }
    #expect(all.desks.allSatisfy { $0.things.count == 2 })
    #expect(all.desks[1].top.contains("Ann hid all that you drew. R brings it back."))
    #expect(all.desks[2].top.contains("Ann hid all that Bea drew."))
    all.at(0) { $0.type("P1s") }
    #expect(all.desks.allSatisfy { $0.things.count == 3 })
    #expect(all.desks[2].top.contains("Ann brought back what was hidden."))
    all.at(2) { $0.type("P2h") }
    #expect(all.desks.allSatisfy { $0.things.count == 2 })
    all.at(2) { $0.type("u") }
    #expect(all.desks.allSatisfy { $0.things.count == 3 })
    // Ink that they draw afterwards is visible.
    all.at(0) { $0.type("P1h") }
    all.at(1) { $0.drag([(10, 18), (30, 18)]) }
    #expect(all.desks.allSatisfy { $0.things.count == 3 })
  }

  @Test("Also after they have left") func leftBehind() {
    var all = gathering()
    all.leave(1, .left)
    all.at(0) { $0.type("P") }
    #expect(all.desks[0].screen.contains("Bea, not here"))
    all.at(0) { $0.click(on: "Bea, not here") }
    all.at(0) { $0.type("h") }
    #expect(all.desks[0].things.count == 2 && all.desks[2].things.count == 2)
    all.at(0) { $0.type("P") }
    all.at(0) { $0.click(on: "Bea, not here") }
    all.at(0) { $0.type("s") }
    #expect(all.desks[0].things.count == 3 && all.desks[2].things.count == 3)
  }

  @Test("A new watcher draws nothing until allowed again, and all are told by whom")
  func watching() {
    var all = gathering()
    all.at(0) { $0.type("P1w") }
    #expect(all.desks[1].top.contains("You only watch now. Ann says: I asked for it."))
    #expect(all.desks[2].top.contains("Bea only watches now. Ann says: I asked for it."))
    all.at(1) { $0.drag([(10, 18), (30, 18)]) }
    #expect(all.desks.allSatisfy { $0.things.count == 3 })
    all.at(0) { $0.type("P2d") }
    #expect(all.desks[0].top.contains("may draw from now on. Old tickets no longer work."))
    #expect(all.desks[1].top.contains("You may draw now. Ann says: I asked for it."))
    all.at(1) { $0.drag([(10, 18), (30, 18)]) }
    #expect(all.desks.allSatisfy { $0.things.count == 4 })
  }

  @Test("Removing asks twice; a removed participant has the picture, and draws on alone")
  func puttingOut() {
    var all = gathering()
    all.at(0) { $0.type("P1x") }
    #expect(all.desks[0].screen.contains("Remove Bea?"))
    all.at(0) { $0.key(.enter) }
    #expect(all.desks[1].board.sessions.presence.session != nil, "Enter puts somebody out")
    all.at(0) { $0.type("xx") }
    #expect(all.desks[2].top.contains("Bea was removed from the call. Ann says: I asked for it."))
    #expect(all.desks[0].top.contains("You removed Bea. Old tickets no longer work."))
    #expect(all.desks[1].top.contains("You were removed from the call. You keep the board."))
    #expect(all.desks[1].things.count == 3 && !all.desks[1].bottom.contains("Invite"))
    all.at(1) { $0.type("SIP") }
    #expect(
      all.desks[1].board.sheets.open == nil
        && all.desks[1].top.contains("You are out of the call"))
    all.at(1) { $0.drag([(10, 18), (30, 18)]) }
    #expect(all.desks[1].things.count == 4 && all.desks[0].things.count == 3)
  }

  @Test("Text that a new watcher was typing is kept in the clipboard")
  func typing() {
    var all = gathering()
    all.at(1) {
      $0.type("t")
      $0.mouse(.press(.left), 12, 16)
      $0.mouse(.release(.left), 12, 16)
      $0.type("hello")
    }
    all.at(0) { $0.type("P1w") }
    let copied = all.desks[1].effects.contains {
      if case .copy("hello") = $0 { true } else { false }
    }
    func isSaid(_ text: String) -> Bool {
      all.desks[1].board.notices.latest.contains { $0.string.contains(text) }
    }
    #expect(copied && isSaid("You are watching now: v pastes what you typed; it was sent to the"))
    #expect(!isSaid("in the clipboard"))
    all.handle(.copied("hello"), at: 1)
    #expect(isSaid("You are watching now: what you typed is in the clipboard."))
    all.at(0) { $0.type("P2d") }
    all.at(1) { $0.type("v") }
    #expect(all.desks[0].things.count == 4)
  }

  @Test("Only a host rules, and a watcher's claim to have ruled is not believed")
  func authority() {
    var all = gathering()
    all.at(1) { $0.type("P1") }
    #expect(!all.desks[1].screen.contains("Make them a watcher"))
    all.at(1) { $0.type("wx") }
    #expect(all.desks.allSatisfy { $0.board.drawing.recorder.mayDraw == true })
    all.tellRoster(of: all.session, watching: [1])
    let before = all.desks[0].top
    all.handle(
      .session(
        .happened(.ruled(.putOut, Gathering.seat(2)), by: Gathering.seat(1)), in: all.session),
      at: 0)
    #expect(all.desks[0].top == before)
  }

  @Test("The round trip is shown if it is felt, and so is a link that depends on one person")
  func surroundings() {
    var all = Gathering(2)
    all.meet()
    let before = all.desks[1].top
    func around(_ roundTrip: Int64?, _ hub: CallStatus.Hub? = nil) -> BoardEvent {
      .call(.around(CallStatus(people: [SafeText("Ann")], hub: hub, roundTrip: roundTrip)))
    }
    for near in [nil, -1, 0, 19] as [Int64?] {
      all.handle(around(near), at: 1)
      #expect(all.desks[1].top == before)
    }
    // The notice of the newcomer has gone.
    all.wait(10_000)
    for (far, shown) in [(20, "20 ms"), (43, "43 ms"), (214, "210 ms"), (4_963, "5000 ms")] {
      all.handle(around(Int64(far)), at: 1)
      #expect(all.desks[1].top.contains(shown))
    }
    all.handle(around(nil, .other(SafeText("Ann"))), at: 1)
    all.at(1) { $0.type("I") }
    #expect(all.desks[1].screen.contains("On this board: Ann."))
    #expect(all.desks[1].screen.contains("If Ann leaves, the session ends"))
  }

  @Test("A removed participant who is gone before the notice comes is named all the same")
  func goneBefore() throws {
    var all = gathering()
    let session = try #require(all.desks[2].board.sessions.presence.session?.session)
    let stays = [0, 2].map { SessionParticipant(id: Gathering.seat($0)) }
    all.handle(.session(.putOut([Gathering.seat(1)]), in: session), at: 2)
    all.handle(.session(.participants(stays), in: session), at: 2)
    #expect(all.desks[2].top.contains("Bea was removed from the call."))
    let word = SessionNotice.ruled(.putOut, Gathering.seat(1))
    all.handle(.session(.happened(word, by: Gathering.seat(0)), in: session), at: 2)
    #expect(all.desks[2].top.contains("Bea was removed from the call. Ann says: I asked for it."))
    // A ruling on a participant who was never there gives no notice.
    let stranger = SessionNotice.ruled(.putOut, Bytes16(high: 1, low: 1))
    all.at(2) { $0.wait(20_000) }
    all.handle(.session(.happened(stranger, by: Gathering.seat(0)), in: session), at: 2)
    #expect(!all.desks[2].top.contains("put"))
  }

  @Test("A removal is shown once the keys show it, and on no participant's word alone")
  func wordAlone() throws {
    var all = gathering()
    let session = try #require(all.desks[2].board.sessions.presence.session?.session)
    func notices(_ text: String) -> Int {
      all.desks[2].board.notices.latest.count { $0.string.contains(text) }
    }
    for seat in [0, 1] {
      let word = SessionNotice.ruled(.putOut, Gathering.seat(1 - seat))
      all.handle(.session(.happened(word, by: Gathering.seat(seat)), in: session), at: 2)
    }
    #expect(notices("from the call") == 0)
    for _ in 1...2 {
      all.handle(.session(.putOut([Gathering.seat(1)]), in: session), at: 2)
    }
    #expect(notices("Bea was removed from the call. Ann says: I asked for it.") == 1)
    #expect(notices("from the call") == 1)
    // The keys say nothing of Ann, who goes by herself.
    all.leave(0, .left)
    #expect(notices("Ann left.") == 1)
  }

  @Test("A claim of a ruling is shown only beside what the keys prove, within half a minute of it")
  func claims() throws {
    func notices(_ all: Gathering, _ text: String) -> Int {
      all.desks[2].board.notices.latest.count { $0.string.contains(text) }
    }
    for (ruling, fact) in [(Ruling.watches, "only watches"), (.draws, "may draw")] {
      var all = gathering()
      let session = all.session
      if ruling == .draws { all.tellRoster(of: session, watching: [1]) }
      let claim = SessionEvent.happened(.ruled(ruling, Gathering.seat(1)), by: Gathering.seat(0))
      // A claim that nothing proves is never shown.
      all.handle(.session(claim, in: session), at: 2)
      all.wait(RulingClaims.windowMilliseconds)
      all.tellRoster(of: session, watching: ruling == .watches ? [1] : [])
      #expect(notices(all, fact) == 0 && notices(all, "Ann says") == 0)
      // The screen shows a proved ruling once, with the first claim about it, in either order.
      all.handle(.session(claim, in: session), at: 2)
      all.handle(.session(claim, in: session), at: 2)
      let late = SessionEvent.happened(.ruled(ruling, Gathering.seat(1)), by: Gathering.seat(1))
      all.handle(.session(late, in: session), at: 2)
      #expect(notices(all, fact) == 1 && notices(all, "Ann says: I asked for it.") == 1)
      // The claim of another ruling does not fit.
      let wrong = SessionEvent.happened(.ruled(.putOut, Gathering.seat(1)), by: Gathering.seat(0))
      all.handle(.session(wrong, in: session), at: 2)
      #expect(notices(all, "removed") == 0)
    }
  }

  @Test("A moderator who is not the host hears that it is done once the keys prove it")
  func asking() throws {
    var all = gathering(isHost: false)
    let session = all.session
    func said(_ text: String) -> Bool {
      all.desks[0].board.notices.latest.contains { $0.string.contains(text) }
    }
    // The host does not answer at first.
    all.desks[0].type("P1xx")
    #expect(said("You asked the host to remove Bea.") && !said("was removed"))
    all.handle(.session(.putOut([Gathering.seat(1)]), in: session), at: 0)
    #expect(said("Bea was removed from the call. Old tickets no longer work."))
    #expect(!said("Ann says"))
  }

  @Test("Eight wait at the door for a word, and a ninth is turned away")
  func crowd() {
    var all = Gathering(1)
    for number in 1...UInt64(AdmissionQueue.countMax) + 1 {
      all.handle(.call(.knocked(AdmissionRequest(number: number, name: SafeText("Dot")))), at: 0)
    }
    let answered = all.desks[0].effects.compactMap { effect -> UInt64? in
      if case .board(.call(.answer(let visitor, .nothing))) = effect { visitor } else { nil }
    }
    #expect(answered == [UInt64(AdmissionQueue.countMax) + 1])
    #expect(all.desks[0].board.sessions.panel.admissions.waiting.count == AdmissionQueue.countMax)
  }

  @Test("A waiting guest is in the bar and among the people for as long as they wait")
  func waiting() {
    var all = Gathering(2)
    all.meet()
    for (number, name) in zip(UInt64(1)..., ["Dot", "Eve"]) {
      all.handle(.call(.knocked(AdmissionRequest(number: number, name: SafeText(name)))), at: 0)
    }
    all.at(0) { $0.wait(60_000) }
    #expect(!all.desks[0].top.contains("knocks") && all.desks[0].bottom.contains("Admit 2"))
    all.at(0) { $0.type("P") }
    #expect(all.desks[0].screen.contains("Dot and 1 more wait to be admitted"))
    all.at(0) { $0.click(on: "Dot and 1") }
    #expect(all.desks[0].screen.contains("Dot asks to join"))
    all.at(0) { $0.type("n") }
    #expect(all.desks[0].bottom.contains("Admit 1"))
    all.at(0) { $0.click(on: "Admit") }
    #expect(all.desks[0].screen.contains("Eve asks to join"))
    all.at(0) { $0.key(.escape) }
    all.handle(.call(.wentAway(visitor: 2)), at: 0)
    #expect(!all.desks[0].bottom.contains("Admit"))
  }

  @Test("S answers a knock from any sheet but one in which the user types")
  func answeringFromSheets() {
    let visitor = AdmissionRequest(number: 1, name: SafeText("Ida"), origin: .ticket(toDraw: true))
    for key in ["I", "P", "Q", "N", "E", "?", "c"] {
      var all = Gathering(2)
      all.meet()
      all.handle(
        .call(
          .connected(Tickets(drawing: nil, watching: SafeText("easel://a#c")), canModerate: true)),
        at: 0)
      all.at(0) { $0.type(key) }
      #expect(all.desks[0].board.sheets.open != nil, "\(key)")
      all.handle(.call(.knocked(visitor)), at: 0)
      all.at(0) { $0.type("S") }
      #expect(all.desks[0].screen.contains("Ida asks to join"), "\(key)")
    }
    var all = Gathering(1)
    all.handle(.call(.knocked(visitor)), at: 0)
    all.at(0) { $0.type(":S") }
    #expect(!all.desks[0].screen.contains("Ida asks to join"), "S is part of the search")
  }

  @Test("Guests with a ticket come in when asking ends; the others wait on")
  func askingEnds() {
    var all = Gathering(1)
    let tickets = Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"))
    all.handle(.call(.connected(tickets, canModerate: true)), at: 0)
    all.at(0) { $0.type("Ia") }
    let origins: [AdmissionRequest.Origin] = [
      .ticket(toDraw: true), .user(toDraw: true), .ticket(toDraw: false),
    ]
    for (number, origin) in zip(UInt64(1)..., origins) {
      all.handle(
        .call(.knocked(AdmissionRequest(number: number, name: SafeText("Ida"), origin: origin))),
        at: 0)
    }
    all.at(0) { $0.type("a") }
    let answers = all.desks[0].effects.compactMap { effect -> String? in
      if case .board(.call(.answer(let visitor, let answer))) = effect {
        "\(visitor) \(answer)"
      } else {
        nil
      }
    }
    #expect(answers == ["1 draw", "3 watch"])
    #expect(all.desks[0].board.sessions.panel.admissions.waiting.map(\.number) == [2])
  }

  @Test("A guest who asks to watch is let in to no more")
  func watcherAtTheDoor() {
    var all = Gathering(1)
    let visitor = AdmissionRequest(number: 1, name: SafeText("Dot"), origin: .user(toDraw: false))
    all.handle(.call(.knocked(visitor)), at: 0)
    #expect(all.desks[0].top.contains("Dot asks to watch you"))
    all.at(0) { $0.type("S") }
    #expect(all.desks[0].screen.contains("A user of this machine asks to watch"))
    #expect(!all.desks[0].screen.contains("Admit them to draw"))
    all.at(0) { $0.type("yw") }
    all.handle(.call(.knocked(visitor)), at: 0)
    all.at(0) {
      $0.type("S")
      $0.key(.enter)
    }
    let answers = all.desks[0].effects.compactMap { effect -> DoorAnswer? in
      if case .board(.call(.answer(visitor: 1, let answer))) = effect { answer } else { nil }
    }
    #expect(answers == [.watch, .nothing])
  }

  @Test("With a ticket one may have to wait for a word, which is not given by accident")
  func nods() {
    var all = Gathering(1)
    let tickets = Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c"))
    all.handle(.call(.connected(tickets, canModerate: true)), at: 0)
    all.at(0) {
      $0.type("Ia")
      $0.key(.escape)
    }
    func said(_ isIt: (CallEffect) -> Bool) -> Bool {
      all.desks[0].effects.contains { effect in
        if case .board(.call(let effect)) = effect { isIt(effect) } else { false }
      }
    }
    #expect(said { if case .askFirst(true) = $0 { true } else { false } })
    let visitor = AdmissionRequest(number: 3, name: SafeText("Dot"), origin: .ticket(toDraw: false))
    all.handle(.call(.knocked(visitor)), at: 0)
    #expect(all.desks[0].top.contains("Dot asks to watch you"))
    all.at(0) { $0.type("S") }
    #expect(!all.desks[0].screen.contains("Admit them to draw"))
    all.at(0) { $0.key(.enter) }
    #expect(said { if case .answer(visitor: 3, .nothing) = $0 { true } else { false } })
    all.handle(.call(.knocked(visitor)), at: 0)
    all.at(0) { $0.type("Sw") }
    #expect(said { if case .answer(visitor: 3, .watch) = $0 { true } else { false } })
  }
}
