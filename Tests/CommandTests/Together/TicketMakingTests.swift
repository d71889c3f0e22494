import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// Tickets of a board that is open already, in every kind of call.
@Suite(.besidePool, .serialized) struct TicketMakingTests {
  @Test("a user who draws alone lets others come with a ticket; they see the board and draw along")
  func made() throws {
    let (home, far) = (try Home(), try Home())
    let ann = try EaselRun(["plan", "--name", "Ann"], in: home)
    try ann.waitUntilReady()
    #expect(try ann.listeningPorts.isEmpty, "no door is opened unasked")
    try ann.drag(line(from: (4, 4), to: (20, 4)))
    try ann.send("I")
    try ann.wait(for: "the way") { $0.contains("Make a ticket") }
    try ann.send("t")
    try ann.wait(for: "the ticket") { $0.contains("easel://tcp://") && $0.contains("Waiting for") }
    #expect(try ann.listeningPorts.count == 1)
    try ann.send("f")
    try ann.waitForNotice("The tickets are in")
    let tickets = try String(
      contentsOfFile: home.path(".local/share/easel/tickets"), encoding: .utf8)
    let bea = try EaselRun(
      ["join", "-", "--name", "Bea"], in: far, input: try far.write(tickets, to: "ticket"))
    try bea.wait(for: "the session", until: \.isInSession)
    try bea.waitForInk((19, 4))
    try bea.drag(line(from: (4, 8), to: (20, 8)))
    try ann.waitForInk((19, 8))
    // Another run of the first one's user is met as before.
    let own = try EaselRun(["--name", "Ann too"], in: home)
    try own.wait(for: "the offer") { $0.contains("Join: draw together") }
    try own.send("j")
    try own.wait(for: "the session", until: \.isInSession)
    try own.waitForInk((19, 8))
    #expect(try own.listeningPorts.isEmpty)
    // The other easel of the user has no address of this machine from the user. So it does not dial
    // the one that the guest announces, which may be any service here.
    try own.drag(line(from: (4, 12), to: (20, 12)))
    try bea.waitForInk((19, 12))
    for run in [ann, bea, own] {
      try run.send("\u{1B}")
      try run.send("q")
      #expect(try run.waitForExit() == .code(0))
    }
  }

  private static let canUnshare: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    process.arguments = ["-rn", "/bin/true"]
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(
    "Without a network, and with loopback alone, it is said that only people on it can join",
    .enabled(if: canUnshare, "there is no unshare"),
    arguments: ["", "PATH=$PATH:/usr/sbin:/sbin ip link set lo up || exit 9; "])
  func offline(setup: String) throws {
    // The sheet breaks its lines by the width of the ticket.
    let words = ["no network: only people on", "it can join."]
    func run(_ arguments: [String], in home: Home) throws -> TerminalRun {
      try TerminalRun(
        program: [
          "/usr/bin/unshare", "-rn", "/bin/sh", "-c", #"\#(setup)exec "$0" "$@""#,
          Easel.binary.path,
        ] + arguments, environment: home.environment, columns: 100, rows: 40, answers: .xterm())
    }
    let home = try Home()
    let host = try run(["host", "plan"], in: home)
    try host.wait(for: "the sentence") { screen in words.allSatisfy(screen.contains) }
    host.pty.kill(SIGTERM)
    _ = try host.waitForExit()
    let ann = try run(["--name", "Ann"], in: try Home())
    try ann.waitUntilReady()
    try ann.send("It")
    try ann.wait(for: "the sentence") { screen in words.allSatisfy(screen.contains) }
    ann.pty.kill(SIGTERM)
    _ = try ann.waitForExit()
  }

  @Test("if one's own easels cannot meet, there is no call, no ticket and no open door")
  func refused() throws {
    let home = try Home()
    let runtime = try #require(home.environment["XDG_RUNTIME_DIR"])
    try FileManager.default.createSymbolicLink(
      atPath: runtime + "/easel", withDestinationPath: "/tmp")
    let ann = try EaselRun(["--name", "Ann"], in: home)
    try ann.waitUntilReady()
    try ann.wait(for: "what is wrong") { $0.says("Your other easels on this") }
    try ann.send("It")
    try ann.wait(for: "what is wrong") { $0.says("There is no session yet") }
    #expect(try ann.listeningPorts.isEmpty)
    try ann.send("\u{1B}")
    try ann.send("q")
    #expect(try ann.waitForExit() == .code(0))
  }
}

extension EaselRun {
  /// The TCP ports at which the program listens.
  fileprivate var listeningPorts: Set<String> {
    get throws {
      let folder = "/proc/\(pty.pid)"
      let sockets = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
        .compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\($0)")
        }
      let tables = try ["tcp", "tcp6"].map {
        try String(contentsOfFile: "\(folder)/net/\($0)", encoding: .utf8)
      }
      let rows = tables.flatMap { $0.split(separator: "\n").dropFirst() }
        .map { $0.split(separator: " ") }
      // The local address, the state and the inode are these columns; a listening socket's state is 0A.
      return Set(
        rows.filter { $0[3] == "0A" && sockets.contains("socket:[\($0[9])]") }
          .map { String($0[1]) })
    }
  }
}
