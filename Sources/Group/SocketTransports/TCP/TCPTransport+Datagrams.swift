import GroupBase
import GroupCore
import NIOCore

// Datagrams beside the links. The side that dialled sends them to exactly the address to which TCP is
// connected, so they reach no machine that a TCP link may not reach.
extension TCPTransport: DatagramCarrier {
  /// Hands on the datagrams that arrive, on the thread of the events.
  public func receiveDatagrams(_ receive: @escaping @Sendable ([UInt8], DatagramAddress) -> Void) {
    datagrams?.receive(receive)
  }

  /// Reads a datagram under the same limit as the stream of a link.
  public func readDatagram(of link: LinkID, _ read: () -> Bool) {
    datagrams?.read(link, within: links, read)
  }

  /// Prepares datagrams beside a link; nil if the system gives no socket for them.
  public func openDatagrams(of link: LinkID) -> DatagramEnd? {
    guard let datagrams, let stream = links.stream(of: link), let channel = stream.channel else {
      return nil
    }
    if stream.address == nil {
      let near = channel.localAddress.flatMap(DatagramAddress.init)
      return near.map { datagrams.listens(at: $0, for: link) } == true ? .listening : nil
    }
    guard let remote = channel.remoteAddress.flatMap(DatagramAddress.init) else { return nil }
    datagrams.open(for: link, to: remote)
    return .dialling(remote)
  }

  /// Sends a datagram beside a link.
  public func sendDatagram(_ bytes: [UInt8], to address: DatagramAddress, of link: LinkID) {
    datagrams?.send(bytes, to: address, for: link)
  }

  /// Ends the datagrams of a link.
  public func closeDatagrams(of link: LinkID) { datagrams?.close(link) }
}
