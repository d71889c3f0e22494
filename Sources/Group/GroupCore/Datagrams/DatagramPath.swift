import DequeModule
import EaselBase

/// The path of the datagrams beside one link, as one side sees it. It decides which datagrams to send,
/// where and when; the caller seals and sends them.
///
/// The side that dialled the link sends probes to the address to which the link is connected. The other
/// side answers each probe to its source. After three of four echoes the dialling side uses the path for
/// messages, and says so in its next probes; then the listening side uses it too. If the path carries
/// too little, the messages take the stream again.
public struct DatagramPath: Sendable {
  /// A datagram to seal and to send.
  public struct Outgoing: Hashable, Sendable {
    /// The number under which to seal it. Each is used once, and they ascend.
    public let counter: UInt64
    /// The content, at most ``contentMax`` bytes.
    public let content: [UInt8]
    /// The receiver.
    public let address: DatagramAddress
  }

  /// The longest content of a datagram, in bytes. Sealed, it fits any network.
  public static let contentMax = 1_200 - 32
  /// The longest message that a datagram carries, in bytes.
  public static let frameMax = contentMax - DatagramMessage.headLength
  /// The time after which a message goes out once more.
  static let copyAfter: Int64 = 5
  /// The path is down when nothing came for so long although this side sent something.
  static let silenceMax: Int64 = 3_000
  /// The path is down when less than half arrived for so long.
  static let poorMax: Int64 = 2_000
  /// The path is in use for so long after a message.
  static let activeFor: Int64 = 2_000
  static let copiesMax = 256

  /// Whether this side dialled the link.
  let isDialling: Bool
  /// The address in use; nil while none is proved.
  package private(set) var address: DatagramAddress?
  /// The other side's next address, which is not proved yet.
  private var candidate: Candidate?
  private var probes: ProbeRow
  private var rate: ArrivalRate
  private var seen = SeenNumbers()
  private var received: UInt64 = 0
  private var sent: UInt64 = 0
  /// The other side waits for a probe.
  private var isHurried = false
  /// The other side said that it uses the path, or does not.
  private var isUpThere = false
  /// The moment of the first datagram that was sent after the last one arrived.
  private var unheardSince: Uptime?
  /// The moment of the last message in either direction.
  private var frameAt: Uptime?
  private var copies: Deque<(due: Uptime, counter: UInt64, frame: [UInt8])> = []
  /// Whether messages take the path.
  public private(set) var isUp = false
  /// The datagrams that were authentic and came a second time, or too late.
  public private(set) var repeatedCount = 0

  /// Creates the path of the side that dialled the link.
  ///
  /// - Parameter address: the address to which the link is connected.
  public init(dialling address: DatagramAddress, at now: Uptime) {
    (isDialling, self.address) = (true, address)
    (probes, rate) = (ProbeRow(at: now), ArrivalRate(at: now))
  }

  /// Creates the path of the side that listens, which learns the other's address.
  public init(listeningAt now: Uptime) {
    isDialling = false
    (probes, rate) = (ProbeRow(at: now), ArrivalRate(at: now))
  }

  // MARK: Sending

  /// Returns a message as a datagram; nil if it has to take the stream.
  public mutating func send(_ frame: [UInt8], at now: Uptime) -> Outgoing? {
    update(at: now)
    guard isUp, let address, frame.count <= Self.frameMax else { return nil }
    frameAt = now
    let first = outgoing(.frame(frame), to: address, at: now)
    if !rate.isWhole(at: now), copies.count < Self.copiesMax {
      copies.append((now.advanced(by: Self.copyAfter), first.counter, frame))
    }
    return first
  }

  private mutating func outgoing(
    _ message: DatagramMessage, to address: DatagramAddress, at now: Uptime
  ) -> Outgoing {
    sent += 1
    // An echo is not answered.
    if unheardSince == nil, !message.isEcho { unheardSince = now }
    return Outgoing(counter: sent, content: message.bytes, address: address)
  }

  // MARK: Time

  /// The next moment at which ``woke(at:)`` has something to do.
  public var deadline: Uptime? {
    let silence = isUp ? unheardSince?.advanced(by: Self.silenceMax) : nil
    return .first(of: copies.first?.due, isDialling ? nextProbeAt : nil, silence)
  }

  /// Returns what is due by now.
  public mutating func woke(at now: Uptime) -> [Outgoing] {
    update(at: now)
    var due: [Outgoing] = []
    while let copy = copies.first, copy.due <= now {
      copies.removeFirst()
      guard isUp, let address else { continue }
      due.append(outgoing(.copy(copy.frame, of: copy.counter), to: address, at: now))
    }
    if isDialling, let address, nextProbeAt <= now {
      due.append(outgoing(.probe(report(probes.send(at: now))), to: address, at: now))
    }
    return due
  }

  /// The moment of the next probe. A probe that stays without an echo is soon followed by others.
  private var nextProbeAt: Uptime {
    let isActive = frameAt.map { probes.sentAt.since($0) < Self.activeFor } ?? false
    let pause: Int64 =
      if isHurried { 100 } else if isUp {
        isActive || !isUpThere ? 250 : probes.unanswered > 0 ? 500 : 10_000
      } else { probes.isCalm ? 10_000 : probes.unanswered < 4 ? 100 : 1_000 }
    return probes.sentAt.advanced(by: pause)
  }

