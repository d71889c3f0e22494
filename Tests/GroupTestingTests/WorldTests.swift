import EaselBase
import GroupBase
import GroupTesting
import Testing

/// The parts of simulated worlds.
@Suite struct WorldTests {
  private func moment(_ milliseconds: Int64) -> Uptime { Uptime(milliseconds: milliseconds) }

  @Test("events happen in the order of their moments, and of one moment in that of their noting")
  func agenda() {
    for seed in Seeds.range(20) {
      var chance = SplitMix64(seed: seed)
      var agenda = Agenda<Int>()
      var expected: [(at: Int64, number: Int)] = []
      var seen: [Int] = []
      for number in 0..<200 {
        let at = agenda.now.milliseconds + chance.among(0...40)
        agenda.note(number, at: moment(at))
        expected.append((at, number))
        if chance.percent(40), let event = agenda.next(until: moment(.max)) { seen.append(event) }
      }
      while let event = agenda.next(until: moment(.max)) { seen.append(event) }
      #expect(Set(seen).count == 200 && agenda.isEmpty, "seed \(seed)")
      let at = Dictionary(uniqueKeysWithValues: expected.map { ($0.number, $0.at) })
      let times = seen.map { at[$0] ?? -1 }
      #expect(times == times.sorted(), "seed \(seed)")
      #expect(
        zip(seen, seen.dropFirst()).allSatisfy { at[$0] != at[$1] || $0 < $1 }, "seed \(seed)")
    }
  }

  @Test("without an event the clock stands where it was asked to")
  func idle() {
    var agenda = Agenda<Int>()
    agenda.note(1, at: moment(50))
    #expect(agenda.next(until: moment(20)) == nil && agenda.now == moment(20))
    #expect(agenda.next(until: moment(90)) == 1 && agenda.now == moment(50))
  }

  @Test("a network loses and doubles as often as it is told, and keeps order where it should")
  func network() {
    var chance = SplitMix64(seed: 3)
    var network = NetworkModel(
      .init(lossPercent: 20, doublingPercent: 10, delay: .milliseconds(5)...(.milliseconds(60))))
    let direction = NetworkModel.Direction(from: 0, to: 1)
    let times = (0..<2_000).map { number in
      network.arrivals(over: LinkID(1), in: direction, at: moment(Int64(number)), using: &chance)
    }
    #expect((300...500).contains(times.count { $0.isEmpty }))
    #expect((80...240).contains(times.count { $0.count == 2 }))
    let all = times.joined().map(\.milliseconds)
    #expect(all == all.sorted())
    network.cut = [direction]
    #expect(network.arrivals(over: LinkID(1), in: direction, at: moment(0), using: &chance).isEmpty)
  }

  @Test("a crash leaves what was synced, and little of the rest")
  func disk() {
    var chance = SplitMix64(seed: 4)
    var disk = SimulatedDisk<Int>()
    disk.write(0..<100)
    disk.sync()
    disk.write(100..<1_100)
    #expect(disk.records.count == 1_100)
    disk.crash(using: &chance)
    #expect(Array(disk.records.prefix(100)) == Array(0..<100))
    #expect((20...220).contains(disk.records.count - 100))
  }
}
