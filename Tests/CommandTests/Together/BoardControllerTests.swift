import BoardDocument
import BoardEvents
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import Testing

@testable import BoardClient
@testable import BoardSessions
@testable import easel
@testable import WhiteboardUI

@MainActor @Suite(.serialized) struct BoardControllerTests {
  @Test("A participant shares the board; others who join see it, and all draw on it at once")
  func sharing() async {
    let company = await together(["Ada", "Ben", "Cleo"])
    for index in 0...2 { company.draw(index, from: (30, 3 + 4 * index), to: (50, 5 + 4 * index)) }
    #expect(await company.reach { company.isAlike(things: 4) })
    // The author undoes the line, and it is gone everywhere.
    company.press(.character("u"), of: 2)
    #expect(await company.reach { company.isAlike(things: 3) })
  }

  /// People on the first one's board, on which one line is drawn.
  private func together(_ names: [String]) async -> Company {
    let company = Company.gather(names)
    company.draw(0, from: (5, 5), to: (20, 8))
    #expect(await company.reach { company.controllers.allSatisfy { $0.whiteboard.isEligible } })
    company.press(RobotKeys.share, of: 0)
    #expect(await company.reach { company.controllers[0].whiteboard.isInSession })
    #expect(
      await company.reach { company.controllers[1...].allSatisfy { $0.whiteboard.isInvited } })
    for index in company.controllers.indices.dropFirst() { company.join(index) }
    #expect(await company.reach { company.isAlike(things: 1) })
    return company
  }

  private func pair() async -> Company { await together(["Ada", "Ben"]) }

  @Test("A link that comes up has the member compare with the others at once")
  func linkCameUp() async throws {
    let company = await pair()
    let callClient = try #require(company.controllers[1].call.client)
    // Where a comparison is due within that moment anyhow, nothing changes: then the next time.
    for _ in 0..<1_000 {
      let isHastened = await MainActor.run {
        // On a busy machine a comparison may be overdue, which nothing hastens.
        company.controllers[1].wake()
        let before = company.controllers[1].driver.client.session?.shared
        callClient.handle(.linkCameUp)
        return company.controllers[1].driver.client.session?.shared != before
      }
      if isHastened { return }
    }
    Issue.record("nothing is compared")
  }

  @Test("A name that a guest sends does not stay: the host sends its own name again")
  func guestsName() async throws {
    let company = await pair()
    let name = company.controllers[0].board.name
    try #require(!name.string.isEmpty && company.controllers[1].board.name == name)
    for wrong in ["stolen", ""] {
      let runners = company.controllers.compactMap { $0.call.client?.runner }
      try #require(runners.count == 2)
      runners[1].describe(SafeText(wrong), nil)
      #expect(try runners[1].session.activity.read().invitation.title.string == wrong)
      let isOver = await company.reach {
        do {
          return try runners.allSatisfy { try $0.session.activity.read().invitation.title == name }
        } catch { return false }
      }
      #expect(isOver, "\(wrong)")
      #expect(company.controllers.allSatisfy { $0.board.name == name })
    }
  }

  @Test("A new board from this picture, for everyone: the others get the picture it begins from")
  func newBoard() async {
    let company = await pair()
    let before = company.controllers.map(\.board.log.genesis)
    #expect(before[0] == before[1] && before[0].base == nil)
    company.type("Nk", of: 0)
    #expect(
      await company.reach {
        let boards = company.controllers.map(\.board.log.genesis)
        return boards[0].base != nil && boards[0] == boards[1] && company.isAlike(things: 1)
          && company.controllers.allSatisfy { $0.whiteboard.isInSession }
          && company.areAcquainted([0, 1])
      })
    company.draw(1, from: (30, 4), to: (50, 9))
    #expect(await company.reach { company.isAlike(things: 2) })
    // Undo on the new board does not reach the old board's events, and undoes new ones by their
    // author.
    company.type("u", of: 1)
    #expect(await company.reach { company.isAlike(things: 1) })
  }

  @Test("Two of three get the picture at once, though neither can give it to the other")
  func newBoardOfThree() async {
    let company = await together(["Ada", "Ben", "Cleo"])
    company.type("Nk", of: 2)
    #expect(
      await company.reach {
        let boards = company.controllers.map(\.board.log.genesis)
        return boards[0].base != nil && Set(boards).count == 1 && company.isAlike(things: 1)
      })
  }

  @Test("All return to the previous board together, and it is as they left it")
  func goingBack() async {
    let company = await pair()
    company.draw(1, from: (30, 4), to: (50, 9))
    #expect(await company.reach { company.isAlike(things: 2) })
    company.type("Ne", of: 0)
    #expect(
      await company.reach {
        company.isAlike(things: 0) && company.controllers.allSatisfy { $0.whiteboard.isInSession }
      })
    company.draw(1, from: (3, 3), to: (9, 3))
    #expect(await company.reach { company.isAlike(things: 1) })
    company.type("<", of: 0)
    #expect(
      await company.reach {
        company.isAlike(things: 2) && company.controllers.allSatisfy { $0.whiteboard.isInSession }
      })
    company.draw(1, from: (3, 3), to: (9, 3))
    #expect(await company.reach { company.isAlike(things: 3) })
  }

  @Test("A stroke under a pen when the board changed is there for all who go back to it")
  func penAcrossBoards() async {
    let company = await pair()
    let line = (0...9).map { RobotPlan.Point(x: 0.2 + 0.06 * Double($0), y: 0.8) }
    company.draw(1, [line], lifts: false)
    company.type("Ne", of: 0)
    #expect(await company.reach { company.isAlike(things: 0) && company.areAll(\.isInSession) })
    company.type("<", of: 0)
    #expect(await company.reach { company.isAlike(things: 2) && company.areAll(\.isInSession) })
    // Each has it once.
    #expect(company.boards(of: 1) <= 2)
  }

  @Test("A participant who leaves draws on alone; both drawings are there when they come back")
  func comingBack() async {
    let company = await pair()
    company.type("Ql", of: 1)
    #expect(await company.reach { !company.controllers[1].whiteboard.isInSession })
    company.draw(1, from: (30, 4), to: (50, 4))
    company.draw(0, from: (30, 12), to: (50, 12))
    #expect(await company.reach { company.controllers[1].whiteboard.isInvited })
    company.join(1)
    #expect(await company.reach { company.isAlike(things: 3) })
  }

  @Test("A participant back from a board of their own finds the session's board, and no second one")
  func comingBackFromAnother() async throws {
    let company = await pair()
    company.draw(1, from: (30, 4), to: (50, 9))
    #expect(await company.reach { company.isAlike(things: 2) })
    let path = try #require(company.controllers[1].board.path)
    company.type("Ql", of: 1)
    #expect(await company.reach { !company.controllers[1].whiteboard.isInSession })
    company.type("Ne", of: 1)
    #expect(await company.reach { company.controllers[1].board.path != path })
    company.draw(1, from: (3, 3), to: (9, 3))
    company.draw(0, from: (40, 14), to: (50, 16))
    #expect(await company.reach { company.controllers[1].whiteboard.isInvited })
    company.join(1)
    #expect(await company.reach { company.isAlike(things: 3) })
    #expect(company.controllers[1].board.path == path)
  }

  @Test("The founder of a session leaves it as the others do, and comes back when they like")
  func founderLeaves() async {
    let company = await pair()
    company.type("Ql", of: 0)
    #expect(await company.reach { company.controllers[0].whiteboard.isInvited })
    await company.awaitQuiet()
    #expect(!company.controllers[0].whiteboard.isInSession)
    company.draw(0, from: (30, 4), to: (50, 4))
    company.draw(1, from: (30, 12), to: (50, 12))
    await company.awaitQuiet()
    company.join(0)
    #expect(await company.reach { company.isAlike(things: 3) })
  }

  @Test("A participant who leaves in the middle of a stroke leaves it with the others")
  func leavingMidStroke() async {
    let company = await pair()
    company.draw(1, RobotPlan.number(0, of: 2).firstShape, lifts: false)
    company.type("Ql", of: 1)
    #expect(await company.reach { !company.controllers[1].whiteboard.isInSession })
    let left = company.controllers[1].board.picture.things.count
    #expect(left > 1)
    #expect(await company.reach { company.controllers[0].board.picture.things.count == left })
  }

  @Test("A newcomer sees a stroke in progress from its beginning, and then as it was kept")
  func midStroke() async {
    let company = await pair()
    company.type("Ql", of: 1)
    #expect(await company.reach { company.controllers[1].whiteboard.isInvited })
    let line = (0...9).map { RobotPlan.Point(x: 0.2 + 0.06 * Double($0), y: 0.8) }
    company.draw(0, [line], lifts: false)
    company.join(1)
    func hasInk(_ column: Int) -> Bool {
      (14...16).contains { company.controllers[1].frame[column, $0].glyph != .space }
    }
    #expect(await company.reach { (14...40).allSatisfy(hasInk) })
    #expect(company.controllers[1].board.picture.things.count == 1)
    let end = Pointer(CellPoint(column: 44, row: 15))
    company.controllers[0].handle(.input(.mouse(MouseEvent(.release(.left), at: end))))
    #expect(await company.reach { company.isAlike(things: 2) })
  }

  @Test("A line that is cancelled with Esc disappears from the others' screens, too")
  func abandoned() async {
    let company = await pair()
    let line = (0...9).map { RobotPlan.Point(x: 0.2 + 0.06 * Double($0), y: 0.8) }
    company.press(.character("/"), of: 0)
    company.draw(0, [line], lifts: false)
    func hasInk(_ column: Int) -> Bool {
      (14...16).contains { company.controllers[1].frame[column, $0].glyph != .space }
    }
    #expect(await company.reach { (16...38).allSatisfy(hasInk) })
    company.press(.escape, of: 0)
    #expect(await company.reach { !(16...38).contains(where: hasInk) })
    #expect(company.isAlike(things: 1))
  }

  @Test("A text is read by the others while it is typed, and then as it was kept")
  func typing() async {
    let company = await pair()
    company.type("t", of: 1)
    company.draw(1, from: (10, 12), to: (10, 12))
    func reads(_ text: String) -> Bool {
      let glyphs = company.controllers[0].frame.cells(row: 12).dropFirst(10).prefix(text.count)
      return glyphs.map(\.glyph.string).joined() == text
    }
    for character in ["r", "o", "o", "f"] { company.type(character, of: 1) }
    #expect(await company.reach { reads("roof") })
    company.press(.backspace, of: 1)
    #expect(await company.reach { reads("roo") && !reads("roof") })
    #expect(company.controllers[0].board.picture.things.count == 1)
    company.press(.escape, of: 1)
    #expect(await company.reach { company.isAlike(things: 2) && reads("roo") })
  }

  @Test("Ended for everyone, the picture stays with everyone")
  func ended() async {
    let company = await pair()
    company.type("Qee", of: 1)
    #expect(await company.reach { company.controllers.allSatisfy { !$0.whiteboard.isInSession } })
    #expect(company.isAlike(things: 1))
  }

  @Test("A picture rebuilt from the file lacks nothing, nor ink that comes meanwhile")
  func rebuilding() async {
    let company = await pair()
    company.draw(1, from: (30, 4), to: (50, 9))
    #expect(await company.reach { company.isAlike(things: 2) })
    let ada = company.controllers[0]
    #expect(ada.placement.current != nil)
    ada.driver.client.rebuilding.want(at: ada.uptime)
    ada.attend()
    // Ink that comes while the file is read is not lost.
    for index in [0, 1] { company.draw(index, from: (30, 12), to: (50, 12 + index)) }
    #expect(await company.reach { company.isAlike(things: 4) })
    await company.awaitQuiet()
    #expect(company.isAlike(things: 4))
  }

  @Test("All see the host's name of the board, whatever the guests' files are called")
  func names() async {
    let company = await pair()
    let (ada, ben) = (company.controllers[0], company.controllers[1])
    ada.filed(path: "0", name: SafeText("plan"))
    #expect(await company.reach { ben.board.name.string == "plan" })
    ben.filed(path: "0", name: SafeText("plan 2"))
    #expect(ben.board.name.string == "plan")
    company.type("Ql", of: 1)
    #expect(await company.reach { ben.whiteboard.isInvited })
    ada.filed(path: "0", name: SafeText("plan of the house"))
    #expect(
      await company.reach {
        ben.whiteboard.sessions.panel.offers.latest?.invitation.title.string == "plan of the house"
      })
    company.join(1)
    #expect(await company.reach { ben.board.name.string == "plan of the house" })
    #expect(company.has(1, heard: "“plan of the house”"))
  }

  @Test("A member who has not joined sees the board in the offer as it is now")
  func preview() async {
    let company = await together(["Ada", "Ben", "Cleo"])
    company.type("Ql", of: 2)
    #expect(await company.reach { company.controllers[2].whiteboard.isInvited })
    company.draw(0, from: (30, 12), to: (50, 13))
    #expect(
      await company.reach {
        company.pass(milliseconds: 100)
        return company.controllers[2].whiteboard.sessions.panel.offers.latest?.invitation.miniature
          == Miniature(of: company.controllers[0].board.picture)
      })
  }
}
