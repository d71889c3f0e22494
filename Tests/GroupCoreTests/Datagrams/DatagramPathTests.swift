import EaselBase
import GroupTesting
import Testing

@testable import GroupCore

@Suite struct DatagramPathTests {
  @Test(
    "D1 · A path is up at both ends after a few round trips", arguments: [1, 20, 250] as [Int64])
  func comesUp(delay: Int64) {
    var world = DatagramWorld(seed: 1)
    (world.out.delay, world.back.delay) = (delay, delay)
    world.pass(800 + 8 * delay)
    #expect(world.dialling.isUp)
    #expect(world.listening.isUp)
    #expect(world.listening.address == world.source)
  }

  @Test(
    "D2 · Each message arrives at most once, and few are lost",
    arguments: [0, 0.01, 0.05, 0.29], [1, 2, 3, 4] as [UInt64])
  func once(loss: Double, seed: UInt64) {
    var world = DatagramWorld(seed: seed)
    (world.out.loss, world.back.loss) = (loss, loss)
    (world.out.jitter, world.back.jitter) = (15, 15)
    world.pass(20_000)
    for isHost in [false, true] {
      let before = isHost ? world.atGuest.count : world.atHost.count
      let (sent, _) = world.pass(30_000, sayingEvery: 33, fromHost: isHost)
      world.pass(100)
      let arrived = (isHost ? world.atGuest : world.atHost).dropFirst(before).map(\.frame)
      #expect(Set(arrived).count == arrived.count, "seed \(seed)")
      #expect(Double(arrived.count) >= Double(sent) * (1 - loss * loss) * 0.97, "seed \(seed)")
    }
  }

  @Test("D3 · A message whose datagram was lost arrives five milliseconds late")
  func copies() {
    var world = DatagramWorld(seed: 5)
    world.pass(1_000)
    (world.out.loss, world.out.delay) = (0.3, 20)
    world.pass(10_000, sayingEvery: 50)
    let delays = world.atHost.map { arrival in
      arrival.frame.prefix(8).enumerated().reduce(arrival.at.milliseconds) {
        $0 - Int64($1.element) << (8 * $1.offset)
      }
    }
    #expect(Set(delays) == [20, 25])
  }

  @Test(
    "D4 · Copies end after 500 datagrams and ten seconds without a loss, and begin again with one")
  func copiesEnd() {
    var world = DatagramWorld(seed: 6)
    world.pass(1_000)
    func sent(in milliseconds: Int64) -> (Int, messages: Int) {
      let before = world.sentCount
      let (messages, _) = world.pass(milliseconds, sayingEvery: 25)
      return (world.sentCount - before, messages)
    }
    let early = sent(in: 2_000)
    #expect(early.0 >= early.messages * 2)
    _ = sent(in: 12_000)
    let late = sent(in: 2_000)
    #expect(late.0 < late.messages * 3 / 2)
    world.out.loss = 1
    _ = sent(in: 500)
    world.out.loss = 0
    _ = sent(in: 1_000)
    let after = sent(in: 2_000)
    #expect(after.0 >= after.messages * 2)
  }

  @Test("D1 · A path that is blocked in either direction never comes up", arguments: [true, false])
  func blocked(isOut: Bool) {
    var world = DatagramWorld(seed: 7)
    if isOut { world.out.isBlocked = true } else { world.back.isBlocked = true }
    let (sent, _) = world.pass(60_000, sayingEvery: 33)
    #expect(sent == 0)
    #expect(!world.dialling.isUp && !world.listening.isUp)
    // Four quick probes, one in a second for half a minute, then one in ten seconds.
    #expect(world.sentCount <= 2 * (4 + 30 + 3))
  }

  @Test(
    "D5 · A path that is blocked later is down within three seconds, and up again afterwards",
    arguments: [true, false], [true, false])
  func blockedLater(isOut: Bool, isHostDrawing: Bool) {
    var world = DatagramWorld(seed: 8)
    world.pass(5_000, sayingEvery: 33, fromHost: isHostDrawing)
    if isOut { world.out.isBlocked = true } else { world.back.isBlocked = true }
    world.pass(7_000, sayingEvery: 33, fromHost: isHostDrawing)
    // The listening side cannot tell whether a path is blocked over which it sends nothing.
    #expect(!world.dialling.isUp && (!world.listening.isUp || isOut && !isHostDrawing))
    let (sent, _) = world.pass(5_000, sayingEvery: 33, fromHost: isHostDrawing)
    #expect(sent == 0)
    (world.out.isBlocked, world.back.isBlocked) = (false, false)
    world.pass(2_000, sayingEvery: 33, fromHost: isHostDrawing)
    #expect(world.dialling.isUp && world.listening.isUp)
  }

  @Test("D5 · A path on which less than half arrives is down after two seconds")
  func poor() {
    var world = DatagramWorld(seed: 9)
    world.pass(5_000, sayingEvery: 33)
    world.out.loss = 0.7
    world.pass(6_000, sayingEvery: 33)
    #expect(!world.dialling.isUp)
  }

  @Test("D6 · The path follows the other side to another address")
  func follows() {
    var world = DatagramWorld(seed: 10)
    world.pass(5_000, sayingEvery: 33)
    world.source = DatagramAddress(host: [10, 0, 0, 9], port: 5_000)
    world.pass(2_000, sayingEvery: 33)
    #expect(world.listening.address == world.source)
    #expect(world.dialling.isUp && world.listening.isUp)
  }

