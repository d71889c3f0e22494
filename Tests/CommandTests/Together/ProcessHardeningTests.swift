import Foundation
import FrameTesting
import Glibc
import Testing
import TestThreads

/// Secrets that must not be readable by others: in the list of processes, a crash's report, a core.
@Suite(.besidePool, .serialized) struct ProcessHardeningTests {
  private let shared: Home

  init() throws { shared = try Home() }

  // MARK: The list of processes

  @Test("a ticket by - and one in a file stand in no command line and no environment")
  func processes() throws {
    let session = try ProcessSession()
    try session.host(by: .unix)
    try session.join("Ann")
    try session.join("Bob", watching: true)
    let secrets = try Secrets(tickets: try session.tickets(), of: session.guests.map(\.home))
    for guest in session.guests {
      let seen = Processes.words(from: guest.run.pty.pid)
      #expect(!seen.isEmpty && secrets.found(in: seen) == nil, "\(guest.name)")
    }
    // The search would find these.
    let ticket = try session.tickets()[0]
    #expect(secrets.found(in: Array("easel join \(ticket)".utf8)) != nil)
    let player = try EaselRun(
      ["play", shared.write("wait 20s\n", to: "script"), "--join", "-"], in: try Home.lasting(),
      input: try shared.write(ticket + "\n", to: "ticket"))
    try session.host.run.wait(for: "the player") { $0.text[23].contains("People 4") }
    #expect(secrets.found(in: Processes.words(from: player.pty.pid)) == nil)
  }

  @Test(
    "a ticket on the command line is overwritten there, in each form, and the user reads no warning",
    arguments: [
      { ["join", $0] }, { [$0] }, { ["easel join '\($0)'"] }, { ["view", $0] },
      { ["easel", "join", $0] },
    ] as [@Sendable (String) -> [String]])
  func overwritten(_ arguments: @Sendable (String) -> [String]) throws {
    let session = try ProcessSession()
    try session.host(by: .unix)
    let guest = try EaselRun(arguments(try session.tickets()[0]), in: shared)
    try guest.wait(for: "the session", until: \.isInSession)
    let secrets = try Secrets(tickets: try session.tickets(), of: [])
    let seen = Processes.words(from: guest.pty.pid)
    #expect(String(decoding: seen, as: UTF8.self).contains("easel://***"))
    #expect(secrets.found(in: seen) == nil)
    let start = guest.output.count
    try guest.send("q")
    #expect(try guest.waitForExit() == .code(0))
    let last = String(decoding: guest.output[start...], as: UTF8.self)
    #expect(!last.contains("easel: "), "\(last)")
  }

  @Test("a player's ticket on the command line is overwritten too")
  func overwrittenOfPlayer() throws {
    let session = try ProcessSession()
    try session.host(by: .unix)
    let script = try shared.write("wait 20s\n", to: "script")
    let player = try EaselRun(
      ["play", script, "--join=\(try session.tickets()[0])"], in: shared)
    try session.host.run.wait(for: "the player") { $0.text[23].contains("People 2") }
    let secrets = try Secrets(tickets: try session.tickets(), of: [])
    let seen = Processes.words(from: player.pty.pid)
    #expect(String(decoding: seen, as: UTF8.self).contains("--join=easel://***"))
    #expect(secrets.found(in: seen) == nil)
  }

