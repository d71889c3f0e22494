import EaselBase

/// This member's seat in a session, from the offer to the end. A seat that is gone is not here.
struct LocalSession: Hashable, Sendable {
  /// Whom this member is in it, or would be.
  let place: ParticipantID
  var state: State
  /// The activity as it was last told.
  var shown: [UInt8]
  /// How this member joined; nil while waiting.
  var entry: SessionEntry?
  /// The messages that it sent to all since it joined; nil before, and once they are kept no longer.
  var early: EarlyMessages?

  enum State: Hashable, Sendable {
    /// Offered, not joined.
    case waiting
    /// Joined as far as this member is concerned; the others are being told.
    case joining(Joining)
    /// Everybody who was there knows. The participants are those last told.
    case joined(ParticipantID, participants: [ParticipantID])
  }

  struct Joining: Hashable, Sendable {
    let participant: ParticipantID
    /// The piece of the stream that tells the others.
    let piece: UInt64
    /// By then it counts as told.
    var until: Uptime
    /// What was to be sent meanwhile.
    var unsent: [Unsent] = []
    /// What was received meanwhile.
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

/// What happens to a session, as this member sees it.
public enum SessionChange: Hashable, Sendable {
  /// It can be joined.
  case offered(SessionRecord, isLocallyInitiated: Bool)
  /// Messages flow from now on. Whoever is in it follows as `participants`.
  case joined(ParticipantID)
  /// Everyone who is in it, oneself included, ascending.
  case participants([ParticipantID])
  case activity([UInt8])
  /// The last that is heard of it.
  case invalidated(InvalidationReason)
}

public enum InvalidationReason: Hashable, Sendable {
  /// This member left.
  case left
  /// Somebody ended it for everyone.
  case ended(by: MemberID)
  /// A new session of the same activity took its place.
  case replaced(by: SessionID)
  /// Nobody was in it any more.
  case everyoneLeft
  /// This member left the call.
  case callEnded
}

/// Why a message was not taken.
public enum SendRefusal: Error, Hashable, Sendable {
  /// The session is not being joined and was not joined.
  case notJoined
  /// A name beyond `SessionMessage.nameBytesMax`, or more bytes than `Call.messageBytesMax`.
  case tooLarge(bytes: Int, limit: Int)
  /// Too much is on its way; `Action.hasRoom` says when to try again.
  case noRoom
}
