import ArgumentParser
import EaselBase
import EaselPlatform
import Foundation
import GroupSecurity
import OpenGroupActivities

/// The call to measure: its ticket, its host process and the address to dial.
struct CallOptions: ParsableArguments {
  @Argument(help: "A ticket, or a file that begins with one.")
  var ticket: String

  @Option(help: "The process that holds the call, whose processor and memory are told.")
  var host: Int32?

  @Option(help: "Dial the ticket's first address of this kind, tcp or unix, instead of its first.")
  var over: String?

  @Option(help: "Dial this address instead: the near end of a tunnel.")
  var at: String?

  @MainActor var crowd: Crowd { Crowd(at: at, over: over.map { $0 + "://" }) }

  /// The options for another run of this program that dials the same address.
  var options: [String] {
    (over.map { ["--over", $0] } ?? []) + (at.map { ["--at", $0] } ?? [])
  }

  func read() throws -> Ticket {
    if ticket.hasPrefix("easel:") { return try Ticket(ticket) }
    guard let file = fopen(ticket, "r") else { throw ValidationError("no file \(ticket)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Ticket.textBytesMax)
    let count = fread(&bytes, 1, bytes.count, file)
    // Words behind a ticket say what it is for.
    let line =
      bytes[..<count].split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }.first ?? []
    return try Ticket(String(decoding: line, as: UTF8.self))
  }
}

/// `easel-bench fanout`.
struct FanOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fanout",
    abstract: "N5, N6, N10: deliveries of one member's messages to others, through a call's host.")

  @OptionGroup var call: CallOptions
  @Option(help: "Who hears them.") var members = 10
  @Option(help: "Bytes in a message.") var payload = 64
  @Option(help: "Messages a second, for the delays.") var rate = 500.0
  @Option(help: "Messages for the delays; 0 for none.") var messages = 1_000
  @Option(help: "As many messages ahead of the slowest, for the throughput.") var window = 256
  @Option(help: "Of throughput; 0 for none.") var seconds = 2.0
  @Option(help: "Trouble in every second round of delays: hanging, flooding or joining.")
  var beside: Disturbance?
  @Option(help: "Rounds of delays without and with trouble.") var rounds = 5

  @MainActor func run() async throws {
    let crowd = call.crowd
    let ticket = try call.read()
    let fan = try await FanOut(crowd, ticket, members: members, payload: payload)
    if let beside { return try await compare(fan, beside, crowd) }
    let usage = call.host.map { Usage(process: $0) }
    if messages > 0 {
      let (delays, lost) = await fan.delays(rate: rate, messages: messages)
      printRow("N6", "delay to \(members), p50", delays.percentile(0.5), "µs")
      printRow("N6", "delay to \(members), p99", delays.percentile(0.99), "µs")
      printRow("N6", "not delivered", Double(lost), "messages")
    }
    if seconds > 0 {
      let before = usage?.processor() ?? 0
      let rate = await fan.throughput(window: window, seconds: seconds)
      printRow("N5", "deliveries to \(members)", rate, "/s")
      if let usage {
        let each = Double(usage.processor() - before) / 1_000 / (rate * seconds)
        printRow("N5", "the host's processor for one", each, "µs")
      }
    }
    await crowd.leave()
  }

  @MainActor
  private func compare(
    _ fan: FanOut, _ kind: Disturbance, _ crowd: Crowd
  ) async throws {
    var (plain, beside): ([Int64], [Int64]) = ([], [])
    let trouble = Troublemaker(kind, call, in: crowd)
    for _ in 0..<rounds {
      plain += await fan.delays(rate: rate, messages: messages).sorted
      try await trouble.begin()
      beside += await fan.delays(rate: rate, messages: messages).sorted
      trouble.end()
      await crowd.wait(seconds: 0.5)
    }
    for (what, delays) in [("alone", plain.sorted()), ("beside one \(kind)", beside.sorted())] {
      printRow("N10", "\(what), p50 of \(delays.count)", delays.percentile(0.5), "µs")
      printRow("N10", "\(what), p99", delays.percentile(0.99), "µs")
    }
    if kind == .joining { printRow("N10", "came meanwhile", Double(trouble.joins), "newcomers") }
    await crowd.leave()
  }
}

extension Disturbance: ExpressibleByArgument {}

/// `easel-bench flood`.
struct FloodCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flood",
    abstract: "One member who says as much as it can until it is ended, for N10.")

  @OptionGroup var call: CallOptions
  @Option(help: "Bytes in a message.") var payload = 1_000

  @MainActor func run() async throws {
    let crowd = call.crowd
    let member = try await crowd.add(try call.read(), named: "troublemaker")
    let session = try await FanOut.open(member)
    session.join()
    print("floods")
    fflush(nil)
    let messenger = GroupSessionMessenger(session: session, deliveryMode: .unreliable)
    let bytes = Data(repeating: UInt8(ascii: "x"), count: payload)
    while member.system.isInCall {
      // Returns once the message is on its way; waits while too much data is.
      if payload > 0 { try await messenger.send(bytes) } else { await crowd.wait(seconds: 1) }
    }
  }
}

