import BoardDocument
import EaselBase
import Testing

@testable import BoardSessions
@testable import easel
@testable import WhiteboardUI

/// An entry is sent to the others only when it is safe on the disk.
@MainActor @Suite(.serialized) struct DurableFirstTests {
  private let disk = TestDisk()

  private func things(of index: Int, _ company: Company) -> Int {
    company.controllers[index].board.picture.things.count
  }

  /// Ben draws. When his disk has been asked, he sends a marker over the same ordered link: entries sent
  /// before the disk answered would reach Ada before the marker.
  private func drawAndSendMarker(_ company: Company, whenAsked: () -> Bool) async {
    company.draw(1, from: (30, 4), to: (50, 9))
    #expect(await company.reach(whenAsked))
    company.controllers[1].attend()
    company.press(.character("!"), of: 1)
    #expect(await company.reach { company.has(0, heard: "Ben shows you this place") })
  }

  @Test(
    "While the disk does not answer, no part of a line is sent; when it answers, the whole line is")
  func slow() async {
    let company = await Company.pair(disk: disk)
    disk.set(.hangs)
    await drawAndSendMarker(company) { disk.isAsked }
    #expect(things(of: 1, company) == 2 && things(of: 0, company) == 1)
    disk.set(.works)
    #expect(await company.reach { company.isAlike(things: 2) })
  }

  @Test(
    "While a slow disk holds up another board, others' ink is shown, and keys wait for that board")
  func leaving() async {
    let company = await Company.pair(disk: disk, patience: 300_000)
    let ben = company.controllers[1]
    let board = ben.board.log.board
    disk.set(.hangs)
    company.draw(1, from: (30, 4), to: (50, 9))
    #expect(await company.reach { disk.isAsked })
    company.type("Nm", of: 1)
    company.type("?", of: 1)
    company.draw(0, from: (5, 12), to: (20, 14))
    #expect(await company.reach { things(of: 1, company) == 3 })
    #expect(ben.board.log.board == board && ben.whiteboard.sheets.open == nil)
    disk.set(.works)
    #expect(await company.reach { ben.board.log.board != board })
    #expect(await company.reach { ben.whiteboard.sheets.open?.kind == .help })
    #expect(things(of: 1, company) == 0)
  }

  @Test("While the disk fails, no part of a line is sent; when it works again, the whole line is")
  func failing() async {
    let company = await Company.pair(disk: disk)
    disk.set(.fails)
    await drawAndSendMarker(company) { company.has(1, heard: "Failure") }
    #expect(things(of: 1, company) == 2 && things(of: 0, company) == 1)
    disk.set(.works)
    #expect(await company.reach { company.isAlike(things: 2) })
  }
}
