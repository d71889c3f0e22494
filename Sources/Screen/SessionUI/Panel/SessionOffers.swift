import BoardContract
import BoardEditor
import BoardModel
import EaselBase
import ScreenContract

/// The sessions that can be joined.
package struct SessionOffers {
  /// The offers, the latest last.
  private var offers: [JoinableSession] = []
  private static let countMax = 8
  /// The last session that the user left or declined. The user can still join it.
  package private(set) var declined: SessionUUID?
  /// The session that the user left because another session replaces it. The program joins the new
  /// session without a question.
  private var replaced: SessionUUID?
  /// The session that the program joins without a question, because this user accepted a ring.
  private var invited: Invited?

  private enum Invited: Hashable {
    case session(SessionUUID)
    /// The person who rang had begun no session yet.
    case first

    func isTo(_ session: SessionUUID) -> Bool { self == .first || self == .session(session) }
  }
  /// The uptime in milliseconds at which the user began to wait for a shared board. Nil before the
  /// wait and after it ended.
  private var waitsSince: Int64?
  private var hasWaited = false
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  package var isEmpty: Bool { offers.isEmpty }
  package var latest: JoinableSession? { offers.last }

  package func offer(of session: SessionUUID) -> JoinableSession? {
    offers.first { $0.session == session }
  }

  /// The reaction to a new offer.
  enum Reception: Hashable, Sendable {
    case join
    /// The offer is shown to the user.
    case show
    case ignore
  }

  mutating func receive(
    _ offer: JoinableSession, in recorder: BoardRecorder, _ setup: WhiteboardSetup
  ) -> Reception {
    forget(offer.session)
    guard offer.session != recorder.session else { return .ignore }
    if let replaced, offer.replaces == replaced {
      self.replaced = nil
      return .join
    }
    offers = (offers + [offer]).suffix(Self.countMax)
    if invited?.isTo(offer.session) == true, !recorder.isInSession {
      invited = nil
      return .join
    }
    guard offer.session != declined else { return .ignore }
    return isExpected(offer, in: recorder, setup) ? .join : .show
  }

  /// Joins this session without a question once it is offered; nil is the next session.
  mutating func expect(_ session: SessionUUID?) {
    invited = session.map(Invited.session) ?? .first
  }

  /// Shows the present name and picture of a session's board. An open sheet follows.
  mutating func describe(_ session: SessionUUID, title: SafeText, _ miniature: Miniature) {
    guard let index = offers.firstIndex(where: { $0.session == session }) else { return }
    offers[index].invitation.title = title
    offers[index].invitation.miniature = miniature
  }

  /// Whether to join the session without a question, because the user started Easel in order to
  /// join a shared board. False if the user has left or declined a session, or has drawn on the
  /// open board.
  private func isExpected(
    _ offer: JoinableSession, in recorder: BoardRecorder, _ setup: WhiteboardSetup
  ) -> Bool {
    if let seat = setup.seat?.session, seat.id == offer.session {
      return !recorder.isInSession && declined == nil
    }
    // A wall joins by itself, see `WallPart`.
    return setup.arrival == .joining && setup.purpose != .wall && !recorder.isInSession
      && declined == nil
      && recorder.board.picture.things.isEmpty
      && (setup.expected == nil || setup.expected == offer.invitation.title)
  }

  mutating func forget(_ session: SessionUUID) {
    offers.removeAll { $0.session == session }
    requests.leaveSheet { $0 == .offer(session) }
  }

  /// Declines an offer. No later notice offers this session, but the user can still join it while
  /// it lasts.
  mutating func decline(_ session: SessionUUID) {
    requests.leaveSheet()
    guard offer(of: session) != nil else { return }
    declined = session
    requests.notify("Not now. Press S to join later.")
  }

  /// Notes that the user left a session. If the session goes on and is offered again, no notice
  /// asks the user to join.
  ///
  /// - Parameter isReplaced: whether another session replaces it.
  mutating func noteLeft(_ session: SessionUUID, isReplaced: Bool) {
    declined = session
    if isReplaced { replaced = session }
  }

  mutating func noteEntered(_ session: SessionUUID) {
    replaced = nil
    forget(session)
  }

  // MARK: Nothing to join

  /// The time in milliseconds within which the offer of a shared session arrives after the user
  /// joins the call.
  static let waitMilliseconds: Int64 = 2_000

  mutating func startWaiting(at uptime: Int64) {
    if !hasWaited { (waitsSince, hasWaited) = (uptime, true) }
  }

  package var expires: Int64? { waitsSince?.later(by: Self.waitMilliseconds) }

  package mutating func expire(
    at uptime: Int64, isEligible: Bool, mayShare: Bool, isInSession: Bool
  ) {
    guard let expires, expires <= uptime else { return }
    waitsSince = nil
    guard !isInSession, offers.isEmpty else { return }
    let sharing = mayShare ? "; S shares yours" : ""
    requests.notify(
      isEligible
        ? "No board is shared yet. One opens here when it is\(sharing)."
        : "No one is drawing there yet. You can draw while you wait.")
  }
}
