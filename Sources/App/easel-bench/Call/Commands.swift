import ArgumentParser
import BoardModel
import BoardSync
import EaselBase
import EaselPlatform
import GroupCore
import GroupSecurity

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

  var crowd: Crowd { Crowd(at: at, over: over.map { $0 + "://" }) }

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
    let line = bytes[..<count].split(separator: UInt8(ascii: "\n")).first ?? []
    return try Ticket(String(decoding: line, as: UTF8.self))
  }
}

/// `easel-bench fanout`.
struct FanOutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fanout",
    abstract: "N5, N6, N10: deliveries of one member's messages to others, through a call's host.")

  @OptionGroup var place: CallOptions
  @Option(help: "Who hears them.") var members = 10
  @Option(help: "Bytes in a message.") var payload = 64
  @Option(help: "Messages a second, for the delays.") var rate = 500.0
  @Option(help: "Messages for the delays; 0 for none.") var messages = 1_000
  @Option(help: "As many messages ahead of the slowest, for the throughput.") var window = 256
  @Option(help: "Of throughput; 0 for none.") var seconds = 2.0
  @Option(help: "Trouble in every second round of delays: hanging, flooding or joining.")
  var beside: Disturbance?
  @Option(help: "Rounds of delays without and with trouble.") var rounds = 5

  func run() throws {
    let crowd = place.crowd
    let ticket = try place.read()
    let fan = try FanOut(crowd, ticket, members: members, payload: payload)
    if let beside { return try compare(fan, beside, crowd) }
    let usage = place.host.map { Usage(process: $0) }
    if messages > 0 {
      let (delays, lost) = fan.delays(rate: rate, messages: messages)
      printRow("N6", "delay to \(members), p50", delays.percentile(0.5), "µs")
      printRow("N6", "delay to \(members), p99", delays.percentile(0.99), "µs")
      printRow("N6", "not delivered", Double(lost), "messages")
    }
    if seconds > 0 {
      let before = usage?.processor() ?? 0
      let rate = fan.throughput(window: window, seconds: seconds)
      printRow("N5", "deliveries to \(members)", rate, "/s")
      if let usage {
        let each = Double(usage.processor() - before) / 1_000 / (rate * seconds)
        printRow("N5", "the host's processor for one", each, "µs")
      }
    }
    crowd.leave()
  }

  private func compare(_ fan: FanOut, _ kind: Disturbance, _ crowd: Crowd) throws {
    var (plain, beside): ([Int64], [Int64]) = ([], [])
    let trouble = try Troublemaker(kind, place, in: crowd)
    for _ in 0..<rounds {
      plain += fan.delays(rate: rate, messages: messages).sorted
      try trouble.begin()
      beside += fan.delays(rate: rate, messages: messages).sorted
      trouble.end()
      crowd.run(milliseconds: 500)
    }
    for (what, delays) in [("alone", plain.sorted()), ("beside one \(kind)", beside.sorted())] {
      printRow("N10", "\(what), p50 of \(delays.count)", delays.percentile(0.5), "µs")
      printRow("N10", "\(what), p99", delays.percentile(0.99), "µs")
    }
    if kind == .joining { printRow("N10", "came meanwhile", Double(trouble.joins), "newcomers") }
    crowd.leave()
  }
}

extension Disturbance: ExpressibleByArgument {}

/// `easel-bench flood`.
struct FloodCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flood",
    abstract: "One member who says as much as it can until it is ended, for N10.")

  @OptionGroup var place: CallOptions
  @Option(help: "Bytes in a message.") var payload = 1_000

  func run() throws {
    let crowd = place.crowd
    let member = crowd.add(try place.read(), named: "troublemaker")
    crowd.start()
    try crowd.gather()
    print("floods")
    fflush(nil)
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: payload)
    while let member, !member.isLost {
      while member.line.bytesWaiting < 256 * 1_024, member.send(bytes, .unreliable) {
        // Messages reach the line at the end of a pass, and those of one pass travel together.
        if member.line.bytesWaiting == 0 { crowd.reactor.turn(until: 0) }
      }
      crowd.run(milliseconds: 1)
    }
  }
}

