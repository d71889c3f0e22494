import BoardCodec
import BoardLog
import BoardSync
import EaselBase
import Foundation
import FrameTesting
import Glibc
import OpenGroupActivities
import SystemFiles
import Testing
import TestThreads

@testable import easel

/// One call over a Unix socket, a door, TCP and a real sshd, with five real processes. Ann is linked to
/// Bo, Eve and Dan, and Eve to Cy. Cy and Ann, and Eve and Bo, can be linked as well, so each of the four
/// has two ways to the others.
@Suite(
  .besidePool, .serialized,
  .enabled(if: SSHServer.isInstalled, "there is no sshd"))
struct MixedCallTests {
  private let server: SSHServer
  /// The machine of Ann and Bo.
  private let far: Home

  init() throws {
    server = try SSHServer()
    far = server.far
  }

  private typealias Member = (name: String, home: Home, run: EaselRun, row: Int)

  // MARK: Coming

  private func startAnn() throws -> Member {
    let tickets = far.path("tickets")
    let run = try EaselRun(
      ["host", "plan", "--listen", "tcp://127.0.0.1:0", "--ticket-file", tickets, "--name", "Ann"],
      in: far)
    try run.wait(for: "the ticket") { $0.contains("easel://") }
    try run.send("\u{1B}")
    return ("Ann", far, run, 3)
  }

  /// Bo meets Ann as another run at her meeting place, a Unix socket.
  private func joinBySocket() throws -> Member {
    let home = try Home()
    let run = try EaselRun(
      ["--name", "Bo"], in: home, environment: ["XDG_RUNTIME_DIR": far.folder.path])
    try run.waitUntilReady()
    try run.wait(for: "the offer") { $0.text.contains { $0.contains("Join: draw") } }
    try run.send("j")
    return ("Bo", home, run, 5)
  }

