import BoardContract
import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import Testing

@testable import BoardSessions
@testable import easel
@testable import SessionCore
@testable import WhiteboardUI

@MainActor @Suite(.serialized) struct BoardControllerTests {
  @Test("A participant shares the board; others who join see it, and all draw on it at once")
  func sharing() async {
    let call = await together(["Ada", "Ben", "Cleo"])
    for index in 0...2 { call.draw(index, from: (30, 3 + 4 * index), to: (50, 5 + 4 * index)) }
    #expect(await call.reach { call.isAlike(things: 4) })
    // The author undoes the line, and it is gone everywhere.
    call.press(.character("u"), of: 2)
    #expect(await call.reach { call.isAlike(things: 3) })
  }

  /// People on the first one's board, on which one line is drawn.
  private func together(_ names: [String]) async -> WhiteboardCall {
    let call = WhiteboardCall(names)
    call.draw(0, from: (5, 5), to: (20, 8))
    #expect(await call.reach { call.controllers.allSatisfy { $0.whiteboard.isEligible } })
    call.press(RobotKeys.share, of: 0)
    #expect(await call.reach { call.controllers[0].whiteboard.isInSession })
    #expect(
      await call.reach { call.controllers[1...].allSatisfy { $0.whiteboard.isInvited } })
    for index in call.controllers.indices.dropFirst() { call.join(index) }
    #expect(await call.reach { call.isAlike(things: 1) })
    return call
  }

  private func pair() async -> WhiteboardCall { await together(["Ada", "Ben"]) }

  @Test("A link that comes up has the member compare with the others at once")
  func linkCameUp() async throws {
    let call = await pair()
    let callClient = try #require(call.controllers[1].call.client)
    // Where a comparison is due within that moment anyhow, nothing changes: then the next time.
    for _ in 0..<1_000 {
      let isHastened = await MainActor.run {
        // On a busy machine a comparison may be overdue, which nothing hastens.
        call.controllers[1].wake()
        let before = call.controllers[1].driver.client.session?.shared
        callClient.handle(.linkCameUp)
        return call.controllers[1].driver.client.session?.shared != before
      }
      if isHastened { return }
    }
    Issue.record("nothing is compared")
  }

  @Test("A name that a guest sends does not stay: the host sends its own name again")
  func guestsName() async throws {
    let call = await pair()
    let name = call.controllers[0].board.name
    try #require(!name.string.isEmpty && call.controllers[1].board.name == name)
    for wrong in ["stolen", ""] {
      let runners = call.controllers.compactMap { $0.call.client?.runner }
      try #require(runners.count == 2)
      runners[1].describe(SafeText(wrong), nil)
      #expect(try runners[1].session.activity.read().invitation.title.string == wrong)
      let isOver = await call.reach {
        do {
          return try runners.allSatisfy { try $0.session.activity.read().invitation.title == name }
        } catch { return false }
      }
      #expect(isOver, "\(wrong)")
      #expect(call.controllers.allSatisfy { $0.board.name == name })
    }
  }

  @Test("A new board from this picture, for everyone: the others get the picture it begins from")
  func newBoard() async {
    let call = await pair()
    let before = call.controllers.map(\.board.log.genesis)
    #expect(before[0] == before[1] && before[0].base == nil)
    call.type("Nk", of: 0)
    #expect(
      await call.reach {
        let boards = call.controllers.map(\.board.log.genesis)
        return boards[0].base != nil && boards[0] == boards[1] && call.isAlike(things: 1)
          && call.controllers.allSatisfy { $0.whiteboard.isInSession }
          && call.areAcquainted([0, 1])
      })
    call.draw(1, from: (30, 4), to: (50, 9))
    #expect(await call.reach { call.isAlike(things: 2) })
    // Undo on the new board does not reach the old board's events, and undoes new ones by their
    // author.
    call.type("u", of: 1)
    #expect(await call.reach { call.isAlike(things: 1) })
  }

  @Test("Two of three get the picture at once, though neither can give it to the other")
  func newBoardOfThree() async {
    let call = await together(["Ada", "Ben", "Cleo"])
    call.type("Nk", of: 2)
    #expect(
      await call.reach {
        let boards = call.controllers.map(\.board.log.genesis)
        return boards[0].base != nil && Set(boards).count == 1 && call.isAlike(things: 1)
      })
  }

  @Test("All return to the previous board together, and it is as they left it")
  func goingBack() async {
    let call = await pair()
    call.draw(1, from: (30, 4), to: (50, 9))
    #expect(await call.reach { call.isAlike(things: 2) })
    call.type("Ne", of: 0)
    #expect(
      await call.reach {
        call.isAlike(things: 0) && call.controllers.allSatisfy { $0.whiteboard.isInSession }
      })
    call.draw(1, from: (3, 3), to: (9, 3))
    #expect(await call.reach { call.isAlike(things: 1) })
    call.type("<", of: 0)
    #expect(
      await call.reach {
        call.isAlike(things: 2) && call.controllers.allSatisfy { $0.whiteboard.isInSession }
      })
    call.draw(1, from: (3, 3), to: (9, 3))
    #expect(await call.reach { call.isAlike(things: 3) })
  }

  @Test("A stroke under a pen when the board changed is there for all who go back to it")
  func penAcrossBoards() async {
    let call = await pair()
    let line = (0...9).map { RobotPlan.Point(x: 0.2 + 0.06 * Double($0), y: 0.8) }
    call.draw(1, [line], lifts: false)
    call.type("Ne", of: 0)
    #expect(await call.reach { call.isAlike(things: 0) && call.areAll(\.isInSession) })
    call.type("<", of: 0)
    #expect(await call.reach { call.isAlike(things: 2) && call.areAll(\.isInSession) })
    // Each has it once.
    #expect(call.boards(of: 1) <= 2)
  }

  @Test("A participant who leaves draws on alone; both drawings are there when they come back")
  func comingBack() async {
    let call = await pair()
    call.type("Ql", of: 1)
    #expect(await call.reach { !call.controllers[1].whiteboard.isInSession })
    call.draw(1, from: (30, 4), to: (50, 4))
    call.draw(0, from: (30, 12), to: (50, 12))
    #expect(await call.reach { call.controllers[1].whiteboard.isInvited })
    call.join(1)
    #expect(await call.reach { call.isAlike(things: 3) })
  }

  @Test("A participant back from a board of their own finds the session's board, and no second one")
  func comingBackFromAnother() async throws {
    let call = await pair()
    call.draw(1, from: (30, 4), to: (50, 9))
    #expect(await call.reach { call.isAlike(things: 2) })
    let path = try #require(call.controllers[1].board.path)
    call.type("Ql", of: 1)
    #expect(await call.reach { !call.controllers[1].whiteboard.isInSession })
    call.type("Ne", of: 1)
    #expect(await call.reach { call.controllers[1].board.path != path })
    call.draw(1, from: (3, 3), to: (9, 3))
    call.draw(0, from: (40, 14), to: (50, 16))
    #expect(await call.reach { call.controllers[1].whiteboard.isInvited })
    call.join(1)
    #expect(await call.reach { call.isAlike(things: 3) })
    #expect(call.controllers[1].board.path == path)
  }

  @Test("The founder of a session leaves it as the others do, and comes back when they like")
  func founderLeaves() async {
    let call = await pair()
    call.type("Ql", of: 0)
    #expect(await call.reach { call.controllers[0].whiteboard.isInvited })
    await call.awaitQuiet()
    #expect(!call.controllers[0].whiteboard.isInSession)
    call.draw(0, from: (30, 4), to: (50, 4))
    call.draw(1, from: (30, 12), to: (50, 12))
    await call.awaitQuiet()
    call.join(0)
    #expect(await call.reach { call.isAlike(things: 3) })
  }

  @Test("A participant who leaves in the middle of a stroke leaves it with the others")
  func leavingMidStroke() async {
    let call = await pair()
    call.draw(1, RobotPlan.number(0, of: 2).firstShape, lifts: false)
    call.type("Ql", of: 1)
    #expect(await call.reach { !call.controllers[1].whiteboard.isInSession })
    let left = call.controllers[1].board.picture.things.count
    #expect(left > 1)
    #expect(await call.reach { call.controllers[0].board.picture.things.count == left })
  }

  @Test("A newcomer sees a stroke in progress from its beginning, and then as it was kept")
  func midStroke() async {
    let call = await pair()
    call.type("Ql", of: 1)
    #expect(await call.reach { call.controllers[1].whiteboard.isInvited })
    let line = (0...9).map { RobotPlan.Point(x: 0.2 + 0.06 * Double($0), y: 0.8) }
    call.draw(0, [line], lifts: false)
    call.join(1)
    func hasInk(_ column: Int) -> Bool {
      (14...16).contains { call.controllers[1].frame[column, $0].glyph != .space }
    }
    #expect(await call.reach { (14...40).allSatisfy(hasInk) })
    #expect(call.controllers[1].board.picture.things.count == 1)
    let end = Pointer(CellPoint(column: 44, row: 15))
    call.controllers[0].handle(.input(.mouse(MouseEvent(.release(.left), at: end))))
    #expect(await call.reach { call.isAlike(things: 2) })
  }

  @Test("A line that is cancelled with Esc disappears from the others' screens, too")
  func abandoned() async {
    let call = await pair()
    let line = (0...9).map { RobotPlan.Point(x: 0.2 + 0.06 * Double($0), y: 0.8) }
    call.press(.character("/"), of: 0)
    call.draw(0, [line], lifts: false)
    func hasInk(_ column: Int) -> Bool {
      (14...16).contains { call.controllers[1].frame[column, $0].glyph != .space }
    }
    #expect(await call.reach { (16...38).allSatisfy(hasInk) })
    call.press(.escape, of: 0)
    #expect(await call.reach { !(16...38).contains(where: hasInk) })
    #expect(call.isAlike(things: 1))
  }

  @Test("A text is read by the others while it is typed, and then as it was kept")
  func typing() async {
    let call = await pair()
    call.type("t", of: 1)
    call.draw(1, from: (10, 12), to: (10, 12))
    func reads(_ text: String) -> Bool {
      let glyphs = call.controllers[0].frame.cells(row: 12).dropFirst(10).prefix(text.count)
      return glyphs.map(\.glyph.string).joined() == text
    }
    for character in ["r", "o", "o", "f"] { call.type(character, of: 1) }
    #expect(await call.reach { reads("roof") })
    call.press(.backspace, of: 1)
    #expect(await call.reach { reads("roo") && !reads("roof") })
    #expect(call.controllers[0].board.picture.things.count == 1)
    call.press(.escape, of: 1)
    #expect(await call.reach { call.isAlike(things: 2) && reads("roo") })
  }

  @Test("Ended for everyone, the picture stays with everyone")
  func ended() async {
    let call = await pair()
    call.type("Qee", of: 1)
    #expect(await call.reach { call.controllers.allSatisfy { !$0.whiteboard.isInSession } })
    #expect(call.isAlike(things: 1))
  }

  @Test("A picture rebuilt from the file lacks nothing, nor ink that comes meanwhile")
  func rebuilding() async {
    let call = await pair()
    call.draw(1, from: (30, 4), to: (50, 9))
    #expect(await call.reach { call.isAlike(things: 2) })
    let ada = call.controllers[0]
    #expect(ada.placement.current != nil)
    ada.driver.client.rebuilding.want(at: ada.uptime)
    ada.attend()
    // Ink that comes while the file is read is not lost.
    for index in [0, 1] { call.draw(index, from: (30, 12), to: (50, 12 + index)) }
    #expect(await call.reach { call.isAlike(things: 4) })
    await call.awaitQuiet()
    #expect(call.isAlike(things: 4))
  }

  @Test("All see the host's name of the board, whatever the guests' files are called")
  func names() async {
    let call = await pair()
    let (ada, ben) = (call.controllers[0], call.controllers[1])
    ada.filed(path: "0", name: SafeText("plan"))
    #expect(await call.reach { ben.board.name.string == "plan" })
    ben.filed(path: "0", name: SafeText("plan 2"))
    #expect(ben.board.name.string == "plan")
    call.type("Ql", of: 1)
    #expect(await call.reach { ben.whiteboard.isInvited })
    ada.filed(path: "0", name: SafeText("plan of the house"))
    #expect(
      await call.reach {
        ben.whiteboard.sessions.panel.offers.latest?.invitation.title.string == "plan of the house"
      })
    call.join(1)
    #expect(await call.reach { ben.board.name.string == "plan of the house" })
    #expect(call.has(1, heard: "“plan of the house”"))
  }

  @Test("A member who has not joined sees the board in the offer as it is now")
  func preview() async {
    let call = await together(["Ada", "Ben", "Cleo"])
    call.type("Ql", of: 2)
    #expect(await call.reach { call.controllers[2].whiteboard.isInvited })
    call.draw(0, from: (30, 12), to: (50, 13))
    #expect(
      await call.reach {
        call.pass(milliseconds: 100)
        return call.controllers[2].whiteboard.sessions.panel.offers.latest?.invitation.miniature
          == Miniature(of: call.controllers[0].board.picture)
      })
  }
}
