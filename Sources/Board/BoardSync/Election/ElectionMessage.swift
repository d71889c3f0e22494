import EaselBase

/// The messages between electors, all sent unreliably: an elector that gets no answer asks again in
/// another term.
package enum ElectionMessage: Hashable, Sendable {
  /// Would you vote for me in this term? The question changes nothing in its receiver, so that a
  /// member that comes back does not disturb members that have a leader.
  case canvass(Term, knowledge: VersionVector?)
  /// I would vote for you in this term.
  case support(Term)
  /// I stand in this term; vote for me. The knowledge is nil if it is too long to be sent.
  case stand(Term, knowledge: VersionVector?)
  /// You have my vote in this term.
  case vote(Term)
  /// I lead this term.
  case heartbeat(Term)
  /// I follow you in this term.
  case heard(Term)
  /// No; this is the term I am in.
  case refuse(Term)
}
