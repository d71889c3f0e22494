import EaselBase

/// The messages between electors, all sent unreliably. An elector that gets no answer asks again in
/// a later term.
package enum ElectionMessage: Hashable, Sendable {
  /// Asks whether the receiver would vote for the sender in this term. The question changes nothing
  /// in the receiver, so that a member that returns does not disturb members that have a leader.
  case canvass(Term, knowledge: VersionVector?)
  /// The sender would vote for the receiver in this term.
  case support(Term)
  /// Asks for a vote in this term. The knowledge is nil if it is too long to be sent.
  case requestVote(Term, knowledge: VersionVector?)
  /// The sender votes for the receiver in this term.
  case vote(Term)
  /// The sender leads this term.
  case heartbeat(Term)
  /// The sender follows the receiver in this term.
  case heard(Term)
  /// The sender refuses; the value is its own term.
  case refuse(Term)
}
