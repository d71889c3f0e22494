import Foundation
import FrameTesting
import Glibc
import OpenGroupActivities
import SystemFiles
import Testing
import TestThreads

@testable import easel

/// Over a real sshd and the system's ssh.
@Suite(
  .besidePool, .serialized,
  .enabled(if: SSHServer.isInstalled, "there is no sshd"))
struct SSHTests {
  private func join(
    _ server: SSHServer, _ name: String, in home: Home, by verb: String = "join",
    at door: String = ""
  ) throws -> EaselRun {
    try EaselRun(
      [verb, server.target + door, "--name", name], in: home,
      environment: ["EASEL_SSH_COMMAND": server.command])
  }

  @Test("a user here and a user there draw together, and both have the picture")
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

  @Test("ssh asks at the terminal what it has to ask, before there is a picture")
  func asking() throws {
    let server = try SSHServer()
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try there.waitUntilReady()
    let asking = "ssh -o StrictHostKeyChecking=ask" + server.command.dropFirst("ssh".count)
    let guest = try EaselRun(
      ["join", server.target, "--name", "Gil"], in: try Home.lasting(),
      environment: ["EASEL_SSH_COMMAND": asking])
    try guest.wait(for: "the question") { $0.contains("continue connecting") }
    try guest.send("yes\r")
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
  }

  @Test("a script is played over ssh, where one may draw")
  func playing() throws {
    let easel = Easel.binary.path
    for options in ["", "command=\"\(easel) relay --watch\",restrict"] {
      let server = try SSHServer(options: options)
      let there = try EaselRun(["--name", "Ann"], in: server.far)
      try there.waitUntilReady()
      let here = try Home()
      let script = try here.write("stroke 0.1,0.5 0.9,0.5\n", to: "script")
      let play = try EaselRun(
        ["play", script, "--join", server.target], in: here,
        environment: ["EASEL_SSH_COMMAND": server.command])
      try there.wait(for: "somebody") { $0.text[23].contains("Share") }
      try there.send("S")
      #expect(try play.waitForExit() == .code(options.isEmpty ? 0 : 1))
      if options.isEmpty {
        try there.wait(for: "what was played") { !$0.ink.isEmpty }
      } else {
        #expect(play.screen.contains("you may only watch there, not draw."))
        try there.catchUp()
        #expect(there.screen.ink.isEmpty)
      }
    }
  }

