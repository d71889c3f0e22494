import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Testing

@testable import BoardEditor
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The lock of the board on the screens of its people.
@Suite struct LockedBoardTests {
  /// Three people; the first can moderate.
  private func world(isHost: Bool = true, owned: Bool = false) -> WhiteboardWorld {
    let genesis = BoardGenesis(
      nonce: [UInt8](repeating: 1, count: 16),
      owner: [UInt8](repeating: 1, count: ReplicaGenesis.publicKeyLength))
    var world = WhiteboardWorld(3, genesis: owned ? genesis : .unowned).inSession()
    world.handle(.call(.connected(nil, canModerate: true)), at: 0)
    world.handle(.call(.members([], isHost: isHost)), at: 0)
    for index in 0..<3 { world.at(index) { $0.drag([(20, 4 + index * 4), (30, 5 + index * 4)]) } }
    return world
  }

  private func mayDraw(_ world: WhiteboardWorld) -> [Bool] {
    world.desks.map(\.board.drawing.recorder.mayDraw)
  }

  private func said(_ world: WhiteboardWorld, at index: Int) -> [String] {
    world.desks[index].board.notices.latest.map(\.string)
  }

  @Test("A lock by key makes all others watchers, all see it, and unlocking gives all the pen")
  func byKey() {
    var world = world()
    world.at(0) { $0.type("Pll") }
    #expect(mayDraw(world) == [true, false, false])
    #expect(
      world.desks[0].notice.contains(
        "You locked the board: 2 people watch. Old tickets no longer work."))
    for index in 1...2 { #expect(world.desks[index].notice.contains("Ann locked the board: you")) }
    #expect(world.desks.allSatisfy { $0.top.contains("locked") })
    world.at(1) { $0.drag([(20, 18), (30, 18)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 3 })
    world.at(1) { $0.type("P") }
    #expect(world.desks[1].screen.contains("Ann locked the board. You watch."))
    #expect(!world.desks[1].screen.contains("Unlock the board"))
    world.at(1) { $0.key(.escape) }
    world.at(0) { $0.type("Pl") }
    #expect(mayDraw(world) == [true, true, true])
    #expect(world.desks[1].notice.contains("The board is unlocked: you may draw again."))
    #expect(world.desks.allSatisfy { !$0.top.contains("locked") })
    world.at(1) { $0.drag([(20, 18), (30, 18)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 4 })
  }

  @Test("A lock by mouse spares the chosen people, who are told so")
  func byMouse() {
    var world = world()
    world.at(0) { $0.type("P") }
    world.at(0) { $0.click(on: "Lock the board") }
    #expect(world.desks[0].screen.contains("Lock the board?"))
    world.at(0) { $0.click(on: "Cal watches") }
    #expect(world.desks[0].screen.contains("Cal draws on"))
    world.at(0) { $0.click(on: "Bea watches") }
    world.at(0) { $0.click(on: "Bea draws on") }
    #expect(world.desks[0].screen.contains("Bea watches") && mayDraw(world) == [true, true, true])
    world.at(0) { $0.type("l") }
    #expect(mayDraw(world) == [true, false, true])
    #expect(world.desks[2].notice.contains("Ann locked the board: you may draw on."))
    // The right to draw is given to one person while the board stays locked.
    world.at(0) { $0.type("P2d") }
    #expect(mayDraw(world) == [true, true, true] && world.desks[0].top.contains("locked"))
  }

  @Test("Cancel locks nothing, and a user who cannot moderate has no such row")
  func cancelled() {
    var world = world()
    world.at(0) { $0.type("Pl1c") }
    #expect(mayDraw(world) == [true, true, true] && world.desks[0].screen.contains("3 people"))
    world.at(1) { $0.type("P") }
    #expect(!world.desks[1].screen.contains("Lock the board"))
    world.at(1) { $0.type("l") }
    #expect(mayDraw(world) == [true, true, true])
  }

  @Test("A stroke that a lock interrupts is lost with a sentence, and nobody has it")
  func interrupted() {
    var world = world()
    world.at(1) {
      $0.mouse(.press(.left), 20, 16)
      $0.mouse(.drag(.left), 30, 17)
    }
    world.at(0) { $0.type("Pll") }
    #expect(world.desks[1].notice.contains("You watch now: your unfinished change is lost."))
    #expect(said(world, at: 1).contains { $0.contains("Ann locked the board: you watch.") })
    world.at(1) { $0.mouse(.release(.left), 30, 17) }
    #expect(world.desks.allSatisfy { $0.things.count == 3 })
    // The other watcher hears of no loss.
    #expect(!said(world, at: 2).contains { $0.contains("unfinished") })
  }

  @Test("Ink from a part that was cut off during a lock never counts, also after unlocking")
  func cutOff() {
    var world = world(owned: true)
    // Bea draws in a part that has not heard of the lock, and Cal, who may draw on, passes it on.
    world.apart { world in
      world.at(1) { $0.drag([(20, 18), (30, 18)]) }
      world.at(0) { $0.type("Pl2l") }
    }
    let bea = world.desks[1].board.drawing.recorder.me
    #expect(mayDraw(world) == [true, false, true])
    #expect(world.desks.allSatisfy { $0.replica.log.isRevoked(bea) })
    for index in [0, 2] { #expect(world.desks[index].things.count == 3) }
    world.at(0) { $0.type("Pl") }
    #expect(world.desks.allSatisfy { !$0.replica.log.isRevoked(bea) })
    for index in [0, 2] { #expect(world.desks[index].things.count == 3) }
    world.at(1) { $0.drag([(20, 20), (30, 20)]) }
    for index in [0, 2] { #expect(world.desks[index].things.count == 4) }
  }

  @Test("An owner that is no host revokes nobody, since it could not end the lock")
  func ownerWithoutKeys() {
    var world = world(isHost: false, owned: true)
    world.at(0) { $0.type("Pll") }
    #expect(said(world, at: 0).contains { $0.contains("You asked the host to lock the board.") })
    #expect(world.desks[0].notice.contains("You locked the board: 2 people watch."))
    for desk in world.desks.dropFirst() {
      #expect(!world.desks[0].replica.log.isRevoked(desk.board.drawing.recorder.me))
    }
  }

  @Test("People who come back learn that their ink since the lock does not count")
  func told() {
    var world = world()
    world.handle(.call(.reach(.lost)), at: 1)
    world.at(1) { $0.wait(2_000) }
    world.handle(.call(.reach(.back)), at: 1)
    world.handle(.call(.locked(BoardLock(locker: SafeText("Ann"), mayDraw: false))), at: 1)
    #expect(
      world.desks[1].notice.contains("Ann locked the board while you were out of reach: you watch"))
    let state = "what you drew since then does not count."
    #expect(said(world, at: 1).contains { $0.hasSuffix(state) })
  }

  @Test("The question before a lock names those that are out of reach, and a lone host can lock")
  func absent() {
    var world = WhiteboardWorld(1)
    world.at(0) { $0.type("S") }
    world.handle(.call(.eligibility(true)), at: 0)
    world.at(0) { $0.type("\u{1B}S") }
    world.handle(.call(.connected(nil, canModerate: true)), at: 0)
    let away = CallMember(
      id: ParticipantUUID(Bytes16(high: .max, low: 1)), name: SafeText("Bea"), location: .away)
    world.handle(.call(.members([away], isHost: true)), at: 0)
    world.at(0) { $0.type("Pl") }
    let words = world.desks[0].sessionPages.lockingPage(sparing: []).heading
      .compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: " ")
    #expect(
      words.contains("Bea is out of reach: what they draw from now on does not count."))
  }

  @Test("A later change of the lock says nothing, and each beginning and end says one sentence")
  func sentences() {
    let own = BoardLock(authors: [AuthorID(Bytes16(high: 0, low: 1))])
    let draws = BoardLock(locker: SafeText("Ann"))
    let watches = BoardLock(locker: SafeText(""), mayDraw: false)
    func sentence(_ old: BoardLock?, _ new: BoardLock?) -> String? {
      BoardLock.sentence(from: old, to: new, isCutOff: false)
    }
    #expect(sentence(nil, nil) == nil && sentence(draws, watches) == nil)
    #expect(sentence(nil, own)?.contains("1 person watches") == true)
    #expect(sentence(nil, draws) == "Ann locked the board: you may draw on.")
    #expect(sentence(nil, watches) == "Somebody locked the board: you watch.")
    #expect(sentence(draws, nil) == "The board is unlocked: everyone may draw again.")
    #expect(sentence(watches, nil) == "The board is unlocked: you may draw again.")
  }
}
