import EaselBase

/// How a newcomer gets the full picture, all of it reliably. The entries themselves are sent by
/// whoever performs the actions.
public enum ResponderMessage: Hashable, Sendable {
  /// A newcomer to everybody: I hold this much; whoever leads, see that I get the rest.
  case request(VersionVector)
  /// The leader to one member: answer this newcomer, who holds this much.
  case assign(ParticipantID, VersionVector)
  /// A newcomer to one member, having waited in vain: I hold this much; answer me yourself.
  case ask(VersionVector)
  /// To a newcomer: this much I hold, and what you lack of it follows.
  case answering(VersionVector)
}
