import Drawing
import Vocabulary

/// Where this board stands between drawing alone and drawing together.
struct Together: Sendable {
  /// Another person is in the call.
  var isEligible = false
  var staging: Staging?
  /// What can be joined, the latest last: never more than ``offersMax``.
  var offers: [Offer] = []
  /// One's place in a session; nil outside of any.
  var seat: Seat?

  static let offersMax = 8

  /// The session starts when somebody arrives.
  struct Staging: Hashable, Sendable {
    /// Whom it waits for, where that is known.
    var name: SafeText?
  }

  /// Where others are, who see what is shown.
  var isAmongOthers: Bool { seat?.guests.isEmpty == false }
}

/// One's place in a session.
struct Seat: Sendable {
  let session: Bytes16
  let me: Bytes16
  /// When it was taken, by the wall clock in milliseconds.
  let since: Int64
  var mayDraw = true
  /// The others, in the order of their names for each other.
  var guests: [Guest] = []
  /// The strokes under their pens, in the order in which they were first heard of.
  var strokes: [GuestStroke] = []
  /// What the others were last told of oneself.
  var shown: Appearance?

  init(session: Bytes16, me: Bytes16, since: Int64) {
    (self.session, self.me, self.since) = (session, me, since)
  }

  func guest(_ id: Bytes16) -> Guest? { guests.first { $0.id == id } }
}

/// Somebody else in the session.
struct Guest: Hashable, Sendable {
  let id: Bytes16
  var mayDraw: Bool
  /// What the transport calls them.
  var name: SafeText?
  /// What they show of themselves; nil before they do, and when nothing was heard for a while.
  var appearance: Appearance?
  /// The uptime at which their pointer moved last.
  var movedAt: Int64 = 0

  init(_ participant: SessionParticipant) {
    (id, mayDraw, name) = (participant.id, participant.mayDraw, participant.name)
  }
}
