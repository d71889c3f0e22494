import EaselBase

extension Election {
  /// From anybody, in any order, any number of times: what does not fit changes nothing.
  public mutating func received(
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
    case .stand(let asked, let knowledge):
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
      // Who follows a leader has asked nothing.
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
    return tally.isMajority ? stand(at: now) : []
  }

  /// While a leader is there not even the term of who stands is taken on: it would end the
  /// leader's.
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
    guard asked == term, case .standing(var tally) = role else { return [] }
    tally.count(sender)
    role = .standing(tally)
    return tally.isMajority ? lead(at: now) : []
  }

  private mutating func heartbeat(
    of sender: ParticipantID, in asked: Term, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    guard asked >= term else { return send(.refuse(term), to: [sender]) }
    adopt(asked, at: now, using: &chance)
    guard asked == term else { return [] }
    // Two lead one term only where their rosters differed. The lower name stays.
    if let leader, leader < sender { return [] }
    role = .following(sender)
    deadline = now.advanced(by: Self.patienceMilliseconds)
    return send(.heard(term), to: [sender])
  }

  /// Moves towards a later term, in which nothing has been decided yet.
  private mutating func adopt(
    _ theirs: Term, at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    guard theirs > term else { return }
    (term, vote) = (term.moved(towards: theirs), nil)
    wait(at: now, using: &chance)
  }

  /// One that knows more would answer newcomers better. Knowledge too long to be sent is not
  /// compared: what an answer lacks is healed later.
  private func accepts(_ knowledge: VersionVector?) -> Bool {
    knowledge.map { $0.isSendable && !self.knowledge.strictlyContains($0) } ?? true
  }
}
