import EaselBase
import GroupCore
import GroupPlayback

/// People who watch one item together, over a network that loses and delays messages.
///
/// The same seed gives the same run. The world checks that the players of all who follow the group
/// are level.
package struct PlaybackWorld {
  /// The measurements of a run.
  package struct Report: Hashable, Sendable {
    package var commands = 0
    /// Commands after which all were level two seconds later.
    package var levelAfterGiven = 0
    /// Checks two seconds after a command reached all.
    package var checks = 0
    /// The largest difference between two players in such a check, in microseconds of playing time.
    package var spreadMax: Int64 = 0
    package var messages = 0
    package var failures: [String] = []
    /// A hash of all messages, in order.
    package var trace: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}
  }

  enum Event {
    case deliver(PlaybackMessage, from: Int, to: Int)
    case wake(Int)
    case ready(Int, UInt64)
    case act
    case command
    case resume(Int)
    case endSuspension(Int)
    case come(Int)
    /// A check, two seconds after a command was given.
    case checkGiven
    /// A check, two seconds after a command reached all.
    case checkReached(PlaybackStamp)
  }

  let plan: PlaybackPlan
  private var chance: SplitMix64
  private(set) var agenda = Agenda<Event>()
  private(set) var viewers: [SimulatedViewer]
  /// The one-way delay between two people, in milliseconds.
  private var delays: [[Int64]]
  private var lastReliable: [[Uptime]]
  private var lastSuspension: UInt64 = 0
  private var lastReached: PlaybackStamp?
  private var reachedAt = Uptime(milliseconds: 0)
  package private(set) var report = Report()

  /// The longest time by which two players may differ, in microseconds.
  static let spreadLimit: Int64 = 50_000
  static let item = "film"

  /// Runs the world of a seed.
  package static func run(seed: UInt64) -> Report {
    var chance = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 0x91A7)
    let plan = PlaybackPlan(seed: seed, using: &chance)
    return run(plan, chance: chance)
  }

  package static func run(_ plan: PlaybackPlan, chance: SplitMix64) -> Report {
    var world = PlaybackWorld(plan, chance: chance)
    world.run()
    return world.report
  }

  init(_ plan: PlaybackPlan, chance: SplitMix64) {
    self.plan = plan
    var chance = chance
    viewers = []
    for number in 0..<plan.people {
      let clock = SimulatedClock(
        offset: chance.among(0...plan.offsetMax),
        drift: chance.among(-plan.driftMax...plan.driftMax))
      viewers.append(SimulatedViewer(number, clock))
    }
    let none = Uptime(milliseconds: 0)
    lastReliable = Array(
      repeating: Array(repeating: none, count: plan.people), count: plan.people)
    delays = Array(repeating: Array(repeating: 1, count: plan.people), count: plan.people)
    for one in 0..<plan.people {
      for other in 0..<one {
        // A fifth of the round trip is jitter.
        let delay = chance.among(1...max(plan.roundTripMax * 2 / 5, 1))
        (delays[one][other], delays[other][one]) = (delay, delay)
      }
    }
    self.chance = chance
  }

  // MARK: The run

  mutating func run() {
    let late = plan.isBusy && plan.people > 2 ? 1 : 0
    for number in 0..<plan.people - late { come(number) }
    if late > 0 {
      agenda.note(.come(plan.people - 1), at: Uptime(milliseconds: chance.among(8_000...20_000)))
    }
    agenda.note(.act, at: Uptime(milliseconds: 3_000))
    while let event = agenda.next(until: Uptime(milliseconds: 600_000)) {
      handle(event)
      noteReached()
      if report.commands == plan.commands, case .checkGiven = event { break }
    }
    if report.commands < plan.commands { report.failures.append("the world stood still") }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .deliver(let message, let from, let to):
      guard viewers[to].isHere else { break }
      if let end = viewers[to].stoppedUntil {
        agenda.note(event, at: end.advanced(by: 1))
        break
      }
      step(to) { $0.receive(message, from: SimulatedViewer.id(from), at: $1) }
    case .wake(let number):
      viewers[number].wakesAt = nil
      guard viewers[number].isHere, viewers[number].stoppedUntil == nil else { break }
      step(number) { $0.woke(at: $1) }
    case .ready(let number, let command):
      if let end = viewers[number].stoppedUntil {
        agenda.note(event, at: end.advanced(by: 1))
      } else {
        step(number) { $0.becameReady(for: command, at: $1) }
      }
    case .act: act()
    case .command: command()
    case .resume(let number):
      (viewers[number].stoppedAt, viewers[number].stoppedUntil) = (nil, nil)
      viewers[number].since = agenda.now
      step(number) { $0.woke(at: $1) }
    case .endSuspension(let number): endSuspension(number)
    case .come(let number): come(number)
    case .checkGiven: checkGiven()
    case .checkReached(let stamp):
      if stamp == lastReached, isCommon(stamp) { checkReached() }
    }
  }

  /// Lets a viewer handle an event, and carries out what follows.
  private mutating func step(
    _ number: Int, _ event: (inout PlaybackGroup, HostTime) -> [PlaybackAction]
  ) {
    let time = viewers[number].clock.time(at: agenda.now)
    for action in event(&viewers[number].group, time) {
      switch action {
      case .send(let message, let to, let isReliable): send(message, number, to, isReliable)
      case .control(let control):
        guard viewers[number].obey(control, at: agenda.now) else { break }
        let load = plan.loadMax > 0 ? chance.among(0...plan.loadMax) : 0
        agenda.note(.ready(number, control.number), at: agenda.now.advanced(by: load))
      case .othersChanged, .nextRateChanged: break
      }
    }
    guard let deadline = viewers[number].group.deadline else { return }
    let moment = max(viewers[number].clock.truth(at: deadline), agenda.now)
    if let set = viewers[number].wakesAt, set <= moment, set >= agenda.now { return }
    viewers[number].wakesAt = moment
    agenda.note(.wake(number), at: moment)
  }

  // MARK: The network

  private mutating func send(
    _ message: PlaybackMessage, _ sender: Int, _ recipients: PlaybackRecipients,
    _ isReliable: Bool
  ) {
    for to in viewers.indices where to != sender && viewers[to].isHere {
      if case .only(let chosen) = recipients, !chosen.contains(viewers[to].id) { continue }
      report.messages += 1
      trace(message, sender, to)
      guard let arrival = arrival(from: sender, to: to, isReliable) else { continue }
      agenda.note(.deliver(message, from: sender, to: to), at: arrival)
    }
  }

  private mutating func arrival(from: Int, to: Int, _ isReliable: Bool) -> Uptime? {
    var sent = agenda.now
    var wait: Int64 = 300
    while chance.percent(plan.lossPercent) {
      guard isReliable else { return nil }
      sent = sent.advanced(by: wait)
      wait = min(wait * 2, 1_000)
    }
    let delay = delays[from][to]
    var arrival = sent.advanced(by: delay + chance.among(0...delay / 4))
    if isReliable {
      arrival = max(arrival, lastReliable[from][to])
      lastReliable[from][to] = arrival
    }
    return arrival
  }

  private mutating func trace(_ message: PlaybackMessage, _ from: Int, _ to: Int) {
    let kind: (Int, UInt64) =
      switch message {
      case .state(let state): (0, state.stamp.lamport)
      case .prepare(let state): (1, state.stamp.lamport)
      case .ready(let readiness): (2, readiness.stamp.lamport)
      case .go(let state): (3, state.stamp.lamport)
      case .suspended(let status): (4, UInt64(status.reasons.count))
      case .clock(let beat): (5, UInt64(beat.answers.count))
      }
    let words = [agenda.now.milliseconds, Int64(from), Int64(to), Int64(kind.0), Int64(kind.1)]
    for word in words {
      report.trace = (report.trace ^ UInt64(bitPattern: word)) &* 0x100_0000_01B3
    }
  }

  // MARK: What people do

  private var present: [PlaybackParticipant] {
    viewers.indices.filter { viewers[$0].isHere }.map {
      PlaybackParticipant(viewers[$0].id, mayCommand: !plan.watchers.contains($0))
    }
  }

  private mutating func come(_ number: Int) {
    viewers[number].isHere = true
    viewers[number].since = agenda.now
    participantsChanged()
    step(number) { $0.changeItem(to: Self.item, proposing: nil, at: $1) }
    // Another participant may give a command while the newcomer does not know the others yet.
    if agenda.now.milliseconds > 0, chance.percent(50) {
      agenda.note(.command, at: agenda.now.advanced(by: chance.among(0...800)))
    }
  }

  private mutating func participantsChanged() {
    let present = present
    for number in viewers.indices where viewers[number].isHere {
      step(number) { $0.participantsChanged(to: present, at: $1) }
    }
  }

  private mutating func act() {
    agenda.note(.act, at: agenda.now.advanced(by: chance.among(2_600...6_000)))
    // People who came late, came back or were stopped are level by now.
    if let lastReached, isCommon(lastReached), agenda.now.since(reachedAt) >= 2_000 {
      checkReached()
    }
    if plan.isBusy, chance.percent(40) { return disturb() }
    command()
  }

  private mutating func command() {
    let able = viewers.indices.filter {
      viewers[$0].follows(at: agenda.now) && !plan.watchers.contains($0)
    }
    guard !able.isEmpty else { return }
    let number = able[chance.below(able.count)]
    let before = viewers[number].group.lamport
    switch chance.below(5) {
    case 0, 1:
      let isPlaying = viewers[number].group.groupTiming.map { $0.rate != 0 } ?? false
      step(number) { $0.changeRate(to: isPlaying ? 0 : 1, at: $1) }
    case 2:
      let rate = [Float(0.5), 1, 2, 4][chance.below(4)]
      if chance.percent(50) {
        step(number) { $0.chooseRate(rate, at: $1) }
      } else {
        step(number) { $0.changeRate(to: rate, at: $1) }
      }
    default:
      let moment = ItemTime(microseconds: chance.among(0...3_600_000_000))
      step(number) { $0.seek(to: moment, at: $1) }
    }
    guard viewers[number].group.lamport != before else { return }
    report.commands += 1
    agenda.note(.checkGiven, at: agenda.now.advanced(by: 2_000))
  }

  private mutating func disturb() {
    let number = chance.below(plan.people)
    guard viewers[number].isHere, viewers[number].stoppedUntil == nil else { return }
    switch chance.below(4) {
    case 0:
      guard viewers[number].suspension == nil else { return }
      lastSuspension += 1
      let id = lastSuspension
      viewers[number].suspension = id
      step(number) { $0.beginSuspension(id, for: "userIsChangingCurrentTime", at: $1) }
      agenda.note(
        .endSuspension(number), at: agenda.now.advanced(by: chance.among(200...4_000)))
    case 1:
      let end = agenda.now.advanced(by: chance.among(500...6_000))
      (viewers[number].stoppedAt, viewers[number].stoppedUntil) = (agenda.now, end)
      agenda.note(.resume(number), at: end)
    case 2 where number == plan.people - 1 && plan.people > 2:
      viewers[number].isHere = false
      viewers[number].suspension = nil
      participantsChanged()
      // Another participant comes in this place, with a new group.
      viewers[number].group = SimulatedViewer.group(of: viewers[number].id)
      viewers[number].timing = PlaybackTiming(
        rate: 0, itemTime: .zero, hostTime: viewers[number].clock.time(at: agenda.now))
      agenda.note(.come(number), at: agenda.now.advanced(by: chance.among(500...4_000)))
    default: break
    }
  }

  private mutating func endSuspension(_ number: Int) {
    guard let id = viewers[number].suspension else { return }
    viewers[number].suspension = nil
    viewers[number].since = agenda.now
    guard viewers[number].isHere else { return }
    step(number) { $0.endSuspension(id, at: $1) }
  }

  // MARK: Checks

  private var following: [SimulatedViewer] {
    viewers.filter { $0.follows(at: agenda.now) && knowsClock($0) }
  }

  /// Whether a viewer has compared its clock with the clock by which the group plays. It cannot do so while
  /// the owner of that clock is stopped: then another viewer states the film by its own clock, three
  /// seconds later.
  private func knowsClock(_ viewer: SimulatedViewer) -> Bool {
    let clock = viewer.group.states[Self.item]?.clock
    guard let stop = viewers.first(where: { $0.id == clock })?.stoppedAt else { return true }
    return viewer.since < stop
  }

  private func isCommon(_ stamp: PlaybackStamp) -> Bool {
    viewers.allSatisfy { !$0.isHere || $0.group.states[Self.item]?.stamp == stamp }
  }

  /// Notes the moment at which a command has reached all.
  private mutating func noteReached() {
    guard let first = viewers.first(where: \.isHere)?.group.states[Self.item],
      !first.isPrepared, first.stamp != lastReached, isCommon(first.stamp),
      viewers.allSatisfy({ !$0.isHere || $0.group.states[Self.item]?.isPrepared == false })
    else { return }
    lastReached = first.stamp
    reachedAt = agenda.now
    agenda.note(.checkReached(first.stamp), at: agenda.now.advanced(by: 2_000))
  }

  /// The difference between the first and the last of the players, in microseconds of playing time;
  /// nil if they do not even play at one rate.
  private var spread: Int64? {
    let following = following
    guard let rate = following.first?.timing.rate else { return 0 }
    guard following.allSatisfy({ $0.timing.rate == rate }) else { return nil }
    let positions = following.map { $0.position(at: agenda.now) }
    guard let least = positions.min(), let most = positions.max() else { return 0 }
    return Int64(Double(most - least) / Double(max(abs(rate), 1)))
  }

  private mutating func checkGiven() {
    if let spread, spread <= Self.spreadLimit { report.levelAfterGiven += 1 }
  }

  private mutating func checkReached() {
    report.checks += 1
    if Set(following.map(\.group.nextRate)).count > 1 {
      report.failures.append("seed \(plan.seed): two next rates, at \(agenda.now.milliseconds) ms")
    }
    guard let spread else {
      report.failures.append("seed \(plan.seed): not all play, at \(agenda.now.milliseconds) ms")
      return
    }
    report.spreadMax = max(report.spreadMax, spread)
    if spread > Self.spreadLimit {
      report.failures.append(
        "seed \(plan.seed): \(spread / 1_000) ms apart, at \(agenda.now.milliseconds) ms")
    }
  }
}
