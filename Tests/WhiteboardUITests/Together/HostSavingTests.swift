import BoardModel
import EaselBase
import Testing

@testable import BoardEditor
@testable import ScreenCommands
@testable import SessionUI
@testable import WhiteboardUI

/// The guests' view of a host that cannot save the board.
@Suite struct HostSavingTests {
  private func row(of text: String, in desk: Desk) -> Int? {
    (1..<desk.frame.rows - 1).first { desk.text(row: $0).contains(text) }
  }

  @Test("A host that cannot save says why: the guests have it noticed once, and see it in the list")
  func hostCannotSave() throws {
    var all = Gathering(3) { setup, seat in if seat == 0 { setup.arrival = .hosting } }
    all.meet()
    let reason = SafeText("No space left on device")
    all.at(0) { $0.keepingFailed(reason) }
    for guest in 1...2 {
      // The reason is in quotation marks, because that participant's program chose it.
      let said =
        "Ann's Easel says it cannot save this board: \u{201C}No space left on device\u{201D}."
      #expect(all.desks[guest].board.notices.latest.first?.string == said)
    }
    all.at(1) { $0.type("P") }
    #expect(row(of: "Ann, Pen, cannot save", in: all.desks[1]) != nil)
    #expect(row(of: "Cal, Pen, cannot save", in: all.desks[1]) == nil)
    all.at(0) { $0.keepingRecovered() }
    #expect(row(of: "cannot save", in: all.desks[1]) == nil)
    // The notice is said once, whatever the host says.
    all.wait(60_000)
    all.at(0) { $0.keepingFailed(reason) }
    #expect(!all.desks[2].top.contains("cannot save"))
    #expect(row(of: "Ann, Pen, cannot save", in: all.desks[1]) != nil)
  }

  @Test("only the host says that a board cannot be saved, and a watcher is not believed")
  func guestCannotSave() throws {
    var all = Gathering(2) { setup, seat in if seat == 0 { setup.arrival = .hosting } }
    all.meet()
    all.handle(.keepingFailed(reason: SafeText("No space left on device")), at: 1)
    #expect(!all.desks[0].top.contains("cannot save"))
    all.tellRoster(of: all.session, watching: [1])
    let id = Gathering.seat(1)
    var appearance = try #require(all.desks[0].board.sessions.presence.session?.guest(id)?.known)
    appearance.unsaved = SafeText("a lie")
    all.handle(.session(.appeared(appearance, id), in: all.session), at: 0)
    all.at(0) { $0.type("P") }
    #expect(!all.desks[0].screen.contains("cannot save"))
    #expect(!all.desks[0].top.contains("cannot save"))
  }
}
