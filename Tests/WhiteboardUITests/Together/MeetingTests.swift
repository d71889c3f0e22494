import BoardContract
import BoardDocument
import BoardModel
import BoardPaper
import BoardRendering
import CellFrame
import EaselBase
import SessionCore
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import SessionUI
@testable import WhiteboardUI

/// The way into a session, out of it, and to another board.
@Suite struct MeetingTests {
  @Test("A drawing of one is on the screen of all, whole and once") func drawing() {
    var world = WhiteboardWorld(3)
    world.at(0) { $0.drag([(10, 5), (30, 9)]) }
    world.meet()
    world.at(1) { $0.drag([(40, 5), (60, 15)]) }
    world.at(2) { $0.drag([(5, 18), (20, 20), (40, 18)]) }
    let hashes = Set(world.desks.map(\.replica.picture.stableHash))
    #expect(hashes.count == 1)
    #expect(world.desks.allSatisfy { $0.things.count == 3 && !$0.top.contains("empty") })
    for desk in world.desks { #expect(desk.frame == desk.frameFromScratch) }
  }

  @Test("Undo passes over what another person cleared, and says who brings it back") func cleared()
  {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.drag([(10, 5), (30, 9)])
      $0.drag([(10, 8), (30, 12)])
    }
    world.at(0) { $0.type("C") }
    world.at(1) { $0.type("u") }
    #expect(world.desks[1].notice.contains("undo: R brings back what Ann cleared."))
    world.at(1) {
      $0.drag([(40, 5), (60, 9)])
      $0.type("uU")
    }
    #expect(world.desks[1].things.count == 1)
    world.at(1) { $0.type("R") }
    #expect(world.desks.allSatisfy { $0.things.count == 3 })
  }

  @Test("The bar says what comes next, by mouse as by key") func bar() {
    var alone = WhiteboardWorld(1)
    #expect(alone.desks[0].bottom.contains("Invite"))
    alone.at(0) { $0.click(on: "Invite") }
    alone.at(0) { $0.click(on: "Wait for people") }
    #expect(alone.desks[0].bottom.contains("Waiting"))
    alone.at(0) { $0.type("Iw") }
    #expect(alone.desks[0].bottom.contains("Invite"))
    var world = WhiteboardWorld(2)
    #expect(world.desks[0].bottom.contains("Share") && world.desks[0].notice.contains("S shares"))
    world.at(0) { $0.click(on: "Share") }
    #expect(world.desks[1].bottom.contains("Join"))
    world.at(1) { $0.click(on: "Join: draw") }
    #expect(world.desks[1].bottom.contains("People 2"))
    world.at(1) { $0.click(on: "Leave") }
    world.at(1) { $0.click(on: "Leave; the others go on") }
    #expect(world.desks[1].notice.contains("You left. You keep the board."))
    #expect(world.desks[1].bottom.contains("Join"), "it goes on")
  }

  @Test(
    "Without a call, no page mentions a session, and its keys say that they need other people",
    arguments: "SIPQF!\"'<w")
  func noCall(key: Character) {
    var desk = Desk()
    #expect(!desk.screen.contains("call"))
    desk.type(String(key))
    #expect(desk.notice.contains("`easel host` invites them") && desk.board.sheets.open == nil)
    desk.type("?")
    for _ in 0..<60 {
      #expect(!desk.screen.contains("TOGETHER"))
      desk.key(.down)
    }
  }

  @Test("An offer is opened unasked only where nothing was begun") func offers() {
    var world = WhiteboardWorld(3)
    world.at(1) { $0.drag([(4, 4), (9, 9)]) }
    world.at(0) { $0.type("S") }
    #expect(world.desks[1].board.sheets.open == nil && world.desks[1].notice.contains("Ann shares"))
    #expect(world.desks[2].screen.contains("Ann shares “Ann's sketch”"))
    #expect(world.desks[2].screen.contains("Join: draw together"))
    world.at(2) { $0.type("n") }
    #expect(world.desks[2].bottom.contains("Join") && world.desks[2].board.sheets.open == nil)
    world.at(2) { $0.type("Sj") }
    #expect(world.desks[2].bottom.contains("People 2"))
    world.handle(.call(.withdrawn(SessionUUID(Bytes16(high: 9, low: 1)))), at: 1)
    #expect(world.desks[1].bottom.contains("Share"))
  }

