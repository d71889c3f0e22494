import BoardCodec
import EaselBase
import GroupCore
import GroupSecurity
import GroupWire

/// N5, N6: one member sends, and all other members receive its messages through the call's host.
///
/// The receivers count messages and measure delays, but decrypt nothing: in a real call, each
/// receiver would decrypt on its own machine. The sender is in the same process and tells the
/// receivers how many messages an envelope holds.
final class FanOut {
  private let crowd: Crowd
  private let sender: Member
  private let receivers: [Member]
  private let payload: [UInt8]
  /// For each envelope, by its number: the count of its messages, and when the first was sent.
  private var sent: [UInt64: (count: Int, at: Int64)] = [:]
  /// The count of the messages that are in no envelope yet, and when the first was sent.
  private var unsent = (count: 0, since: Int64(0))
  private var heard: [Int]
  private(set) var delays: [Int64] = []
  private var measuresDelays = true

  init(_ crowd: Crowd, _ ticket: Ticket, members: Int, payload: Int) throws {
    self.crowd = crowd
    self.payload = [UInt8](repeating: UInt8(ascii: "x"), count: payload)
    heard = [Int](repeating: 0, count: members)
    crowd.start()
    // The sender may draw, so it votes for the member that answers newcomers. The receivers only
    // watch, so other members request nothing from them.
    guard let robot = crowd.addRobot(ticket, named: "member 0") else {
      throw Crowd.NotLetIn(count: 0, wanted: members + 1)
    }
    let first = robot.member
    try crowd.gather()
    crowd.reactor.run(until: Reactor.now() + 20_000_000_000) { robot.isComplete }
    try crowd.addAll(members) { _ = crowd.add(ticket.watching, named: "member \($0 + 1)") }
    (sender, receivers) = (first, Array(crowd.members.dropFirst()))
    sender.sent = { [unowned self] in went($0) }
    // After this message, every link has carried the sender's name once.
    _ = say()
    crowd.run(milliseconds: 1_000)
    for (index, member) in receivers.enumerated() {
      member.line.skim = { [unowned self] in receive($0, by: member, index) }
    }
  }

  private func say() -> Bool {
    if unsent.count == 0 { unsent.since = Reactor.now() }
    unsent.count += 1
    guard sender.send(payload, .unreliable) else {
      unsent.count -= 1
      return false
    }
    return true
  }

  private func went(_ envelope: Envelope) {
    // The measured messages are the only messages of the sender that may be lost.
    guard CallMessage.mode(ofBody: envelope.body) == .unreliable else { return }
    sent[envelope.number] = (unsent.count, unsent.since)
    unsent.count = 0
  }

  private func receive(_ bytes: [UInt8], by member: Member, _ index: Int) -> Bool {
    member.skims(bytes) { origin, number in
      guard origin == sender.membership.member, let (count, began) = sent[number] else {
        return false
      }
      heard[index] += count
      if measuresDelays {
        delays += repeatElement(Reactor.now() - began, count: count)
      }
      return true
    }
  }

  /// N6: sends `rate` messages a second, and measures their delays.
  ///
  /// - Returns: the delays in nanoseconds, ascending, and the number of deliveries that were
  ///   missing two seconds after the last message.
  func delays(rate: Double, messages: Int) -> (sorted: [Int64], lost: Int) {
    (delays, sent, measuresDelays) = ([], [:], true)
    var next = Reactor.now()
    for _ in 0..<messages {
      crowd.reactor.run(until: next)
      _ = say()
      next += Int64(1e9 / rate)
    }
    let wanted = messages * receivers.count
    crowd.reactor.run(until: Reactor.now() + 2_000_000_000) { [self] in delays.count >= wanted }
    return (delays.sorted(), wanted - delays.count)
  }

  /// N5: sends as fast as possible, but at most `window` messages ahead of the slowest receiver.
  ///
  /// - Returns: the number of deliveries a second, over all receivers.
  func throughput(window: Int, seconds: Double) -> Double {
    measuresDelays = false
    heard = heard.map { _ in 0 }
    let began = Reactor.now()
    let end = began + Int64(seconds * 1e9)
    var said = 0
    while Reactor.now() < end {
      let slowest = heard.min() ?? 0
      var burst = 0
      while said - slowest < window, burst < 64, say() { (said, burst) = (said + 1, burst + 1) }
      crowd.reactor.turn(until: said - slowest < window ? 0 : end)
    }
    let count = heard.reduce(0, +)
    return Double(count) / (Double(Reactor.now() - began) / 1e9)
  }
}

extension [Int64] {
  /// Returns a percentile in microseconds; the times must be sorted and in nanoseconds.
  func percentile(_ part: Double) -> Double {
    guard let last = indices.last else { return .nan }
    return Double(self[Swift.min(Int(Double(count) * part), last)]) / 1_000
  }
}
