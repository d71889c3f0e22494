import GroupBase
import GroupTesting

@testable import BoardSync
@testable import EaselBase

/// Every history of three electors up to a number of steps, breadth first.
///
/// A sent message is never taken back and may be delivered at any time and any number of times:
/// not delivering it is its loss, delivering it again its double, and any order its delay. All
/// happens at the end of time, where every timer is due, so that any may fire at any step and no
/// state differs from another by its clock alone.
///
/// The machines are the real ones. Their states and messages are numbered as they are met and
/// each transition is computed once, so that a step costs a few table look-ups.
struct ElectionModel {
  struct SentMessage: Hashable {
    let from: Int
    let to: Int
    let message: ElectionMessage
  }

  struct State: Hashable {
    /// The number of each elector's state.
    var electors = SmallNumbers()
    /// The numbers of the letters that were sent.
    var sent = MessageSet()
  }

  private struct Transition {
    let state: Int
    let sent: MessageSet
  }

  private let names: [ParticipantID]
  private var machines: [Election] = []
  private var machineNumbers: [Election: Int] = [:]
  private var messages: [SentMessage] = []
  private var messageNumbers: [SentMessage: Int] = [:]
  /// By machine; first that of its timer, then that of each letter.
  private var transitions: [[Transition?]] = []
  private(set) var visited: Set<State> = []
  private(set) var broken: [String] = []
  /// Terms that had a leader in some history.
  private(set) var led: Set<Term> = []

  /// Elector n believes that those at the places in `rosters[n]` are there; all are complete.
  init(rosters: [Set<Int>]) {
    names = rosters.indices.map { ParticipantID(MemberID(UInt64($0 + 1)), join: 1) }
    var start = State()
    for (elector, roster) in rosters.enumerated() {
      var machine = Election(me: names[elector])
      var chance = SplitMix64(seed: 1)
      var actions = machine.rosterChanged(
        to: Set(roster.map { names[$0] }), at: Self.end, using: &chance)
      actions += machine.knows(VersionVector(), isComplete: true, at: Self.end, using: &chance)
      start.electors[elector] = number(machine)
      start.sent.formUnion(record(actions, from: elector))
    }
    visited = [start]
  }

  static let end = Uptime(milliseconds: .max)

  /// Stops at the first broken law. The first step is the timer of the first elector alone: where
  /// nothing was sent there are only timers, and electors of like rosters differ by name only.
  mutating func explore(steps: Int) {
    var frontier: [State] = []
    for start in visited { go(from: start, at: 0, event: 0, to: &frontier) }
    for _ in 1..<steps {
      var next: [State] = []
      for state in frontier {
        for elector in names.indices { go(from: state, at: elector, event: 0, to: &next) }
        state.sent.forEach { number in
          go(from: state, at: messages[number].to, event: number + 1, to: &next)
        }
        guard broken.isEmpty else { return }
      }
      frontier = next
    }
  }

  private mutating func go(from state: State, at elector: Int, event: Int, to next: inout [State]) {
    let transition = transition(of: state.electors[elector], at: elector, event: event)
    var after = state
    after.electors[elector] = transition.state
    after.sent.formUnion(transition.sent)
    guard visited.insert(after).inserted else { return }
    next.append(after)
    if after.sent != state.sent { judge(after) }
  }

  private mutating func transition(of machine: Int, at elector: Int, event: Int) -> Transition {
    if event < transitions[machine].count, let known = transitions[machine][event] { return known }
    var (copy, chance) = (machines[machine], SplitMix64(seed: 1))
    let actions =
      event == 0
      ? copy.woke(at: Self.end, using: &chance)
      : copy.received(
        messages[event - 1].message, from: names[messages[event - 1].from], at: Self.end,
        using: &chance)
    let made = Transition(state: number(copy), sent: record(actions, from: elector))
    let missing = event + 1 - transitions[machine].count
    transitions[machine] += Array(repeating: nil, count: max(missing, 0))
    transitions[machine][event] = made
    return made
  }

  private mutating func number(_ machine: Election) -> Int {
    if let known = machineNumbers[machine] { return known }
    machineNumbers[machine] = machines.count
    machines.append(machine)
    transitions.append([])
    if machines.count > SmallNumbers.max { broken.append("more than \(SmallNumbers.max) states") }
    return machines.count - 1
  }

  private mutating func record(_ actions: [Election.Action], from elector: Int) -> MessageSet {
    var sent = MessageSet()
    for case .send(let message, to: .only(let readers), _) in actions {
      for (reader, name) in names.enumerated() where readers.contains(name) {
        let sentMessage = SentMessage(from: elector, to: reader, message: message)
        let number = messageNumbers[sentMessage] ?? messages.count
        if number == messages.count {
          messageNumbers[sentMessage] = number
          messages.append(sentMessage)
        }
        if !sent.insert(number) { broken.append("more than \(MessageSet.capacity) letters") }
      }
    }
    return sent
  }

  /// Judges by the sent messages alone: every leader has sent one, and so has every voter.
  private mutating func judge(_ state: State) {
    var (leaders, votes): ([Term: Int], [[Term]: Int]) = ([:], [:])
    state.sent.forEach { number in
      let sentMessage = messages[number]
      switch sentMessage.message {
      case .heartbeat(let term):
        led.insert(term)
        if let other = leaders.updateValue(sentMessage.from, forKey: term),
          other != sentMessage.from
        {
          broken.append("\(term) has the leaders \(other) and \(sentMessage.from)")
        }
      case .vote(let term), .requestVote(let term, _):
        let isOwn = sentMessage.message != .vote(term)
        let candidate = isOwn ? sentMessage.from : sentMessage.to
        let key = [term, Term(UInt64(sentMessage.from))]
        if let other = votes.updateValue(candidate, forKey: key), other != candidate {
          broken.append(
            "in \(term) elector \(sentMessage.from) voted for \(other) and \(candidate)")
        }
      case .canvass, .support, .heard, .refuse:
        break
      }
    }
  }
}
