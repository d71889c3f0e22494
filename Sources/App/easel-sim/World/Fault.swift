import BoardSync
import EaselBase
import GroupCore
import GroupTesting

enum Fault: CaseIterable {
  case crash, blackout, pause, partition, mend, clog, clockJump

  /// The faults that happen again and again.
  static let recurring: [Fault] = [.crash, .blackout, .pause, .partition, .clog, .clockJump]
}

extension World {
  func noteFaults() {
    for fault in Fault.recurring { noteNext(fault) }
  }

  private func noteNext(_ fault: Fault) {
    guard let every = interval(of: fault) else { return }
    agenda.note(.fails(fault), at: now.advanced(by: chance.among(every / 2...every * 3 / 2)))
  }

  private func interval(of fault: Fault) -> Int64? {
    switch fault {
    case .crash: plan.crashEvery
    case .blackout: plan.blackoutEvery
    case .pause: plan.pauseEvery
    case .partition: plan.partitionEvery
    case .clog: plan.clogEvery
    case .clockJump: plan.clockJumpEvery
    case .mend: nil
    }
  }

  func fail(_ fault: Fault) {
    guard phase == .trouble else { return }
    let person = people[chance.below(people.count)]
    switch fault {
    case .crash: fall(person, for: 50...3_000)
    case .blackout: for person in people { fall(person, for: 50...300) }
    case .pause:
      guard let process = person.process else { break }
      process.isPaused = true
      agenda.note(.resumes(process.member), at: now.advanced(by: chance.among(50...15_000)))
    case .partition:
      network.cut.formUnion(NetworkModel.cuts(among: people.count, using: &chance))
      agenda.note(.fails(.mend), at: now.advanced(by: chance.among(100...plan.cutLongest)))
    case .mend: network.cut = []
    case .clog:
      let to = chance.below(people.count)
      let end = now.advanced(by: chance.among(50...5_000))
      clogsEnd = max(clogsEnd, end)
      network.clog(.init(from: person.index, to: to), until: end)
    case .clockJump:
      let year: Int64 = 365 * 86_400_000
      person.clockError = chance.among(-year...year)
    }
    noteNext(fault)
  }

  private func fall(_ person: SimulatedPerson, for milliseconds: ClosedRange<Int64>) {
    crash(person)
    agenda.note(.starts(person.index), at: now.advanced(by: chance.among(milliseconds)))
  }

  /// Ends all faults: absent and paused processes come back, and every connection that seems to
  /// exist works.
  func heal() {
    network.weather = .init(
      delay: .milliseconds(1)...min(plan.weather.delay.upperBound, .milliseconds(30)))
    network.clear()
    for person in people {
      if let process = person.process { resume(process.member) }
      if person.process == nil { start(person.index) }
      if let process = person.process, process.call.path.isEmpty { beInvited(process) }
    }
  }
}

extension NetworkModel {
  /// Returns the ways on which nothing passes: between two groups, around one person, or along one
  /// link; in one direction or in both.
  fileprivate static func cuts(
    among count: Int, using chance: inout SplitMix64
  ) -> Set<NetworkModel.Direction> {
    let one = chance.below(count)
    let side: Set<Int>
    switch chance.below(3) {
    case 0: side = Set((0..<count).filter { _ in chance.percent(50) })
    case 1: side = [one]
    default: side = Set((0..<chance.below(count)).map { ($0 + one) % count })
    }
    let isSymmetric = chance.percent(60)
    var cuts: Set<NetworkModel.Direction> = []
    for inside in side.sorted() {
      for outside in 0..<count where !side.contains(outside) {
        cuts.insert(.init(from: inside, to: outside))
        if isSymmetric { cuts.insert(.init(from: outside, to: inside)) }
      }
    }
    return cuts
  }
}
