import BoardFiles
import BoardSessions
import EaselPlatform
import Foundation
import ScreenContract
import SocketTransports

/// A message between two runs of one user: one takes the user's seat over from the other, or shows a
/// ring that came to the other's door.
enum SeatMessage: Codable, Hashable {
  /// The other run wants the seat.
  case take(SeatRequest)
  /// This run keeps the seat for the other one, which can enter the call now.
  case promised(SeatPromise)
  /// The seat stays here.
  case refused(SeatRefusal)
  /// The other run is in the call.
  case ready
  /// This run has closed the board's file.
  case given(Seat)
  /// The other run shows the board, and is in its session.
  case seated
  /// A user of this machine rings, and this user last used the other run.
  case ring(CarriedRing)
  /// This run shows the ring.
  case shown
  /// The user answered the ring here.
  case answered(accepts: Bool)

  /// Returns nil for bytes that this version cannot read.
  init?(_ bytes: [UInt8]) {
    do { self = try JSONDecoder().decode(SeatMessage.self, from: Data(bytes)) } catch { return nil }
  }

  func encoded() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}

struct SeatRequest: Codable, Hashable {
  /// The terminal of the run that wants the seat.
  var terminal: String
  /// The public key of its user.
  var owner: [UInt8]
}

struct SeatPromise: Codable, Hashable {
  /// The way into the call; nil for a user who draws alone.
  var call: SeatCall?
  /// The name and the colour that the others see.
  var name: String
  var color: UInt32
}

/// The reason why a seat does not move.
enum SeatRefusal: Codable, Hashable {
  /// The run opens another board at this moment.
  case busy
  /// The seat moves to this terminal already.
  case moving(to: String)
  /// Not all that the user drew can be written.
  case unsaved
  /// No other run can enter the call.
  case noWay
  /// The run has another identity.
  case foreign

  /// - Parameter place: the place of the run that keeps the seat, in words.
  func sentence(_ place: String) -> String {
    switch self {
    case .busy: "your Easel \(place) opens another board now. Try again in a moment."
    case .moving(let terminal):
      "your seat moves to \(SeatPlace.shown(terminal)) already."
    case .unsaved: "what you drew \(place) is not saved yet, so your seat stays there."
    case .noWay:
      "the way by which you came into the session admits only the Easel \(place). Quit it there, and "
        + "join here."
    case .foreign: "the Easel \(place) has another identity."
    }
  }
}

/// Words for the place of a run.
enum SeatPlace {
  /// The terminal of this process without `/dev/`; empty without a terminal.
  static var ownTerminal: String {
    let name = (0...2).lazy.compactMap { ttyname($0) }.first.map { String(cString: $0) } ?? ""
    return name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
  }

  static func words(_ socket: SeatSocket) -> String {
    socket.terminal.isEmpty
      ? "in process \(socket.process)" : "in \(UserError.shown(socket.terminal))"
  }

  static func placed(_ terminal: String) -> String {
    terminal.isEmpty ? "in another terminal" : "at \(UserError.shown(terminal))"
  }

  static func shown(_ terminal: String) -> String {
    terminal.isEmpty ? "another terminal" : UserError.shown(terminal)
  }
}
