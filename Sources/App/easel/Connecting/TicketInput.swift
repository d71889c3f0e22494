import BoardSessions
import EaselPlatform
import GroupSecurity
import SocketTransports

/// Reads a ticket that the user gives.
enum TicketInput {
  /// A ticket begins with this.
  static let scheme = "easel://"

  /// Returns where tickets are in the arguments of a process: from behind the scheme to the end of
  /// the argument.
  ///
  /// - Parameter arguments: the bytes of all arguments, each with a zero at its end.
  static func ranges(in arguments: [UInt8]) -> [Range<Int>] {
    let scheme = Array(scheme.utf8)
    return arguments.split(separator: 0).compactMap { argument in
      argument.firstRange(of: scheme).map { $0.upperBound..<argument.endIndex }
    }
  }

  /// - Parameter text: the ticket; or `-`, which reads a ticket from standard input; or an address,
  ///   which replaces the addresses of the ticket that is then read.
  static func read(_ text: String) throws(UserError) -> Ticket {
    let isAddress = AddressScheme(of: text) != nil
    let said = text == "-" || isAddress ? try line() : text
    do throws(TicketError) {
      let ticket = try Ticket(PastedCommand(said)?.ticket ?? said)
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
