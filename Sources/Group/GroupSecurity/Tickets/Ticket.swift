/// An invitation: where to connect, whom to trust there, and the secret that lets one draw or only
/// watch.
///
/// Of a draw ticket the view ticket can be made, never the other way. Printing a ticket does not show
/// its secret; ``text`` does.
public struct Ticket: Sendable, Equatable, CustomStringConvertible {
  /// At least one; each is for a transport to understand.
  public let addresses: [String]
  public let role: Role
  public let secret: Secret
  public let fingerprint: HostFingerprint

  /// Of tickets that this program writes and reads; 1 to 15.
  public static let version: UInt8 = 1
  public static let addressesMax = 8
  /// Bytes in one address.
  public static let addressBytesMax = 256

  /// - Throws: where an address is missing, too long, or holds what no address does.
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

  /// The ticket that only watches; of a view ticket itself.
  public var watching: Ticket { Ticket(self, role: .watch, secret: viewSecret) }

  /// The ticket to no more than this.
  public func atMost(_ role: Role) -> Ticket { role == .watch ? watching : self }

  /// The same invitation by another way.
  public func at(_ addresses: [String]) throws(TicketError) -> Ticket {
    try Ticket(addresses: addresses, role: role, secret: secret, fingerprint: fingerprint)
  }

  /// What both kinds of ticket have in common.
  var viewSecret: Secret { secret.viewSecret(of: role) }

  private init(_ ticket: Ticket, role: Role, secret: Secret) {
    addresses = ticket.addresses
    self.role = role
    self.secret = secret
    fingerprint = ticket.fingerprint
  }

  /// For whoever is in a call already and comes by another way: it says nowhere to connect.
  init(of pass: EpochCredential) {
    (addresses, fingerprint) = ([], pass.charter.call)
    (role, secret) = (pass.role, pass.secret)
  }

  /// Nothing that steers a terminal, and nothing that a program could take for an option.
  private static func isAddress(_ address: String) -> Bool {
    (1...addressBytesMax).contains(address.utf8.count) && !address.hasPrefix("-")
      && address.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && isVisible($0) }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// Without the secret, wherever it may be printed.
  public var description: String { "a ticket to \(role) at \(addresses.joined(separator: ", "))" }
}

extension Secret {
  /// Of a ticket's secret, by the role that the ticket gives.
  func viewSecret(of role: Role) -> Secret { role == .draw ? derived("view") : self }
}
