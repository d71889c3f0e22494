import EaselBase
import GroupCore

// The worlds of the simulator.
extension DatagramWorld {
  /// The measurements of a run.
  package struct Report: Hashable, Sendable {
    /// The messages that took the path, and those that took the stream.
    package var (sent, refused) = (0, 0)
    package var arrived = 0
    package var datagrams = 0
    package var failures: [String] = []
    package var trace: UInt64 = 0

    package init() {}
  }

  /// Runs the world of a seed: ten times of trouble, and then fair weather, in which the path has to
  /// come up again and to carry all.
  package static func run(seed: UInt64) -> Report {
    var chance = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 0xDA7A)
    var world = DatagramWorld(seed: seed)
    var report = Report()
    for _ in 0..<10 {
      world.beginTrouble(&chance)
      let pause = chance.percent(70) ? chance.among(8...60) : nil
      let passed = world.pass(
        chance.among(500...8_000), sayingEvery: pause, fromHost: chance.percent(50))
      report.sent += passed.sent
      report.refused += passed.refused
      if chance.percent(30) { world.copyElsewhere(&chance) }
    }
    (world.out, world.back) = (Way(), Way())
    world.pass(11_000)
    world.check("the path is not up", world.dialling.isUp && world.listening.isUp)
    for fromHost in [false, true] {
      let before = fromHost ? world.atGuest.count : world.atHost.count
      let passed = world.pass(3_000, sayingEvery: 30, fromHost: fromHost)
      world.pass(100)
      let arrived = (fromHost ? world.atGuest.count : world.atHost.count) - before
      world.check("a message is lost", passed.sent == 100 && arrived == 100)
      report.sent += passed.sent
    }
    world.checkEnd()
    report.arrived = world.atHost.count + world.atGuest.count
    (report.datagrams, report.trace) = (world.sentCount, world.trace)
    report.failures = world.failures.map { "seed \(seed) · \($0)" }
    return report
  }

  private mutating func beginTrouble(_ chance: inout SplitMix64) {
    func way(_ chance: inout SplitMix64) -> Way {
      Way(
        loss: chance.percent(30) ? 0 : Double(chance.below(31)) / 100,
        doubling: Double(chance.below(10)) / 100, delay: chance.among(1...250),
        jitter: chance.among(0...40), isBlocked: chance.percent(10))
    }
    (out, back) = (way(&chance), way(&chance))
    guard chance.percent(15) else { return }
    source = DatagramAddress(host: [10, 0, 1, UInt8(chance.below(250))], port: 4_000)
  }

  /// Copies a message to the host from an address at which nobody is.
  private mutating func copyElsewhere(_ chance: inout SplitMix64) {
    let thief = DatagramAddress(host: [192, 0, 2, UInt8(chance.below(250))], port: 53)
    let address = listening.address
    guard let datagram = dialling.send(nextFrame(), at: now) else { return }
    land(datagram, isToHost: true, from: thief)
    check("a copied datagram moves the path", listening.address == address)
  }

  private mutating func checkEnd() {
    for arrivals in [atHost, atGuest] {
      check("a message arrives twice", Set(arrivals.map(\.frame)).count == arrivals.count)
    }
    for (_, count) in bytes {
      check("an address that is not proved gets more than came from it", count.to <= count.from)
    }
  }
}
