import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// The demo as a user meets it: the built program in a pty, its robots at their own pace.
@Suite(.besidePool) struct DemoTests {
  @Test("S gives the user a pane on the board of the robots, and others see what the user draws")
  func joining() throws {
    let home = try Home()
    // Two robots, and a pane for the user beside them; each has 39 columns.
    let run = try EaselRun(["demo", "--people", "3"], in: home, columns: 121, rows: 24)
    try run.wait(for: "the hint") { $0.text[23].contains("S draw with them") }
    try run.send("S")
    try run.wait(for: "the session") { screen in
      screen.contains("You (") && screen.text[22].suffix(41).contains("P3")
    }
    let path = line(from: (85, 20), to: (105, 20))
    try run.drag(path)
    try run.wait(for: "the same ink beside") { screen in
      (0..<39).count { screen.hasInk(($0, 20)) } >= path.count - 2
    }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(try Easel.run(["boards", "list", "--names"], in: home).text.isEmpty)
  }

  @Test("q and Esc end the demo, which leaves one line", arguments: ["q", "\u{1B}"])
  func leaving(key: String) throws {
    let run = try EaselRun(["demo"], in: try Home(), columns: 80, rows: 24)
    try run.wait(for: "a mountain") { screen in (0..<39).contains { screen.hasInk(($0, 12)) } }
    try run.send(key)
    #expect(try run.waitForExit() == .code(0))
    #expect(run.screen.text.contains { $0.contains("That was easel demo.") })
  }

  @Test("A wrong number of people is refused with a sentence", arguments: ["2", "9", "-3", "many"])
  func people(_ count: String) throws {
    let outcome = try Easel.run(["demo", "--people=\(count)"], in: try Home.lasting())
    #expect(outcome.code == 2 && outcome.errors.contains("people"))
  }

  @Test("Without a terminal it says so")
  func nowhere() throws {
    let outcome = try Easel.run(["demo"], in: try Home.lasting())
    #expect(outcome.code == 2 && outcome.errors.contains("needs a terminal"))
  }
}
