import ArgumentParser
import Glibc
import Trust
import Vocabulary

/// What commands take that come with a ticket.
struct GuestOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A ticket, or - to read one from standard input, or to be asked for it.",
      valueName: "ticket"))
  var ticket: String

  @OptionGroup
  var options: DrawingOptions

  /// Draws with those to whom the ticket leads.
  ///
  /// - Parameter role: what one wants to do there.
  func join(to role: Role) throws {
    let studio = try Studio(options)
    var invitation = try TicketInput.read(ticket)
    if role == .watch { invitation = invitation.watching }
    let (connection, addresses) = (
      Connection.joining(invitation, studio.artist), invitation.addresses
    )
    let isOpen = ticket != "-"
    Program.runBesideMain {
      try connection.enter(as: studio.artist.name, by: addresses)
      // Said behind the screen, where it can be read.
      defer { if isOpen { Report.notice(TicketInput.warning) } }
      try studio.draw(nil, connection)
    }
  }
}

/// `easel join TICKET`.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Draw with others, by their ticket.",
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
    abstract: "Watch others draw, by their ticket.",
    discussion: "With a ticket to draw, too, this only watches.")

  @OptionGroup
  var guest: GuestOptions

  func run() throws { try guest.join(to: .watch) }
}

/// A ticket as people give it.
enum TicketInput {
  static let warning =
    "the ticket was on the command line, where other users of this machine could read it; "
    + "`easel join -` asks for it instead."

  /// - Parameter text: the ticket, or - for the first line of standard input.
  static func read(_ text: String) throws(Refusal) -> Ticket {
    let text = text == "-" ? try line() : text
    do throws(TicketError) {
      return try Ticket(text)
    } catch {
      throw Refusal(error.description, code: Refusal.usage)
    }
  }

  private static func line() throws(Refusal) -> String {
    if isatty(STDIN_FILENO) == 1 { _ = Report.result("Ticket: ") }
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count <= Ticket.textBytesMax {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") || bytes.isEmpty else { break }
      bytes.append(byte)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.isEmpty else {
      throw Refusal("there was no ticket to read.", code: Refusal.usage)
    }
    return text
  }
}
