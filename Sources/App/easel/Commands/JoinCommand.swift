import ArgumentParser
import BoardSessions
import EaselPlatform
import GroupSecurity
import SocketTransports

/// The arguments of commands that join a call.
struct GuestOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("\(JoinTarget.help)", valueName: "ticket"))
  var place: String

  @OptionGroup
  var options: DrawingOptions

  /// Draws with the members to which the argument leads.
  ///
  /// - Parameter role: the role that the user wants in the call.
  func join(to role: Role) throws {
    let app = try AppEnvironment(options.settings())
    let way = try JoinTarget(place, to: role, app.localAuthor)
    try way.enter(as: app.localAuthor.name)
    // Printed after the screen is closed, so that the user can read it.
    defer { if place.hasPrefix("easel:") { Report.notice(TicketInput.warning) } }
    way.silence()
    try MainActor.assumeIsolated {
      try app.named(way.connection.givenName).draw(nil, way.connection)
    }
  }
}

/// `easel join TICKET`.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Draw with others, by their ticket or over ssh.",
    discussion: """
      What is shared there opens by itself. The board is kept in a file of your own as well, and \
      stays when the others have gone. With a ticket to draw, others can connect to you as well, \
      so that the call lasts when its host leaves: join opens a TCP port of this machine, or, \
      beside the Unix socket of a ticket, a socket of its own if the folder is yours. With a \
      login on their machine and no easel of your own you \
      join by theirs: ssh -t HOST easel join @USER. \(SSHRemote.help)
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
    discussion: """
      This only watches, though one may draw there, with a ticket to draw as well. \(SSHRemote.help)
      """)

  @OptionGroup
  var guest: GuestOptions

  func run() throws { try guest.join(to: .watch) }
}

/// Reads a ticket that the user gives.
enum TicketInput {
  static let warning =
    "the ticket was on the command line, where other users of this machine could read it; "
    + "`easel join -` asks for it instead."

  /// - Parameter text: the ticket; or `-`, which reads a ticket from standard input; or an address,
  ///   which replaces the addresses of the ticket that is then read.
  static func read(_ text: String) throws(UserError) -> Ticket {
    let isAddress = AddressScheme(of: text) != nil
    let said = text == "-" || isAddress ? try line() : text
    do throws(TicketError) {
      let ticket = try Ticket(said)
      return isAddress ? try ticket.at([text]) : ticket
    } catch {
      throw UserError(error.description, code: UserError.usage)
    }
  }

  private static func line() throws(UserError) -> String {
    if isatty(STDIN_FILENO) == 1 { return try asked() }
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count <= Ticket.textBytesMax {
      let count = EaselPlatform.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") || bytes.isEmpty else { break }
      bytes.append(byte)
    }
    return try text(bytes)
  }

  private static func asked() throws(UserError) -> String {
    let question = "Ticket (it is not shown): "
    switch HiddenLine.ask(question, bytesMax: Ticket.textBytesMax) {
    case .line(let bytes): return try text(bytes)
    case .givenUp: throw UserError("no ticket was given.")
    }
  }

  private static func text(_ bytes: [UInt8]) throws(UserError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.isEmpty else {
      throw UserError("there was no ticket to read.", code: UserError.usage)
    }
    return text
  }
}
