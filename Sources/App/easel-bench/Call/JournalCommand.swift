import ArgumentParser
import EaselBase
import EaselPlatform
import Foundation
import GroupBase
import OpenGroupActivities
import SocketTransports

/// `easel-bench journal`.
struct JournalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "N11: how fast an attachment is loaded, and what that costs the messages beside it.",
    discussion: "Both participants are in this process, without a seal.")

  @Option(help: "loopback, unix or tcp.") var over = "loopback"
  @Option(help: "Mebibytes of the attachment.") var size = 100
  @Option(help: "Rounds of delays without and with a load.") var rounds = 3
  @Option(help: "Messages a second, for the delays.") var rate = 200.0

  @MainActor func run() async throws {
    let pair = try await JournalPair(over: over)
    let content = Data((0..<size << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) })
    var (alone, beside): ([Int64], [Int64]) = ([], [])
    var seconds: [Double] = []
    for _ in 0..<rounds {
      alone += try await pair.delays(rate: rate) { Clock.now() - $0 > 3_000_000_000 }
      let load = try await pair.load(content)
      beside += try await pair.delays(rate: rate) { _ in load.seconds != nil }
      seconds.append(try load.result.get())
      try await pair.remove(load)
    }
    let median = seconds.sorted()[seconds.count / 2]
    printRow("N11", "load over \(over)", Double(size) / median, "MiB/s")
    for (what, delays) in [("alone", alone.sorted()), ("beside a load", beside.sorted())] {
      printRow("N11", "\(what), p50 of \(delays.count)", delays.percentile(0.5), "µs")
      printRow("N11", "\(what), p99", delays.percentile(0.99), "µs")
    }
    pair.leave()
    Self.exit()
  }
}

/// Two participants of a session. The first adds attachments and sends messages, and the second loads
/// and hears them.
@MainActor private final class JournalPair {
  private let systems: [GroupSystem]
  private let messenger: GroupSessionMessenger
  private let journals: [GroupSessionJournal]
  private var reception: GroupSessionMessenger.Reception?
  private var measured: [Int64] = []

  /// A load that is under way.
  @MainActor final class Load {
    private(set) var result: Result<Double, any Error> = .failure(CancellationError())
    private(set) var seconds: Double?
    let attachment: GroupSessionJournal.Attachment

    init(_ attachment: GroupSessionJournal.Attachment) {
      self.attachment = attachment
      let began = Clock.now()
      Task {
        do {
          _ = try await attachment.load(Data.self)
          result = .success(Double(Clock.now() - began) / 1e9)
        } catch { result = .failure(error) }
        seconds = Double(Clock.now() - began) / 1e9
      }
    }
  }

  init(over kind: String) async throws {
    systems = try await Self.systems(over: kind)
    let sessions = systems.map { system in
      GroupSystem.$current.withValue(system) { Measurement.sessions() }
    }
    while systems.contains(where: { $0.people.isEmpty }) {
      await Clock.sleep(until: Clock.now() + 2_000_000)
    }
    _ = try await GroupSystem.$current.withValue(systems[0]) {
      try await Measurement().activate()
    }
    var joined: [GroupSession<Measurement>] = []
    for offers in sessions {
      for await session in offers {
        session.join()
        joined.append(session)
        break
      }
    }
    while joined.contains(where: { $0.activeParticipants.count < 2 }) {
      await Clock.sleep(until: Clock.now() + 2_000_000)
    }
    messenger = GroupSessionMessenger(session: joined[0], deliveryMode: .unreliable)
    journals = joined.map { GroupSessionJournal(session: $0) }
    let hearing = GroupSessionMessenger(session: joined[1], deliveryMode: .unreliable)
    reception = hearing.onMessage { [weak self] bytes, _ in
      let sent = bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
      self?.measured.append(Clock.now() - sent)
    }
  }

  private static func systems(over kind: String) async throws -> [GroupSystem] {
    if kind == "loopback" {
      let call = LoopbackCall()
      return [call.join(name: "adds"), call.join(name: "loads")]
    }
    let (host, guest) = (MemberID(1), MemberID(2))
    let address: String
    let systems: [GroupSystem]
    if kind == "tcp" {
      let listening = TCPTransport(usesDatagrams: false)
      address = try listening.listen(at: "tcp://127.0.0.1:0").first ?? ""
      systems = [
        GroupSystem(name: "adds", member: host, over: [listening]),
        GroupSystem(
          name: "loads", member: guest, over: [TCPTransport(usesDatagrams: false)]),
      ]
    } else {
      let listening = UnixTransport()
      address = try listening.listen(at: "unix:///tmp/easel-bench-\(getpid())").first ?? ""
      systems = [
        GroupSystem(name: "adds", member: host, over: [listening]),
        GroupSystem(name: "loads", member: guest, over: [UnixTransport()]),
      ]
    }
    try await systems[1].connect(to: address)
    return systems
  }

  /// Adds a content, and begins to load it as soon as the other participant sees it.
  func load(_ content: Data) async throws -> Load {
    let added = try await journals[0].add(content)
    for await attachments in journals[1].attachments {
      if let seen = attachments.first(where: { $0.id == added.id }) { return Load(seen) }
    }
    throw CancellationError()
  }

  /// Sends messages until the condition holds, and returns their delays in nanoseconds.
  func delays(rate: Double, until isDone: (_ began: Int64) -> Bool) async throws -> [Int64] {
    measured = []
    let began = Clock.now()
    var next = began
    while !isDone(began) {
      await Clock.sleep(until: next)
      let sent = UInt64(bitPattern: Clock.now())
      let stamp = (0..<8).map { UInt8(truncatingIfNeeded: sent >> (56 - 8 * UInt64($0))) }
      try await messenger.send(bytes: stamp + [UInt8](repeating: 0, count: 56))
      next += Int64(1e9 / rate)
    }
    await Clock.sleep(until: Clock.now() + 200_000_000)
    return measured
  }

  func remove(_ load: Load) async throws {
    try await journals[0].remove(attachment: load.attachment)
  }

  func leave() { for system in systems { system.leaveCall() } }
}
