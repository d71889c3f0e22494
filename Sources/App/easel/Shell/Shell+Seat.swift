import BoardDocument
import BoardFiles
import BoardLog
import BoardSessions
import EaselBase
import EaselPlatform
import GroupCore
import ScreenContract
import SocketTransports
import SystemFiles
import WhiteboardUI

// Gives the seat of this run to another run of the same user.
extension Shell: SeatOwner {
  /// Returns a server for runs that take this seat over; nil if this user has no safe folder for its
  /// socket. Then no other run finds this one.
  func seatServer() -> SeatServer? {
    let place = LocalMeetingPlace(runtimeFolder: Environment["XDG_RUNTIME_DIR"])
    do throws(TransportFault) {
      let socket = SeatSocket(of: SeatPlace.ownTerminal, in: place)
      return SeatServer(
        try SeatListener(at: socket, in: place), for: self, RingCarrier(controller.call.rings))
    } catch { return nil }
  }

  var owner: [UInt8] { library.owner }

  var mayMoveSeat: Bool {
    leaving == nil && !controller.isOpening && !controller.holdsInput
      && screen.whiteboard.mayMoveSeat
  }

  var seatPromise: SeatPromise? {
    let connection = controller.call.connection
    let call = connection?.seatCall
    guard connection == nil || call != nil else { return nil }
    let person = library.localAuthor
    return SeatPromise(call: call, name: person.name.string, color: person.color.rgba)
  }

  var seat: Seat {
    let board = controller.board
    let isFromStart = board.log.board == start.board
    return screen.whiteboard.seat(
      on: board.path ?? (isFromStart ? start.path : nil),
      isAmongOthers: screen.whiteboard.isEligible || controller.session != nil)
  }

  func closeBoard() async -> Bool {
    handle(.moving)
    let board = controller.board
    // Ink that has no file would stay here.
    guard !board.isReadOnly || !board.wouldLose else { return false }
    let isClosed = await controller.closeFile()
    return isClosed && (controller.board.path != nil || controller.board.picture.things.isEmpty)
  }

  func reopenBoard() -> Bool {
    guard let path = controller.board.path else { return true }
    // The other run may be ending at this moment.
    let deadline = SystemClock.uptime() + Self.reopeningPatience
    while true {
      do {
        controller.resumeFile(with: try library.writer(goingOnWith: path))
        return true
      } catch {
        guard error.isHeld else {
          handle(.board(.failed(SafeText(error.sentence))))
          return true
        }
        guard SystemClock.uptime() < deadline else { return false }
        poll(nil, 0, 50)
      }
    }
  }

  /// How long a file may stay held before it counts as the other run's, in milliseconds.
  private static let reopeningPatience: Int64 = 1_000

  func seatMoved(to terminal: String) {
    controller.call.noteSeatMoved()
    leaving = .moved(to: terminal)
  }
}
