import BoardClient
import BoardModel
import CellFrame
import EaselBase

/// How far this user is on the way from drawing alone to drawing together.
struct Together: Sendable {
  /// Whether the user was in a call and has left it.
  var isOver = false
  /// Whether another person is in the call.
  var isEligible = false
  /// Whether other members receive what this user shares.
  var mayShare = true
  var canShare: Bool { isEligible && mayShare }
  /// The tickets with which guests can join; nil when only users of this machine can.
  var tickets: Tickets?
  var surroundings = Surroundings()
  /// The other members of the call that sheets show; members that may draw come first.
  var members: [CallMember] = []
  /// Whether this run of the program changes keys itself.
  var isHost = false
  /// Whether this user can change the rights of other members, and the tickets.
  var canModerate = false
  /// Whether the program asks the user before it admits a guest with a ticket.
  var asksFirst = false
  /// The people who ask to come in: first those who want to draw, each group in order of arrival.
  var visitors: [AdmissionRequest] = []
  /// The uptime in milliseconds since which other participants are out of reach; nil while none
  /// are.
  var lostSince: Int64?
  /// Whether a notice has said so. Short losses get no notice, because they end before a user
  /// notices them.
  var isLossSaid = false
  var staging: Staging?
  /// The uptime in milliseconds since which the user waits for a shared board to join; nil before
  /// the wait, and once its result was checked.
  var awaitsSince: Int64?
  var hasAwaited = false
  /// The sessions that can be joined, the latest last: never more than ``offersMax``.
  var offers: [Offer] = []
  /// The last session that the user left or declined. It can still be joined.
  var declined: Bytes16?
  /// This user's state in a session; nil outside of a session.
  var seat: SessionState?
  /// The session that another session replaces. The program joins the new session without a
  /// question.
  var leftFor: Bytes16?
  /// The authors of the other participants in that session.
  var companions: Set<AuthorID> = []
  /// Which participants come along to the board that opens next.
  var next: Next?
  /// Whether the open board is or was the board of a session.
  var isShared = false
  /// The session's previous board.
  var previous: PreviousBoard?
  /// The entries that this user drew before joining other participants.
  var own: Picture?
  var guidance: Guidance?
  /// The last position of the mouse pointer; nil when it is beside the canvas.
  var hover: Pointer?
  var laser = LaserTrail()
  /// The tool that was selected when the user became a watcher.
  var laidDown: Tool?
  var speech: Speech?
  /// Whether the shell was asked to report mouse moves without a button.
  var wantsHover = false

  static let offersMax = 8
  static let visitorsMax = 8

  /// The session starts when another person arrives.
  struct Staging: Hashable, Sendable {
    /// The name of the expected person, where it is known.
    var name: SafeText?
  }

  enum Next: Hashable, Sendable {
    case everyone
    /// The user leaves the session for it.
    case alone
  }

  struct PreviousBoard: Hashable, Sendable {
    var path: String
    var name: SafeText
  }

  /// Another participant decides what is seen here, until the user moves the view.
  struct Guidance: Hashable, Sendable {
    var person: Bytes16
    /// Whether their view is followed; otherwise they showed one place, once.
    var follows: Bool
    /// The view mode to return to.
    var before: View.Mode
  }

  /// Whether other participants are in the session and see what this user shows.
  var isAmongOthers: Bool { seat?.guests.isEmpty == false }
}