  @Test("nor do a call's keys in those of ssh and of the relay on its far side")
  func relays() throws {
    let far = try Home()
    let there = try EaselRun(["--name", "Ann"], in: far)
    try there.waitUntilReady()
    // A stub does the work of ssh, without a network between.
    let stub = try shared.write(
      """
      #!/bin/sh
      HOME=\(far.folder.path); XDG_RUNTIME_DIR=$HOME; EASEL_DOORS=$HOME
      export HOME XDG_RUNTIME_DIR EASEL_DOORS
      \(Easel.binary.path) relay
      exit $?

      """, to: "ssh")
    chmod(stub, 0o700)
    let here = try Home()
    let guest = try EaselRun(
      ["join", "ssh://elsewhere", "--name", "Gil"], in: here,
      environment: ["EASEL_SSH_COMMAND": stub])
    try there.wait(for: "somebody") { $0.text[23].contains("Share") }
    try there.send("S")
    try guest.wait(for: "the session", until: \.isInSession)
    let keys = try Data(contentsOf: URL(fileURLWithPath: far.path("easel/call.keys")))
    let secrets = try Secrets(tickets: [], of: [far, here], keys: [Array(keys.dropFirst(4))])
    let seen = Processes.words(from: guest.pty.pid)
    #expect(String(decoding: seen, as: UTF8.self).contains("relay"))
    #expect(secrets.found(in: seen) == nil)
    #expect(secrets.found(in: Processes.words(from: there.pty.pid)) == nil)
    // Nor has either side said them.
    for run in [guest, there] { #expect(secrets.found(in: run.output) == nil) }
  }

  // MARK: Crashes

  /// In a folder of its own where a core would be found, and with Swift's report as it is by
  /// itself.
  private func crashing(
    _ arguments: [String], in home: Home, input: String? = nil
  ) throws -> (run: EaselRun, folder: String) {
    let folder = home.path("here")
    mkdir(folder, 0o700)
    let words = "cd \(folder) && ulimit -c unlimited && unset SWIFT_BACKTRACE && exec \"$0\" \"$@\""
    let run = try EaselRun(
      program: ["/bin/sh", "-c", words, Easel.binary.path] + arguments,
      environment: home.environment, input: input, answers: .xterm())
    return (run, folder)
  }

  @Test(
    "a crash leaves no report and no core behind: there may be tickets, keys and identities in them",
    arguments: [SIGABRT, SIGSEGV, SIGILL, SIGTRAP])
  func crashes(signal: Int32) throws {
    let (hostHome, home) = (try Home(), try Home())
    let (host, hostFolder) = try crashing(
      [
        "host", "--headless", "--listen", "unix://\(shared.path("s"))", "--ticket-file",
        shared.path("tickets"),
      ], in: hostHome)
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(shared.path("tickets"), F_OK) != 0, ContinuousClock.now < deadline {
      sched_yield()
    }
    let tickets = try String(contentsOfFile: shared.path("tickets"), encoding: .utf8)
    let (guest, folder) = try crashing(
      ["join", "-", "--name", "Ann"], in: home, input: shared.path("tickets"))
    try guest.wait(for: "the session", until: \.isInSession)
    try guest.drag(line(from: (4, 4), to: (20, 4)))
    try guest.waitUntilSaved()
    let secrets = try Secrets(
      tickets: tickets.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        .map(String.init), of: [hostHome, home])
    for (run, folder) in [(guest, folder), (host, hostFolder)] {
      run.pty.kill(signal)
      #expect(try run.waitForExit() == .signal(signal))
      #expect(run.end(of: "crashed") == nil && secrets.found(in: run.output) == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
    #expect(guest.leftovers == [])
    #expect(host.output.isEmpty, "\(String(decoding: host.output, as: UTF8.self))")
  }

  @Test("a refused ticket is reported without its text")
  func refusals() throws {
    let session = try ProcessSession()
    try session.host(by: .unix)
    let ticket = try session.tickets()[0]
    let secrets = try Secrets(tickets: try session.tickets(), of: [])
    let cut = String(ticket.dropLast(2))
    for wrong in [cut, ticket + "AA", ticket.replacingOccurrences(of: "/s#", with: "/t#")] {
      for arguments in [["join", "-"], ["join", wrong], ["view", "-"]] {
        let outcome = try Easel.run(arguments, in: try Home.lasting(), input: wrong)
        #expect(outcome.code != 0)
        #expect(secrets.found(in: Array(outcome.errors.utf8)) == nil, "\(outcome.errors)")
        #expect(secrets.found(in: Array(outcome.output)) == nil, "on standard output")
      }
    }
  }
}

/// The secrets of a call, and how each would look in a text or in memory.
struct Secrets {
  /// The secrets as bytes, as hexadecimal digits, and as text of tickets.
  private var bytes: Set<[UInt8]> = []
  private var digits: Set<[UInt8]> = []
  private var texts: Set<[UInt8]> = []

  private static let bytesCount = 8
  private static let textCount = 12

  /// - Parameter keys: further ones, as bytes.
  init(tickets: [String], of homes: [Home], keys: [[UInt8]] = []) throws {
    for ticket in tickets {
      let text = Array(try #require(ticket.split(separator: "#").last).utf8)
      texts.formUnion(Self.windows(of: text, Self.textCount))
    }
    let identities = try homes.compactMap { home -> [UInt8]? in
      let path = home.path(".local/share/easel/identity")
      guard access(path, F_OK) == 0 else { return nil }
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    for key in keys + identities + tickets.compactMap(Self.secret) {
      bytes.formUnion(Self.windows(of: key, Self.bytesCount))
      let text = key.flatMap { Array(String(format: "%02x", Int($0)).utf8) }
      digits.formUnion(Self.windows(of: text, 2 * Self.bytesCount))
    }
  }

  /// The 32 bytes behind the version and the role.
  private static func secret(_ ticket: String) -> [UInt8]? {
    guard let text = ticket.split(separator: "#").last else { return nil }
    let plain = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    let padded = String(plain) + String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return Data(base64Encoded: padded).map { Array($0.dropFirst().prefix(32)) }
  }

  private static func windows(of bytes: [UInt8], _ count: Int) -> [[UInt8]] {
    guard bytes.count >= count else { return [] }
    return (0...bytes.count - count).map { Array(bytes[$0..<$0 + count]) }
  }

  /// The secret that the output contains, if any.
  func found(in output: [UInt8]) -> String? {
    // A report parts digits by spaces.
    let hex = output.filter { "0123456789abcdefABCDEF".utf8.contains($0) }
      .map { $0 >= 0x41 && $0 <= 0x46 ? $0 | 0x20 : $0 }
    for (name, wanted, text) in [
      ("bytes", bytes, output), ("digits", digits, hex), ("letters", texts, output),
    ] {
      guard let count = wanted.first?.count else { continue }
      if let hit = Self.windows(of: text, count).first(where: wanted.contains) {
        return "\(name) of a secret: \(hit)"
      }
    }
    return nil
  }
}

/// The parts of running programs that every user may read.
enum Processes {
  /// Command lines and environments of a program and all that it started.
  static func words(from root: pid_t) -> [UInt8] {
    let parents = parents
    var (family, rest) = ([root], parents)
    while let child = rest.first(where: { family.contains($0.value) })?.key {
      family.append(child)
      rest[child] = nil
    }
    return family.flatMap { pid in
      ["cmdline", "environ"].flatMap { name in
        Array(FileManager.default.contents(atPath: "/proc/\(pid)/\(name)") ?? Data())
      }
    }
  }

  /// The parent of each process.
  private static var parents: [pid_t: pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let pairs = names.compactMap { pid_t($0) }.compactMap { pid -> (pid_t, pid_t)? in
      let stat = FileManager.default.contents(atPath: "/proc/\(pid)/stat") ?? Data()
      // Behind the name, which may have anything in it.
      let words = String(decoding: stat, as: UTF8.self).split(separator: ")").last?
        .split(separator: " ")
      return words.flatMap { $0.count > 1 ? pid_t($0[1]) : nil }.map { (pid, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
