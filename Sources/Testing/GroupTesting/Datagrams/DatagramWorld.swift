import EaselBase
import GroupCore

/// Two ends of a datagram path, and a network between them that loses, doubles and delays datagrams.
///
/// The same seed gives the same run.
package struct DatagramWorld {
  /// The network in one direction.
  package struct Way: Hashable, Sendable {
    /// The share of the datagrams that is lost.
    package var loss = 0.0
    /// The share that arrives twice.
    package var doubling = 0.0
    /// In milliseconds.
    package var delay: Int64 = 20
    /// The most by which a datagram is later than others, in milliseconds.
    package var jitter: Int64 = 0
    package var isBlocked = false
  }

  /// A message that arrived.
  package struct Arrival: Hashable, Sendable {
    package let at: Uptime
    package let frame: [UInt8]
  }

  private struct Flying {
    let datagram: DatagramPath.Outgoing
    let isToHost: Bool
    let source: DatagramAddress
  }

  package private(set) var now = Uptime(milliseconds: 1_000)
  package var dialling: DatagramPath
  package var listening: DatagramPath
  /// The network from the dialling side, and to it.
  package var (out, back) = (Way(), Way())
  /// The address that the listening side sees.
  package var source = DatagramAddress(host: [10, 0, 0, 2], port: 4_000)
  package static let host = DatagramAddress(host: [10, 0, 0, 1], port: 7_000)
  /// The messages that arrived at each side, in the order of arrival.
  package private(set) var (atHost, atGuest): ([Arrival], [Arrival]) = ([], [])
  /// The bytes that came from each address, and those that went there before it was proved.
  package private(set) var bytes: [DatagramAddress: (from: Int, to: Int)] = [:]
  package private(set) var sentCount = 0
  /// The laws that were broken.
  package private(set) var failures: [String] = []
  /// A hash of all datagrams that were sent, in order.
  package private(set) var trace: UInt64 = 0xCBF2_9CE4_8422_2325
  private var chance: SplitMix64
  private var agenda = Agenda<Flying>()
  private var frames: Set<[UInt8]> = []
  private var number: UInt64 = 0

  package init(seed: UInt64) {
    chance = SplitMix64(seed: seed)
    dialling = DatagramPath(dialling: Self.host, at: now)
    listening = DatagramPath(listeningAt: now)
  }

  /// Lets time pass; meanwhile one side says something as often as given.
  ///
  /// - Returns: how many messages took the path, and how many did not.
  @discardableResult package mutating func pass(
    _ milliseconds: Int64, sayingEvery pause: Int64? = nil, fromHost: Bool = false
  ) -> (sent: Int, refused: Int) {
    let end = now.advanced(by: milliseconds)
    var (sent, refused) = (0, 0)
    while now < end {
      now = now.advanced(by: 1)
      if let pause, end.since(now) % pause == 0 {
        if send(nextFrame(), fromHost: fromHost) { sent += 1 } else { refused += 1 }
      }
      step()
    }
    return (sent, refused)
  }

  /// Returns a new message: the moment, and a number.
  package mutating func nextFrame() -> [UInt8] {
    number += 1
    let words = [UInt64(bitPattern: now.milliseconds), number]
    let frame = words.flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    }
    frames.insert(frame)
    return frame
  }

  /// - Returns: whether the message took the path.
  package mutating func send(_ frame: [UInt8], fromHost: Bool) -> Bool {
    frames.insert(frame)
    let outgoing =
      fromHost ? listening.send(frame, at: now) : dialling.send(frame, at: now)
    guard let outgoing else { return false }
    fly(outgoing, isToHost: !fromHost)
    return true
  }

  private mutating func step() {
    if let due = dialling.deadline, due <= now {
      for outgoing in dialling.woke(at: now) { fly(outgoing, isToHost: true) }
    }
    if let due = listening.deadline, due <= now {
      for outgoing in listening.woke(at: now) { fly(outgoing, isToHost: false) }
    }
    while let flying = agenda.next(until: now) {
      land(flying.datagram, isToHost: flying.isToHost, from: flying.source)
    }
  }

  /// Hands a datagram to its receiver.
  package mutating func land(
    _ datagram: DatagramPath.Outgoing, isToHost: Bool, from source: DatagramAddress
  ) {
    if isToHost {
      bytes[source, default: (0, 0)].from += datagram.content.count
      let (frame, answer) = listening.receive(
        datagram.content, under: datagram.counter, from: source, at: now)
      if let frame { atHost.append(checked(frame)) }
      if let answer { fly(answer, isToHost: false) }
    } else {
      let (frame, answer) = dialling.receive(
        datagram.content, under: datagram.counter, from: source, at: now)
      if let frame { atGuest.append(checked(frame)) }
      check("the dialling side answers", answer == nil)
    }
  }

  private mutating func checked(_ frame: [UInt8]) -> Arrival {
    check("a message arrives that nobody sent", frames.contains(frame))
    return Arrival(at: now, frame: frame)
  }

  private mutating func fly(_ datagram: DatagramPath.Outgoing, isToHost: Bool) {
    check("a datagram is too long", datagram.content.count <= DatagramPath.contentMax)
    sentCount += 1
    mix(datagram.counter, datagram.content)
    if isToHost {
      check("a probe goes elsewhere", datagram.address == Self.host)
    } else {
      if listening.address != datagram.address {
        bytes[datagram.address, default: (0, 0)].to += datagram.content.count
      }
      // A datagram to another address has no receiver.
      guard datagram.address == source else { return }
    }
    let way = isToHost ? out : back
    guard !way.isBlocked, !chance.happens(way.loss) else { return }
    for _ in 0..<(chance.happens(way.doubling) ? 2 : 1) {
      let late = way.jitter > 0 ? chance.among(0...way.jitter) : 0
      agenda.note(
        Flying(datagram: datagram, isToHost: isToHost, source: isToHost ? source : Self.host),
        at: now.advanced(by: way.delay + late))
    }
  }

  private mutating func mix(_ counter: UInt64, _ content: [UInt8]) {
    trace = (trace ^ counter ^ UInt64(bitPattern: now.milliseconds)) &* 0x100_0000_01B3
    for byte in content { trace = (trace ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  mutating func check(_ failure: String, _ holds: Bool) {
    if !holds { failures.append("\(failure), at \(now.milliseconds) ms") }
  }
}

extension SplitMix64 {
  /// Returns true in this share of all cases.
  fileprivate mutating func happens(_ share: Double) -> Bool {
    share > 0 && Double.random(in: 0..<1, using: &self) < share
  }
}
