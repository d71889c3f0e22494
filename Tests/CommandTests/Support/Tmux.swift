import Foundation
import FrameTesting

/// A tmux server of its own.
struct Tmux {
  let home: Home
  private let socket: String

  init(in home: Home) throws {
    self.home = home
    socket = home.path("tmux")
  }

  func start(_ command: [String], environment: [String: String] = [:]) throws {
    let more = environment.flatMap { ["-e", "\($0.key)=\($0.value)"] }
    // One argument a word, so that no shell takes them apart.
    try run(["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24"] + more + command)
    try run(["set", "-g", "status", "off"])
  }

  /// Draws with the left button from cell to cell.
  func drag(_ path: [(column: Int, row: Int)]) throws {
    guard let first = path.first, let last = path.last else { return }
    try send("\u{1B}[<0;\(first.column + 1);\(first.row + 1)M")
    for cell in path { try send("\u{1B}[<32;\(cell.column + 1);\(cell.row + 1)M") }
    try send("\u{1B}[<0;\(last.column + 1);\(last.row + 1)m")
  }

  func send(_ text: String) throws { try run(["send-keys", "-l", text]) }

  @discardableResult
  func wait(for what: String, isThere: ([String]) -> Bool) throws -> [String] {
    let deadline = ContinuousClock.now + TerminalRun.patience
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
    while let more = pty.read(until: .now + TerminalRun.patience), !more.isEmpty { output += more }
    _ = pty.waitForExit()
    return String(decoding: output.filter { $0 != 13 }, as: UTF8.self)
  }
}