  @Test("if there is no session yet, the far side waits and meets the next user there")
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
    let guest = try join(server, "Gil", in: try Home.lasting())
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.send("S")
    try guest.wait(for: "the session") { $0.isInSession }
    try there.expect(guest, called: "Gil", toWatchFromRow: 8)
  }

  @Test(
    "a guest by `view` only watches, though the login may draw", arguments: ["", "relay"])
  func viewing(command: String) throws {
    let forced = "command=\"\(Easel.binary.path) \(command)\",restrict"
    let server = try SSHServer(options: command.isEmpty ? "" : forced)
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try there.waitUntilReady()
    let guest = try join(server, "Gil", in: try Home.lasting(), by: "view")
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.send("S")
    try guest.wait(for: "the session") { $0.isInSession }
    try there.expect(guest, called: "Gil")
  }

  /// The options before a key, as the page about hosting shows them.
  private func recipe() throws -> String {
    let page = URL(fileURLWithPath: #filePath).appendingPathComponent(
      "../../../../Sources/App/easel/Documentation.docc/Hosting.md")
    let lines = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("command=") }
    let options = lines.first?.components(separatedBy: " ssh-ed25519 ").first
    return try #require(lines.count == 1 ? options : nil, "\(lines)")
  }

  @Test("a key's line, as the page about hosting has it, gives the name of its owner")
  func named() throws {
    let server = try SSHServer(options: try recipe(), hasEasel: false)
    try server.install()
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try there.waitUntilReady()
    let guest = try join(server, "Mallory", in: try Home.lasting())
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.send("S")
    try guest.wait(for: "the session", until: \.isInSession)
    try there.wait(for: "the name that was given") { $0.text[0].contains("Gil") }
    try there.expect(guest, called: "Gil")
    #expect(there.end(of: "Mallory") == nil)
    let help = try Easel.run(["relay", "--help"], in: server.far).text
    #expect(
      help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(try recipe()))
  }

  @Test("no member hears a changed program that uses another name than its key's")
  func misnamed() async throws {
    let server = try SSHServer()
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try there.waitUntilReady()
    let environment = server.far.environment.map { "\($0.key)=\($0.value)" }
    let relay =
      ["/usr/bin/env", "-i"] + environment + [Easel.binary.path, "relay", "--as", "Gil"]
    let mallory = try PipedMember("Mallory", relay).system
    let notices = mallory.notices
    try await mallory.connect(to: PipedMember.address)
    for await notice in notices {
      if case .reach(.lost) = notice { break }
    }
    mallory.leaveCall()
    // The far side may learn of the closed link a moment later than the refused guest.
    try there.wait(for: "nobody") { !$0.text[23].contains("Share") }
    let gil = try PipedMember("Gil", relay).system
    try await gil.connect(to: PipedMember.address)
    try there.wait(for: "who goes by the right name") { $0.text[23].contains("Share") }
    gil.leaveCall()
  }

  @Test("inside tmux, on both sides of which a line is drawn")
  func tmux() throws {
    let server = try SSHServer()
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try there.waitUntilReady()
    let tmux = try Tmux(in: try Home.lasting())
    defer { tmux.end() }
    try tmux.start(
      [Easel.binary.path, "join", server.target, "--name", "Gil"],
      environment: ["EASEL_SSH_COMMAND": server.command])
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.send("S")
    try tmux.wait(for: "the session") { $0.count == 24 && $0[23].contains("People") }
    // A wider line fills whole cells, which tmux shows as blanks.
    try tmux.send("1")
    try there.send("1")
    try tmux.drag(line(from: (4, 8), to: (20, 8)))
    try there.waitForInk((10, 8))
    try there.drag(line(from: (4, 4), to: (20, 4)))
    try tmux.wait(for: "both lines, saved") { rows in
      let inked = rows.indices.filter { row in
        rows[row].count { $0.isInk } > 8
      }
      return Set([4, 8]).isSubset(of: inked) && rows[0].contains("✓")
    }
    try tmux.send("q")
    try there.wait(for: "the goodbye") { !$0.text[23].contains("People 2") }
  }

  @Test("a request at a door there: an admitted watcher only watches, a refused guest is told so")
  func knock() throws {
    let server = try SSHServer()
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try there.waitUntilReady()
    let me = try #require(User.account(of: geteuid())).name
    func knock(by verb: String = "join", answer: String) throws -> EaselRun {
      let guest = try join(server, "Gil", in: try Home.lasting(), by: verb, at: "/@\(me)")
      let wish = verb == "view" ? "watch" : "draw with"
      try there.wait(for: "a knock") { $0.says("\(me) asks to \(wish)") }
      try there.send("S")
      try there.wait(for: "the question") { $0.contains("asks to join") }
      try there.send(answer)
      return guest
    }
    let refused = try knock(answer: "n")
    #expect(try refused.waitForExit() == .code(1))
    #expect(refused.screen.contains("your request to join was refused."))
    try there.wait(for: "the answer") { $0.says("did not admit") }
    for (verb, row) in [("join", 8), ("view", 12)] {
      let guest = try knock(by: verb, answer: "w")
      try guest.wait(for: "the session", until: \.isInSession)
      try there.expect(guest, called: "Gil", toWatchFromRow: row)
      try guest.send("q")
      #expect(try guest.waitForExit() == .code(0))
      try there.wait(for: "the goodbye") { !$0.text[23].contains("People 2") }
    }
  }

  @Test("a user with a login there, and no easel here, joins by the easel there")
  func withoutEasel() throws {
    let (server, home) = (try SSHServer(), try Home())
    let there = try EaselRun(["--name", "Ann"], in: server.far)
    try there.waitUntilReady()
    let me = try #require(User.account(of: geteuid())).name
    // The same user, with the files of another.
    let guest = try TerminalRun(
      program: ["/usr/bin/env"] + server.command.split(separator: " ").map(String.init)
        + ["-tt", "-p", "\(server.port)", "127.0.0.1"]
        + ["HOME=\(home.folder.path) easel join @\(me) --name Gil"],
      environment: home.environment, answers: .xterm())
    try there.wait(for: "a knock") { $0.says("\(me) asks to draw") }
    try there.send("S")
    try there.wait(for: "the question") { $0.contains("asks to join") }
    try there.send("y")
    try guest.wait(for: "the session", until: \.isInSession)
    try there.drag(line(from: (4, 4), to: (20, 4)))
    try guest.waitForInk((19, 4))
    try guest.drag(line(from: (4, 8), to: (20, 8)))
    try there.waitForInk((19, 8))
    try guest.send("q")
    #expect(try guest.waitForExit() == .code(0))
    #expect(guest.leftovers == [])
  }

  @Test("no door, and no such user there, are told in one sentence")
  func noDoor() throws {
    let server = try SSHServer()
    let me = try #require(User.account(of: geteuid())).name
    for (name, says) in [(me, "admits no guests now"), ("no-such-user", "no user “no-such-user”")] {
      let outcome = try Easel.run(
        ["join", "\(server.target)/@\(name)"], in: try Home.lasting(),
        environment: ["EASEL_SSH_COMMAND": server.command])
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains(says), "\(outcome.errors)")
    }
  }

  @Test("no easel there, no ssh, no way there and no target are told in one sentence each")
  func refused() throws {
    let server = try SSHServer(options: "command=\"exit 127\",restrict")
    let home = try Home()
    let cases: [(target: String, ssh: String, code: Int32, says: String)] = [
      (server.target, server.command, 1, "easel deploy \(server.target)"),
      ("ssh://127.0.0.1:1", server.command, 1, "ssh could not get to 127.0.0.1"),
      (server.target, "/nowhere/ssh", 1, "/nowhere/ssh cannot be started"),
      ("ssh://-oProxyCommand=id", server.command, 2, "is not an address"),
    ]
    for (target, ssh, code, says) in cases {
      let outcome = try Easel.run(
        ["join", target], in: home, environment: ["EASEL_SSH_COMMAND": ssh])
      #expect(outcome.code == code, "\(target): \(outcome.errors)")
      let own = outcome.errors.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("easel: ") }
      #expect(own.count == 1 && own[0].contains(says), "\(target): \(outcome.errors)")
    }
  }

  @Test("easel is put on a machine that has none, and runs there")
  func deploy() throws {
    let (server, here) = (try SSHServer(hasEasel: false), try Home())
    func run(_ verb: String) throws -> Easel.Outcome {
      try Easel.run(
        [verb, server.target], in: here, environment: ["EASEL_SSH_COMMAND": server.command])
    }
    let before = try run("join")
    #expect(
      before.code == 1 && before.errors.contains("there is no easel on 127.0.0.1"),
      "\(before.errors)")
    let outcome = try run("deploy")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("easel join \(server.target)"))
    let copy = server.far.path(".local/bin/easel")
    #expect(FileManager.default.contentsEqual(atPath: copy, andPath: Easel.binary.path))
    let there = try TerminalRun(
      program: [copy, "--name", "Ann"], environment: server.far.environment, answers: .xterm())
    try there.waitUntilReady()
    let guest = try join(server, "Gil", in: here)
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.send("S")
    try guest.wait(for: "the session", until: \.isInSession)
    try guest.drag(line(from: (4, 8), to: (20, 8)))
    try there.waitForInk((19, 8))
  }

  @Test("if easel does not run there, deploy says what is missing, and leaves the installed one")
  func undeployable() throws {
    let library = "libqrencode.so.4"
    let server = try SSHServer(hasEasel: false, missing: library)
    try server.install()
    let outcome = try Easel.run(
      ["deploy", server.target], in: try Home.lasting(),
      environment: ["EASEL_SSH_COMMAND": server.command])
    #expect(outcome.code == 1 && outcome.text.isEmpty)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains(library), "\(outcome.errors)")
    let sentence = "easel: easel does not run on 127.0.0.1: see above what it lacks."
    #expect(lines.last?.hasPrefix(sentence) == true && outcome.errors.contains("libqrencode4"))
    let folder = server.far.path(".local/bin")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["easel"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/easel")
        == Easel.binary.path)
  }
}
