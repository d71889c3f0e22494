import BoardSync
import GroupTesting
import Testing
import TestSamples

@Suite struct PresenceTests {
  typealias Machine = PresenceTracker<Int>

  private func message(_ counter: UInt64, _ value: Int) -> Machine.Message {
    Machine.Message(counter: counter, value: value)
  }

  private func sent(_ counter: UInt64, _ value: Int) -> Machine.Action {
    .send(message(counter, value), to: .all, .unreliable)
  }

  @Test("P1 · the latest message of a participant counts, in any order of arrival")
  func latest() {
    var machine = Machine()
    _ = machine.arrived(.test(1), at: .at(0))
    let shown = machine.received(message(2, 20), from: .test(1), at: .at(1))
    let old = machine.received(message(1, 10), from: .test(1), at: .at(2))
    let twice = machine.received(message(2, 99), from: .test(1), at: .at(3))
    let same = machine.received(message(3, 20), from: .test(1), at: .at(4))
    #expect([shown, old, twice, same] == [[.show(20, of: .test(1))], [], [], []])
    #expect(machine[.test(1)] == 20)
  }

  @Test("P2 · a change after a pause is told at once, and each later one a frame apart")
  func frames() {
    var machine = Machine()
    _ = machine.arrived(.test(1), at: .at(0))
    let first = machine.update(1, at: .at(100))
    let second = machine.update(2, at: .at(110))
    let third = machine.update(3, at: .at(120))
    #expect([first, second, third] == [[sent(1, 1)], [], []])
    #expect(machine.deadline == .at(100 + Machine.sendEvery))
    let woken = machine.woke(at: .at(100 + Machine.sendEvery))
    let unchanged = machine.update(3, at: .at(200))
    let later = machine.update(4, at: .at(200))
    #expect([woken, unchanged, later] == [[sent(2, 3)], [], [sent(3, 4)]])
  }

  @Test("P3 · a value is repeated every 2 s and to each newcomer")
  func again() {
    var machine = Machine()
    let alone = machine.update(1, at: .at(0))
    #expect(alone == [] && machine.deadline == nil, "nobody there")
    let arrived = machine.arrived(.test(1), at: .at(50))
    #expect(arrived == [sent(1, 1)])
    #expect(machine.deadline == .at(50 + Machine.repeatEvery))
    let repeated = machine.woke(at: .at(50 + Machine.repeatEvery))
    #expect(repeated == [sent(2, 1)])
    let crowd = (2..<254).flatMap { machine.arrived(.test($0), at: .at(2_060)) }
    let woken = machine.woke(at: .at(50 + Machine.repeatEvery + Machine.sendEvery))
    #expect(crowd == [] && woken == [sent(3, 1)], "many at once are told once")
  }

  @Test(
    "P1 · a made-up counter hides what a participant shows for no more than its next message",
    arguments: [UInt64.max, UInt64.max - 1, 1 << 40, 100_000, 41])
  func forgedCounter(forged: UInt64) {
    var machine = Machine()
    _ = machine.arrived(.test(1), at: .at(0))
    _ = machine.received(message(7, 1), from: .test(1), at: .at(0))
    _ = machine.received(message(forged, 666), from: .test(1), at: .at(1))
    #expect(machine[.test(1)] == 666, "an unsigned message is shown")
    let real = machine.received(message(8, 2), from: .test(1), at: .at(2))
    #expect(real == [.show(2, of: .test(1))])
  }

  @Test(
    "P4 · a participant that falls silent or leaves is hidden, and no old message brings it back")
  func over() {
    var machine = Machine()
    _ = machine.arrived(.test(1), at: .at(0))
    _ = machine.received(message(5, 1), from: .test(1), at: .at(0))
    let early = machine.woke(at: .at(Machine.expireAfter - 1))
    #expect(early == [] && machine.deadline == .at(Machine.expireAfter))
    let silent = machine.woke(at: .at(Machine.expireAfter))
    let old = machine.received(message(5, 1), from: .test(1), at: .at(6_100))
    #expect(silent == [.hide(.test(1))] && old == [] && machine[.test(1)] == nil)
    let back = machine.received(message(6, 1), from: .test(1), at: .at(6_200))
    let left = machine.left(.test(1))
    let late = machine.received(message(7, 1), from: .test(1), at: .at(6_300))
    #expect(back == [.show(1, of: .test(1))] && left == [.hide(.test(1))] && late == [])
    #expect(machine.deadline == nil)
  }