  @Test("A joiner's own drawing stays behind, and is brought along as one gesture") func along() {
    var world = WhiteboardWorld(2)
    world.at(1) {
      $0.drag([(4, 4), (9, 9)])
      $0.type("t")
      $0.click(20, 10)
      $0.type("mine")
      $0.key(.escape)
    }
    world.meet()
    #expect(world.desks[1].things.isEmpty)
    world.at(1) { $0.type("Pb") }
    for desk in world.desks { #expect(desk.labels == ["mine"] && desk.things.count == 2) }
    world.at(1) { $0.type("u") }
    for desk in world.desks { #expect(desk.things.isEmpty) }
    world.at(0) { $0.type("P") }
    #expect(!world.desks[0].screen.contains("your own board"), "who shares has it there already")
  }

  @Test(
    "However a session ends, the picture stays and the stroke in progress is kept",
    arguments: [
      (Ending.left, "You left."), (.endedHere, "You ended the session for everyone."),
      (.ended(by: SafeText("Ann")), "Ann ended the session."),
      (.everyoneLeft, "Everyone else has left."), (.callEnded, "The session is over."),
      (.failed(SafeText("no route")), "no route."), (.ended(by: nil), "Somebody ended"),
    ]
  ) func endings(ending: Ending, sentence: String) {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.drag([(4, 4), (9, 9)]) }
    world.at(1) {
      $0.mouse(.press(.left), 20, 4)
      $0.mouse(.drag(.left), 30, 9)
    }
    world.leave(1, ending)
    #expect(world.desks[1].notice.contains(sentence))
    #expect(world.desks[1].notice.contains("You keep the board."))
    #expect(world.desks[1].things.count == 2 && world.desks[1].kept.count == 1)
    world.at(1) { $0.drag([(40, 4), (50, 9)]) }
    #expect(world.desks[1].things.count == 3 && world.desks[0].things.count == 1)
    #expect(world.desks[1].frame == world.desks[1].frameFromScratch)
  }

  @Test("Ending it for everyone is asked for twice, ends it for everyone, and says who did")
  func endForAll() {
    var world = WhiteboardWorld(3).inSession()
    world.at(2) { $0.type("Qe") }
    #expect(world.desks[2].screen.contains("End the session for all 3 people?"))
    world.at(2) { $0.key(.enter) }
    #expect(
      world.desks.allSatisfy { $0.board.sessions.presence.session != nil },
      "what is chosen is not to"
    )
    world.at(2) { $0.type("ee") }
    for desk in world.desks { #expect(desk.notice.contains("Cal ended the session.")) }
  }

  @Test("After a session ended for everyone, each person can share again at once", arguments: 0..<3)
  func sharedAgain(sharer: Int) {
    var world = WhiteboardWorld(3).inSession()
    world.at(2) { $0.type("Qe") }
    world.at(2) { $0.type("ee") }
    #expect(world.desks.allSatisfy { $0.board.sessions.presence.session == nil })
    world.at(sharer) { $0.type("S") }
    #expect(world.desks[sharer].board.sessions.presence.session != nil)
    let other = (sharer + 1) % 3
    world.at(other) { $0.type("Sj") }
    #expect(world.desks[other].board.sessions.presence.session != nil)
  }

  // MARK: Other boards

  @Test("A new board for everyone: what is under a pen stays on the old one") func newBoard() {
    var world = WhiteboardWorld(3).inSession()
    world.at(0) { $0.drag([(4, 4), (9, 9)]) }
    world.at(1) {
      $0.mouse(.press(.left), 20, 4)
      $0.mouse(.drag(.left), 30, 9)
    }
    world.at(0) { $0.type("N") }
    #expect(world.desks[0].screen.contains("Empty, for everyone"))
    world.at(0) { $0.type("e") }
    #expect(world.desks[1].kept.count == 1)
    for desk in world.desks {
      #expect(desk.things.isEmpty && desk.bottom.contains("3"))
      #expect(desk.board.sessions.panel.boards.previous != nil)
    }
    let greetings = world.desks.map {
      $0.board.notices.latest.count { $0.string.contains("joined") }
    }
    #expect(greetings == [2, 1, 0], "nobody joins who only came along")
    world.at(2) { $0.drag([(4, 4), (9, 9)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
    world.at(1) { $0.type("<") }
    #expect(
      world.desks.allSatisfy { $0.things.isEmpty && $0.board.sessions.presence.session != nil })
  }

  @Test("A board is opened for everyone, for oneself alone, or not at all", arguments: "emc")
  func anotherBoard(answer: Character) {
    var world = WhiteboardWorld(2).inSession()
    let list = [
      BoardSummary(path: "/old", name: SafeText("old"), changed: 0, entries: 1, isTrashed: false)
    ]
    world.at(0) {
      $0.type("B")
      $0.handle(.boards(list))
      $0.key(.enter)
    }
    #expect(world.desks[0].screen.contains("Only for me: I leave"))
    world.at(0) { $0.type(String(answer)) }
    let isIn = world.desks.map { $0.board.sessions.presence.session != nil }
    switch answer {
    case "e":
      #expect(isIn == [true, true] && world.desks[0].replica.name.string == "/old")
    case "m":
      #expect(isIn == [false, true] && world.desks[0].replica.name.string == "/old")
      #expect(world.desks[1].notice.contains("Ann left."))
    default:
      #expect(isIn == [true, true] && world.desks[0].replica.name.string == "Ann's sketch")
    }
  }

  @Test("A board that does not open leaves the session as it is") func notOpened() {
    var desk = WhiteboardWorld(1).desks[0]
    desk.enter(SessionUUID(Bytes16(high: 9, low: 1)), as: WhiteboardWorld.participant(0))
    desk.type("Ne")
    desk.handle(.openingFailed(reason: SafeText("the disk is full")))
    #expect(
      desk.notice.contains("Not opened: the disk is full.")
        && desk.board.sessions.presence.session != nil)
    desk.open(Desk.fresh)
    let shares = desk.effects.contains {
      if case .board(.call(.share)) = $0 { true } else { false }
    }
    #expect(!shares, "what opens later was asked for by nobody")
  }

  @Test("Inviting says whether another person is there already, and then shares at once")
  func inviting() {
    var world = WhiteboardWorld(2)
    world.at(0) { $0.type("I") }
    #expect(world.desks[0].screen.contains("Another person is connected."))
    world.at(0) { $0.type("s") }
    #expect(world.desks[0].board.isInSession && world.desks[1].board.isInvited)
    var alone = WhiteboardWorld(1)
    alone.at(0) { $0.type("I") }
    #expect(alone.desks[0].screen.contains("Nobody is connected."))
    alone.at(0) { $0.type("s") }
    #expect(!alone.desks[0].board.isInSession && alone.desks[0].bottom.contains("Waiting"))
  }

  @Test("A watcher changes nothing, and may look and point") func watching() {
    var world = WhiteboardWorld(2)
    world.at(0) { $0.drag([(4, 4), (9, 9)]) }
    world.meet()
    guard let session = world.desks[1].board.sessions.presence.session?.session else {
      Issue.record("nobody is in the session")
      return
    }
    world.sendRoster(of: session, watching: [1])
    world.at(1) {
      $0.drag([(20, 4), (30, 9)])
      $0.type("C")
      $0.drag([(4, 4)], .right)
      $0.handle(.input(.paste("text")))
      #expect($0.board.drawing.editor.text.draft == nil)
    }
    #expect(world.desks[1].things.count == 1 && world.desks[1].kept.isEmpty)
    #expect(world.desks[1].notice.contains("You are watching"))
    world.at(1) { $0.type("N") }
    #expect(!world.desks[1].screen.contains("for everyone"))
    world.at(1) {
      $0.key(.escape)
      $0.type("w")
      $0.mouse(.press(.left), 40, 12)
    }
    #expect(!world.desks[0].board.drawing.surface.guests.isEmpty)
  }

  @Test("A watcher is offered what they can do, and has their tool again when they may draw")
  func watchersBar() {
    var world = WhiteboardWorld(2, columns: 160).inSession()
    world.at(1) { $0.type("r") }
    world.sendRoster(of: world.session, watching: [1])
    let bar = world.desks[1].bottom
    for word in ["Clear", "New board", "Undo", "Redo", "Box", "Pen", "Width"] {
      #expect(!bar.contains(word), "\(word)")
    }
    for word in ["[g Hand]", "Select", "Info", "Laser", "Leave", "Help"] {
      #expect(bar.contains(word), "\(word)")
    }
    world.at(1) { $0.type("p") }
    #expect(world.desks[1].notice.contains("You are watching") && world.desks[1].bottom == bar)
    world.at(1) { $0.type(":") }
    for word in ["Undo", "Clear", "Paste", "Look here"] {
      #expect(!world.desks[1].screen.contains(word), "\(word)")
    }
    world.at(1) { $0.key(.escape) }
    world.sendRoster(of: world.session)
    #expect(
      world.desks[1].board.drawing.editor.tools.tool == .rectangle
        && world.desks[1].bottom.contains("Undo"))
  }

  @Test("A board that cannot be written is not opened for everyone, but alone")
  func readOnlyForEveryone() {
    var world = WhiteboardWorld(2).inSession()
    world.desks[0].within {
      $0.sessions.panel.boards.go(
        to: .new(keepingPicture: false), everyone: true, from: $0.drawing.recorder)
    }
    world.desks[0].effects = []
    var board = Desk.fresh
    board.readOnly = SafeText("it is read only")
    world.desks[0].open(board)
    let shares = world.desks[0].effects.contains {
      if case .board(.call(.share)) = $0 { true } else { false }
    }
    #expect(!shares && world.desks[0].notice.contains("you opened it alone"))
    #expect(!world.desks[0].board.isInSession)
  }

  @Test("Ink from after a session is one's own again, and can be brought along") func again() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.drag([(4, 4), (9, 9)]) }
    world.at(1) { $0.type("Ql") }
    world.at(1) { $0.type("S") }
    #expect(!world.desks[1].screen.contains("your own board"), "this board is the session's")
    world.at(1) { $0.type("n") }
    world.at(1) { $0.type("Ne") }
    world.at(1) { $0.drag([(20, 4), (30, 9)]) }
    world.at(1) { $0.type("Sj") }
    #expect(world.desks[1].things.count == 1)
    world.at(1) { $0.type("Pb") }
    #expect(world.desks.allSatisfy { $0.things.count == 2 })
  }

  @Test("A second session in reach is offered, and joined by the same key")
  func second() {
    var world = WhiteboardWorld(2).inSession()
    let invitation = world.desks[0].within(\.drawing.recorder.invitation)
    let offer = JoinableSession(
      session: SessionUUID(Bytes16(high: 8, low: 8)), invitation: invitation)
    world.handle(.call(.offered(offer)), at: 1)
    world.at(1) { $0.type("S") }
    #expect(world.desks[1].screen.contains("You leave the session you are in."))
    world.at(1) { $0.type("nS") }
    #expect(world.desks[1].screen.contains("2 people"))
  }

  @Test("The miniature shows what is on the board, in the colours that were chosen")
  func miniature() {
    var world = WhiteboardWorld(1)
    let blank = world.desks[0].within(\.drawing.recorder.invitation).miniature
    #expect(blank.isBlank)
    world.at(0) { $0.drag([(4, 4), (70, 20)]) }
    let miniature = world.desks[0].within(\.drawing.recorder.invitation).miniature
    let colors = Set(zip(miniature.dots, miniature.colors).filter { $0.0 != 0 }.map(\.1))
    #expect(colors == [PaletteColor.orange.rgb])
  }

  @Test("Every key of drawing together is in the help, the command palette and the sheet of people")
  func help() {
    var world = WhiteboardWorld(2, columns: 80, rows: 60).inSession()
    world.at(0) { $0.type("?") }
    var help = world.desks[0].screen
    world.at(0) { $0.key(.end) }
    help += world.desks[0].screen
    for keys in ["S I Q ", "P F ", "\" ", "! ", "< ", "s i g w "] {
      #expect(help.contains(" \(keys)"), "\(keys)")
    }
    world.at(0) {
      $0.key(.escape)
      $0.type(":")
      $0.key(.end)
    }
    for word in ["People", "Say something", "Look here", "Follow somebody", "Invite", "Leave"] {
      #expect(world.desks[0].screen.contains(word), "\(word)")
    }
  }

  @Test("Paper goes to the others before the first stroke") func paper() {
    var desk = Desk(columns: 120) { setup in
      setup.paper = PaperText(lines: [.init(runs: [.init(text: SafeText("what is read"))])])
    }
    #expect(desk.kept.isEmpty)
    desk.enter(SessionUUID(Bytes16(high: 9, low: 1)), as: WhiteboardWorld.participant(0))
    #expect(desk.kept.count == 1 && desk.replica.unkept == desk.kept)
    desk.drag([(4, 4), (9, 9)])
    #expect(desk.kept.count == 2)
    desk.kept(desk.kept[1].id)
    #expect(desk.replica.unkept.isEmpty && desk.top.contains("✓"), "\(desk.top)")
  }
}
