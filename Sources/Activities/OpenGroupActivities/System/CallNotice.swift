import Foundation
import GroupCore

/// Events of a call outside its sessions, for a program's own screen or log.
public enum CallNotice: Sendable {
  /// A session asks to be shown to the person in the foreground.
  case foregroundRequested(session: UUID)
  /// A session has a notice for the person.
  case notice(GroupSessionEvent, session: UUID)
  /// Reliable messages did not reach a person, who left, fell silent or accepted nothing for too
  /// long.
  case undelivered(to: GroupPerson)
  /// A message was skipped, since it is not of the type that its name promised.
  case unreadableMessage(name: String, from: Participant, String)
  /// A session's activity was skipped, since it is not of the type that its identifier promised.
  case unreadableActivity(session: UUID, String)
  /// Messages of this name are being dropped, since this program has too many unread messages. Not
  /// reported again before there was room.
  case overflow(name: String, session: UUID)
  /// A transport cannot find other members, although it should find them by itself.
  case transportFailed(TransportFault)
  /// A link to a neighbour came up: the first link, or a new link in place of a broken one.
  /// Messages sent meanwhile may be lost, so a program that keeps state must compare it now.
  case linkCameUp
  /// The way to a member changed, see ``GroupSystem/way(to:)``: datagrams came up beside a link, or
  /// went down.
  case wayChanged
  /// Other members are out of reach, or the search for them ended.
  case reach(Reach)
  /// A session's activity was not changed; the error gives the reason.
  case activityRefused(session: UUID, any Error)

  /// Whether the members that were lost can be reached again.
  public enum Reach: Sendable {
    /// Members are out of reach, and the transports look for them.
    case lost
    /// Some or all lost members were found, or a member through which they may be reached. Members
    /// that left meanwhile are reported as having left.
    case back
    /// None of the lost members was found, and the members here continue without them.
    case givenUp
  }
}
