import BoardContract
import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import Testing

@testable import SessionUI
@testable import WhiteboardUI

/// The laser, and the words at a pointer.
@Suite struct SpeechTests {
  @Test("A laser is seen by all, fades, and no log hears of it") func laser() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.type("w")
      $0.mouse(.press(.left), 10, 5)
      for column in 11...30 { $0.mouse(.drag(.left), column, 5) }
    }
    for desk in world.desks {
      #expect((11...28).allSatisfy { desk.frame[$0, 5].glyph != .space })
    }
    world.at(1) { $0.mouse(.release(.left), 30, 5) }
    world.wait(1_300)
    for desk in world.desks {
      #expect(desk.inkedRows.isEmpty && desk.things.isEmpty && desk.kept.isEmpty)
      #expect(desk.frame == desk.frameFromScratch)
    }
  }

  @Test("A laser whose owner falls silent fades all the same") func lostLaser() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.type("w")
      $0.mouse(.press(.left), 10, 5)
      $0.mouse(.drag(.left), 20, 5)
    }
    var desk = world.desks[0]
    #expect(!desk.inkedRows.isEmpty)
    desk.wait(1_600)
    #expect(desk.inkedRows.isEmpty && desk.frame == desk.frameFromScratch)
  }

  @Test("Speech stands at the pointer while it is typed, then as long as a notice")
  func speech() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.mouse(.move, 12, 6)
      $0.type("\"look q")
    }
    #expect(
      world.desks[0].screen.contains("Bea: look q") && world.desks[1].screen.contains("you: look q")
    )
    world.at(1) { $0.key(.backspace) }
    world.at(1) { $0.handle(.input(.paste("here\u{1B}[2J"))) }
    world.at(1) { $0.key(.enter) }
    world.wait(2_000)
    #expect(world.desks[0].screen.contains("Bea: look here[2J"))
    world.wait(9_000)
    #expect(!world.desks[0].screen.contains("Bea: look") && world.desks[0].things.isEmpty)
    world.at(0) { $0.type("n") }
    #expect(world.desks[0].screen.contains("Bea: look here[2J"), "it can be read again")
    #expect(world.desks[1].board.sessions.presence.talk.speech == nil)
  }

  @Test("Speech ends in time for all, though its speaker gets no other event but ink then")
  func speechAmidInk() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.mouse(.move, 12, 6)
      $0.type("\"here")
      $0.key(.enter)
    }
    world.at(0) { $0.mouse(.press(.left), 30, 10) }
    world.at(0) { $0.mouse(.drag(.left), 34, 10) }
    #expect(world.desks[0].screen.contains("Bea: here"))
    world.desks[1].pass(20_000)
    world.at(0) { $0.mouse(.drag(.left), 38, 10) }
    #expect(world.desks[1].isInked(38, 10))
    #expect(!world.desks[0].screen.contains("Bea: here"))
  }

  @Test("Speech beyond the screen is shown in the top line") func unseenSpeech() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.type("+++++++") }
    world.at(1) {
      $0.mouse(.move, 1, 2)
      $0.type("'far")
      $0.key(.enter)
    }
    world.wait(9_000)
    #expect(world.desks[0].notice.contains("Bea: far"))
  }

  @Test("Speech has a limit, and the speaker is told of it") func longSpeech() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.type("'" + String(repeating: "ab ", count: 21)) }
    #expect(!world.desks[0].notice.contains("as fits"))
    world.at(0) { $0.type("cd") }
    #expect(world.desks[0].notice.contains("The text is full"))
    world.at(0) { $0.key(.enter) }
    #expect(world.desks[1].screen.contains("ab ab c") && !world.desks[1].screen.contains("cd"))
  }
}
