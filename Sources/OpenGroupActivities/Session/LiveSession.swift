import Foundation
import Sharing

/// One seat in a session: a session that was left and is offered again is another place.
struct SessionPlace: Hashable, Sendable {
  let session: SessionID
  let participant: ParticipantID
}

/// A session that can be joined, untyped: its activity is bytes until somebody asks for sessions of
/// that activity.
struct SessionOffer: Sendable {
  let place: SessionPlace
  let identifier: String
  let activity: [UInt8]
  let initiator: GroupPerson
  let isLocallyInitiated: Bool
}

/// What happens to a session, as its object is told.
enum LiveChange: Sendable {
  case joined
  case participants(Set<Participant>)
  case activity([UInt8])
  case over(GroupSessionEnd)
}

/// A session object as the system sees it.
protocol LiveSession: AnyObject, Sendable {
  @MainActor func take(_ change: LiveChange)
}
