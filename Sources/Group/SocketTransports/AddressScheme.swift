/// The kinds of addresses that a user can name. A new transport gets a case here, and the compiler
/// names the places that have to know it.
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
