import Foundation
import GroupCore

/// What a program may want to know of its call beyond its sessions, for its own screen or its log.
public enum GroupHappening: Sendable {
  /// A session asks to be brought before the person's eyes.
  case foregroundRequested(session: UUID)
  /// A session has something to tell the person.
  case notice(GroupSessionEvent, session: UUID)
  /// Reliable messages did not reach somebody, who left, fell silent or took nothing for too long.
  case undelivered(to: GroupPerson)
  /// A message that is not of the type that its name promised was passed over.
  case unreadableMessage(name: String, from: Participant, String)
  /// A session's activity that is not of the type that its identifier promised was passed over.
  case unreadableActivity(session: UUID, String)
  /// Messages of this name are being dropped, since too many wait that nobody here takes. Told once,
  /// until there is room again.
  case overflow(name: String, session: UUID)
  /// A transport that is to meet others by itself cannot.
  case transportFailed(TransportFault)
  /// A link to a neighbour came up, the first one or another in place of one that broke. Messages sent
  /// meanwhile may be lost: a program that keeps state compares it now.
  case linkCameUp
  /// Others are out of reach and looked for, by the transports alone; or are so no longer.
  case reach(Reach)
  /// A session's activity was not changed: the error says why.
  case activityRefused(session: UUID, any Error)

  public enum Reach: Sendable {
    case lost
    /// They, or some of them, were found, or somebody through whom they may be; those of them who
    /// left meanwhile are said to have left.
    case back
    /// None of them was found, and who is here goes on without them.
    case givenUp
  }
}
