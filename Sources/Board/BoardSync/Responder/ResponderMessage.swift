import EaselBase

/// The messages by which a newcomer gets the full picture, all sent reliably. The code that
/// performs the actions sends the entries themselves.
package enum ResponderMessage: Hashable, Sendable {
  /// A newcomer to all: I hold this much; the leader shall see that I get the rest.
  case request(VersionVector)
  /// The leader to one member: answer this newcomer, which holds this much.
  case assign(ParticipantID, VersionVector)
  /// A newcomer to one member, after waiting in vain: I hold this much; answer me yourself.
  case ask(VersionVector)
  /// A member to a newcomer: I hold this much, and the entries that you lack follow.
  case answering(VersionVector)
}
