import ArgumentParser
import Glibc
import Sharing
import Transports
import Trust
import Vocabulary

/// What commands take that come to others.
struct GuestOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A ticket; - to read one from standard input, or to be asked for it; an address, for which "
        + "the ticket is asked; @USER of this machine; or ssh://[USER@]HOST[:PORT][/@USER].",
      valueName: "ticket"))
  var place: String

  @OptionGroup
  var options: DrawingOptions

  /// Draws with those to whom the argument leads.
  ///
  /// - Parameter role: what one wants to do there.
  func join(to role: Role) throws {
    let studio = try Studio(options.settings())
    if SSHTarget.isNamed(by: place) { return try join(over: place, to: role, studio) }
    if place.hasPrefix("@") { return try join(at: try DoorOf(place), to: role, studio) }
    let invitation = try TicketInput.read(place).atMost(role)
    let (connection, addresses) = (
      Connection.joining(invitation, studio.artist), invitation.addresses
    )
    let isOpen = place.hasPrefix("easel:")
    do throws(TransportFault) {
      try connection.enter(as: studio.artist.name, by: addresses)
    } catch {
      throw Refusal(error.description)
    }
    // Said behind the screen, where it can be read.
    defer { if isOpen { Report.notice(TicketInput.warning) } }
    try studio.draw(nil, connection)
  }

  private func join(at door: DoorOf, to role: Role, _ studio: Studio) throws {
    let connection = Connection.joining(door.place, to: role, studio.artist)
    Report.notice("knocking at \(door.name)'s door; Ctrl-C gives up.")
    do throws(TransportFault) {
      try connection.enter(as: studio.artist.name, by: [door.place.address])
    } catch {
      throw door.refusal(error)
    }
    try studio.draw(nil, connection)
  }

  private func join(over ssh: String, to role: Role, _ studio: Studio) throws {
    let side = try FarSide(named: ssh)
    let complaints = Complaints()
    let connection = Connection.joining(
      side, to: role, complaints: complaints, studio.artist)
    do throws(TransportFault) {
      try connection.enter(as: studio.artist.name, by: [side.target.address])
    } catch {
      throw side.refusal(error)
    }
    complaints.silence()
    try studio.named(connection.givenName).draw(nil, connection)
  }
}

/// `easel join TICKET`.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Draw with others, by their ticket or over ssh.",
    discussion: """
      What is shared there opens by itself. The board is kept in a file of your own as well, and \
      stays when the others have gone.
      """)

  @OptionGroup
  var guest: GuestOptions

  func run() throws { try guest.join(to: .draw) }
}

/// `easel view TICKET`.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Watch others draw, by their ticket or over ssh.",
    discussion: "This only watches, though one may draw there, with a ticket to draw as well.")

  @OptionGroup
  var guest: GuestOptions

  func run() throws { try guest.join(to: .watch) }
}

/// A ticket as people give it.
enum TicketInput {
  static let warning =
    "the ticket was on the command line, where other users of this machine could read it; "
    + "`easel join -` asks for it instead."

  /// - Parameter text: the ticket; - for the first line of standard input; or an address, where the
  ///   ticket that is read leads to this time.
  static func read(_ text: String) throws(Refusal) -> Ticket {
    let isAddress = text.hasPrefix("tcp://") || text.hasPrefix("unix://")
    let said = text == "-" || isAddress ? try line() : text
    do throws(TicketError) {
      let ticket = try Ticket(said)
      return isAddress ? try ticket.at([text]) : ticket
    } catch {
      throw Refusal(error.description, code: Refusal.usage)
    }
  }

  private static func line() throws(Refusal) -> String {
    if isatty(STDIN_FILENO) == 1 { return try asked() }
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count <= Ticket.textBytesMax {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") || bytes.isEmpty else { break }
      bytes.append(byte)
    }
    return try text(bytes)
  }

  private static func asked() throws(Refusal) -> String {
    let question = "Ticket (it is not shown): "
    switch HiddenLine.ask(question, bytesMax: Ticket.textBytesMax) {
    case .line(let bytes): return try text(bytes)
    case .givenUp: throw Refusal("no ticket was given.")
    }
  }

  private static func text(_ bytes: [UInt8]) throws(Refusal) -> String {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.isEmpty else {
      throw Refusal("there was no ticket to read.", code: Refusal.usage)
    }
    return text
  }
}
