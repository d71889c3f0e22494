import BoardModel
import EaselBase
import Testing

@testable import BoardEditor
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The guests' view of a host that cannot save the board.
@Suite struct HostSavingTests {
  private func row(of text: String, in desk: Desk) -> Int? {
    (1..<desk.frame.rows - 1).first { desk.text(row: $0).contains(text) }
  }

  @Test("A host that cannot save says why: the guests have it noticed once, and see it in the list")
  func hostCannotSave() throws {
    var world = WhiteboardWorld(3) { setup, index in if index == 0 { setup.arrival = .hosting } }
    world.meet()
    let reason = SafeText("No space left on device")
    world.at(0) { $0.keepingFailed(reason) }
    for guest in 1...2 {
      // The reason is in quotation marks, because that participant's program chose it.
      let said =
        "Ann's Easel says it cannot save this board: \u{201C}No space left on device\u{201D}."
      #expect(world.desks[guest].board.notices.latest.first?.string == said)
    }
    #expect(world.desks[1].top.contains("Ann cannot save"), "the cause has not ended")
    world.at(1) { $0.type("P") }
    #expect(row(of: "Ann, Pen, cannot save", in: world.desks[1]) != nil)
    #expect(row(of: "Cal, Pen, cannot save", in: world.desks[1]) == nil)
    world.at(0) { $0.keepingRecovered() }
    #expect(row(of: "Ann, Pen, cannot save", in: world.desks[1]) == nil)
    // The notice is said once, whatever the host says.
    world.wait(60_000)
    world.at(0) { $0.keepingFailed(reason) }
    #expect(!world.desks[2].notice.contains("cannot save"))
    #expect(row(of: "Ann, Pen, cannot save", in: world.desks[1]) != nil)
  }

  @Test("only the host says that a board cannot be saved, and a watcher is not believed")
  func guestCannotSave() throws {
    var world = WhiteboardWorld(2) { setup, index in if index == 0 { setup.arrival = .hosting } }
    world.meet()
    world.handle(.keepingFailed(reason: SafeText("No space left on device")), at: 1)
    #expect(!world.desks[0].notice.contains("cannot save"))
    world.sendRoster(of: world.session, watching: [1])
    let id = WhiteboardWorld.participant(1)
    var appearance = try #require(world.desks[0].board.sessions.presence.session?.guest(id)?.known)
    appearance.unsaved = SafeText("a lie")
    world.handle(.session(.appeared(appearance, id), in: world.session), at: 0)
    world.at(0) { $0.type("P") }
    #expect(!world.desks[0].screen.contains("cannot save"))
    #expect(!world.desks[0].notice.contains("cannot save"))
  }
}
