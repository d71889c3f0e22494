import GroupTesting
import Testing

@testable import BoardSync
@testable import EaselBase

/// A person draws, others look on, in any weather.
@Suite struct WetInkLawTests {
  struct World {
    var network: SimulatedPost<WetFrame<Int, String>>
    var sender = WetInkSender<Int, String>()
    var receivers: [WetInkReceiver<Int, String>]
    var over: Set<EntryID> = []

    init(_ count: Int, weather: Weather, seed: UInt64) {
      network = SimulatedPost(weather, seed: seed)
      receivers = Array(repeating: WetInkReceiver(knowing: VersionVector()), count: count)
      for index in receivers.indices { receivers[index].arrived(.test(0)) }
    }

    mutating func send(_ actions: [WetInkSender<Int, String>.Action]) {
      for case .send(let frame, _, let mode) in actions {
        for index in receivers.indices { network.send(frame, from: 0, to: index + 1, mode) }
      }
    }

    mutating func run(for milliseconds: Int64, seed: UInt64) {
      let end = network.now.advanced(by: milliseconds)
      while network.now < end {
        let deadlines = receivers.compactMap(\.deadline) + [sender.deadline].compactMap { $0 }
        if let delivery = network.next(until: min(deadlines.min() ?? end, end)) {
          _ = receivers[delivery.to - 1].received(delivery.message, from: .test(0), at: network.now)
          check(delivery.to - 1, seed: seed)
        } else {
          if sender.deadline.map({ $0 <= network.now }) ?? false {
            send(sender.woke(at: network.now))
          }
          for index in receivers.indices { _ = receivers[index].woke(at: network.now) }
        }
      }
    }

    /// Each point is its own index; nothing is shown after its end.
    func check(_ index: Int, seed: UInt64) {
      for id in receivers[index].shown {
        guard let stroke = receivers[index][id] else { continue }
        #expect(!over.contains(stroke.title.entry), "shown after its end: seed \(seed)")
        for run in stroke.runs.runs {
          #expect(run.points == Array(run.from..<run.end), "seed \(seed)")
        }
      }
    }
  }

  @Test(
    "W4 · amid a stroke all see it from its beginning 2 s after the weather cleared up",
    arguments: Array(Seeds.range(40)) + [137])
  func seen(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let count = Int.random(in: 1...7, using: &chance)
    var world = World(count, weather: .any(using: &chance), seed: seed)
    var drawn = 0
    for number in UInt64(1)...4 {
      let entry = EntryID(ReplicaID(Bytes16(high: 0, low: 1)), SequenceNumber(number))
      world.send(world.sender.began(entry, style: "", at: 0, now: world.network.now))
      drawn = 1
      for _ in 0..<Int.random(in: 1...80, using: &chance) {
        let next = Int.random(in: 1...3, using: &chance)
        world.send(world.sender.moved(through: Array(drawn..<drawn + next), at: world.network.now))
        drawn += next
        world.run(for: .random(in: 0...60, using: &chance), seed: seed)
      }
      guard number < 4 else { break }
      world.sender.finished()
      world.over.insert(entry)
      for index in world.receivers.indices { _ = world.receivers[index].knows(entry) }
    }
    world.network.weather = Weather(delayMax: 5)
    world.run(for: WetInk.repeatEvery + 10, seed: seed)
    for receiver in world.receivers {
      let shown = receiver.shown.compactMap { receiver[$0]?.runs.runs.map(\.points) }
      #expect(shown == [[Array(0..<drawn)]], "seed \(seed)")
    }
    world.sender.finished()
    world.run(for: WetInk.expireAfter + 200, seed: seed)
    #expect(world.receivers.allSatisfy { $0.shown.isEmpty }, "seed \(seed)")
  }

  @Test(
    "W8 · amid typing all see what stands there 2 s after the weather cleared up",
    arguments: Seeds.range(40))
  func typed(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let count = Int.random(in: 1...7, using: &chance)
    var world = World(count, weather: .any(using: &chance), seed: seed)
    let replica = ReplicaID(Bytes16(high: 0, low: 1))
    var text = ""
    for number in UInt64(1)...3 {
      let entry = EntryID(replica, SequenceNumber(number))
      text = ""
      for _ in 0..<Int.random(in: 1...40, using: &chance) {
        if Int.random(in: 0...4, using: &chance) > 0 { text += "x" } else { _ = text.popLast() }
        world.send(world.sender.showed(entry, style: text, at: 0, now: world.network.now))
        world.run(for: .random(in: 0...200, using: &chance), seed: seed)
      }
      guard number < 3 else { break }
      guard Bool.random(using: &chance) else {
        // The message may be lost; an abandoned text may then be seen until it expires.
        world.send(world.sender.abandoned())
        continue
      }
      world.sender.finished()
      world.over.insert(entry)
      for index in world.receivers.indices { _ = world.receivers[index].knows(entry) }
    }
    world.network.weather = Weather(delayMax: 5)
    world.run(for: WetInk.repeatEvery + 10, seed: seed)
    for receiver in world.receivers {
      let shown = receiver.shown.compactMap { receiver[$0]?.title }
      #expect(shown.last?.style == text && shown.last?.entry.sequence.raw == 3, "seed \(seed)")
    }
    world.sender.finished()
    world.run(for: WetInk.expireAfter + 200, seed: seed)
    #expect(world.receivers.allSatisfy { $0.shown.isEmpty }, "seed \(seed)")
  }
}