  /// Takes the path down when it carries too little.
  private mutating func update(at now: Uptime) {
    let isSilent = unheardSince.map { now.since($0) >= Self.silenceMax } ?? false
    if isUp || isUpThere, isSilent {
      isUpThere = false
      probes.restart()
    }
    if isUp, rate.isPoor { probes.restart() }
    let isProved = isDialling ? probes.isProved : isUpThere && address != nil
    isUp = isProved && !isSilent && !rate.isPoor
    if !isUp { copies = [] }
  }

  // MARK: Receiving

  /// Handles the content of an authentic datagram.
  ///
  /// - Parameters:
  ///   - counter: the number under which it was sealed.
  ///   - source: the address from which it came.
  /// - Returns: the message that it carries, if it carries a new one, and the answer to send.
  public mutating func receive(
    _ content: [UInt8], under counter: UInt64, from source: DatagramAddress, at now: Uptime
  ) -> (frame: [UInt8]?, answer: Outgoing?) {
    let isNewest = counter > seen.highest
    guard seen.insert(counter) else {
      repeatedCount += 1
      return (nil, nil)
    }
    received += 1
    unheardSince = nil
    if !isDialling, isNewest { follow(source) }
    defer { update(at: now) }
    switch DatagramMessage(content) {
    case .probe(let report):
      // Only the dialling side sends probes.
      guard !isDialling else { return (nil, nil) }
      read(report, from: source, at: now)
      update(at: now)
      let echo = outgoing(.echo(self.report(report.number)), to: source, at: now)
      if candidate?.address == source { candidate?.sent(echo.counter) }
      return (nil, echo)
    case .echo(let report):
      guard isDialling else { return (nil, nil) }
      probes.answered(report.number)
      read(report, from: source, at: now)
      return (nil, nil)
    case .frame(let frame):
      frameAt = now
      return (frame, nil)
    case .copy(let frame, let first):
      frameAt = now
      // The first one may still come, after its copy.
      return (seen.insert(first) ? frame : nil, nil)
    case nil: return (nil, nil)
    }
  }

  private mutating func read(
    _ report: DatagramReport, from source: DatagramAddress, at now: Uptime
  ) {
    rate.read(report, ofSent: sent, at: now)
    (isUpThere, isHurried) = (report.isUp, report.isHurried)
    guard !isDialling, candidate?.address == source else { return }
    if candidate?.isProved(by: report.highest) == true { (address, candidate) = (source, nil) }
  }

  /// Begins to prove another address of the other side, whose network may have changed.
  private mutating func follow(_ source: DatagramAddress) {
    if source == address {
      candidate = nil
    } else if candidate?.address != source {
      candidate = Candidate(address: source)
    }
  }

  private func report(_ number: UInt64) -> DatagramReport {
    DatagramReport(
      number: number, isUp: isUp, isHurried: candidate != nil, received: received,
      highest: seen.highest)
  }
}

/// An address that the other side may have. It is proved after three datagrams that went to it alone:
/// the other side can name their counters only if it received them there.
private struct Candidate: Sendable {
  let address: DatagramAddress
  private var counters: [UInt64] = []
  private var proofCount = 0

  private static let (proofs, countersMax) = (3, 16)

  init(address: DatagramAddress) { self.address = address }

  mutating func sent(_ counter: UInt64) {
    counters = (counters + [counter]).suffix(Self.countersMax)
  }

  /// - Parameter counter: the highest counter that has arrived there.
  mutating func isProved(by counter: UInt64) -> Bool {
    guard let index = counters.firstIndex(of: counter) else { return false }
    counters.removeFirst(index + 1)
    proofCount += 1
    return proofCount >= Self.proofs
  }
}

/// The probes of the dialling side, and the echoes that came.
private struct ProbeRow: Sendable {
  private var last: UInt64 = 0
  /// Bit n stands for the probe that was sent n probes before the last one.
  private var answers: UInt64 = 0
  /// The probes since the last echo, or since the path went down.
  private(set) var unanswered = 0
  /// The probes since the path went down.
  private var attempts = 0
  /// Three of four probes in a row were answered.
  private(set) var isProved = false
  private(set) var sentAt: Uptime

  /// After so many attempts the probes are rare. An echo then allows three more attempts.
  private static let (attemptsMax, moreAttempts) = (34, 3)

  /// - Parameter now: the first probe is due a moment later.
  init(at now: Uptime) { sentAt = now }

  /// Whether a path that is still down gets only rare probes.
  var isCalm: Bool { attempts >= Self.attemptsMax }

  mutating func send(at now: Uptime) -> UInt64 {
    last += 1
    answers <<= 1
    unanswered += 1
    attempts += 1
    sentAt = now
    return last
  }

  mutating func answered(_ number: UInt64) {
    guard number <= last, last - number < 64 else { return }
    unanswered = 0
    if isCalm { attempts = Self.attemptsMax - Self.moreAttempts }
    answers |= 1 << (last - number)
    let four = answers >> (last - number) & 0xF
    if four.nonzeroBitCount >= 3 { isProved = true }
  }

  mutating func restart() { (answers, unanswered, attempts, isProved) = (0, 0, 0, false) }
}