  @Test("D6 · A copied datagram from elsewhere moves nothing, and gets no more bytes than it has")
  func copiedElsewhere() {
    var world = DatagramWorld(seed: 11)
    world.pass(5_000, sayingEvery: 33)
    let thief = DatagramAddress(host: [192, 0, 2, 66], port: 53)
    for _ in 0..<50 {
      guard let outgoing = world.dialling.send(world.nextFrame(), at: world.now) else { continue }
      world.land(outgoing, isToHost: true, from: thief)
      world.pass(20)
    }
    #expect(world.listening.address == world.source)
    #expect((world.bytes[thief]?.to ?? 0) <= (world.bytes[thief]?.from ?? 0))
  }

  @Test("D7 · No address gets more bytes than came from it before it is proved")
  func amplification() {
    var world = DatagramWorld(seed: 12)
    world.back.isBlocked = true
    world.pass(60_000, sayingEvery: 33)
    world.pass(60_000, sayingEvery: 33, fromHost: true)
    for (_, count) in world.bytes { #expect(count.to <= count.from) }
  }

  @Test("D2 · A message that is too long, or that comes while the path is down, takes the stream")
  func refuses() {
    var world = DatagramWorld(seed: 13)
    let early = [world.send([1], fromHost: false), world.send([1], fromHost: true)]
    #expect(early == [false, false])
    world.pass(2_000)
    let longest = [UInt8](repeating: 1, count: DatagramPath.frameMax)
    let late = [world.send(longest, fromHost: false), world.send(longest + [1], fromHost: false)]
    #expect(late == [true, false])
  }

  @Test("D8 · A quiet path sends one probe in ten seconds")
  func quiet() {
    var world = DatagramWorld(seed: 14)
    world.pass(10_000)
    let before = world.sentCount
    for _ in 0..<100 {
      world.pass(1_000)
      #expect(world.dialling.isUp && world.listening.isUp)
    }
    #expect(world.sentCount - before <= 22)
  }

  @Test("D8 · A path that loses too much sends few probes after a minute, and is soon up again")
  func lossy() {
    var world = DatagramWorld(seed: 17)
    (world.out.loss, world.back.loss) = (0.7, 0.7)
    world.pass(60_000)
    let before = world.sentCount
    world.pass(120_000)
    // In each ten seconds four probes, of which each third brings an echo.
    #expect(world.sentCount - before <= 12 * 6)
    #expect(!world.dialling.isUp)
    (world.out.loss, world.back.loss) = (0, 0)
    world.pass(11_000)
    #expect(world.dialling.isUp && world.listening.isUp)
  }

  @Test("D9 · A datagram that comes again gets no answer, and is counted")
  func replayed() throws {
    var world = DatagramWorld(seed: 15)
    world.pass(50)
    let probe = try #require(world.dialling.woke(at: world.now.advanced(by: 100)).first)
    let now = world.now
    let first = world.listening.receive(
      probe.content, under: probe.counter, from: world.source, at: now)
    #expect(first.answer?.content.count == probe.content.count)
    for source in [world.source, DatagramAddress(host: [192, 0, 2, 66], port: 53)] {
      let again = world.listening.receive(
        probe.content, under: probe.counter, from: source, at: now)
      #expect(again.answer == nil && again.frame == nil)
    }
    #expect(world.listening.repeatedCount == 2)
  }

  @Test("D1 to D7 · The laws hold in worlds of trouble", arguments: 1...40 as ClosedRange<UInt64>)
  func worlds(seed: UInt64) {
    let report = DatagramWorld.run(seed: seed)
    #expect(report.failures.isEmpty)
    #expect(report.arrived > 200)
  }

  @Test("D9 · Any content of a datagram is read or dropped")
  func anyContent() {
    var path = DatagramPath(listeningAt: Uptime(milliseconds: 0))
    let source = DatagramAddress(host: [127, 0, 0, 1], port: 9)
    var number: UInt64 = 0
    for kind in 0...5 as ClosedRange<UInt8> {
      for length in 0..<40 {
        number += 1
        let content = [kind] + [UInt8](repeating: 0xFF, count: length)
        let result = path.receive(
          Array(content.prefix(length)), under: number, from: source,
          at: Uptime(milliseconds: Int64(number)))
        #expect((result.answer?.content.count ?? 0) <= length)
      }
    }
    #expect(!path.isUp)
  }

  @Test("The bytes of each kind of content stay as they are")
  func bytes() {
    let report = DatagramReport(
      number: 0x0102, isUp: true, isHurried: true, received: 0x0304, highest: 0x0506)
    let text = [
      DatagramMessage.probe(report), .echo(report), .frame([7, 8]), .copy([7, 8], of: 9),
    ].map { $0.bytes.map { String($0, radix: 16) }.joined(separator: " ") }
    #expect(
      text == [
        "1 3 0 0 0 0 0 0 1 2 0 0 0 0 0 0 3 4 0 0 0 0 0 0 5 6",
        "2 3 0 0 0 0 0 0 1 2 0 0 0 0 0 0 3 4 0 0 0 0 0 0 5 6",
        "3 7 8", "4 0 0 0 0 0 0 0 9 7 8",
      ])
    for message in [DatagramMessage.probe(report), .frame([]), .copy([], of: 1)] {
      #expect(DatagramMessage(message.bytes) == message)
    }
  }
}
