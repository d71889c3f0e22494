/// The kinds of addresses that a user can name. A new transport gets a case here. The compiler then
/// names each `switch` that needs the case; the program's list of transports needs it as well.
public enum AddressScheme: String, CaseIterable, Sendable {
  /// `tcp://HOST:PORT`
  case tcp
  /// `unix:///PATH`
  case unix

  /// The text with which each address of this scheme begins.
  public var prefix: String { "\(rawValue)://" }

  /// Finds the scheme of an address.
  ///
  /// - Returns: nil if the text does not begin with a known scheme.
  public init?(of address: String) {
    guard let scheme = Self.allCases.first(where: { address.hasPrefix($0.prefix) }) else {
      return nil
    }
    self = scheme
  }
}
