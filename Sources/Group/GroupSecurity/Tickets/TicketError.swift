/// The reason why a text is not a usable ticket.
public enum TicketError: Error, Hashable, Sendable {
  case notATicket
  /// Characters at the end of the text are missing.
  case cutOff
  /// Some characters differ from the printed ticket.
  case changed
  /// The ticket comes from a newer program.
  case unknownVersion(Int)
  /// The ticket comes from a version that was never released.
  case unreleasedVersion
  case unknownRole
  case noAddress
  case tooManyAddresses
  case badAddress
}
