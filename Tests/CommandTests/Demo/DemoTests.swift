import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// The demo as a user meets it: the built program in a pty, its robots at their own pace.
@Suite(.besidePool) struct DemoTests {
  @Test("One joins the robots by two keys, draws, and others see it")
  func joining() throws {
    let home = try Home()
    // Three panes of 40 columns, with a rule between.
    let run = try EaselRun(["demo", "--people", "3"], in: home, columns: 122, rows: 24)
    try run.wait(for: "somebody who shares") { $0.text[0].prefix(40).contains("shares") }
    try run.send("S")
    try run.wait(for: "the question") { $0.contains("Join: draw together") }
    try run.send("\r")
    try run.wait(for: "three people") { $0.text[23].prefix(40).contains("3") }
    let path = line(from: (4, 20), to: (30, 20))
    try run.drag(path)
    // Ada, in the pane beside, stays for ever; her view may be another by a dot.
    try run.wait(for: "the same ink beside") { screen in
      (41..<81).count { screen.hasInk(($0, 20)) } >= path.count - 2
    }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(try Easel.run(["boards", "list", "--names"], in: home).text.isEmpty)
  }

  @Test("Whom a demo cannot be shown is told why", arguments: ["1", "9", "-3", "many"])
  func people(_ count: String) throws {
    let outcome = try Easel.run(["demo", "--people=\(count)"], in: try Home.lasting())
    #expect(outcome.code == 2 && outcome.errors.contains("people"))
  }

  @Test("Without a terminal it says so")
  func nowhere() throws {
    let outcome = try Easel.run(["demo"], in: try Home.lasting())
    #expect(outcome.code == 2 && outcome.errors.contains("no terminal"))
  }
}
