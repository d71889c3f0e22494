import EaselBase
import GroupBase

/// Decides which participants compare their vectors, and when.
extension AntiEntropy {
  /// Handles a digest. If two participants differ, the participant that knows less asks. A newcomer
  /// therefore sends one vector, instead of receiving one from every participant.
  mutating func hear(
    _ summary: KnowledgeSummary, of peer: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    others[peer]?.heard = summary
    if own.matches(summary) {
      others[peer]?.dueAt = nil
      return checkState(of: summary, of: peer, at: now)
    }
    guard (own.count, me) < (summary.count, peer) else { return [] }
    if others[peer]?.dueAt == nil {
      let spread = Int64.random(in: 0...restLength, using: &chance)
      others[peer]?.dueAt = now.advanced(by: Self.grace + spread)
    }
    return []
  }

  /// Begins a comparison with the peer whose last comparison is longest ago. So a peer that only
  /// pretends to differ delays the other peers by one comparison at most.
  mutating func beginComparison(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    guard comparison == nil, restUntil <= now else { return [] }
    let due = others.filter { $0.value.dueAt.map { $0 <= now } ?? false }.sorted {
      ($0.value.comparedAt?.milliseconds ?? .min, $0.key)
        < ($1.value.comparedAt?.milliseconds ?? .min, $1.key)
    }
    for (peer, other) in due {
      others[peer]?.dueAt = nil
      guard let heard = other.heard, !own.matches(heard) else { continue }
      others[peer]?.comparedAt = now
      others[peer]?.hasMore = false
      comparison = Comparison(peer: peer, until: now.advanced(by: Self.answerWithin))
      return own.parts(salt: chance.next()).map { send(.compare($0), to: peer) }
    }
    return []
  }

  /// Answers a part of a peer's vector. Each part alone shows which of its replicas the peer knows
  /// and which entries it lacks.
  mutating func compare(
    _ part: VectorPart, of peer: ParticipantID, at now: Uptime
  ) -> [Action] {
    guard others[peer]?.mayDemand(at: now) == true else { return [] }
    guard !own.matches(part.summary) else {
      return [
        send(.answer(VectorPartAnswer(heads: [], hasMore: false, isLast: part.isLast)), to: peer)
      ]
    }
    let news = own.news(for: part)
    let answer = VectorPartAnswer(
      heads: Array(news.prefix(VectorPart.headsMax)), hasMore: news.count > VectorPart.headsMax,
      isLast: part.isLast)
    return [send(.answer(answer), to: peer)] + want(part.heads, of: peer, at: now)
  }

  mutating func receive(
    _ answer: VectorPartAnswer, of peer: ParticipantID, at now: Uptime
  ) -> [Action] {
    guard comparison?.peer == peer else { return [] }
    if answer.hasMore { others[peer]?.hasMore = true }
    let actions = want(answer.heads, of: peer, at: now)
    if answer.isLast {
      comparison = nil
      if wants.values.contains(where: { $0.peer == peer }) {
        restUntil = now.advanced(by: Self.comparisonEvery)
      } else {
        rest(at: now)
      }
    }
    return actions
  }

  mutating func rest(at now: Uptime) { restUntil = now.advanced(by: restLength) }

  /// The pause after a comparison, in milliseconds. It grows with the number of participants, so
  /// that the cost of the whole session stays the same. It has an upper limit, so that all
  /// participants know everything within 5 s.
  private var restLength: Int64 {
    min(Self.comparisonEvery * Int64(others.count + 1), Self.restLongest)
  }
}
