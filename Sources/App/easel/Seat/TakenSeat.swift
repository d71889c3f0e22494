import BoardFiles
import EaselBase
import ScreenContract
import SocketTransports
import SystemFiles

/// The seat that this run takes over from another run of the same user.
@MainActor final class TakenSeat {
  let seat: Seat
  let promise: SeatPromise
  private let link: SeatLink
  private let place: String
  /// Whether this run has said that it shows the board.
  private var isSeated = false
  /// Whether the other run has ended.
  private(set) var isSettled = false
  /// The uptime in milliseconds at which this run gives up.
  private let giveUpAt = SystemClock.uptime() + patience
  /// The uptime in milliseconds at which this run no longer waits for the others in the session; nil
  /// before it is in the session.
  private var seatBy: Int64?

  /// How long this run tries to come into the session, in milliseconds. The other run waits longer.
  private static let patience: Int64 = 10_000
  /// How long it waits for the others in the session, in milliseconds.
  private static let othersPatience: Int64 = 3_000

  /// - Parameter place: the place of the other run, in words.
  init(_ seat: Seat, _ promise: SeatPromise, over link: SeatLink, from place: String) {
    (self.seat, self.promise, self.link, self.place) = (seat, promise, link, place)
  }

  /// Readable when the other run ends.
  var descriptor: Int32? { isSettled ? nil : link.descriptor }
  var deadline: Int64? { isSeated || isSettled ? nil : seatBy ?? giveUpAt }

  /// Follows the session that the user is in here. Once the others there see this run, the other run
  /// may end: nobody sees the user leave.
  ///
  /// - Parameter isSeen: whether all others see this run.
  func follow(_ session: SessionUUID?, isSeen: Bool, at now: Int64) {
    guard !isSeated, seat.session.map({ $0.id == session }) ?? true else { return }
    let end = seatBy ?? now + Self.othersPatience
    seatBy = end
    guard isSeen || end <= now else { return }
    isSeated = true
    link.send(.seated)
  }

  /// Handles what has arrived.
  ///
  /// - Returns: whether the other run has ended just now.
  func attend() -> Bool {
    guard !isSettled else { return false }
    while link.receive() != nil {}
    isSettled = link.isClosed
    return isSettled
  }

  /// The reason to give up at this uptime; nil if there is none.
  func disappointment(at now: Int64) -> UserError? {
    guard !isSeated, !isSettled, seatBy == nil, giveUpAt <= now else { return nil }
    return UserError("the session was not reached from here, so your seat stays \(place).")
  }
}