  private func joinByDoor(of ann: Member, in home: Home) throws -> Member {
    let me = try #require(User.account(of: getuid())).name
    let deadline = ContinuousClock.now + TerminalRun.patience
    let door = far.path("easel-door-\(geteuid())/door")
    while access(door, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
    let run = try EaselRun(
      ["join", "@\(me)", "--name", "Eve"], in: home,
      environment: ["EASEL_DOORS": far.folder.path])
    try ann.run.wait(for: "a knock") { $0.says("\(me) asks to") }
    try ann.run.send("S")
    try ann.run.wait(for: "the question") { $0.contains("asks to join") }
    try ann.run.send("y")
    return ("Eve", home, run, 7)
  }

  private func joinByTCP(of eve: Member) throws -> Member {
    try eve.run.send("I")
    try eve.run.wait(for: "the way") { $0.contains("Make a ticket") }
    try eve.run.send("t")
    try eve.run.wait(for: "the ticket") { $0.contains("easel://tcp://") }
    try eve.run.send("f")
    try eve.run.waitForNotice("The tickets are in")
    try eve.run.send("\u{1B}")
    let home = try Home()
    let tickets = try String(
      contentsOfFile: eve.home.path(".local/share/easel/tickets"), encoding: .utf8)
    let run = try EaselRun(
      ["join", "-", "--name", "Cy"], in: home, input: try home.write(tickets, to: "ticket"))
    return ("Cy", home, run, 9)
  }

  private func joinBySSH() throws -> Member {
    let home = try Home()
    let run = try EaselRun(
      ["join", server.target, "--name", "Dan"], in: home,
      environment: ["EASEL_SSH_COMMAND": server.command])
    return ("Dan", home, run, 11)
  }

  private func waitForPeople(_ count: Int, at members: [Member]) throws {
    for member in members {
      try member.run.wait(for: "\(count) people at \(member.name)'s") {
        $0.text[23].contains("People \(count)")
      }
    }
  }

  private func kill(_ member: Member) {
    member.run.pty.kill(SIGKILL)
    _ = member.run.pty.waitForExit()
  }

  // MARK: Drawing

  /// Each member draws a line from a column on, and all see it.
  private func draw(_ members: [Member], from column: Int) throws {
    for member in members {
      try member.run.drag(line(from: (column, member.row), to: (column + 8, member.row)))
    }
    for drawer in members { try waitForInk(of: drawer, from: column, at: members) }
  }

  private func waitForInk(of drawer: Member, from column: Int, at members: [Member]) throws {
    for member in members {
      try member.run.wait(for: "\(drawer.name)'s ink at \(member.name)'s") { screen in
        screen.hasInk((column, drawer.row)) && screen.hasInk((column + 7, drawer.row))
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

  /// The list of people of a member says by what another member is linked.
  private func expectWay(to name: String, at member: Member, _ way: String) throws {
    try member.run.send("P")
    try member.run.wait(for: "\(name) \(way) at \(member.name)'s") { screen in
      screen.text.contains { line in
        // A TCP link may have a datagram path beside it already.
        let line = line.replacing(", ink by UDP", with: "")
        return line.contains(" \(name)") && line.contains(", \(way) ") && line.contains("│")
      }
    }
    try member.run.send("\u{1B}")
    try member.run.wait(for: "the board") { !$0.contains("(you)") }
  }

  // MARK: A newcomer

  /// A newcomer asks all members for the board. One member answers, and each line that is drawn from
  /// then on arrives once.
  private func expectOneAnswer(from members: [Member], drawing column: Int) async throws {
    let tickets = try String(contentsOfFile: far.path("tickets"), encoding: .utf8)
    let flo = try HostileMember(String(tickets.prefix { !$0.isWhitespace }), saying: "Flo")
    try await flo.join(beside: Set(members.map(\.name)))
    let messages = EventQueue<(message: SharedBoardMessage, sender: String)>()
    let reception = flo.messengers[0].onMessage { bytes, context in
      do {
        guard let message = try SharedBoardMessage(decoding: bytes) else { return }
        messages.append((message, context.source.name ?? ""))
      } catch { return }
    }
    flo.say(SharedBoardMessage.responder(.request(VersionVector())).encoded())
    var answers: [String] = []
    var entries: [Stamp] = []
    func hear(until isDone: () -> Bool) async throws {
      while !isDone() {
        let (message, sender) = try await messages.next("message for a newcomer")
        switch message {
        case .responder(.answering): answers.append(sender)
        case .entries(let run): entries += try EntryRun.decode(run).map(\.stamp)
        default: break
        }
      }
    }
    try await hear { entries.count >= members.count }
    try draw(members, from: column)
    try await hear { entries.count >= 2 * members.count }
    #expect(answers == ["Ann"], "Flo is linked to Ann")
    #expect(Set(entries).count == entries.count, "an entry came twice")
    withExtendedLifetime(reception) {}
    flo.system.leaveCall()
    try waitForPeople(members.count, at: members)
  }

  @Test(
    "Five people by Unix socket, door, TCP and ssh stay in one call though bridges die and come back"
  )
  func ring() async throws {
    var ann = try startAnn()
    let bo = try joinBySocket()
    try bo.run.wait(for: "the session", until: \.isInSession)
    var eve = try joinByDoor(of: ann, in: try Home())
    try eve.run.wait(for: "the session", until: \.isInSession)
    let cy = try joinByTCP(of: eve)
    try cy.run.wait(for: "the session", until: \.isInSession)
    let dan = try joinBySSH()
    try waitForPeople(5, at: [ann, bo, eve, cy, dan])
    try draw([ann, bo, eve, cy, dan], from: 4)
    for (name, way) in [
      ("Bo", "by Unix socket"), ("Eve", "by the door"), ("Cy", "by the door, through Eve"),
      ("Dan", "by ssh"),
    ] {
      try expectWay(to: name, at: ann, way)
    }
    try expectWay(to: "Bo", at: cy, "by TCP, through Eve")
    try await expectOneAnswer(from: [ann, bo, eve, cy, dan], drawing: 14)

    // Eve was between Ann and Cy.
    kill(eve)
    try draw([ann, bo, cy, dan], from: 24)
    try expectWay(to: "Bo", at: cy, "by TCP, through Ann")
    eve = try joinByDoor(of: ann, in: eve.home)
    for column in [4, 14] { try waitForInk(of: eve, from: column, at: [eve]) }
    try draw([ann, bo, eve, cy, dan], from: 34)

    // Ann was between all others.
    kill(ann)
    try draw([bo, eve, cy, dan], from: 44)
    ann = try startAnn()
    try ann.run.wait(for: "the session", until: \.isInSession)
    try draw([ann, bo, eve, cy, dan], from: 54)
    try expectStrokes(5 + 5 + 4 + 5 + 4 + 5, at: [ann, bo, eve, cy, dan])
  }
}
