import EaselBase

/// Elects a leader among the participants who may draw. The leader sees that newcomers get an
/// answer.
///
/// A pure value: each event is a method that returns what to send, and ``deadline`` says when the
/// caller has to call ``woke(at:using:)``. Nothing survives a crash, since a restarted process is
/// another participant and has cast no vote.
package struct Election: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case send(ElectionMessage, to: Recipients, DeliveryMode)
  }

  enum Role: Hashable {
    /// Knows no leader; canvasses at the deadline, if it may stand.
    case waiting
    /// Follows this leader; gives it up at the deadline.
    case following(ParticipantID)
    /// Asks the others whether they would vote for it in the next term.
    case canvassing(VoteTally)
    /// Asks for votes in this term, after voting for itself.
    case standing(VoteTally)
    /// Leads this term. The tally counts the electors heard since the last check, `beats` the
    /// heartbeats since then.
    case leading(VoteTally, beats: Int)
  }

  /// The time between two heartbeats of a leader.
  package static let heartbeatMilliseconds: Int64 = 1_000
  /// A leader that heard from no majority during this many heartbeats steps down.
  package static let beatsPerCheck = 3
  /// How long a member believes in its leader after a heartbeat: two lost heartbeats do no harm.
  package static let patienceMilliseconds: Int64 = 3_500
  /// How long a candidate waits for votes.
  package static let roundMilliseconds: Int64 = 1_000
  /// The electors that want to stand spread over this time at random.
  package static let spreadMilliseconds: Int64 = 2_000

  package let me: ParticipantID
  /// The participants present who may draw, as far as this member knows.
  package private(set) var electors: Set<ParticipantID> = []
  package internal(set) var term = Term(0)
  package internal(set) var deadline: Uptime?
  private(set) var knowledge = VersionVector()
  private(set) var isComplete = false
  /// The candidate that this member voted for in this term.
  var vote: ParticipantID?
  var role = Role.waiting

  package init(me: ParticipantID) { self.me = me }

  /// The leader; nil if this member knows none.
  package var leader: ParticipantID? {
    switch role {
    case .following(let leader): leader
    case .leading: me
    case .waiting, .canvassing, .standing: nil
    }
  }

  /// Notes the participants present who may draw, without those who only watch. A count that has
  /// begun keeps its roster; the next count uses the new one.
  package mutating func rosterChanged(
    to present: Set<ParticipantID>, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    let joined = present.subtracting(electors)
    electors = present
    guard present.contains(me) else {
      (role, deadline) = (.waiting, nil)
      return []
    }
    switch role {
    case .following(let leader) where !present.contains(leader):
      wait(at: now, using: &chance)
    case .leading(var heard, let beats):
      // Participants that left no longer count here. Those that joined count from the next check
      // on.
      heard.strike(allBut: present)
      role = .leading(heard, beats: beats)
      if deadline == nil || present == [me] { deadline = nextBeat(after: now) }
      return send(.heartbeat(term), to: joined)
    case .waiting, .following, .canvassing, .standing:
      break
    }
    return reconsider(at: now, using: &chance)
  }

  /// Notes what this member holds, and whether its picture is complete. The picture is complete if
  /// this member founded the session, or holds all entries that any participant present claims to
  /// hold.
  package mutating func knows(
    _ knowledge: VersionVector, isComplete: Bool, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    (self.knowledge, self.isComplete) = (knowledge, isComplete)
    return reconsider(at: now, using: &chance)
  }

  /// Acts if the deadline has passed; does nothing before it.
  package mutating func woke(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    guard let deadline, deadline <= now else { return [] }
    switch role {
    case .waiting, .canvassing, .standing:
      return canvass(at: now, using: &chance)
    case .following:
      wait(at: now, using: &chance)
      return []
    case .leading(let heard, let beats):
      return beat(heard, beats: beats + 1, at: now, using: &chance)
    }
  }
}

// MARK: The way to leadership

extension Election {
  private var mayStand: Bool { isComplete && electors.contains(me) && term.next != nil }

  /// Canvasses at once if this member is the only elector, and otherwise waits until it may stand.
  private mutating func reconsider(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    if electors == [me], leader != me { return canvass(at: now, using: &chance) }
    if role == .waiting, deadline == nil { wait(at: now, using: &chance) }
    return []
  }

  /// Waits for a random time within the spread, so that not all electors stand at once.
  mutating func wait(
    at now: Uptime, atLeast milliseconds: Int64 = 0,
    using chance: inout some RandomNumberGenerator
  ) {
    role = .waiting
    let delay = milliseconds + .random(in: 0...Self.spreadMilliseconds, using: &chance)
    deadline = mayStand ? now.advanced(by: delay) : nil
  }

  private mutating func canvass(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    wait(at: now, atLeast: Self.roundMilliseconds, using: &chance)
    guard mayStand, let next = term.next else { return [] }
    let tally = VoteTally(among: electors, by: me)
    role = .canvassing(tally)
    if tally.isMajority { return stand(at: now) }
    return send(.canvass(next, knowledge: sentKnowledge), to: electors)
  }

  mutating func stand(at now: Uptime) -> [Action] {
    guard let next = term.next else { return [] }
    (term, vote) = (next, me)
    let tally = VoteTally(among: electors, by: me)
    role = .standing(tally)
    if tally.isMajority { return lead(at: now) }
    return send(.stand(term, knowledge: sentKnowledge), to: electors)
  }

  mutating func lead(at now: Uptime) -> [Action] {
    role = .leading(VoteTally(among: electors, by: me), beats: 0)
    deadline = nextBeat(after: now)
    return send(.heartbeat(term), to: electors)
  }

  private mutating func beat(
    _ heard: VoteTally, beats: Int, at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    let isCheck = beats == Self.beatsPerCheck
    guard !isCheck || heard.isMajority else {
      wait(at: now, using: &chance)
      return []
    }
    role = .leading(
      isCheck ? VoteTally(among: electors, by: me) : heard, beats: isCheck ? 0 : beats)
    deadline = nextBeat(after: now)
    return send(.heartbeat(term), to: electors)
  }

  /// A participant that is alone sends no heartbeat and needs no timer.
  private func nextBeat(after now: Uptime) -> Uptime? {
    electors == [me] ? nil : now.advanced(by: Self.heartbeatMilliseconds)
  }

  private var sentKnowledge: VersionVector? { knowledge.isSendable ? knowledge : nil }

  /// Sends a message to the others. They are a set, whose order does not matter.
  func send(_ message: ElectionMessage, to others: Set<ParticipantID>) -> [Action] {
    let others = others.subtracting([me])
    return others.isEmpty ? [] : [.send(message, to: .only(others), .unreliable)]
  }
}
