import GroupCore

/// The target of `ssh://[USER@]HOST[:PORT][/@NAME]`: a login on another machine. The login leads to
/// its user's own call there, or to an admission request to the user NAME.
///
/// Each part is checked against the form that OpenSSH itself accepts, so that no part can act as an
/// option or as shell text.
public struct SSHTarget: Hashable, Sendable {
  /// The user name for the login; nil leaves the choice to ssh.
  public let user: String?
  /// A host name, an alias from the user's own configuration, or an address without brackets.
  public let host: String
  /// The port, 1 to 65,535; nil leaves the choice to ssh.
  public let port: UInt16?
  /// The user who receives the admission request there; nil for the login's own call.
  public let name: String?

  /// The text with which each of these addresses begins.
  public static let scheme = "ssh://"

  /// Returns whether an address has this scheme; checks no other part of it.
  public static func isNamed(by address: String) -> Bool { address.hasPrefix(scheme) }

  /// Reads a target from any text of at most 512 bytes.
  ///
  /// - Throws: `.malformed`.
  public init(_ address: String) throws(TransportFault) {
    let fault = TransportFault(address, .malformed)
    guard Self.isNamed(by: address), address.utf8.count <= 512 else { throw fault }
    let rest = address.dropFirst(Self.scheme.count)
    let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let login = parts.first else { throw fault }
    if parts.count == 2, !parts[1].isEmpty {
      guard parts[1].hasPrefix("@"), let name = LoginName(parts[1].dropFirst()) else {
        throw fault
      }
      self.name = name.string
    } else {
      name = nil
    }
    var endpoint = login
    if let at = login.lastIndex(of: "@") {
      guard let user = LoginName(login[..<at]) else { throw fault }
      self.user = user.string
      endpoint = login[login.index(after: at)...]
    } else {
      user = nil
    }
    guard let (host, port) = Self.endpoint(endpoint) else { throw fault }
    (self.host, self.port) = (host, port)
  }

  /// Reads a host and, after a colon, a port.
  private static func endpoint(_ text: Substring) -> (host: String, port: UInt16?)? {
    var (host, rest) = (text, ""[...])
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
      guard host.contains(":"), host.utf8.allSatisfy({ isHexDigit($0) || ":.%".utf8.contains($0) })
      else { return nil }
    } else {
      if let colon = text.lastIndex(of: ":") { (host, rest) = (text[..<colon], text[colon...]) }
      guard isHostName(host) else { return nil }
    }
    if rest.isEmpty { return (String(host), nil) }
    let digits = rest.dropFirst()
    guard rest.first == ":", (1...5).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0
    else { return nil }
    return (String(host), port)
  }

  private static func isHostName(_ text: Substring) -> Bool {
    (1...253).contains(text.utf8.count) && text.first != "-"
      && text.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  fileprivate static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// The target as an address that `init(_:)` reads.
  public var address: String {
    let endpoint = host.contains(":") ? "[\(host)]" : host
    return Self.scheme + (user.map { "\($0)@" } ?? "") + endpoint + (port.map { ":\($0)" } ?? "")
      + (name.map { "/@\($0)" } ?? "")
  }

  /// Returns the command that starts a program there, without a terminal and without forwarding. No
  /// part of a target stands where it could act as an option.
  ///
  /// - Parameters:
  ///   - ssh: the program, and the user's own options.
  ///   - remote: the text for the shell there. It holds no part of a target except a checked name.
  public func command(_ ssh: [String] = ["ssh"], running remote: String) -> [String] {
    ssh + [
      "-T", "-a", "-x", "-o", "ClearAllForwardings=yes", "-o", "PermitLocalCommand=no",
    ] + (port.map { ["-p", String($0)] } ?? []) + (user.map { ["-l", $0] } ?? [])
      + ["--", host, remote]
  }
}

/// A user name of a machine, in letters, digits, `.`, `_` and `-`.
public struct LoginName: Hashable, Sendable {
  /// The name, 1 to 32 bytes of ASCII; does not begin with `-`.
  public let string: String

  /// Reads a user name from any text; nil if the text could have another meaning.
  public init?(_ text: some StringProtocol) {
    guard (1...32).contains(text.utf8.count), text.first != "-",
      text.utf8.allSatisfy({ SSHTarget.isLetterOrDigit($0) || "._-".utf8.contains($0) })
    else { return nil }
    string = String(text)
  }
}