  @Test("P5 · a late message counts again once nothing else came for as long as it is remembered")
  func lateForLong() {
    var machine = Machine()
    _ = machine.arrived(.test(1), at: .at(0))
    _ = machine.received(message(9, 9), from: .test(1), at: .at(0))
    #expect(machine.woke(at: .at(Machine.expireAfter)) == [.hide(.test(1))])
    let last = 2 * Machine.expireAfter
    #expect(machine.received(message(2, 1), from: .test(1), at: .at(last - 1)) == [])
    let back = machine.received(message(3, 1), from: .test(1), at: .at(last))
    #expect(back == [.show(1, of: .test(1))])
  }

  @Test("P5 · no number from outside does harm")
  func bounds() {
    var machine = Machine()
    _ = machine.arrived(.test(1), at: .at(0))
    let largest = machine.received(message(.max, 1), from: .test(1), at: .at(.max))
    let stranger = machine.received(message(1, 1), from: .test(2), at: .at(0))
    #expect(largest == [.show(1, of: .test(1))] && stranger == [])
    #expect(machine.deadline == .at(.max))
  }

  @Test(
    "P7 · about 60 messages a second of a flooding member are handled, and all of an honest one")
  func rate() {
    var machine = Machine()
    for member in 1...2 { _ = machine.arrived(.test(member), at: .at(0)) }
    var (flooding, honest) = (0, 0)
    for moment in 0..<Int64(10_000) {
      let value = Int(moment)
      let counter = UInt64(moment) + 1
      flooding += machine.received(message(counter, value), from: .test(1), at: .at(moment)).count
      guard moment.isMultiple(of: Machine.sendEvery) else { continue }
      honest += machine.received(message(counter, value), from: .test(2), at: .at(moment)).count
    }
    #expect((600...900).contains(flooding), "\(flooding)")
    #expect(honest == 304)
    // After a pause all that was on its way may come at once.
    for late in 0..<240 {
      honest +=
        machine.received(
          message(20_000 + UInt64(late), -late - 1), from: .test(2), at: .at(18_000)
        ).count
    }
    #expect(honest == 304 + 240)
  }

  @Test(
    "P6 · in any weather all show each other's latest 3 s after it cleared up",
    arguments: Seeds.range(40))
  func world(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let count = Int.random(in: 2...8, using: &chance)
    var network = SimulatedPost<Machine.Message>(.any(using: &chance), seed: seed)
    var machines = Array(repeating: Machine(), count: count)
    var latest = Array(repeating: 0, count: count)
    func send(_ actions: [Machine.Action], from member: Int) {
      for case .send(let message, _, let mode) in actions {
        for other in 0..<count where other != member {
          network.send(message, from: member, to: other, mode)
        }
      }
    }
    for member in 0..<count {
      for other in 0..<count where other != member {
        send(machines[member].arrived(.test(other), at: .at(0)), from: member)
      }
    }
    func run(for milliseconds: Int64) {
      let end = network.now.advanced(by: milliseconds)
      while network.now < end {
        let wake = machines.compactMap(\.deadline).min().map { min($0, end) } ?? end
        if let delivery = network.next(until: wake) {
          let sender = delivery.from
          _ = machines[delivery.to].received(delivery.message, from: .test(sender), at: network.now)
          let value = machines[delivery.to][.test(sender)] ?? 0
          #expect(value <= latest[sender], "seed \(seed)")
        } else {
          for member in 0..<count { send(machines[member].woke(at: network.now), from: member) }
        }
      }
    }
    for _ in 0..<100 {
      let member = Int.random(in: 0..<count, using: &chance)
      latest[member] += 1
      send(machines[member].update(latest[member], at: network.now), from: member)
      run(for: .random(in: 0...100, using: &chance))
    }
    network.weather = Weather()
    run(for: 3_000)
    for (member, machine) in machines.enumerated() {
      for other in 0..<count where other != member {
        #expect(machine[.test(other)] ?? 0 == latest[other], "seed \(seed)")
      }
    }
  }
}
