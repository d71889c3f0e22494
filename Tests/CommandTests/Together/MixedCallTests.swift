import Foundation
import FrameTesting
import Glibc
import SystemFiles
import Testing
import TestThreads

@testable import easel

/// One call over a Unix socket, TCP, a door and a real sshd, with five real processes.
@Suite(
  .besidePool, .serialized,
  .enabled(if: SSHServer.isInstalled, "there is no sshd"))
struct MixedCallTests {
  private let server: SSHServer
  /// The machine of Ann, who is linked to each of the others by another medium.
  private let far: Home

  init() throws {
    server = try SSHServer()
    far = server.far
  }

  private typealias Member = (name: String, home: Home, run: EaselRun, row: Int)

  private func startAnn(in row: Int) throws -> Member {
    let tickets = far.path("tickets")
    let run = try EaselRun(
      ["host", "plan", "--listen", "tcp://127.0.0.1:0", "--ticket-file", tickets, "--name", "Ann"],
      in: far)
    return ("Ann", far, run, row)
  }

  private func waitForFile(_ path: String) {
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(path, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
  }

  /// Bo meets Ann as another run at her meeting place, a Unix socket.
  private func joinBySocket(in row: Int) throws -> Member {
    let home = try Home()
    let run = try EaselRun(
      ["--name", "Bo"], in: home, environment: ["XDG_RUNTIME_DIR": far.folder.path])
    try run.waitUntilReady()
    try run.wait(for: "the offer") { $0.text.contains { $0.contains("Join: draw") } }
    try run.send("j")
    return ("Bo", home, run, row)
  }

  private func joinByTCP(in row: Int) throws -> Member {
    let home = try Home()
    let tickets = try String(contentsOfFile: far.path("tickets"), encoding: .utf8)
    let input = try home.write(
      String(tickets.prefix { !$0.isWhitespace }) + "\n", to: "ticket-Cy")
    return ("Cy", home, try EaselRun(["join", "-", "--name", "Cy"], in: home, input: input), row)
  }

  private func joinBySSH(in row: Int) throws -> Member {
    let home = try Home()
    let run = try EaselRun(
      ["join", server.target, "--name", "Dan"], in: home,
      environment: ["EASEL_SSH_COMMAND": server.command])
    return ("Dan", home, run, row)
  }

  private func joinByDoor(of ann: Member, in row: Int) throws -> Member {
    let home = try Home()
    let me = try #require(User.account(of: getuid())).name
    waitForFile(far.path("easel-door-\(geteuid())/door"))
    let run = try EaselRun(
      ["join", "@\(me)", "--name", "Eve"], in: home,
      environment: ["EASEL_DOORS": far.folder.path])
    try ann.run.wait(for: "a knock") { $0.says("\(me) asks to") }
    try ann.run.send("S")
    try ann.run.wait(for: "the question") { $0.contains("asks to join") }
    try ann.run.send("y")
    return ("Eve", home, run, row)
  }

  /// Each member draws a line from a column on, and all see it.
  private func draw(_ members: [Member], from column: Int) throws {
    for member in members {
      try member.run.drag(line(from: (column, member.row), to: (column + 8, member.row)))
    }
    for drawer in members {
      for member in members {
        try member.run.wait(for: "\(drawer.name)'s ink at \(member.name)'s") { screen in
          screen.hasInk((column, drawer.row)) && screen.hasInk((column + 7, drawer.row))
        }
      }
    }
  }

  /// The strokes in a member's file, each as a line of a script.
  private func strokes(of member: Member) throws -> [String] {
    try member.run.waitUntilSaved()
    let folder = member.home.path(".local/share/easel")
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder)
        .first { $0.hasSuffix(".easel") && ($0 == "plan.easel" || member.name != "Ann") })
    let recorded = try Easel.run(["record", "\(folder)/\(file)"], in: member.home)
    #expect(recorded.code == 0, "\(recorded.errors)")
    return recorded.text.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("stroke ") || $0.hasPrefix("line ")
    }.sorted()
  }

  /// Waits until all have the same strokes, and each stroke once.
  private func expectStrokes(_ count: Int, at members: [Member]) throws {
    let deadline = ContinuousClock.now + TerminalRun.patience
    var found = try members.map(strokes)
    while found.contains(where: { $0 != found[0] || $0.count < count }),
      ContinuousClock.now < deadline
    {
      for member in members { try member.run.catchUp(within: .milliseconds(20)) }
      found = try members.map(strokes)
    }
    for (member, strokes) in zip(members, found) {
      #expect(strokes == found[0] && strokes.count == count, "\(member.name): \(strokes.count)")
      #expect(Set(strokes).count == count, "\(member.name) has a stroke twice")
    }
  }

  @Test(
    "five people by Unix socket, TCP, door and ssh draw in one call, and each stroke is there once")
  func ring() throws {
    let ann = try startAnn(in: 3)
    waitForFile(far.path("tickets"))
    try ann.run.wait(for: "the ticket") { $0.contains("easel://") }
    try ann.run.send("\u{1B}")
    var members = [ann, try joinBySocket(in: 5)]
    try members[1].run.wait(for: "the session", until: \.isInSession)
    for join in [joinByTCP, joinBySSH] {
      members.append(try join(5 + 2 * members.count))
      try members.last?.run.wait(for: "the session", until: \.isInSession)
    }
    members.append(try joinByDoor(of: ann, in: 15))
    for member in members {
      try member.run.wait(for: "all five at \(member.name)'s") { $0.text[23].contains("People 5") }
    }
    try draw(members, from: 4)
    try expectStrokes(5, at: members)
    // The list of people says by what each is linked to Ann.
    try ann.run.send("P")
    for way in ["by Unix socket", "by TCP", "by ssh", "by the door"] {
      try ann.run.wait(for: way) { screen in screen.text.contains { $0.contains(way) } }
    }
    try ann.run.send("\u{1B}")
  }
}
