import EaselBase
import GroupCore
import GroupSecurity
import SocketTransports

/// How one comes to others: by a ticket, over a login elsewhere, or at another user's door.
struct WayIn {
  static let help =
    "A ticket; - to read one from standard input, or to be asked for it; an address, for which the "
    + "ticket is asked; @USER of this machine; or ssh://[USER@]HOST[:PORT][/@USER]."

  let connection: Connection
  private let addresses: [String]
  private let refusal: (TransportFault) -> Refusal
  /// Said before somebody is waited for.
  private var notice: String?
  private var complaints: Complaints?

  /// - Parameters:
  ///   - place: as people give it, see `help`. Where it needs a ticket, that is read.
  ///   - role: what one wants to do there.
  init(_ place: String, to role: Role, _ artist: Artist) throws(Refusal) {
    if SSHTarget.isNamed(by: place) {
      try self.init(over: try FarSide(named: place), to: role, artist)
    } else if place.hasPrefix("@") {
      self.init(at: try DoorOf(place), to: role, artist)
    } else {
      self.init(by: try TicketInput.read(place).atMost(role), artist)
    }
  }

  private init(over side: FarSide, to role: Role, _ artist: Artist) throws(Refusal) {
    let complaints = try Complaints()
    connection = Connection.joining(side, to: role, complaints: complaints, artist)
    (addresses, refusal) = ([side.target.address], side.refusal)
    self.complaints = complaints
  }

  private init(at door: DoorOf, to role: Role, _ artist: Artist) {
    connection = Connection.joining(door.place, to: role, artist)
    (addresses, refusal) = ([door.place.address], door.refusal)
    notice = "knocking at \(door.name)'s door; Ctrl-C gives up."
  }

  private init(by ticket: Ticket, _ artist: Artist) {
    connection = Connection.joining(ticket, artist)
    (addresses, refusal) = (ticket.addresses, { Refusal($0.description) })
  }

  /// Waits until one is in.
  ///
  /// - Throws: why one is not.
  func enter(as name: SafeText) throws(Refusal) {
    if let notice { Report.notice(notice) }
    do throws(TransportFault) {
      try connection.enter(as: name, by: addresses)
    } catch {
      silence()
      throw refusal(error)
    }
  }

  /// From now on there is a picture on the screen, which nothing that ssh says is to spoil.
  func silence() { complaints?.silence() }

  /// Whether a ticket is read for it.
  static func needsTicket(_ place: String) -> Bool {
    !place.hasPrefix("easel:") && !place.hasPrefix("@") && !SSHTarget.isNamed(by: place)
  }
}
