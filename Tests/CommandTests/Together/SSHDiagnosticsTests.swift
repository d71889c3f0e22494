import Foundation
import FrameTesting
import Glibc
import Testing
import TestThreads

/// The output of ssh and the far side at a terminal.
@Suite(.besidePool, .serialized) struct SSHDiagnosticsTests {
  private let here: Home

  init() throws { here = try Home() }

  /// A title, the clipboard, a cursor moved by one byte of C1, and a line that does not end.
  private static let hostile =
    #"\033]0;title\007\033]52;c;aGVsbG8=\007\302\2332J shown\nand \033[31mthis\033\\"#
  /// The part of it that remains.
  private static let shown = ["]0;title]52;c;aGVsbG8=2J shown", "and [31mthis\\"]

  /// A program in the place of ssh.
  private func stub(_ script: String) throws -> [String: String] {
    let path = try here.write("#!/bin/sh\n" + script, to: "stub")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return ["EASEL_SSH_COMMAND": path]
  }

  @Test(
    "only letters of ssh's output reach the terminal, on either stream",
    arguments: ["join", "view", "deploy", "play"])
  func characters(command: String) throws {
    let environment = try stub("printf '\(Self.hostile)' >&2; printf '\(Self.hostile)'; exit 255\n")
    let script = try here.write("stroke 0.1,0.1 0.2,0.2\n", to: "script")
    let before = command == "play" ? ["play", script, "--join"] : [command]
    let run = try EaselRun(before + ["ssh://there"], in: here, environment: environment)
    #expect(try run.waitForExit() == .code(1))
    let all = run.screen.text.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    #expect(all.first?.contains("by ssh…") == true)
    let lines = Array(all.dropFirst())
    // The output of a command that reads both streams alike is joined: one begins where the other
    // ends.
    #expect(lines.count > 2 && lines[0] == Self.shown[0], "\(lines)")
    #expect(lines.count > 2 && lines[1].hasPrefix(Self.shown[1]), "\(lines)")
    #expect(lines.last == "easel: ssh could not get to there.")
    let controls = Set(run.output.filter { $0 < 0x20 || $0 == 0x7F || $0 == 0x9B })
    #expect(controls == Set("\r\n".utf8), "\(controls)")
  }

  @Test("once there is a picture nothing is heard, however much is said")
  func silence() throws {
    let far = try Home()
    let (gate, done) = (here.path("gate"), here.path("done"))
    let variables = far.environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    let environment = try stub(
      """
      printf '\(Self.hostile)\\n' >&2
      mkfifo \(gate)
      {
        read word <\(gate)
        printf '\\033]52;c;aGVsbG8=\\007late\\n' >&2
        head -c 1000000 /dev/zero | tr '\\0' x >&2
        echo heard >\(done)
      } </dev/null >/dev/null &
      exec env -i \(variables) \(Easel.binary.path) relay
      """)
    let there = try EaselRun(["--name", "Ann"], in: far)
    try there.waitUntilReady()
    let run = try EaselRun(
      ["join", "ssh://there", "--name", "Gil"], in: here, environment: environment)
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.send("S")
    try run.wait(for: "the session", until: \.isInSession)
    for line in Self.shown { #expect(run.end(of: line) != nil, "\(line)") }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: gate))
    try handle.write(contentsOf: Data("go\n".utf8))
    try handle.close()
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(done, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
    #expect(access(done, F_OK) == 0, "who says much waits for ever")
    try there.drag(line(from: (4, 4), to: (20, 4)))
    try run.waitForInk((19, 4))
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.end(of: "late") == nil && run.end(of: "xxxx") == nil)
    for steering in ["\u{1B}]0;", "\u{1B}]52;", "\u{1B}[31m", "\u{7}"] {
      #expect(run.end(of: steering) == nil, "\(steering.debugDescription)")
    }
  }
}
