import EaselBase

/// Elects, among the participants who may draw, the one that sees that newcomers are answered.
///
/// A pure value: each event is a method that returns what to send, and ``deadline`` says when
/// ``woke(at:using:)`` wants to be called. Nothing is kept across a crash, since a restarted
/// process is another participant and has cast no vote.
public struct Election: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case send(ElectionMessage, to: Recipients, DeliveryMode)
  }

  enum Role: Hashable {
    /// Knows of no leader; stands at the deadline, where it may.
    case waiting
    /// Heard from this leader; gives it up at the deadline.
    case following(ParticipantID)
    /// Asks who would vote for it in the next term.
    case canvassing(Tally)
    /// Asks for votes in this term, having given its own to itself.
    case standing(Tally)
    /// Leads this term. The tally is of those heard since so many heartbeats.
    case leading(Tally, beats: Int)
  }

  /// Between two heartbeats of a leader.
  public static let heartbeatMilliseconds: Int64 = 1_000
  /// A leader that heard from no majority during so many heartbeats steps down.
  public static let beatsPerCheck = 3
  /// How long a leader is believed to be there after a heartbeat: two lost ones do no harm.
  public static let patienceMilliseconds: Int64 = 3_500
  /// How long votes are waited for.
  public static let roundMilliseconds: Int64 = 1_000
  /// Chance spreads those who want to stand over so much time.
  public static let spreadMilliseconds: Int64 = 2_000

  public let me: ParticipantID
  /// Who may draw and is there, as far as this member knows.
  public private(set) var electors: Set<ParticipantID> = []
  public internal(set) var term = Term(0)
  public internal(set) var deadline: Uptime?
  private(set) var knowledge = VersionVector()
  private(set) var isComplete = false
  /// Whom it voted for in this term.
  var vote: ParticipantID?
  var role = Role.waiting

  public init(me: ParticipantID) { self.me = me }

  /// Nil where none is known of.
  public var leader: ParticipantID? {
    switch role {
    case .following(let leader): leader
    case .leading: me
    case .waiting, .canvassing, .standing: nil
    }
  }

  /// These may draw and are there now; who only watches is not among them. A count that has begun
  /// keeps the roster that it began with; the next one takes this.
  public mutating func rosterChanged(
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
      // Those who left would never be heard from; those who joined count from the next check on.
      heard.strike(allBut: present)
      role = .leading(heard, beats: beats)
      if deadline == nil || present == [me] { deadline = nextBeat(after: now) }
      return send(.heartbeat(term), to: joined)
    case .waiting, .following, .canvassing, .standing:
      break
    }
    return reconsider(at: now, using: &chance)
  }

  /// The picture is complete when this member founded the session, or holds whatever anybody
  /// present has said to hold.
  public mutating func knows(
    _ knowledge: VersionVector, isComplete: Bool, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    (self.knowledge, self.isComplete) = (knowledge, isComplete)
    return reconsider(at: now, using: &chance)
  }

  /// Does nothing before the deadline.
  public mutating func woke(
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

  /// Stands at once where nobody else could, and otherwise once it may.
  private mutating func reconsider(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    if electors == [me], leader != me { return canvass(at: now, using: &chance) }
    if role == .waiting, deadline == nil { wait(at: now, using: &chance) }
    return []
  }

  /// For a moment of its own within the spread, so that not all stand at once.
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
    let tally = Tally(among: electors, by: me)
    role = .canvassing(tally)
    if tally.isMajority { return stand(at: now) }
    return send(.canvass(next, knowledge: sentKnowledge), to: electors)
  }

  mutating func stand(at now: Uptime) -> [Action] {
    guard let next = term.next else { return [] }
    (term, vote) = (next, me)
    let tally = Tally(among: electors, by: me)
    role = .standing(tally)
    if tally.isMajority { return lead(at: now) }
    return send(.stand(term, knowledge: sentKnowledge), to: electors)
  }

  mutating func lead(at now: Uptime) -> [Action] {
    role = .leading(Tally(among: electors, by: me), beats: 0)
    deadline = nextBeat(after: now)
    return send(.heartbeat(term), to: electors)
  }

  private mutating func beat(
    _ heard: Tally, beats: Int, at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    let isCheck = beats == Self.beatsPerCheck
    guard !isCheck || heard.isMajority else {
      wait(at: now, using: &chance)
      return []
    }
    role = .leading(isCheck ? Tally(among: electors, by: me) : heard, beats: isCheck ? 0 : beats)
    deadline = nextBeat(after: now)
    return send(.heartbeat(term), to: electors)
  }

  /// Who is alone has nobody to tell, and sleeps.
  private func nextBeat(after now: Uptime) -> Uptime? {
    electors == [me] ? nil : now.advanced(by: Self.heartbeatMilliseconds)
  }

  private var sentKnowledge: VersionVector? { knowledge.isSendable ? knowledge : nil }

  /// In a set, whose order nobody sees.
  func send(_ message: ElectionMessage, to others: Set<ParticipantID>) -> [Action] {
    let others = others.subtracting([me])
    return others.isEmpty ? [] : [.send(message, to: .only(others), .unreliable)]
  }
}
