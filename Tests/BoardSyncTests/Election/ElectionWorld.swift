import GroupBase
import GroupTesting

@testable import BoardSync
@testable import EaselBase

/// Participants with an election and a responder each, in bad weather of their own making.
///
/// Time passes only here, and chance is seeded. The world itself records votes, leaders and
/// answers, and does not ask the machines for them.
struct ElectionWorld {
  struct Weather {
    var lossPercent = 0
    var doublingPercent = 0
    var delay: ClosedRange<Int64> = 5...150
    /// The time until a member sees a change of the roster. It is zero in fair weather: links are
    /// ordered and form a tree, so a newcomer is seen before all messages from it or about it.
    var rosterDelay: ClosedRange<Int64> = 0...0

    static let fair = Weather()
    static let foul = Weather(
      lossPercent: 25, doublingPercent: 15, delay: 5...900, rosterDelay: 5...2_000)
  }

  struct Member {
    var election: Election
    var responder: Responder
    var knowledge: VersionVector
    var isComplete: Bool
    var draws: Bool
  }

  enum Message: Hashable {
    case election(ElectionMessage)
    case responder(ResponderMessage)
    case entries(VersionVector)
  }

  struct Link: Hashable { let from, to: ParticipantID }

  enum Event {
    case message(Message, Link, DeliveryMode)
    case roster(of: ParticipantID)
  }

  struct Vote: Hashable {
    let term: Term
    let voter: ParticipantID
  }

  private(set) var now = Uptime(milliseconds: 0)
  private var agenda = Agenda<Event>()
  var chance: SplitMix64
  var weather = Weather.fair
  var members: [ParticipantID: Member] = [:]
  /// A message over a cut link is lost, or, if it is reliable, held back.
  var cut: Set<Link> = []
  /// Newcomers' upstreams.
  var upstream: [ParticipantID: ParticipantID] = [:]
  private(set) var votes: [Vote: Set<ParticipantID>] = [:]
  private(set) var leaders: [Term: Set<ParticipantID>] = [:]
  private(set) var answers: [(newcomer: ParticipantID, by: ParticipantID, at: Uptime)] = []
  /// In order.
  private(set) var present: [ParticipantID] = []
  private var lastArrival: [Link: Uptime] = [:]

  init(seed: UInt64) { chance = SplitMix64(seed: seed) }

  var leading: [ParticipantID] {
    present.filter { members[$0]?.election.leader == $0 }
  }

  func name(_ number: Int) -> ParticipantID { ParticipantID(MemberID(UInt64(number)), join: 1) }

  // MARK: Who is there

  /// Joins without asking for anything.
  mutating func sit(
    _ id: ParticipantID, draws: Bool = true, knowing knowledge: VersionVector = VersionVector(),
    isComplete: Bool = true
  ) {
    members[id] = Member(
      election: Election(me: id), responder: Responder(me: id), knowledge: knowledge,
      isComplete: isComplete, draws: draws)
    present = members.keys.sorted()
    learn(id, knowledge, isComplete: isComplete)
    seeRoster(id)
    tellRosters()
  }

  /// Joins as a newcomer, which asks all members.
  mutating func join(_ id: ParticipantID, draws: Bool = true) {
    sit(id, draws: draws, isComplete: false)
    let others = Set(present)
    perform(members[id]?.responder.joined(others, at: now) ?? [], by: id)
  }

  /// Leaves, or dies: the others see it later.
  mutating func remove(_ id: ParticipantID) {
    members[id] = nil
    present = members.keys.sorted()
    tellRosters()
  }

  mutating func learn(_ id: ParticipantID, _ knowledge: VersionVector, isComplete: Bool) {
    guard var member = members[id] else { return }
    member.knowledge.merge(knowledge)
    member.isComplete = isComplete
    member.responder.knows(member.knowledge, isComplete: isComplete, at: now)
    let actions = member.election.knows(
      member.knowledge, isComplete: isComplete, at: now, using: &chance)
    members[id] = member
    perform(actions, by: id)
  }

  private mutating func tellRosters() {
    for id in present {
      schedule(.roster(of: id), in: .random(in: weather.rosterDelay, using: &chance))
    }
  }

  /// At once, as the roster is now.
  mutating func seeRoster(_ id: ParticipantID) {
    let (all, drawing) = (Set(present), Set(members.filter(\.value.draws).keys))
    members[id]?.responder.rosterChanged(to: all, at: now)
    perform(
      members[id]?.election.rosterChanged(to: drawing, at: now, using: &chance) ?? [], by: id)
  }