/// `easel-bench robots`.
struct RobotsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "robots",
    abstract: "N7, N8: people who draw and people who watch, in a call that somebody else holds.")

  @OptionGroup var place: CallOptions
  @Option(help: "Members who draw.") var drawing = 64
  @Option(help: "Members who only watch.") var watching = 0
  @Option(help: "Points a second, of each who draws.") var rate = 60
  @Option(help: "How long.") var seconds = 20
  @Option(help: "Says in this file that all are there and draw.") var ready: String?

  func run() throws {
    let crowd = place.crowd
    let ticket = try place.read()
    let usage = place.host.map { Usage(process: $0) }
    crowd.start()
    let began = Reactor.now()
    try crowd.addAll(drawing) { _ = crowd.addRobot(ticket, named: "robot \($0 + 1)") }
    try crowd.addAll(watching) {
      _ = crowd.addRobot(ticket.watching, named: "watcher \($0 + 1)")
    }
    printRow("", "members came in", Double(Reactor.now() - began) / 1e6, "ms")
    let hands = crowd.robots.prefix(drawing).enumerated().map { Hand($1, seed: $0) }
    draw(hands, crowd, milliseconds: 2_000)
    if let ready, let file = fopen(ready, "w") { fclose(file) }
    let before = usage?.processor() ?? 0
    let (points, start) = (crowd.robots.reduce(0) { $0 + $1.pointsDrawn }, Reactor.now())
    let read = crowd.members.reduce(0) { $0 + $1.envelopesRead }
    let last = crowd.members.last
    let (bytes, passing) = (last?.line.bytesRead ?? 0, last?.passingBytesRead ?? 0)
    draw(hands, crowd, milliseconds: Int64(seconds) * 1_000)
    let passed = Double(Reactor.now() - start) / 1e9
    let drawn = Double(crowd.robots.reduce(0) { $0 + $1.pointsDrawn } - points) / passed
    let heard = Double(crowd.members.reduce(0) { $0 + $1.envelopesRead } - read) / passed
    printRow("N7", "points drawn by \(drawing)", drawn, "/s")
    printRow("N7", "envelopes delivered to \(drawing + watching)", heard, "/s")
    func tellBytes(_ what: String, _ read: Int) {
      printRow(
        "D7", "bytes to a member for a point, of \(what)", Double(read) / passed / drawn, "B")
    }
    tellBytes("ink", (last?.passingBytesRead ?? 0) - passing)
    tellBytes("all that passes", (last?.line.bytesRead ?? 0) - bytes)
    if let usage {
      printRow(
        "N7", "the host's processor", Double(usage.processor() - before) / 1e7 / passed,
        "% of a core")
      printRow("N7", "the host's memory", usage.memory(), "MiB")
    }
    for robot in crowd.robots { robot.finish() }
    crowd.run(milliseconds: 1_500)
    let lost = crowd.members.count { $0.isLost || !$0.isInSession }
    printRow("N8", "members dropped, of \(crowd.members.count)", Double(lost), "")
    printRow(
      "N8", "seen by the last", Double(crowd.members.last?.participants.count ?? 0), "members")
    let strokes = crowd.robots.reduce(0) { $0 + $1.strokesDrawn }
    printRow("N8", "strokes drawn", Double(strokes), "")
    let fewest = crowd.robots.map { $0.entriesHeard + $0.strokesDrawn }.min() ?? 0
    printRow("N8", "strokes of all that the last one knows", Double(fewest), "")
    crowd.leave()
  }

  private func draw(_ hands: [Hand], _ crowd: Crowd, milliseconds: Int64) {
    let end = Reactor.now() + milliseconds * 1_000_000
    let step = 1_000_000_000 / Int64(max(rate, 1))
    var due = hands.indices.map { Reactor.now() + step * Int64($0) / Int64(max(hands.count, 1)) }
    while Reactor.now() < end {
      let now = Reactor.now()
      for index in hands.indices where due[index] <= now {
        hands[index].move()
        due[index] += step
      }
      crowd.reactor.turn(until: min(due.min() ?? end, end))
    }
  }
}

/// A simulated hand that moves at random over the lower half of the page, one cell at a time.
final class Hand {
  private let robot: StrokeSender
  private var chance: Chance
  private var (x, y): (Int, Int)

  init(_ robot: StrokeSender, seed: Int) {
    self.robot = robot
    chance = Chance(seed: UInt64(seed + 1))
    (x, y) = (chance.below(160), chance.below(20))
  }

  func move() {
    x = min(max(x + chance.below(3) - 1, 0), 159)
    y = min(max(y + chance.below(3) - 1, 0), 19)
    robot.draw(at: BoardPoint(x: Int32(x * 409 + 204), y: Int32(20_480 + y * 768 + 384)))
  }
}

/// `easel-bench late`.
struct LateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "late",
    abstract: "N9: from knocking to knowing all that was drawn, checked and painted.")

  @OptionGroup var place: CallOptions
  @Option(help: "How often.") var rounds = 5

  func run() throws {
    let ticket = try place.read()
    var times: [Double] = []
    for _ in 0..<rounds {
      let crowd = place.crowd
      let began = Reactor.now()
      guard let newcomer = crowd.addNewcomer(ticket, named: "newcomer") else {
        throw Crowd.NotLetIn(count: 0, wanted: 1)
      }
      crowd.start()
      crowd.reactor.run(until: began + 120_000_000_000) { newcomer.isComplete }
      guard newcomer.isComplete else { throw Crowd.NotLetIn(count: 0, wanted: 1) }
      times.append(Double(Reactor.now() - began) / 1e6)
      printRow("N9", "late join to \(newcomer.count) strokes", times.last ?? .nan, "ms")
      crowd.leave()
    }
    guard !times.isEmpty else { return }
    printRow("N9", "late join, median", times.sorted()[times.count / 2], "ms")
  }
}

func printRow(_ row: String, _ what: String, _ value: Double, _ unit: String) {
  print(Figure(row: row, what: what, value: value, unit: unit).line)
  fflush(nil)
}
