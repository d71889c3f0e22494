import EaselBase
import GroupBase

/// This member's state in a session, from the offer to the end. When the session is over for this
/// member, the state is removed.
struct LocalSession: Hashable, Sendable {
  /// This member's participant in the session, or the participant that it becomes if it joins.
  let me: ParticipantID
  var state: State
  /// The activity as it was last reported.
  var shown: [UInt8]
  /// How this member joined; nil while waiting.
  var entry: SessionEntry?
  /// The messages that this member sent to all since it joined; nil before the join, and when the
  /// messages are no longer kept.
  var early: EarlyMessages?

  enum State: Hashable, Sendable {
    /// Offered, not joined.
    case waiting
    /// This member has joined; its announcement to the others is under way.
    case joining(Joining)
    /// The earlier participants know of the join, or had time to hear of it. `participants` holds
    /// the participants that were last reported.
    case joined(ParticipantID, participants: [ParticipantID])
  }

  struct Joining: Hashable, Sendable {
    let participant: ParticipantID
    /// The number of the last piece that announces the join to the others.
    let piece: UInt64
    /// At this time the join counts as known to the others.
    var until: Uptime
    /// The messages that wait until the session is joined.
    var unsent: [Unsent] = []
    /// The messages that were received meanwhile.
    var unread: [Unread] = []
    var unreadBytes = 0
  }

  struct Unsent: Hashable, Sendable {
    let name: String
    let bytes: [UInt8]
    let to: Recipients
    let mode: DeliveryMode
  }

  struct Unread: Hashable, Sendable {
    let message: SessionMessage
    let sender: ParticipantID
    let mode: DeliveryMode
  }

  /// Nil while waiting.
  var participant: ParticipantID? {
    switch state {
    case .waiting: nil
    case .joining(let joining): joining.participant
    case .joined(let participant, _): participant
    }
  }
}

/// A change of a session, as this member sees it.
public enum SessionChange: Hashable, Sendable {
  /// It can be joined.
  case offered(SessionRecord, isLocallyInitiated: Bool)
  /// Messages are sent and delivered from now on. The participants follow as `participants`.
  case joined(ParticipantID)
  /// All participants, including this member's own, ascending.
  case participants([ParticipantID])
  /// The activity has changed; the value is the encoded activity.
  case activity([UInt8])
  /// The last change of the session.
  case invalidated(InvalidationReason)
}

/// The reason why a session is over for this member.
public enum InvalidationReason: Hashable, Sendable {
  /// This member left.
  case left
  /// A member ended it for everyone.
  case ended(by: MemberID)
  /// A new session of the same activity took its place.
  case replaced(by: SessionID)
  /// It has no participants any more.
  case everyoneLeft
  /// This member left the call.
  case callEnded
}

/// The reason why a message was not accepted.
public enum SendRefusal: Error, Hashable, Sendable {
  /// This member has not joined the session and is not joining it.
  case notJoined
  /// A name beyond `SessionMessage.nameBytesMax`, or more bytes than `Call.messageBytesMax`.
  case tooLarge(bytes: Int, limit: Int)
  /// Too many bytes are queued; `Action.hasRoom` reports when to try again.
  case noRoom
}
