import BoardFiles
import BoardSessions
import BoardStore
import EaselBase
import EaselPlatform
import GroupCore
import ScreenContract
import SocketTransports
import SystemFiles

/// Finds the run from which the user's seat moves, and asks it.
struct SeatSearch {
  /// The runs of this user on this machine, the one that was used last first.
  let sockets: [SeatSocket]

  /// How long a run has to answer, in milliseconds.
  static let patience: Int64 = 2_000
  /// How long a run has to write all to the disk, in milliseconds.
  private static let savingPatience: Int64 = 10_000

  init(_ sockets: [SeatSocket]) { self.sockets = sockets }

  /// Searches in all folders where the runs of this user may meet: a login may lack the variable that
  /// names the folder of the desktop.
  init() { self.init(Self.all.filter { $0.process != getpid() }) }

  /// The run of this user that was used last, which can be this one; nil if there is none.
  static var lastUsed: SeatSocket? { all.first }

  private static var all: [SeatSocket] {
    let runtime = Environment["XDG_RUNTIME_DIR"]
    let places = [
      LocalMeetingPlace(runtimeFolder: runtime),
      LocalMeetingPlace(
        runtimeFolder: runtime == nil ? "/run/user/\(geteuid())" : nil,
        temporaryFolder: CallConnection.doors),
    ]
    let folders = places[0].folder == places[1].folder ? [places[0]] : places
    return folders.flatMap { SeatSocket.all(in: $0) }.sorted { $0.lastUse > $1.lastUse }
  }

  /// Returns the runs to ask in this order.
  ///
  /// - Parameters:
  ///   - place: the name of a terminal, or of a board; nil for any run.
  ///   - holder: returns the process that has a board open.
  func candidates(
    from place: String?, holder: (String) throws(UserError) -> pid_t?
  ) throws(UserError) -> [SeatSocket] {
    guard !sockets.isEmpty else { throw UserError("no Easel of yours runs here.") }
    guard let place else { return sockets }
    let shown = UserError.shown(place)
    let terminal = place.hasPrefix("/dev/") ? String(place.dropFirst(5)) : place
    let inTerminal = sockets.filter { $0.terminal == terminal }
    if !inTerminal.isEmpty { return inTerminal }
    guard let process = try holder(place) else {
      throw UserError("no Easel of yours runs in a terminal “\(shown)” or on a board of that name.")
    }
    let found = sockets.filter { $0.process == process }
    guard !found.isEmpty else {
      throw UserError("“\(shown)” is open in process \(process), which has no seat to move.")
    }
    return found
  }

  /// Asks one run after the other for the seat, until one has the same identity.
  static func ask(
    _ candidates: [SeatSocket], as request: SeatRequest
  ) throws(UserError) -> (link: SeatLink, SeatPromise, SeatSocket) {
    for socket in candidates {
      let link: SeatLink
      do throws(TransportFault) { link = try socket.connect() } catch {
        if case .nobody = error.cause { continue }
        throw UserError(error.description)
      }
      link.send(.take(request))
      let frame = link.receive(withinMilliseconds: patience)
      guard let frame else { throw silence(of: socket, link) }
      switch SeatMessage(frame) {
      case .promised(let promise): return (link, promise, socket)
      case .refused(.foreign): continue
      case .refused(let refusal):
        throw UserError(refusal.sentence(SeatPlace.words(socket)))
      case .take, .ready, .given, .seated, .ring, .shown, .answered, nil:
        throw otherVersion(socket)
      }
    }
    throw UserError("no Easel of yours runs here.")
  }

  /// Tells the other run that this run is ready, and waits for the seat.
  static func receive(
    over link: SeatLink, from socket: SeatSocket
  ) throws(UserError) -> Seat {
    link.send(.ready)
    guard let frame = link.receive(withinMilliseconds: savingPatience) else {
      throw silence(of: socket, link)
    }
    switch SeatMessage(frame) {
    case .given(let seat): return seat
    case .refused(let refusal): throw UserError(refusal.sentence(SeatPlace.words(socket)))
    case .take, .promised, .ready, .seated, .ring, .shown, .answered, nil:
      throw otherVersion(socket)
    }
  }

  private static func otherVersion(_ socket: SeatSocket) -> UserError {
    UserError(
      "your Easel \(SeatPlace.words(socket)) is of another version. Quit it there, and open the board "
        + "here.")
  }

  /// The sentence about a run that gave no answer: how to end it.
  private static func silence(of socket: SeatSocket, _ link: SeatLink) -> UserError {
    if link.isClosed { return otherVersion(socket) }
    let (place, process) = (SeatPlace.words(socket), socket.process)
    return UserError(
      "your Easel \(place) does not answer. If it was stopped there, `fg` lets it go on. "
        + "`kill -KILL \(process)` ends it: what you drew is saved.")
  }
}
