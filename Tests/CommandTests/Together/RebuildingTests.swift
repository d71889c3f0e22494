import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Testing
import WhiteboardUI

@testable import BoardSessions
@testable import easel
@testable import SessionCore

/// Log and picture are made anew from the board's file, whatever the disk and the session do meanwhile.
@MainActor @Suite(.serialized) struct RebuildingTests {
  private let disk = TestDisk()

  /// Ada and Ben on Ada's board, where each has drawn one line.
  ///
  /// They have compared their pictures: until somebody draws again, no comparison finds what a test spoils.
  private func pair() async -> WhiteboardCall {
    let call = await WhiteboardCall.pair(disk: disk)
    call.draw(1, from: (30, 4), to: (50, 9))
    #expect(await call.reach { call.isAlike(things: 2) })
    await call.awaitQuiet()
    #expect(
      await call.reach { call.controllers.allSatisfy { $0.driver.client.hashing.due == nil } }
    )
    return call
  }

  private func things(of index: Int, _ call: WhiteboardCall) -> Int {
    call.controllers[index].board.picture.things.count
  }

  /// Ben's screen shows nothing any more, though his log has everything: only his file can mend that.
  private func spoil(_ call: WhiteboardCall) throws {
    let ben = call.controllers[1]
    let session = try #require(ben.whiteboard.session)
    _ = ben.driver.client.board.rebuild(ben.board.log, Picture(), hasUnreadable: false, since: [])
    ben.handle(.session(.rebuilt, in: session))
    #expect(things(of: 1, call) == 0)
  }

  private func wantRebuilding(_ call: WhiteboardCall) {
    let ben = call.controllers[1]
    ben.driver.client.rebuilding.want(at: ben.uptime)
  }

  /// Ben's disk does not answer while his file is read.
  private func hangWhileReading(_ call: WhiteboardCall) async throws {
    try spoil(call)
    disk.set(.hangs, for: .reading)
    wantRebuilding(call)
    #expect(await call.reach { disk.isAsked })
  }

  /// Ben leaves the session, and may join it again.
  private func leave(_ call: WhiteboardCall) async {
    let ben = call.controllers[1]
    call.type("Ql", of: 1)
    #expect(await call.reach { !ben.whiteboard.isInSession && ben.whiteboard.isInvited })
  }

  private func keptCount(of controller: BoardController) async -> Int? {
    await withCheckedContinuation { continuation in
      controller.writer.fetch { continuation.resume(returning: $0?.count) }
    }
  }

  // MARK: The disk

  @Test("If the file cannot be read, the screen stays, and the file is read again later")
  func failingRead() async throws {
    let call = await pair()
    try spoil(call)
    disk.set(.fails, for: .reading)
    wantRebuilding(call)
    #expect(
      await call.reach {
        disk.failures(of: .reading) > 0
          && call.controllers[1].driver.client.rebuilding.due != nil
      })
    #expect(things(of: 1, call) == 0)
    disk.set(.works, for: .reading)
    #expect(call.controllers[1].driver.client.hashing.due == nil)
    call.passInSession(milliseconds: Rebuilding.rest)
    #expect(await call.reach { call.isAlike(things: 2) })
  }

  @Test("If nothing can be written, a rebuilt picture has the entries that are not in the file yet")
  func failingWrite() async throws {
    let call = await pair()
    disk.set(.fails)
    call.draw(1, from: (30, 12), to: (50, 14))
    call.draw(0, from: (5, 12), to: (20, 14))
    #expect(await call.reach { things(of: 1, call) == 4 && disk.failures(of: .writing) > 0 })
    try spoil(call)
    wantRebuilding(call)
    #expect(await call.reach { things(of: 1, call) == 4 })
    #expect(things(of: 0, call) == 3)
    disk.set(.works)
    #expect(await call.reach { call.isAlike(things: 4) })
    let ben = call.controllers[1]
    #expect(await call.reach { ben.writer.waiting.isEmpty && ben.board.unkept.isEmpty })
    #expect(await keptCount(of: ben) == ben.board.log.count)
  }

  // MARK: The session

  @Test("A person who left while the file was read finds the picture made anew on coming back")
  func leftMeanwhile() async throws {
    let call = await pair()
    try await hangWhileReading(call)
    let ben = call.controllers[1]
    await leave(call)
    disk.set(.works, for: .reading)
    #expect(await call.reach { ben.driver.client.rebuilding.due != nil })
    call.passInSession(milliseconds: Rebuilding.rest)
    // Outside of the session the result would reach no screen, so that nothing is read.
    await call.awaitQuiet()
    #expect(ben.driver.client.rebuilding.due != nil && things(of: 1, call) == 0)
    call.join(1)
    #expect(await call.reach { call.isAlike(things: 2) })
  }

  @Test("A person who left and came back while the file was read gets the picture at once")
  func cameBackMeanwhile() async throws {
    let call = await pair()
    try await hangWhileReading(call)
    let ben = call.controllers[1]
    await leave(call)
    call.join(1)
    #expect(await call.reach { ben.whiteboard.isInSession })
    #expect(things(of: 1, call) == 0)
    disk.set(.works, for: .reading)
    #expect(await call.reach { call.isAlike(things: 2) })
  }

  @Test("A rebuilt board reaches its file, even if a new session on that file has begun")
  func anotherSession() async throws {
    let call = await pair()
    let before = call.controllers[1].whiteboard.session
    try await hangWhileReading(call)
    call.type("Qee", of: 0)
    #expect(await call.reach { call.controllers.allSatisfy { !$0.whiteboard.isInSession } })
    call.press(RobotKeys.share, of: 1)
    #expect(await call.reach { call.controllers[1].whiteboard.isInSession })
    #expect(call.controllers[1].whiteboard.session != before && things(of: 1, call) == 0)
    disk.set(.works, for: .reading)
    #expect(await call.reach { things(of: 1, call) == 2 })
  }

  @Test("A result never reaches the board of the session that has replaced the one before")
  func anotherBoard() async throws {
    let call = await pair()
    try await hangWhileReading(call)
    call.type("Ne", of: 0)
    #expect(await call.reach { call.isAlike(things: 0) && call.areAll(\.isInSession) })
    let board = call.controllers[0].board.log.board
    #expect(await call.reach { call.controllers[1].board.log.board == board })
    disk.set(.works, for: .reading)
    call.draw(1, from: (3, 3), to: (9, 3))
    #expect(await call.reach { call.isAlike(things: 1) })
    await call.awaitQuiet()
    #expect(call.isAlike(things: 1) && call.controllers[1].board.log.board == board)
    #expect(!call.controllers[1].driver.client.willRebuild)
  }
}
