import BoardDocument
import EaselBase
import Testing

@testable import BoardSessions
@testable import easel
@testable import WhiteboardUI

/// An entry is sent to the others only when it is safe on the disk.
@MainActor @Suite(.serialized) struct DurableFirstTests {
  private let disk = TestDisk()

  private func things(of index: Int, _ call: WhiteboardCall) -> Int {
    call.controllers[index].board.picture.things.count
  }

  /// Ben draws. When his disk has been asked, he sends a marker over the same ordered link: entries sent
  /// before the disk answered would reach Ada before the marker.
  private func drawAndSendMarker(_ call: WhiteboardCall, whenAsked: () -> Bool) async {
    call.draw(1, from: (30, 4), to: (50, 9))
    #expect(await call.reach(whenAsked))
    call.controllers[1].attend()
    call.press(.character("!"), of: 1)
    #expect(await call.reach { call.has(0, heard: "Ben shows you this place") })
  }

  @Test(
    "While the disk does not answer, no part of a line is sent; when it answers, the whole line is")
  func slow() async {
    let call = await WhiteboardCall.pair(disk: disk)
    disk.set(.hangs)
    await drawAndSendMarker(call) { disk.isAsked }
    #expect(things(of: 1, call) == 2 && things(of: 0, call) == 1)
    disk.set(.works)
    #expect(await call.reach { call.isAlike(things: 2) })
  }

  @Test(
    "While a slow disk holds up another board, others' ink is shown, and keys wait for that board")
  func leaving() async {
    let call = await WhiteboardCall.pair(disk: disk, patience: 300_000)
    let ben = call.controllers[1]
    let board = ben.board.log.board
    disk.set(.hangs)
    call.draw(1, from: (30, 4), to: (50, 9))
    #expect(await call.reach { disk.isAsked })
    call.type("Nm", of: 1)
    call.type("?", of: 1)
    call.draw(0, from: (5, 12), to: (20, 14))
    #expect(await call.reach { things(of: 1, call) == 3 })
    #expect(ben.board.log.board == board && ben.whiteboard.sheets.open == nil)
    disk.set(.works)
    #expect(await call.reach { ben.board.log.board != board })
    #expect(await call.reach { ben.whiteboard.sheets.open?.kind == .help })
    #expect(things(of: 1, call) == 0)
  }

  @Test("While the disk fails, no part of a line is sent; when it works again, the whole line is")
  func failing() async {
    let call = await WhiteboardCall.pair(disk: disk)
    disk.set(.fails)
    await drawAndSendMarker(call) { call.has(1, heard: "Failure") }
    #expect(things(of: 1, call) == 2 && things(of: 0, call) == 1)
    disk.set(.works)
    #expect(await call.reach { call.isAlike(things: 2) })
  }
}
