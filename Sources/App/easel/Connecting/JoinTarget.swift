import BoardFiles
import BoardSessions
import EaselBase
import GroupCore
import GroupSecurity
import SocketTransports

/// The way by which a user joins a call: a ticket, a login on another machine, or another user's
/// door.
struct JoinTarget {
  static let help =
    "A ticket; or a host's address, and Easel then asks for the ticket; @USER of this machine; "
    + "ssh://[USER@]HOST[:PORT][/@USER]; or - to type or pipe the ticket."

  let connection: CallConnection
  private let addresses: [String]
  private let refusal: (TransportFault) -> UserError
  /// A notice that appears before this run waits for a person's answer.
  private var notice: String?
  /// A sentence that appears at once. Later it could run into a question of ssh.
  private var announcement: String?
  /// A sentence that appears if this run waits long for the network.
  private var wait: String?
  private var complaints: SSHDiagnostics?

  /// - Parameters:
  ///   - text: the text from the user, see `help`. If it needs a ticket, the ticket is read.
  ///   - role: the role that the user wants in the call.
  init(
    _ text: String, to role: Role, _ localAuthor: LocalAuthor, _ settings: CallSettings
  ) throws(UserError) {
    if SSHTarget.isNamed(by: text) {
      try self.init(over: try SSHRemote(named: text), to: role, localAuthor)
    } else if text.hasPrefix("@") {
      let user = try UserAddress(text)
      self.init(
        at: user, CallConnection.joining(user.rendezvous, to: role, localAuthor, settings))
    } else {
      let ticket = try TicketInput.read(text).atMost(role)
      self.init(by: ticket, localAuthor, settings)
    }
  }

  /// Finds the way of a screen on a wall. It needs a ticket, of which only the part to watch is used.
  init(
    display text: String, _ localAuthor: LocalAuthor, _ settings: CallSettings
  ) throws(UserError) {
    guard !SSHTarget.isNamed(by: text), !text.hasPrefix("@") else {
      throw UserError(
        "--wall needs a ticket to watch. The sheet of I gives the whole command.",
        code: UserError.usage)
    }
    let ticket = try TicketInput.read(text).atMost(.watch)
    self.init(by: ticket, CallConnection.joining(ticket, as: .display, localAuthor, settings))
  }

  private init(over side: SSHRemote, to role: Role, _ localAuthor: LocalAuthor) throws(UserError) {
    let complaints = try SSHDiagnostics()
    connection = CallConnection.joining(
      over: side.transport(complaints), at: side.target.address, to: role, localAuthor)
    (addresses, refusal) = ([side.target.address], side.refusal)
    self.complaints = complaints
    announcement = "Connecting to \(side.target.address) by ssh… Ctrl-C cancels."
  }

  private init(at door: UserAddress, _ connection: CallConnection) {
    self.connection = connection
    (addresses, refusal) = ([door.rendezvous.address], door.refusal)
    notice = "asking \(door.name) to let you in; Ctrl-C cancels."
  }

  init(by ticket: Ticket, _ localAuthor: LocalAuthor, _ settings: CallSettings) {
    self.init(by: ticket, CallConnection.joining(ticket, localAuthor, settings))
  }

  private init(by ticket: Ticket, _ connection: CallConnection) {
    self.connection = connection
    (addresses, refusal) = (ticket.addresses, { UserError($0.description) })
    wait =
      "Connecting to \(addresses.map(UserError.shown).joined(separator: ", "))… "
      + "Ctrl-C cancels."
  }

  /// Waits until this run has joined the call.
  ///
  /// - Throws: the reason why it could not join.
  func enter(as name: SafeText) throws(UserError) {
    if let notice { Report.notice(notice) }
    if let announcement { WaitNotice.printAtOnce(announcement) }
    let waiting = wait.map { WaitNotice($0) }
    defer { waiting?.end() }
    do throws(TransportFault) {
      try connection.enter(as: name, by: addresses, noting: waiting)
    } catch {
      silence()
      throw refusal(error)
    }
  }

  /// Silences ssh from now on: its messages would spoil the picture on the screen.
  func silence() { complaints?.silence() }

  /// Returns whether a place needs a ticket that is read from standard input.
  static func needsTicket(_ text: String) -> Bool {
    !SSHTarget.isNamed(by: text) && TicketInput.isElsewhere(text)
  }
}
