import EaselBase
import GroupBase

/// Elects a leader among the participants who may draw. The leader ensures that newcomers get an
/// answer.
///
/// A pure value: each event is a method that returns the messages to send, and ``deadline`` is the
/// time when the caller must call ``woke(at:using:)``. No state needs to survive a crash: a
/// restarted process is another participant, which has not voted.
package struct Election: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case send(ElectionMessage, to: Recipients, DeliveryMode)
  }

  enum Role: Hashable {
    /// Knows no leader. At the deadline it starts a canvass, if it may be a candidate.
    case waiting
    /// Follows this leader. If no heartbeat comes before the deadline, it gives the leader up.
    case following(ParticipantID)
    /// Canvasses: asks the others whether they would vote for it in the next term.
    case canvassing(VoteTally)
    /// Stands as a candidate: asks for votes in this term, and has voted for itself.
    case candidate(VoteTally)
    /// Leads this term. The tally counts the electors that answered since the last check; `beats`
    /// counts the heartbeats since then.
    case leading(VoteTally, beats: Int)
  }

  /// The time between two heartbeats of a leader, in milliseconds.
  package static let heartbeatMilliseconds: Int64 = 1_000
  /// A leader steps down if no majority answered during this many heartbeats.
  package static let beatsPerCheck = 3
  /// The time in milliseconds for which a member follows its leader after a heartbeat. It allows
  /// for two lost heartbeats.
  package static let patienceMilliseconds: Int64 = 3_500
  /// The time for which a candidate waits for votes, in milliseconds.
  package static let roundMilliseconds: Int64 = 1_000
  /// The greatest random delay before a canvass, in milliseconds, so that electors do not start at
  /// once.
  package static let spreadMilliseconds: Int64 = 2_000

  package let me: ParticipantID
  /// The present participants who may draw, as far as this member knows.
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
    case .waiting, .canvassing, .candidate: nil
    }
  }

  /// Notes the present participants who may draw, without participants who only watch. A count of
  /// votes that has begun adds no new electors; the next count uses the new list.
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
      // Participants that left no longer count in this tally. Participants that joined count from
      // the next check on.
      heard.strike(allBut: present)
      role = .leading(heard, beats: beats)
      if deadline == nil || present == [me] { deadline = nextBeat(after: now) }
      return send(.heartbeat(term), to: joined)
    case .waiting, .following, .canvassing, .candidate:
      break
    }
    return reconsider(at: now, using: &chance)
  }

  /// Notes what this member knows, and whether its picture is complete. The picture is complete if
  /// this member founded the session, or holds all entries that any present participant claims to
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
    case .waiting, .canvassing, .candidate:
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
  private var isEligible: Bool { isComplete && electors.contains(me) && term.next != nil }

  /// Starts a canvass at once if this member is the only elector; otherwise waits for a random
  /// time.
  private mutating func reconsider(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    if electors == [me], leader != me { return canvass(at: now, using: &chance) }
    if role == .waiting, deadline == nil { wait(at: now, using: &chance) }
    return []
  }

  /// Waits for a random time, so that not all electors start at once.
  mutating func wait(
    at now: Uptime, atLeast milliseconds: Int64 = 0,
    using chance: inout some RandomNumberGenerator
  ) {
    role = .waiting
    let delay = milliseconds + .random(in: 0...Self.spreadMilliseconds, using: &chance)
    deadline = isEligible ? now.advanced(by: delay) : nil
  }

  private mutating func canvass(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    wait(at: now, atLeast: Self.roundMilliseconds, using: &chance)
    guard isEligible, let next = term.next else { return [] }
    let tally = VoteTally(among: electors, by: me)
    role = .canvassing(tally)
    if tally.isMajority { return becomeCandidate(at: now) }
    return send(.canvass(next, knowledge: sentKnowledge), to: electors)
  }

  mutating func becomeCandidate(at now: Uptime) -> [Action] {
    guard let next = term.next else { return [] }
    (term, vote) = (next, me)
    let tally = VoteTally(among: electors, by: me)
    role = .candidate(tally)
    if tally.isMajority { return lead(at: now) }
    return send(.requestVote(term, knowledge: sentKnowledge), to: electors)
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

  /// A participant that is alone sends no heartbeats and needs no timer.
  private func nextBeat(after now: Uptime) -> Uptime? {
    electors == [me] ? nil : now.advanced(by: Self.heartbeatMilliseconds)
  }

  private var sentKnowledge: VersionVector? { knowledge.isSendable ? knowledge : nil }

  /// Sends a message to these participants except this member. Their order does not matter.
  func send(_ message: ElectionMessage, to others: Set<ParticipantID>) -> [Action] {
    let others = others.subtracting([me])
    return others.isEmpty ? [] : [.send(message, to: .only(others), .unreliable)]
  }
}
