import NIOCore

/// The other end of a link, as the system knows it: a machine, or a user of this machine.
struct LinkSource: Hashable {
  let name: String

  /// Reads the source of a channel, on the channel's thread; nil if the channel is not over a
  /// socket.
  init?(of channel: any Channel) {
    switch channel.remoteAddress {
    case .v4(let address):
      name = Self.name(withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
    case .v6(let address):
      name = Self.name(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
    case .unixDomainSocket:
      guard let peer = PeerCredentials(of: channel) else { return nil }
      name = "user \(peer.user)"
    case nil: return nil
    }
  }

  /// - Parameter address: the four bytes of an IPv4 address or the sixteen bytes of an IPv6
  ///   address. Only the first eight bytes of an IPv6 address count. They name the network, and a
  ///   user of a network can use all its addresses. An IPv6 address that stands for an IPv4 address
  ///   counts as that IPv4 address.
  static func name(_ address: [UInt8]) -> String {
    let standsForFour = Array(repeating: UInt8(0), count: 10) + [255, 255]
    let counted = address.starts(with: standsForFour) ? address.suffix(4) : address.prefix(8)
    return counted.map(String.init).joined(separator: ".")
  }
}
