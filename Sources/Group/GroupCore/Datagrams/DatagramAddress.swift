/// An address to which datagrams go and from which they come.
public struct DatagramAddress: Hashable, Sendable {
  /// The four bytes of an IPv4 address, or the sixteen bytes of an IPv6 address.
  public let host: [UInt8]
  /// The UDP port.
  public let port: UInt16
  /// The interface of a link-local IPv6 address; otherwise 0.
  public let scope: UInt32

  /// Creates an address, without a check of its bytes.
  public init(host: [UInt8], port: UInt16, scope: UInt32 = 0) {
    (self.host, self.port, self.scope) = (host, port, scope)
  }
}
