import EaselTesting
import Foundation
import Testing

/// Over a real sshd and the system's ssh.
@Suite(
  .serialized, .timeLimit(.minutes(5)), .enabled(if: SSHServer.isInstalled, "there is no sshd"))
struct SSHTests {
  private func join(_ server: SSHServer, _ name: String, in home: Home) throws -> EaselRun {
    try EaselRun(
      ["join", server.target, "--name", name], in: home,
      environment: ["EASEL_SSH_COMMAND": server.command])
  }

  @Test("one here and one there draw together, and both have the picture")
  func together() throws {
    let (server, here) = (try SSHServer(), try Home())
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try there.waitUntilReady()
    let guest = try join(server, "Gil", in: here)
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.send("S")
    try guest.wait(for: "the session") { $0.isInSession }
    try there.drag(line(from: (4, 4), to: (20, 4)))
    try guest.drag(line(from: (4, 8), to: (20, 8)))
    for run in [there, guest] {
      for row in [4, 8] { try run.waitForInk((19, row)) }
      try run.waitUntilSaved()
    }
    for run in [guest, there] {
      try run.send("q")
      #expect(try run.waitForExit() == .code(0))
    }
    #expect(guest.leftovers == [])
  }

  @Test("where nobody draws yet the far side waits, and who comes there later is met")
  func first() throws {
    let (server, here) = (try SSHServer(), try Home())
    let guest = try join(server, "Gil", in: here)
    try guest.waitUntilReady()
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try guest.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
  }

  @Test("a key whose login may only watch draws nothing")
  func watching() throws {
    let easel = Easel.binary.path
    let server = try SSHServer(options: "command=\"\(easel) relay --watch\",restrict")
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try there.waitUntilReady()
    let guest = try join(server, "Gil", in: try Home())
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.send("S")
    try guest.wait(for: "the session") { $0.isInSession }
    try guest.drag(line(from: (4, 8), to: (20, 8)))
    try guest.waitForNotice("You are watching")
    try there.drag(line(from: (4, 4), to: (20, 4)))
    try guest.waitForInk((19, 4))
    #expect(!there.screen.hasInk((10, 8)) && !guest.screen.hasInk((10, 8)))
  }

  @Test("no easel there, no ssh, no way there and no target are told in one sentence each")
  func refused() throws {
    let server = try SSHServer(options: "command=\"exit 127\",restrict")
    let home = try Home()
    let cases: [(target: String, ssh: String, code: Int32, says: String)] = [
      (server.target, server.command, 1, "easel deploy \(server.target)"),
      ("ssh://127.0.0.1:1", server.command, 1, "ssh could not get to 127.0.0.1"),
      (server.target, "/nowhere/ssh", 1, "/nowhere/ssh cannot be started"),
      ("ssh://-oProxyCommand=id", server.command, 2, "leads nowhere"),
    ]
    for (target, ssh, code, says) in cases {
      let outcome = try Easel.run(
        ["join", target], in: home, environment: ["EASEL_SSH_COMMAND": ssh])
      #expect(outcome.code == code, "\(target): \(outcome.errors)")
      let own = outcome.errors.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("easel: ") }
      #expect(own.count == 1 && own[0].contains(says), "\(target): \(outcome.errors)")
    }
  }

  @Test("this easel is put on a machine that has none, and runs there")
  func deploy() throws {
    let (server, here) = (try SSHServer(), try Home())
    let outcome = try Easel.run(
      ["deploy", server.target], in: here, environment: ["EASEL_SSH_COMMAND": server.command])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("easel join \(server.target)"))
    let copy = server.far.path(".local/bin/easel")
    #expect(FileManager.default.contentsEqual(atPath: copy, andPath: Easel.binary.path))
  }
}
