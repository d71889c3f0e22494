import BoardDocument
import BoardEvents
import BoardLog
import BoardModel
import EaselBase
import Testing
import WhiteboardUI

@testable import BoardClient
@testable import BoardSessions
@testable import easel

/// Log and picture are made anew from the board's file, whatever the disk and the session do meanwhile.
@MainActor @Suite(.serialized) struct RebuildingTests {
  private let disk = TestDisk()

  /// Ada and Ben on Ada's board, where each has drawn one line.
  ///
  /// They have compared their pictures: until somebody draws again, no comparison finds what a test spoils.
  private func pair() async -> Company {
    let company = await Company.pair(disk: disk)
    company.draw(1, from: (30, 4), to: (50, 9))
    #expect(await company.reach { company.isAlike(things: 2) })
    await company.awaitQuiet()
    #expect(
      await company.reach { company.controllers.allSatisfy { $0.driver.client.hashing.due == nil } }
    )
    return company
  }

  private func things(of index: Int, _ company: Company) -> Int {
    company.controllers[index].board.picture.things.count
  }

  /// Ben's screen shows nothing any more, though his log has everything: only his file can mend that.
  private func spoil(_ company: Company) throws {
    let ben = company.controllers[1]
    let session = try #require(ben.whiteboard.session)
    _ = ben.driver.client.board.rebuild(ben.board.log, Picture(), hasUnreadable: false, since: [])
    ben.handle(.session(.rebuilt, in: session))
    #expect(things(of: 1, company) == 0)
  }

  private func wantRebuilding(_ company: Company) {
    let ben = company.controllers[1]
    ben.driver.client.rebuilding.want(at: ben.uptime)
  }

  /// Ben's disk does not answer while his file is read.
  private func hangWhileReading(_ company: Company) async throws {
    try spoil(company)
    disk.set(.hangs, for: .reading)
    wantRebuilding(company)
    #expect(await company.reach { disk.isAsked })
  }

  /// Ben leaves the session, and may join it again.
  private func leave(_ company: Company) async {
    let ben = company.controllers[1]
    company.type("Ql", of: 1)
    #expect(await company.reach { !ben.whiteboard.isInSession && ben.whiteboard.isInvited })
  }

  private func keptCount(of controller: BoardController) async -> Int? {
    await withCheckedContinuation { continuation in
      controller.writer.fetch { continuation.resume(returning: $0?.count) }
    }
  }

  // MARK: The disk

  @Test("If the file cannot be read, the screen stays, and the file is read again later")
  func failingRead() async throws {
    let company = await pair()
    try spoil(company)
    disk.set(.fails, for: .reading)
    wantRebuilding(company)
    #expect(
      await company.reach {
        disk.failures(of: .reading) > 0
          && company.controllers[1].driver.client.rebuilding.due != nil
      })
    #expect(things(of: 1, company) == 0)
    disk.set(.works, for: .reading)
    #expect(company.controllers[1].driver.client.hashing.due == nil)
    company.passInSession(milliseconds: Rebuilding.rest)
    #expect(await company.reach { company.isAlike(things: 2) })
  }

  @Test("If nothing can be written, a rebuilt picture has the entries that are not in the file yet")
  func failingWrite() async throws {
    let company = await pair()
    disk.set(.fails)
    company.draw(1, from: (30, 12), to: (50, 14))
    company.draw(0, from: (5, 12), to: (20, 14))
    #expect(await company.reach { things(of: 1, company) == 4 && disk.failures(of: .writing) > 0 })
    try spoil(company)
    wantRebuilding(company)
    #expect(await company.reach { things(of: 1, company) == 4 })
    #expect(things(of: 0, company) == 3)
    disk.set(.works)
    #expect(await company.reach { company.isAlike(things: 4) })
    let ben = company.controllers[1]
    #expect(await company.reach { ben.writer.waiting.isEmpty && ben.board.unkept.isEmpty })
    #expect(await keptCount(of: ben) == ben.board.log.count)
  }

  // MARK: The session

  @Test("A person who left while the file was read finds the picture made anew on coming back")
  func leftMeanwhile() async throws {
    let company = await pair()
    try await hangWhileReading(company)
    let ben = company.controllers[1]
    await leave(company)
    disk.set(.works, for: .reading)
    #expect(await company.reach { ben.driver.client.rebuilding.due != nil })
    company.passInSession(milliseconds: Rebuilding.rest)
    // Outside of the session the result would reach no screen, so that nothing is read.
    await company.awaitQuiet()
    #expect(ben.driver.client.rebuilding.due != nil && things(of: 1, company) == 0)
    company.join(1)
    #expect(await company.reach { company.isAlike(things: 2) })
  }

  @Test("A person who left and came back while the file was read gets the picture at once")
  func cameBackMeanwhile() async throws {
    let company = await pair()
    try await hangWhileReading(company)
    let ben = company.controllers[1]
    await leave(company)
    company.join(1)
    #expect(await company.reach { ben.whiteboard.isInSession })
    #expect(things(of: 1, company) == 0)
    disk.set(.works, for: .reading)
    #expect(await company.reach { company.isAlike(things: 2) })
  }

  @Test("A result goes to the board of the file, though another session on it has begun meanwhile")
  func anotherSession() async throws {
    let company = await pair()
    let before = company.controllers[1].whiteboard.session
    try await hangWhileReading(company)
    company.type("Qee", of: 0)
    #expect(await company.reach { company.controllers.allSatisfy { !$0.whiteboard.isInSession } })
    company.press(RobotKeys.share, of: 1)
    #expect(await company.reach { company.controllers[1].whiteboard.isInSession })
    #expect(company.controllers[1].whiteboard.session != before && things(of: 1, company) == 0)
    disk.set(.works, for: .reading)
    #expect(await company.reach { things(of: 1, company) == 2 })
  }

  @Test("A result never reaches the board of the session that has replaced the one before")
  func anotherBoard() async throws {
    let company = await pair()
    try await hangWhileReading(company)
    company.type("Ne", of: 0)
    #expect(await company.reach { company.isAlike(things: 0) && company.areAll(\.isInSession) })
    let board = company.controllers[0].board.log.board
    #expect(await company.reach { company.controllers[1].board.log.board == board })
    disk.set(.works, for: .reading)
    company.draw(1, from: (3, 3), to: (9, 3))
    #expect(await company.reach { company.isAlike(things: 1) })
    await company.awaitQuiet()
    #expect(company.isAlike(things: 1) && company.controllers[1].board.log.board == board)
    #expect(!company.controllers[1].driver.client.willRebuild)
  }
}
