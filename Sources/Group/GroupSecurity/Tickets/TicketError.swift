/// The reason why a text is not a usable ticket.
public enum TicketError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATicket
  /// Characters at its end are missing.
  case cutOff
  /// Some characters differ from the printed ticket.
  case changed
  /// The ticket comes from a newer program.
  case unknownVersion(Int)
  case unknownRole
  case noAddress
  case tooManyAddresses
  case badAddress

  /// One sentence: the problem, and what to try.
  public var description: String {
    switch self {
    case .notATicket: "that is not a ticket; one begins with easel:// and has a # in it."
    case .cutOff: "the ticket is cut off at its end; copy it whole."
    case .changed: "the ticket has a wrong character in it; copy it again."
    case .unknownVersion(let version):
      "the ticket is of version \(version), which this easel does not know; update it."
    case .unknownRole: "the ticket gives a role that this easel does not know; update it."
    case .noAddress: "the ticket does not say where to connect; ask for another."
    case .tooManyAddresses:
      "the ticket names more than \(Ticket.addressesMax) addresses; ask for another."
    case .badAddress: "the ticket names an address that cannot be one; ask for another."
    }
  }
}
