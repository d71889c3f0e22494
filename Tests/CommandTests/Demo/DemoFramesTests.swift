import EaselTesting
import Foundation
import Rendering
import Testing
import Whiteboard

@testable import easel

/// The demo's screen in each state of drawing together, as three people see it.
@Suite(.serialized) struct DemoFramesTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  @Test(
    "Three people in panes: alone, asked, and on one board",
    arguments: [62, 110, 173], ["dusk", "light"])
  func states(columns: Int, theme: String) async throws {
    let panes = Panes(columns: columns, rows: 22, people: 3)
    let company = await Company.gather(["Kim", "Ada", "Ben"], panes, theme: theme)
    var expected: [(name: String?, frame: Frame)] = []
    func see(_ state: String) async {
      let name = "\(state) \(columns) \(theme)"
      func seen() -> [(name: String?, frame: Frame)] { [(name, company.screen(panes))] }
      if Self.isRecording { await company.settle() }
      // What is still on its way comes; then the screen is as it was.
      _ = await company.reach { (try? assertFrames(seen(), function: "states")) != nil }
      expected += seen()
    }
    func all(_ holds: (Whiteboard) -> Bool) -> Bool {
      company.stands.allSatisfy { holds($0.whiteboard) }
    }
    #expect(await company.reach { all(\.isEligible) })
    await see("eligible")

    company.draw(1, RobotPlan.number(0, of: 2).firstShape, panes)
    company.press(RobotKeys.share, of: 1)
    #expect(await company.reach { [0, 2].allSatisfy { company.stands[$0].whiteboard.isInvited } })
    company.press(.character("S"), of: 0)
    await see("offered")

    company.press(.enter, of: 0)
    #expect(await company.reach { company.stands[0].whiteboard.isInSession })
    await company.settle()
    company.join(2)
    #expect(await company.reach { all(\.isInSession) && company.isAlike(things: 2) })
    company.draw(2, RobotPlan.number(1, of: 2).firstShape, panes, lifts: false)
    company.type("'a house first", of: 1)
    company.press(.enter, of: 1)
    await see("together")

    company.press(.character("P"), of: 0)
    company.press(.character("Q"), of: 2)
    await see("people and leaving")
    try assertFrames(expected, function: "states")
  }

  @Test("The picture in the README is one of these screens")
  func readmePicture() throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let golden = here.appendingPathComponent(
      "__Frames__/DemoFramesTests/states.together-110-dusk.frame")
    let frame = try FrameGolden.frame(of: String(contentsOf: golden, encoding: .utf8))
    let picture = here.appendingPathComponent(
      "../../../Sources/easel/Documentation.docc/Resources/demo.svg"
    ).standardizedFileURL
    let theme = ThemeCatalog(Places.current()).themeOrDefault("dusk").0
    let drawn = SVGExporter.svg(frame, theme: theme)
    if Self.isRecording { try Data(drawn.utf8).write(to: picture) }
    #expect(try String(contentsOf: picture, encoding: .utf8) == drawn)
  }
}
