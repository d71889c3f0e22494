import NIOCore

/// Whom a link leads to, as the system knows: a machine, or a user of this one.
struct LinkSource: Hashable {
  let name: String

  /// Of a channel, on its own thread; nil where it is over no socket.
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

  /// - Parameter address: four bytes, or sixteen. Of the latter the first eight say whose network it
  ///   is, in which whoever has one has them all; but for those that stand for four.
  static func name(_ address: [UInt8]) -> String {
    let standsForFour = Array(repeating: UInt8(0), count: 10) + [255, 255]
    let told = address.starts(with: standsForFour) ? address.suffix(4) : address.prefix(8)
    return told.map(String.init).joined(separator: ".")
  }
}