/// `easel-bench robots`.
struct RobotsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "robots",
    abstract: "N7, N8: people who draw and people who watch, in a call that somebody else holds.")

  @OptionGroup var call: CallOptions
  @Option(help: "Members who draw.") var drawing = 64
  @Option(help: "Members who only watch.") var watching = 0
  @Option(help: "Points a second, of each who draws.") var rate = 60
  @Option(help: "How long.") var seconds = 20
  @Option(help: "Says in this file that all are there and draw.") var ready: String?

  @MainActor func run() async throws {
    let crowd = call.crowd
    let ticket = try call.read()
    let usage = call.host.map { Usage(process: $0) }
    let began = Clock.now()
    let robots = try await crowd.addParts(drawing, ticket, named: "robot").enumerated().map {
      DrawingRobot($1, seed: $0)
    }
    _ = try await crowd.addParts(watching, ticket.watching, named: "watcher")
    printRow("", "members came in", Double(Clock.now() - began) / 1e6, "ms")
    await draw(robots, seconds: 2)
    if let ready, let file = fopen(ready, "w") { fclose(file) }
    let before = usage?.processor() ?? 0
    let (points, start) = (robots.reduce(0) { $0 + $1.pointsDrawn }, Clock.now())
    await draw(robots, seconds: Double(seconds))
    let passed = Double(Clock.now() - start) / 1e9
    let drawn = Double(robots.reduce(0) { $0 + $1.pointsDrawn } - points) / passed
    printRow("N7", "points drawn by \(drawing)", drawn, "/s")
    if let usage {
      printRow(
        "N7", "the host's processor", Double(usage.processor() - before) / 1e7 / passed,
        "% of a core")
      printRow("N7", "the host's memory", usage.memory(), "MiB")
    }
    for robot in robots { robot.finish() }
    let strokes = robots.reduce(0) { $0 + $1.strokesDrawn }
    /// The strokes of all robots that every member knows.
    func known() -> Int {
      crowd.controllers.map { controller in
        robots.reduce(0) { $0 + Int(controller.board.log.vector[$1.controller.board.replica].raw) }
      }.min() ?? 0
    }
    await crowd.wait(seconds: 10) { known() >= strokes }
    let lost = crowd.controllers.count { $0.session == nil }
    printRow("N8", "members dropped, of \(crowd.members.count)", Double(lost), "")
    printRow("N8", "strokes drawn", Double(strokes), "")
    printRow("N8", "strokes of all that the last one knows", Double(known()), "")
    await crowd.leave()
  }

  @MainActor private func draw(_ robots: [DrawingRobot], seconds: Double) async {
    let end = Clock.now() + Int64(seconds * 1e9)
    let step = 1_000_000_000 / Int64(max(rate, 1))
    var due = robots.indices.map { Clock.now() + step * Int64($0) / Int64(max(robots.count, 1)) }
    while Clock.now() < end {
      let now = Clock.now()
      for index in robots.indices where due[index] <= now {
        robots[index].move()
        due[index] += step
      }
      await Clock.sleep(until: min(due.min() ?? end, end))
    }
  }
}

/// `easel-bench late`.
struct LateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "late",
    abstract: "N9: from knocking to knowing all that was drawn, checked and painted.")

  @OptionGroup var call: CallOptions
  @Option(help: "How often.") var rounds = 5

  @MainActor func run() async throws {
    let ticket = try call.read()
    var times: [Double] = []
    for _ in 0..<rounds {
      let crowd = call.crowd
      let began = Clock.now()
      let newcomer = try await crowd.addPart(ticket, named: "newcomer", looks: true)
      let isComplete = await crowd.wait(seconds: 120) {
        newcomer.attend()
        return newcomer.isComplete
      }
      guard isComplete else { throw Crowd.NotLetIn(count: 0, wanted: 1) }
      times.append(Double(Clock.now() - began) / 1e6)
      printRow(
        "N9", "late join to \(newcomer.strokes) strokes", times.last ?? .nan, "ms")
      await crowd.leave()
    }
    guard !times.isEmpty else { return }
    printRow("N9", "late join, median", times.sorted()[times.count / 2], "ms")
  }
}

func printRow(_ row: String, _ what: String, _ value: Double, _ unit: String) {
  print(Figure(row: row, what: what, value: value, unit: unit).line)
  fflush(nil)
}
