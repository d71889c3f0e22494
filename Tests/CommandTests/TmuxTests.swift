import EaselTesting
import Foundation
import Testing

/// What a real emulator shows.
@Suite struct TmuxTests {
  @Test("tmux shows the bars and the line that was drawn in it")
  func tmux() throws {
    let home = try Home()
    let tmux = try Tmux(in: home)
    defer { tmux.end() }
    try tmux.start([Easel.binary.path, home.path("tmux.easel")])
    _ = try tmux.wait(for: "the bar") { $0[0].contains("empty") }
    let path = line(from: (10, 5), to: (30, 5))
    try tmux.send("\u{1B}[<0;11;6M")
    for cell in path { try tmux.send("\u{1B}[<32;\(cell.column + 1);\(cell.row + 1)M") }
    try tmux.send("\u{1B}[<0;31;6m")
    let rows = try tmux.wait(for: "the line, saved") { rows in
      let dots = rows[5].unicodeScalars.count { (0x2801...0x28FF).contains($0.value) }
      return dots == path.count && rows[0].contains("saved")
    }
    #expect(rows.count == 24)
    #expect(rows[23].contains("Clear"))
  }
}

/// A tmux server of its own.
private struct Tmux {
  let home: Home
  private let socket: String

  init(in home: Home) throws {
    self.home = home
    socket = home.path("tmux")
  }

  func start(_ command: [String]) throws {
    // One argument a word, so that no shell takes them apart.
    try run(["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24"] + command)
    try run(["set", "-g", "status", "off"])
  }

  func send(_ text: String) throws { try run(["send-keys", "-l", text]) }

  func wait(for what: String, isThere: ([String]) -> Bool) throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      let rows = try run(["capture-pane", "-p"]).split(
        separator: "\n", omittingEmptySubsequences: false
      ).dropLast().map(String.init)
      if !rows.isEmpty, isThere(rows) { return rows }
      if ContinuousClock.now > deadline {
        throw TerminalRun.Impatience("no \(what) in tmux:\n\(rows.joined(separator: "\n"))")
      }
    }
  }

  func end() { _ = try? run(["kill-server"]) }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    // In a pty rather than by `Process`, which would wait for the server that stays behind too.
    let pty = try PseudoTerminal(
      ["/usr/bin/env", "tmux", "-u", "-S", socket] + arguments, environment: home.environment,
      columns: 80, rows: 24)
    var output: [UInt8] = []
    while let more = pty.read(until: .now + .seconds(20)), !more.isEmpty { output += more }
    _ = pty.waitForExit()
    return String(decoding: output.filter { $0 != 13 }, as: UTF8.self)
  }
}
