import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// The screen in a real emulator.
@Suite(.besidePool) struct TmuxTests {
  @Test("tmux shows the bars and the line that was drawn in it")
  func tmux() throws {
    let home = try Home()
    let tmux = try Tmux(in: home)
    defer { tmux.end() }
    try tmux.start([Easel.binary.path, home.path("tmux.easel")])
    _ = try tmux.wait(for: "the bar") { $0[0].contains("empty") }
    // A wider line fills whole cells, which tmux shows as blanks.
    try tmux.send("1")
    let path = line(from: (10, 5), to: (30, 5))
    try tmux.drag(path)
    let rows = try tmux.wait(for: "the line, saved") { rows in
      let dots = rows[5].count { $0.isInk }
      return dots == path.count && rows[0].contains("✓")
    }
    #expect(rows.count == 24)
    #expect(rows[23].contains("Clear"))
  }
}
