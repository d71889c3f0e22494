import BoardContract
import BoardModel
import EaselBase

/// Matches what participants claim about rulings with what the members' keys prove. Any participant
/// who may draw can claim to have made a ruling, so a claim alone is not shown. It is shown beside
/// the fact, as the words of that participant, once the keys prove the fact. Claim and proof can
/// come in either order.
struct ModerationClaims: Sendable {
  private struct Claim {
    let ruling: Ruling
    let by: ParticipantUUID
    package let at: Int64
  }

  private struct Fact {
    let ruling: Ruling
    package let at: Int64
    var isReported = false
  }

  private var claims: [ParticipantUUID: Claim] = [:]
  private var facts: [ParticipantUUID: Fact] = [:]

  /// A claim and its proof come within this time, in milliseconds.
  static let windowMilliseconds: Int64 = 30_000

  /// Forgets all members except these.
  mutating func keepOnly(_ members: Set<ParticipantUUID>) {
    claims = claims.filter { members.contains($0.key) }
    facts = facts.filter { members.contains($0.key) }
  }

  /// Notes a claim. Of several claims to one ruling, the first counts.
  ///
  /// - Returns: whether the ruling is proved, and no earlier claim was shown with it.
  mutating func claim(
    _ ruling: Ruling, about id: ParticipantUUID, by: ParticipantUUID, at now: Int64
  ) -> Bool {
    if let known = claims[id], known.ruling == ruling, isRecent(known.at, at: now) { return false }
    claims[id] = Claim(ruling: ruling, by: by, at: now)
    guard let fact = facts[id], fact.ruling == ruling, isRecent(fact.at, at: now), !fact.isReported
    else { return false }
    facts[id]?.isReported = true
    return true
  }

  /// Notes that the keys prove a ruling.
  ///
  /// - Returns: the participant that claims the ruling; nil if none does so far.
  mutating func prove(_ ruling: Ruling, about id: ParticipantUUID, at now: Int64)
    -> ParticipantUUID?
  {
    if let known = facts[id], known.ruling == ruling, isRecent(known.at, at: now) { return nil }
    let claim = claims[id].flatMap { claim in
      claim.ruling == ruling && isRecent(claim.at, at: now) ? claim : nil
    }
    facts[id] = Fact(ruling: ruling, at: now, isReported: claim != nil)
    return claim?.by
  }

  private func isRecent(_ time: Int64, at now: Int64) -> Bool {
    now < time.later(by: Self.windowMilliseconds)
  }
}
