import BoardFiles
import BoardSessions
import EaselPlatform
import GroupSecurity
import SocketTransports

/// Reads a ticket that the user gives.
enum TicketInput {
  /// A ticket begins with this, in small or large letters.
  static var scheme: Regex<Substring> { /easel:\/\//.ignoresCase() }

  /// - Parameter text: the ticket; or `-`, which reads a ticket from standard input; or an address,
  ///   which replaces the addresses of the ticket that is then read.
  static func read(_ text: String) throws(UserError) -> Ticket {
    let isAddress = AddressScheme(of: text) != nil
    let said = isElsewhere(text) ? try line() : text
    do throws(TicketError) {
      let ticket = try Ticket(PastedTicket(said)?.text ?? said)
      return isAddress ? try ticket.at([text]) : ticket
    } catch {
      throw UserError(error.description, code: UserError.usage)
    }
  }

  /// Whether the text is no ticket itself, but asks for one from standard input.
  static func isElsewhere(_ text: String) -> Bool { text == "-" || AddressScheme(of: text) != nil }

  private static func line() throws(UserError) -> String {
    if isatty(STDIN_FILENO) == 1 { return try asked() }
    let notice = WaitNotice("Reading the ticket from standard input… Ctrl-C ends it.")
    defer { notice.end() }
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    // A line of a file with tickets has a command around the ticket.
    while bytes.count <= Ticket.textBytesMax + 64 {
      let count = EaselPlatform.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") || !isWhole(bytes) else { break }
      bytes.append(byte)
    }
    return try text(bytes)
  }

  private static func asked() throws(UserError) -> String {
    let question = "Ticket (it is not shown): "
    switch HiddenLine.ask(question, bytesMax: Ticket.textBytesMax, until: isWhole) {
    case .text(let bytes): return try text(bytes)
    case .givenUp: throw UserError("no ticket was given.")
    }
  }

  /// Whether further lines can add nothing to the ticket.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    PastedTicket(String(decoding: bytes, as: UTF8.self))?.isWhole == true
  }

  private static func text(_ bytes: [UInt8]) throws(UserError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self), bytes.contains(where: { $0 > 32 })
    else {
      throw UserError("there was no ticket to read.", code: UserError.usage)
    }
    return text
  }
}
