import EaselBase
import GroupBase

extension Election {
  /// Handles a message from any participant, in any order; repeated messages do no harm. A message
  /// that does not fit the present state changes nothing.
  package mutating func received(
    _ message: ElectionMessage, from sender: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    guard sender != me, electors.contains(me), electors.contains(sender) else { return [] }
    switch message {
    case .canvass(let asked, let knowledge):
      let isSupported = asked > term && leader == nil && accepts(knowledge)
      return send(isSupported ? .support(asked) : .refuse(term), to: [sender])
    case .support(let asked):
      return supported(in: asked, by: sender, at: now)
    case .requestVote(let asked, let knowledge):
      return wasAskedToVote(for: sender, in: asked, knowing: knowledge, at: now, using: &chance)
    case .vote(let asked):
      return voted(in: asked, by: sender, at: now)
    case .heartbeat(let asked):
      return heartbeat(of: sender, in: asked, at: now, using: &chance)
    case .heard(let asked):
      guard asked == term, case .leading(var heard, let beats) = role else { return [] }
      heard.count(sender)
      role = .leading(heard, beats: beats)
      return []
    case .refuse(let theirs):
      // A member that follows a leader did not ask, so it ignores the answer.
      if case .following = role { return [] }
      adopt(theirs, at: now, using: &chance)
      return []
    }
  }

  private mutating func supported(
    in asked: Term, by sender: ParticipantID, at now: Uptime
  ) -> [Action] {
    guard asked == term.next, case .canvassing(var tally) = role else { return [] }
    tally.count(sender)
    role = .canvassing(tally)
    return tally.isMajority ? becomeCandidate(at: now) : []
  }

  /// Answers a candidate that asks for a vote. While this member has a leader, it does not adopt
  /// the candidate's term, because this would end the leader's term.
  private mutating func wasAskedToVote(
    for candidate: ParticipantID, in asked: Term, knowing knowledge: VersionVector?,
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    guard leader == nil else { return send(.refuse(term), to: [candidate]) }
    adopt(asked, at: now, using: &chance)
    guard asked == term, vote == nil || vote == candidate, accepts(knowledge) else {
      return send(.refuse(term), to: [candidate])
    }
    if vote == nil { wait(at: now, atLeast: Self.roundMilliseconds, using: &chance) }
    vote = candidate
    return send(.vote(term), to: [candidate])
  }

  private mutating func voted(
    in asked: Term, by sender: ParticipantID, at now: Uptime
  ) -> [Action] {
    guard asked == term, case .candidate(var tally) = role else { return [] }
    tally.count(sender)
    role = .candidate(tally)
    return tally.isMajority ? lead(at: now) : []
  }

  private mutating func heartbeat(
    of sender: ParticipantID, in asked: Term, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    guard asked >= term else { return send(.refuse(term), to: [sender]) }
    adopt(asked, at: now, using: &chance)
    guard asked == term else { return [] }
    // Two members lead the same term only if they knew different electors. The member with the
    // lower id remains the leader.
    if let leader, leader < sender { return [] }
    role = .following(sender)
    deadline = now.advanced(by: Self.patienceMilliseconds)
    return send(.heard(term), to: [sender])
  }

  /// Moves towards a later term. This member has not voted in the later term yet.
  private mutating func adopt(
    _ theirs: Term, at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    guard theirs > term else { return }
    (term, vote) = (term.moved(towards: theirs), nil)
    wait(at: now, using: &chance)
  }

  /// Returns whether this member accepts a candidate with this knowledge. It refuses a candidate
  /// that knows less than itself, because it could answer newcomers better than the candidate.
  /// Knowledge that is too long to be sent is not compared; anti-entropy later brings missing
  /// entries.
  private func accepts(_ knowledge: VersionVector?) -> Bool {
    knowledge.map { $0.isSendable && !self.knowledge.strictlyContains($0) } ?? true
  }
}
