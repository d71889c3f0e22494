import BoardClient
import BoardModel
import CellFrame
import EaselBase

/// Where this board stands between drawing alone and drawing together.
struct Together: Sendable {
  /// There was a call, which one is in no longer.
  var isOver = false
  /// Another person is in the call.
  var isEligible = false
  /// Whether others get what one shares.
  var mayShare = true
  var canShare: Bool { isEligible && mayShare }
  /// What others can come with; nil where only those of this machine can.
  var tickets: Tickets?
  var surroundings = Surroundings()
  /// The other members of the call, as far as they are shown; those that may draw first.
  var members: [CallMember] = []
  /// Whether this run changes keys itself.
  var isHost = false
  /// Whether one can change what others may do, and the tickets.
  var canModerate = false
  /// Whether one is asked before whoever has a ticket is let in.
  var asksFirst = false
  /// Those at the door, who wait for an answer: first those who want to draw, and of each who came first.
  var visitors: [AdmissionRequest] = []
  /// Since when others are out of reach, by the uptime; nil while none are.
  var lostSince: Int64?
  /// Whether that was said: short losses mend themselves before anybody notices.
  var isLossSaid = false
  var staging: Staging?
  /// Since when one is there to join what is shared, by the uptime; nil where something was, or it was
  /// said that nothing is.
  var awaitsSince: Int64?
  var hasAwaited = false
  /// What can be joined, the latest last: never more than ``offersMax``.
  var offers: [Offer] = []
  /// The one that was left, or answered by not now, last: it can still be joined.
  var declined: Bytes16?
  /// One's place in a session; nil outside of any.
  var seat: SessionState?
  /// The session that was replaced by another, which one follows unasked.
  var leftFor: Bytes16?
  /// Who was in that session, too.
  var companions: Set<AuthorID> = []
  /// Who comes along to the board that opens next.
  var next: Next?
  /// The board that is open is, or was, a session's.
  var isShared = false
  /// The session's board before this one.
  var previous: PreviousBoard?
  /// What one had drawn oneself before one joined others.
  var own: Picture?
  var guidance: Guidance?
  /// Where the hand was seen last, by mouse; nil beside the canvas.
  var hover: Pointer?
  var laser = LaserTrail()
  /// What the hand held when one was made a watcher.
  var laidDown: Tool?
  var speech: Speech?
  /// Whether the shell was asked to report moves without a button.
  var wantsHover = false

  static let offersMax = 8
  static let visitorsMax = 8

  /// The session starts when somebody arrives.
  struct Staging: Hashable, Sendable {
    /// Whom it waits for, where that is known.
    var name: SafeText?
  }

  enum Next: Hashable, Sendable {
    case everyone
    /// One leaves the session for it.
    case alone
  }

  struct PreviousBoard: Hashable, Sendable {
    var path: String
    var name: SafeText
  }

  /// Somebody else decides what is seen here, until one moves the view oneself.
  struct Guidance: Hashable, Sendable {
    var person: Bytes16
    /// Their view is followed; otherwise they showed one place, once.
    var follows: Bool
    /// What to go back to.
    var before: View.Mode
  }

  /// Where others are, who see what is shown.
  var isAmongOthers: Bool { seat?.guests.isEmpty == false }
}
