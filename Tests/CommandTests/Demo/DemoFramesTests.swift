import Foundation
import FrameTesting
import PictureFormats
import Testing

@testable import BoardSessions
@testable import easel
@testable import WhiteboardUI

/// The demo's screen in each state of drawing together, as three people see it.
@MainActor @Suite(.serialized) struct DemoFramesTests {
  @Test(
    "Alone, inviting, waiting for a guest, and sharing as soon as they come",
    arguments: DemoScene.screens)
  func staged(columns: Int, theme: String) async throws {
    let scene = DemoScene.open(["Kim"], columns, theme)
    await scene.see("alone")
    scene.call.draw(0, RobotPlan.number(0, of: 2).firstShape)
    scene.call.press(.character("I"), of: 0)
    await scene.see("inviting")
    scene.call.type("s", of: 0)
    await scene.see("waiting")
    scene.call.arrive("Ada")
    await scene.until {
      $0.controllers[0].whiteboard.isInSession && $0.controllers[1].whiteboard.isInvited
    }
    await scene.see("arrived")
    try scene.check()
  }

  @Test(
    "Three people in panes: alone, asked, and on one board",
    arguments: DemoScene.screens)
  func states(columns: Int, theme: String) async throws {
    let scene = DemoScene.open(["Kim", "Ada", "Ben"], columns, theme)
    let call = scene.call
    await scene.until { $0.areAll { $0.sessions.panel.surroundings.people.count == 2 } }
    await scene.see("eligible")

    call.draw(1, RobotPlan.number(0, of: 2).firstShape)
    await scene.share(by: 1)
    await scene.see("offered")
    call.type("n", of: 2)
    await scene.see("declined")

    for index in [0, 2] { await scene.join(index) }
    await scene.until { $0.isAlike(things: 2) }
    call.draw(2, RobotPlan.number(1, of: 2).firstShape, lifts: false)
    call.type("'a house first", of: 1)
    call.press(.enter, of: 1)
    await scene.see("together")

    call.press(.character("P"), of: 0)
    call.press(.character("Q"), of: 2)
    await scene.see("people and leaving")
    try scene.check()
  }

  @Test(
    "Showing: a laser, a text while it is typed, a place, and another person's view",
    arguments: DemoScene.screens)
  func showing(columns: Int, theme: String) async throws {
    let scene = await DemoScene.together(columns, theme)
    let call = scene.call
    call.type("w", of: 1)
    let beam = [(0.2, 0.2), (0.4, 0.3), (0.3, 0.5)].map { RobotPlan.Point(x: $0.0, y: $0.1) }
    call.draw(1, [beam], lifts: false)
    call.type("t", of: 2)
    call.click(2, 0.1, 0.7)
    call.type("a roof", of: 2)
    await scene.see("laser and typing")

    call.press(.escape, of: 2)
    call.click(1, 0.3, 0.5)
    call.pass(milliseconds: 60_000)
    call.type("++!", of: 1)
    await scene.until { call in [0, 2].allSatisfy { call.has($0, heard: "shows you this") } }
    await scene.see("shown a place")

    call.press(.escape, of: 0)
    call.pass(milliseconds: 60_000)
    call.type("P1f", of: 0)
    await scene.see("following")
    try scene.check()
  }

  @Test(
    "Other boards: asked, a new one for everyone, back to the last, and one's own brought along",
    arguments: DemoScene.screens)
  func boards(columns: Int, theme: String) async throws {
    let scene = await DemoScene.together(columns, theme)
    let call = scene.call
    call.press(.character("B"), of: 0)
    call.press(.up, of: 0)
    call.press(.enter, of: 0)
    await scene.see("another board")

    call.press(.escape, of: 0)
    call.draw(2, RobotPlan.number(1, of: 2).firstShape, lifts: false)
    call.type("N", of: 0)
    await scene.see("new session")
    call.type("e", of: 0)
    await scene.until { $0.areAcquainted([0, 1, 2]) && $0.isAlike(things: 0) }
    await scene.see("new board")

    call.pass(milliseconds: 60_000)
    call.type("<", of: 1)
    await scene.until { $0.areAcquainted([0, 1, 2]) && $0.isAlike(things: 9) }
    await scene.see("previous board")

    call.pass(milliseconds: 60_000)
    call.type("Pb", of: 0)
    await scene.until { $0.isAlike(things: 10) }
    await scene.see("brought along")
    try scene.check()
  }

  @Test(
    "The author of a thing, a clear that is taken back, and two ways out",
    arguments: DemoScene.screens)
  func leaving(columns: Int, theme: String) async throws {
    let scene = await DemoScene.together(columns, theme)
    let call = scene.call
    call.type("i", of: 0)
    call.click(0, 0.15, 0.4)
    await scene.see("who drew this")
    call.type("C", of: 1)
    await scene.until { $0.isAlike(things: 0) && $0.has(2, heard: "Ada cleared") }
    await scene.see("cleared")

    call.type("R", of: 2)
    await scene.until { $0.isAlike(things: 2) }
    call.pass(milliseconds: 60_000)
    call.type("Ql", of: 2)
    await scene.until { $0.has(0, heard: "Ben left") && $0.has(1, heard: "Ben left") }
    await scene.see("left")

    call.type("Qee", of: 1)
    await scene.until { $0.areAll { !$0.isInSession } }
    await scene.see("ended")
    try scene.check()
  }

  @Test("The picture in the README shows the demo before its last chapter")
  func readmePicture() async throws {
    let play = try DemoPlay(columns: 120, rows: 38)
    await play.perform(upTo: 4)
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let picture = here.appendingPathComponent(
      "../../../Sources/App/easel/Documentation.docc/Resources/demo.svg"
    ).standardizedFileURL
    await play.call.awaitQuiet()
    let drawn = play.picture
    if DemoScene.isRecording { try Data(drawn.utf8).write(to: picture) }
    #expect(try String(contentsOf: picture, encoding: .utf8) == drawn)
  }
}
