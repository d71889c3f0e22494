import EaselBase
import GroupBase

/// The messages by which a newcomer gets the full picture, all sent reliably. The entries
/// themselves are sent by the code that performs the actions.
package enum ResponderMessage: Hashable, Sendable {
  /// A newcomer to all: the entries that it holds. The leader ensures that it gets the rest.
  case request(VersionVector)
  /// The leader to one member: answer this newcomer, which holds these entries.
  case assign(ParticipantID, VersionVector)
  /// A newcomer to one member, after waiting in vain: the entries that it holds. The member answers
  /// itself.
  case ask(VersionVector)
  /// A member to a newcomer: the entries that the member holds. The entries that the newcomer lacks
  /// follow.
  case answering(VersionVector)
}
