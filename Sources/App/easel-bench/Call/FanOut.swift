import EaselBase
import Foundation
import GroupBase
import GroupCore
import GroupSecurity
import OpenGroupActivities
import Synchronization

/// The session in which messages are measured. It has nothing to do with the board.
struct Measurement: GroupActivity {
  static let activityIdentifier = "org.easel.measurement"

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Measurement"
    return metadata
  }
}

/// N5, N6: one member sends, and all other members receive its messages through the call's host.
///
/// The receivers count messages and measure delays, but open nothing: in a real call, each receiver
/// would do so on its own machine. The sender is in the same process and tells the receivers how many
/// messages an envelope holds.
@MainActor final class FanOut {
  private let crowd: Crowd
  private let session: GroupSession<Measurement>
  private let messenger: GroupSessionMessenger
  private let payload: [UInt8]
  private let count: DeliveryCount

  init(_ crowd: Crowd, _ ticket: Ticket, members: Int, payload: Int) async throws {
    self.crowd = crowd
    self.payload = [UInt8](repeating: UInt8(ascii: "x"), count: payload)
    let sender = try await crowd.add(ticket, named: "member 0")
    count = DeliveryCount(of: sender.membership.member, receivers: members)
    var receivers: [CrowdMember] = []
    for number in 0..<members {
      receivers.append(try await crowd.add(ticket.watching, named: "member \(number + 1)"))
    }
    session = try await Self.open(sender)
    messenger = GroupSessionMessenger(session: session, deliveryMode: .unreliable)
    session.join()
    for receiver in receivers { try await Self.first(receiver.system).join() }
    let session = session
    let isComplete = await crowd.wait(seconds: 60) {
      session.activeParticipants.count == members + 1
    }
    guard isComplete else {
      throw Crowd.NotLetIn(count: session.activeParticipants.count, wanted: members + 1)
    }
    let count = count
    sender.seal.whenSent { count.sent($0) }
    // After this message, every link has carried the sender's name once.
    send()
    await crowd.wait(seconds: 1)
    for (index, receiver) in receivers.enumerated() {
      receiver.seal.count { count.isCounted($0, $1, by: index) }
    }
  }

  /// Activates the measurement, and returns its session.
  static func open(_ sender: CrowdMember) async throws -> GroupSession<Measurement> {
    let sessions = GroupSystem.$current.withValue(sender.system) { Measurement.sessions() }
    _ = try await GroupSystem.$current.withValue(sender.system) {
      try await Measurement().activate()
    }
    for await session in sessions { return session }
    throw Crowd.NotLetIn(count: 0, wanted: 1)
  }

  private static func first(_ system: GroupSystem) async throws -> GroupSession<Measurement> {
    let sessions = GroupSystem.$current.withValue(system) { Measurement.sessions() }
    for await session in sessions { return session }
    throw Crowd.NotLetIn(count: 0, wanted: 1)
  }

  /// Sends one message to all receivers.
  private func send() {
    count.noteMessage(at: Clock.now())
    let count = count
    messenger.pass(payload) { _ in count.failed() }
  }

  /// N6: sends `rate` messages a second, and measures their delays.
  ///
  /// - Returns: the delays in nanoseconds, ascending, and the number of deliveries that were
  ///   missing two seconds after the last message.
  func delays(rate: Double, messages: Int) async -> (sorted: [Int64], lost: Int) {
    count.begin(measuringDelays: true)
    var next = Clock.now()
    for _ in 0..<messages {
      await Clock.sleep(until: next)
      send()
      next += Int64(1e9 / rate)
    }
    let (wanted, count) = (messages * count.receivers, count)
    await crowd.wait(seconds: 2) { count.heard >= wanted }
    return (count.delays.sorted(), wanted - count.heard)
  }

  /// N5: sends as fast as possible, but at most `window` messages ahead of the slowest receiver.
  ///
  /// - Returns: the number of deliveries a second, over all receivers.
  func throughput(window: Int, seconds: Double) async -> Double {
    count.begin(measuringDelays: false)
    let began = Clock.now()
    let end = began + Int64(seconds * 1e9)
    var sentCount = 0
    while Clock.now() < end {
      let slowest = count.slowest
      while sentCount - slowest < window {
        send()
        sentCount += 1
      }
      await Task.yield()
    }
    return Double(count.heard) / (Double(Clock.now() - began) / 1e9)
  }
}

/// The deliveries of one sender's messages. The sender and the receivers count from their own threads.
private final class DeliveryCount: Sendable {
  let receivers: Int
  private let sender: MemberID
  private let state: Mutex<State>

  private struct State {
    /// For each envelope, by its number: the count of its messages, and when the first was sent.
    var sent: [UInt64: (count: Int, at: Int64)] = [:]
    /// The count of the messages that are in no envelope yet, and when the first was sent.
    var unsent = (count: 0, since: Int64(0))
    var heard: [Int]
    var delays: [Int64] = []
    var measuresDelays = true
  }

  init(of sender: MemberID, receivers: Int) {
    (self.sender, self.receivers) = (sender, receivers)
    state = Mutex(State(heard: Array(repeating: 0, count: receivers)))
  }

  var heard: Int { state.withLock { $0.heard.reduce(0, +) } }
  var slowest: Int { state.withLock { $0.heard.min() ?? 0 } }
  var delays: [Int64] { state.withLock { $0.delays } }

  func begin(measuringDelays: Bool) {
    state.withLock {
      $0.heard = $0.heard.map { _ in 0 }
      ($0.delays, $0.sent, $0.measuresDelays) = ([], [:], measuringDelays)
    }
  }

  /// Notes a message before it is given to the messenger.
  func noteMessage(at now: Int64) {
    state.withLock {
      if $0.unsent.count == 0 { $0.unsent.since = now }
      $0.unsent.count += 1
    }
  }

  /// Takes back a message that could not be sent.
  func failed() { state.withLock { $0.unsent.count = max($0.unsent.count - 1, 0) } }

  /// Notes the messages in an envelope of the sender. The measured messages are the only ones of the
  /// sender that may be lost.
  func sent(_ envelope: Envelope) {
    guard envelope.mode == .unreliable else { return }
    state.withLock {
      $0.sent[envelope.number] = ($0.unsent.count, $0.unsent.since)
      $0.unsent.count = 0
    }
  }

  /// Counts an envelope if it is one of the sender's.
  func isCounted(_ origin: MemberID, _ number: UInt64, by receiver: Int) -> Bool {
    guard origin == sender else { return false }
    let now = Clock.now()
    return state.withLock { state in
      guard let (count, began) = state.sent[number] else { return false }
      state.heard[receiver] += count
      if state.measuresDelays { state.delays += repeatElement(now - began, count: count) }
      return true
    }
  }
}

extension [Int64] {
  /// Returns a percentile in microseconds; the times must be sorted and in nanoseconds.
  func percentile(_ part: Double) -> Double {
    guard let last = indices.last else { return .nan }
    return Double(self[Swift.min(Int(Double(count) * part), last)]) / 1_000
  }
}
