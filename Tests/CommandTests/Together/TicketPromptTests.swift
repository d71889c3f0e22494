import Foundation
import FrameTesting
import Glibc
import Testing
import TestThreads

/// A guest who joins at a terminal is asked for the ticket, which is not shown.
@Suite(.besidePool, .serialized) struct TicketPromptTests {
  private func ask(_ address: String, _ home: Home) throws -> EaselRun {
    let run = try EaselRun(["join", address, "--name", "Bea"], in: home)
    try run.wait(for: "the question") { $0.contains("Ticket (it is not shown):") }
    return run
  }

  @Test("typed with a slip, or pasted, it leads in; an address says where it leads this time")
  func joins() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    let ticket = try session.tickets()[0]
    let address = try #require(
      ticket.split(separator: "#").first?.dropFirst("easel://".count))
    for argument in ["-", String(address)] {
      let run = try ask(argument, try Home())
      try run.send("wrong\u{15}" + ticket + "x\u{7F}\r")
      try run.wait(for: "the session", until: \.isInSession)
      try run.send("q")
      #expect(try run.waitForExit() == .code(0))
      #expect(run.leftovers == [])
      let secret = try #require(ticket.split(separator: "#").last)
      #expect(run.end(of: String(secret.prefix(12))) == nil, "the ticket was on the screen")
    }
  }

  @Test("given up by ^C or ^D, or ended by a signal, the terminal shows again what is typed")
  func givenUp() throws {
    for key in ["\u{3}", "\u{4}"] {
      let run = try ask("-", try Home())
      try run.send(key)
      #expect(try run.waitForExit() == .code(1))
      #expect(run.screen.contains("no ticket was given."))
      #expect(run.leftovers == [])
    }
    let run = try ask("-", try Home())
    run.pty.kill(SIGTERM)
    #expect(try run.waitForExit() == .signal(SIGTERM))
    #expect(run.leftovers == [])
  }

  @Test("stopped by ^Z, or by a signal, the terminal shows what is typed; then it is asked again")
  func stopped() throws {
    let home = try Home()
    let run = try TerminalRun(
      program: ["/bin/bash", "--norc", "--noediting", "-i"],
      environment: home.environment.merging(["PS1": "$ "]) { $1 }, answers: .xterm())
    try run.wait(forOutput: "$ ")
    let question = "Ticket (it is not shown):"
    var start = run.output.count
    try run.send("\(Easel.binary.path) join -\n")
    try run.wait(forOutput: question, from: start)
    for stop in ["\u{1A}", "kill"] {
      start = run.output.count
      if stop == "kill" {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/usr/bin/pkill")
        child.arguments = ["-TSTP", "-P", String(run.pty.pid)]
        try child.run()
        child.waitUntilExit()
      } else {
        try run.send(stop)
      }
      try run.wait(forOutput: "Stopped", from: start)
      try run.wait(forOutput: "$ ", from: run.end(of: "Stopped", from: start) ?? start)
      #expect(run.leftovers == [])
      start = run.output.count
      try run.send("fg\n")
      try run.wait(forOutput: question, from: start)
      #expect(run.pty.settings.c_lflag & tcflag_t(ECHO) == 0)
    }
    start = run.output.count
    try run.send("nonsense\r")
    try run.wait(forOutput: "that is not a ticket", from: start)
    #expect(!String(decoding: run.output, as: UTF8.self).contains("nonsense"))
    try run.send("exit\n")
    _ = try run.waitForExit()
    #expect(run.leftovers == [])
  }

  @Test("a text that is no ticket is told in one sentence")
  func nonsense() throws {
    let run = try ask("-", try Home())
    try run.send("nonsense\r")
    #expect(try run.waitForExit() == .code(2))
    #expect(run.screen.contains("that is not a ticket"))
    #expect(run.leftovers == [])
  }
}
