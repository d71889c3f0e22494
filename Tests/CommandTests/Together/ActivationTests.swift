import BoardContract
import BoardDocument
import EaselBase
import OpenGroupActivities
import Testing

@testable import BoardSessions
@testable import easel
@testable import ScreenContract
@testable import WhiteboardUI

/// Easel's own use of the library's calls for questions, notices and the foreground.
@MainActor @Suite(.serialized) struct ActivationTests {
  /// Ada and Ben in a session. Ada opens her first board again.
  private func asked() async -> WhiteboardCall {
    let call = await WhiteboardCall.pair(disk: TestDisk())
    let path = call.controllers[0].board.path ?? ""
    call.press(.character("N"), of: 0)
    call.press(.character("e"), of: 0)
    #expect(await call.reach { call.controllers.allSatisfy { $0.board.picture.things.isEmpty } })
    choose(path, in: call)
    #expect(
      await call.reach {
        if case .target = call.controllers[0].whiteboard.sheets.kind { true } else { false }
      })
    return call
  }

  private func choose(_ path: String, in call: WhiteboardCall) {
    call.press(.character("B"), of: 0)
    let board = BoardSummary(
      path: path, name: SafeText("first"), changed: 0, entries: 1, isTrashed: false)
    call.controllers[0].handle(.boards([board]))
    call.press(.enter, of: 0)
  }

  @Test("The answer “for everyone” is activationPreferred: the others come along")
  func preferred() async {
    let call = await asked()
    call.press(.character("e"), of: 0)
    #expect(await call.reach { call.isAlike(things: 1) && call.areAll(\.isInSession) })
  }

  @Test("The answer “only for me” is activationDisabled: the others stay")
  func disabled() async {
    let call = await asked()
    call.press(.character("m"), of: 0)
    #expect(
      await call.reach {
        !call.controllers[0].whiteboard.isInSession
          && call.controllers[0].board.picture.things.count == 1
      })
    #expect(call.controllers[1].whiteboard.isInSession)
    #expect(call.controllers[1].board.picture.things.isEmpty)
  }

  @Test("A question without an answer is cancelled, and all stay on the board")
  func cancelled() async {
    let call = await asked()
    call.press(.escape, of: 0)
    #expect(call.controllers[0].whiteboard.sheets.open == nil)
    await call.awaitQuiet()
    #expect(call.controllers.allSatisfy { $0.board.picture.things.isEmpty })
    #expect(call.areAll(\.isInSession))
  }

  @Test("A notice of showNotice is shown to its own user only")
  func notice() async throws {
    let call = await WhiteboardCall.pair(disk: TestDisk())
    let session = try #require(call.controllers[0].call.client?.runner?.session)
    let ben = try #require(session.activeParticipants.first { $0.name == "Ben" })
    session.showNotice(GroupSessionEvent(originator: ben, action: .pause, url: nil))
    #expect(await call.reach { call.has(0, heard: "Ben paused.") })
    #expect(!call.has(1, heard: "paused"))
  }

  @Test("A person in the same process is nearby")
  func nearby() async throws {
    let call = await WhiteboardCall.pair(disk: TestDisk())
    let session = try #require(call.controllers[0].call.client?.runner?.session)
    #expect(session.activeParticipants.filter(\.isNearbyWithLocalParticipant).count == 1)
  }
}
