import BoardSync
import EaselBase
import GroupBase
import GroupTesting

/// Several participants, each with a log and the machine that keeps it whole.
struct HealingWorld {
  enum Mail {
    case antiEntropy(AntiEntropyMessage)
    case entries([NaiveEntry])
  }

  private(set) var network: SimulatedPost<Mail>
  private(set) var machines: [AntiEntropy]
  /// When each wants to be woken; asked anew only after something happened to it.
  private var wakes: [Uptime?]
  var logs: [NaiveLog]
  /// An offset of a participant's picture from the right one, while it is wrong.
  var faults: [Int: UInt64] = [:]
  private(set) var sent: [AntiEntropyMessage] = []
  private(set) var entriesSent = 0
  private(set) var alarms: [Int: Int] = [:]
  private(set) var rebuilds: [Int: Int] = [:]
  /// Their messages are made up.
  let liars: Set<Int>
  var supplyMax = 8

  var now: Uptime { network.now }
  let honest: [Int]

  init(
    _ count: Int, weather: Weather = Weather(), seed: UInt64, liars: Set<Int> = []
  ) {
    network = SimulatedPost(weather, seed: seed)
    machines = (0..<count).map { AntiEntropy(.test($0), at: Uptime(milliseconds: 0)) }
    logs = Array(repeating: NaiveLog(), count: count)
    wakes = Array(repeating: Uptime(milliseconds: 0), count: count)
    self.liars = liars
    honest = (0..<count).filter { !liars.contains($0) }
    for member in 0..<count {
      for other in 0..<count where other != member {
        machines[member].arrived(.test(other), at: now, using: &network.chance)
      }
    }
  }

  /// Tells the participant's machine what its log holds.
  mutating func notify(_ member: Int) {
    let state = logs[member].state
    let seen = Bytes16(high: state.high, low: state.low &+ (faults[member] ?? 0))
    machines[member].knows(logs[member].heads, state: seen, at: now)
    wakes[member] = machines[member].deadline
  }

  mutating func pause(_ member: Int) { machines[member].pause() }

  mutating func resume(_ member: Int) {
    machines[member].resume(at: now)
    wakes[member] = now
  }

  /// Writes an entry and sends it to the members that `reaches` admits.
  mutating func write(
    _ replica: ReplicaID, by member: Int, branch: UInt64 = 0, reaches: (Int) -> Bool
  ) {
    let entry = logs[member].write(replica, branch: branch)
    notify(member)
    for other in machines.indices where other != member && reaches(other) {
      network.send(.entries([entry]), from: member, to: other, .reliable)
    }
  }

  mutating func part(_ islands: [Int: Int]) { network.part(islands) }

  mutating func heal() {
    network.part([:])
    for member in machines.indices { machines[member].linkCameUp(at: now, using: &network.chance) }
    wakes = machines.map(\.deadline)
  }

  /// Lets time pass, delivering and waking.
  mutating func run(for milliseconds: Int64) {
    let end = now.advanced(by: milliseconds)
    while now < end {
      let wake = honest.compactMap { wakes[$0] }.min().map { min($0, end) } ?? end
      if let delivery = network.next(until: wake) {
        deliver(delivery)
      } else {
        for member in honest where wakes[member].map({ $0 <= now }) ?? false {
          perform(machines[member].woke(at: now, using: &network.chance), of: member)
        }
      }
    }
  }

  private mutating func deliver(_ delivery: SimulatedPost<Mail>.Delivery) {
    let member = delivery.to
    guard !liars.contains(member) else { return lie(as: member, to: delivery.from) }
    switch delivery.message {
    case .entries(let entries):
      for entry in entries { logs[member].add(entry) }
      notify(member)
    case .antiEntropy(let message):
      let actions = machines[member].received(
        message, from: .test(delivery.from), at: now, using: &network.chance)
      perform(actions, of: member)
    }
  }

  /// Answers anything with anything.
  mutating func lie(as liar: Int, to victim: Int) {
    let message = AntiEntropyMessage.lie(about: logs[victim].heads, using: &network.chance)
    network.send(.antiEntropy(message), from: liar, to: victim, .unreliable)
  }

  private mutating func perform(_ actions: [AntiEntropy.Action], of member: Int) {
    wakes[member] = machines[member].deadline
    for action in actions {
      switch action {
      case .send(let message, let recipients, let mode):
        sent.append(message)
        for other in machines.indices where other != member && recipients.include(other) {
          network.send(.antiEntropy(message), from: member, to: other, mode)
        }
      case .supply(let ranges, let peer):
        let (entries, done) = logs[member].supply(ranges, atMost: supplyMax)
        entriesSent += entries.count
        network.send(.entries(entries), from: member, to: Int(peer.member.raw), .reliable)
        perform(machines[member].supplied(done, to: peer), of: member)
      case .alarm: alarms[member, default: 0] += 1
      case .rebuild:
        rebuilds[member, default: 0] += 1
        faults[member] = nil
        notify(member)
      }
    }
  }

  /// The heads that every honest participant would know if nothing were ever lost.
  var union: [ReplicaHead] {
    var all = NaiveLog()
    for member in honest { all.add(logs[member]) }
    return all.heads
  }

  var isWhole: Bool {
    let union = union
    return honest.allSatisfy { logs[$0].heads == union }
  }
}

extension Recipients {
  func include(_ member: Int) -> Bool {
    switch self {
    case .all: true
    case .only(let some): some.contains(.test(member))
    }
  }
}
