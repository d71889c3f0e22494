/// An invitation: where to connect, which host to trust there, and the secret that lets the holder
/// draw or only watch.
///
/// A view ticket can be made from a draw ticket, never the other way. Printing a ticket does not
/// show its secret; ``text`` does.
public struct Ticket: Sendable, Equatable, CustomStringConvertible {
  /// The places to connect to, at least one; none for a member that is in the call already. The
  /// transport interprets each.
  public let addresses: [String]
  /// The role that the ticket gives to its holder.
  public let role: Role
  /// The secret that proves the role. Never log it.
  public let secret: Secret
  /// The fingerprint of the host to trust; it also identifies the call.
  public let fingerprint: HostFingerprint

  /// The version of tickets that this program writes and reads; 1 to 7.
  public static let version: UInt8 = 1
  /// Maximum addresses in one ticket.
  public static let addressesMax = 8
  /// Maximum bytes in one address.
  public static let addressBytesMax = 256

  /// Creates a ticket from its parts.
  ///
  /// - Throws: an error if there is no address, if there are too many, or if an address is too long
  ///   or holds a character that is not allowed.
  public init(
    addresses: [String], role: Role, secret: Secret, fingerprint: HostFingerprint
  ) throws(TicketError) {
    guard !addresses.isEmpty else { throw .noAddress }
    guard addresses.count <= Self.addressesMax else { throw .tooManyAddresses }
    guard addresses.allSatisfy(Self.isAddress) else { throw .badAddress }
    self.addresses = addresses
    self.role = role
    self.secret = secret
    self.fingerprint = fingerprint
  }

  /// The ticket that only watches. A view ticket returns itself.
  public var watching: Ticket { Ticket(self, role: .watch, secret: viewSecret) }

  /// Returns the ticket for this role or a lower one.
  public func atMost(_ role: Role) -> Ticket { role == .watch ? watching : self }

  /// Returns the same invitation with other addresses.
  public func at(_ addresses: [String]) throws(TicketError) -> Ticket {
    try Ticket(addresses: addresses, role: role, secret: secret, fingerprint: fingerprint)
  }

  /// The secret that both kinds of ticket share.
  var viewSecret: Secret { secret.viewSecret(of: role) }

  private init(_ ticket: Ticket, role: Role, secret: Secret) {
    addresses = ticket.addresses
    self.role = role
    self.secret = secret
    fingerprint = ticket.fingerprint
  }

  /// Creates a ticket for a member that is in the call already and connects another way. The ticket
  /// holds no address.
  init(of pass: EpochCredential) {
    (addresses, fingerprint) = ([], pass.epochCertificate.call)
    (role, secret) = (pass.role, pass.secret)
  }

  /// Creates a ticket to watch without an address, for a handshake over a link that exists.
  init(watchingIn call: HostFingerprint, _ secret: Secret) {
    (addresses, fingerprint, role, self.secret) = ([], call, .watch, secret)
  }

  /// An address holds only visible characters and blanks, so it cannot control a terminal. It does
  /// not begin with `-`, because a program could read that as an option.
  private static func isAddress(_ address: String) -> Bool {
    (1...addressBytesMax).contains(address.utf8.count) && !address.hasPrefix("-")
      && unfitCharacter(in: address) == nil
  }

  /// Returns the first character of an address that no ticket holds; nil if there is none.
  package static func unfitCharacter(in address: String) -> Unicode.Scalar? {
    address.unicodeScalars.first { !isVisible($0) }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// Holds no secret, so it is safe to print.
  public var description: String { "a ticket to \(role) at \(addresses.joined(separator: ", "))" }
}

extension Secret {
  /// Returns the view secret for a ticket's secret. `role` is the role that the ticket gives.
  func viewSecret(of role: Role) -> Secret { role == .draw ? derived("view") : self }
}