  // MARK: Time

  mutating func run(for milliseconds: Int64) {
    let end = now.advanced(by: milliseconds)
    while true {
      let deadline = nextDeadline
      let event = agenda.next(until: max(now, min(deadline ?? end, end)))
      now = agenda.now
      if let event {
        happen(event)
      } else if let deadline, deadline <= now {
        for id in present { wake(id) }
      } else if now == end {
        return
      }
    }
  }

  private var nextDeadline: Uptime? {
    members.values.flatMap { [$0.election.deadline, $0.responder.deadline] }.compactMap { $0 }.min()
  }

  private mutating func schedule(_ event: Event, in milliseconds: Int64) {
    agenda.note(event, at: now.advanced(by: milliseconds))
  }

  private mutating func wake(_ id: ParticipantID) {
    guard let member = members[id] else { return }
    if let deadline = member.election.deadline, deadline <= now {
      perform(members[id]?.election.woke(at: now, using: &chance) ?? [], by: id)
    }
    if let deadline = member.responder.deadline, deadline <= now {
      perform(members[id]?.responder.woke(at: now, using: &chance) ?? [], by: id)
    }
  }

  private mutating func happen(_ event: Event) {
    switch event {
    case .roster(let id):
      seeRoster(id)
    case .message(_, let link, .reliable) where cut.contains(link) && members[link.from] != nil:
      lastArrival[link] = now.advanced(by: 200)
      schedule(event, in: 200)
    case .message(let message, let link, _):
      if !cut.contains(link) { deliver(message, on: link) }
    }
  }

  private mutating func deliver(_ message: Message, on link: Link) {
    guard var member = members[link.to] else { return }
    switch message {
    case .election(let message):
      let actions = member.election.received(message, from: link.from, at: now, using: &chance)
      members[link.to] = member
      perform(actions, by: link.to)
    case .responder(let message):
      let complete = Set(present.filter { members[$0]?.isComplete == true })
      let actions = member.responder.received(
        message, from: link.from, at: now, leads: member.election.leader == link.to,
        complete: complete, nearest: { [upstream] newcomer, _ in upstream[newcomer] })
      members[link.to] = member
      perform(actions, by: link.to)
    case .entries(let vector):
      learn(link.to, vector, isComplete: true)
    }
  }

  // MARK: What the machines want

  private mutating func perform(_ actions: [Election.Action], by id: ParticipantID) {
    for case .send(let message, let readers, let mode) in actions {
      switch message {
      case .requestVote(let term, _): votes[Vote(term: term, voter: id), default: []].insert(id)
      case .vote(let term):
        guard case .only(let candidate) = readers else { continue }
        votes[Vote(term: term, voter: id), default: []].formUnion(candidate)
      case .heartbeat(let term): leaders[term, default: []].insert(id)
      case .canvass, .support, .heard, .refuse: break
      }
      send(.election(message), from: id, to: readers, mode)
    }
  }

  private mutating func perform(_ actions: [Responder.Action], by id: ParticipantID) {
    for action in actions {
      switch action {
      case .send(let message, let readers, let mode):
        send(.responder(message), from: id, to: readers, mode)
      case .answer(let newcomer, _):
        answers.append((newcomer, id, now))
        let knowledge = members[id]?.knowledge ?? VersionVector()
        send(.entries(knowledge), from: id, to: .only([newcomer]), .reliable)
      }
    }
  }

  private mutating func send(
    _ message: Message, from sender: ParticipantID, to readers: Recipients, _ mode: DeliveryMode
  ) {
    let readers: [ParticipantID] =
      switch readers {
      case .all: present
      case .only(let some): some.sorted()
      }
    for reader in readers where reader != sender {
      let link = Link(from: sender, to: reader)
      var delay = Int64.random(in: weather.delay, using: &chance)
      if mode == .reliable {
        let arrival = max(now.advanced(by: delay), lastArrival[link] ?? now)
        lastArrival[link] = arrival
        delay = arrival.since(now)
      } else {
        if roll(weather.lossPercent) { continue }
        if roll(weather.doublingPercent) {
          let later = Int64.random(in: weather.delay, using: &chance) * 3
          schedule(.message(message, link, mode), in: later)
        }
      }
      schedule(.message(message, link, mode), in: delay)
    }
  }

  mutating func inject(
    _ message: ElectionMessage, from sender: ParticipantID, to reader: ParticipantID
  ) {
    send(.election(message), from: sender, to: .only([reader]), .unreliable)
  }

  private mutating func roll(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &chance) < percent
  }
}
