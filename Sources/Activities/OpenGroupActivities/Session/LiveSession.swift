import EaselBase
import Foundation
import GroupBase
import Synchronization

/// One participant in a session. A session that was left and is offered again is joined as another
/// participant.
struct SessionParticipation: Hashable, Sendable {
  let session: SessionID
  let participant: ParticipantID
}

/// A session that can be joined, untyped: its activity is bytes until a reader asks for sessions of
/// that activity.
struct SessionOffer: Sendable {
  let participation: SessionParticipation
  let identifier: String
  let activity: [UInt8]
  let initiator: GroupPerson
  let isLocallyInitiated: Bool
  let ending: SessionEnding
}

/// The reason why the participation in a session is over: available at once, on any thread.
final class SessionEnding: Sendable {
  private let end = Mutex<GroupSessionEnd?>(nil)

  /// Nil while the session is joined or can be joined.
  var reason: GroupSessionEnd? { end.withLock { $0 } }

  func ended(_ reason: GroupSessionEnd) { end.withLock { $0 = reason } }
}

/// A change of a session, as its object receives it.
enum GroupSessionUpdate: Sendable {
  case joined
  case participants(Set<Participant>)
  case activity([UInt8])
  case over(GroupSessionEnd)
}

/// A session object as the system sees it.
protocol LiveSession: AnyObject, Sendable {
  @MainActor func receive(_ change: GroupSessionUpdate)
}
