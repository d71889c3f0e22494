import BoardLog
import EaselBase
import GroupBase
import GroupCore
import GroupTesting

/// People, each with a process that holds a call and a board, over simulated links, disks and
/// clocks.
///
/// All code that decides is the real code. The same seed gives the same run in every process.
final class World {
  let plan: Plan
  var chance: SplitMix64
  var agenda = Agenda<WorldEvent>()
  var network: NetworkModel
  var people: [SimulatedPerson]
  /// The living processes, by the names of their members.
  var processes: [MemberID: SimulatedProcess] = [:]
  var links = SimulatedLinks()
  var lastMember: UInt64 = 0
  var (phase, clogsEnd) = (Phase.trouble, Uptime(milliseconds: 0))
  let judge = Judge()
  /// Entries of another board, which hostile members know.
  var foreign: [Entry] = []
  /// The attacks of hostile watchers so far.
  var watcherAttacks = HostileWatcher.Attacks()
  /// Members that may only watch, including those that are gone.
  var watching: Set<MemberID> = []
  var trace = Trace()
  var counts = Counts()
  /// Receives a line about each event, for a developer who looks for a cause.
  var story: ((String) -> Void)?

  func trace(_ line: @autoclosure () -> String) {
    story?("\(now.milliseconds) \(line())")
  }

  var now: Uptime { agenda.now }

  enum Phase: Hashable {
    case trouble
    /// Faults have stopped; people gather in one session and draw nothing new.
    case gathering
    case quiet
  }

  struct Counts: Equatable, Sendable {
    var operations = 0
    var messages = 0
    var crashes = 0
    var lost = 0
  }

  init(_ plan: Plan, chance: SplitMix64) {
    self.plan = plan
    self.chance = chance
    network = NetworkModel(plan.weather)
    people = (0..<plan.people).map { SimulatedPerson($0, plan: plan) }
  }

  /// Lets time pass, in milliseconds.
  func run(for milliseconds: Int64) {
    let end = now.advanced(by: milliseconds)
    while let event = agenda.next(until: end) { happen(event) }
  }

  private func happen(_ event: WorldEvent) {
    if case .fails(let fault) = event { trace("fault \(fault)") }
    switch event {
    case .arrives(let bytes, let link): arrive(bytes, over: link, event)
    case .arrivesSurely(let link): arriveSurely(over: link, event)
    case .breaks(let link): breakUp(link, event)
    case .wakes(let member): wake(member, event)
    case .acts(let person): act(person)
    case .checks(let member): check(member)
    case .isInvited(let member): invite(member)
    case .answers(let link, let member, let other): answer(link, of: member, by: other, event)
    case .starts(let person): start(person)
    case .resumes(let member): resume(member)
    case .fails(let fault): fail(fault)
    }
  }

  /// Returns the process of a member, if it lives and is not paused. A paused process gets the
  /// event later.
  func awake(_ member: MemberID, for event: WorldEvent) -> SimulatedProcess? {
    guard let process = processes[member], process.isPaused else { return processes[member] }
    process.held.append(event)
    return nil
  }

  func resume(_ member: MemberID) {
    guard let process = processes[member], process.isPaused else { return }
    process.isPaused = false
    for event in process.held { agenda.note(event, at: now) }
    process.held = []
  }

  private func wake(_ member: MemberID, _ event: WorldEvent) {
    guard let process = awake(member, for: event) else { return }
    process.wakeAt = nil
    guard let deadline = process.deadline else { return }
    guard deadline <= now else { return schedule(process, at: deadline) }
    if let due = process.callDeadline, process.world(due) <= now {
      handle(process) { $0.woke(at: $1) }
    }
    if let player = process.player, let due = player.deadline, process.world(due) <= now {
      player.woke(in: PlayerContext(self, process))
    }
    if let due = process.redial.deadline, process.world(due) <= now { redial(process) }
    schedule(process)
  }

  /// Wakes a process at its deadline.
  func schedule(_ process: SimulatedProcess) {
    if let deadline = process.deadline { schedule(process, at: deadline) }
  }

  private func schedule(_ process: SimulatedProcess, at deadline: Uptime) {
    if let wakeAt = process.wakeAt, wakeAt <= deadline { return }
    process.wakeAt = max(deadline, now)
    agenda.note(.wakes(process.member), at: max(deadline, now))
  }
}

/// The events of a simulated world, in the order of the agenda.
enum WorldEvent {
  case arrives([UInt8], over: LinkID)
  /// The next message that a connection never loses arrives.
  case arrivesSurely(over: LinkID)
  case breaks(LinkID)
  case wakes(MemberID)
  case acts(Int)
  case checks(MemberID)
  /// A person who knows other members invites this member once more.
  case isInvited(MemberID)
  /// A dial reaches that member, if it lives.
  case answers(LinkID, of: MemberID, by: MemberID)
  case starts(Int)
  case resumes(MemberID)
  case fails(Fault)
}
