import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import GroupWire

// Datagrams beside the links.
extension SecureTransport {
  func listenForDatagrams() {
    guard let datagrams, let carrier = transport as? any DatagramCarrier else { return }
    carrier.receiveDatagrams { [weak self, weak datagrams, weak carrier] datagram, source in
      guard let self, let datagrams, let link = datagrams.link(of: datagram) else { return }
      carrier?.readDatagram(of: link) {
        guard let frame = datagrams.receive(datagram, over: link, from: source) else {
          return false
        }
        self.hand(.receivedLossy(frame, over: link))
        return true
      }
    }
    datagrams.observe { [weak self] in self?.hand(.mediumChanged($0)) }
  }

  /// Offers datagrams over a link that just opened, if the neighbour dialled it and this side can
  /// receive them.
  func offerDatagrams(over link: LinkID, _ handshake: LinkHandshake, _ seal: DatagramSeal) {
    guard let datagrams, !handshake.isInitiator, let carrier = transport as? any DatagramCarrier,
      let end = carrier.openDatagrams(of: link)
    else { return }
    begin(datagrams, link, end, seal)
    let offer = [LinkMessageTag.neighbourly] + LinkMessage.datagrams.encoded()
    // If the link accepts no more bytes, it is about to be closed.
    _ = handshake.send(offer) { transport.send($0, over: link) }
  }

  /// Hands a neighbour's message on, unless it is the offer of datagrams.
  func received(message: [UInt8], over link: LinkID, _ handshake: LinkHandshake) {
    if LinkMessageTag.isOfDatagrams(message) { return acceptDatagrams(over: link, handshake) }
    hand(.received(message, over: link))
  }

  /// Begins to probe the address to which a link is connected. The offer names no address, so no
  /// neighbour can make this process send datagrams elsewhere.
  private func acceptDatagrams(over link: LinkID, _ handshake: LinkHandshake) {
    guard let datagrams, handshake.isInitiator, let seal = handshake.takeDatagramSeal(),
      let carrier = transport as? any DatagramCarrier, let end = carrier.openDatagrams(of: link)
    else { return }
    begin(datagrams, link, end, seal)
  }

  /// Begins the path of a link, and ends it at once if the link was closed meanwhile.
  private func begin(
    _ datagrams: DatagramPaths, _ link: LinkID, _ end: DatagramEnd, _ seal: DatagramSeal
  ) {
    datagrams.begin(link, end, seal)
    if self.handshake(link) == nil { datagrams.end(link) }
  }

  /// Returns the longest message that goes as a datagram now.
  public func lossyBytesMax(over link: LinkID) -> Int {
    datagrams?.isUp(link) == true ? DatagramPath.frameMax : 0
  }

  /// Sends an envelope as a datagram. A message for the neighbour alone is refused.
  ///
  /// - Returns: false if there is no path now.
  public func sendLossy(_ bytes: [UInt8], over link: LinkID) -> Bool {
    guard !LinkMessageTag.isNeighbourly(bytes) else { return false }
    return datagrams?.send(bytes, over: link) ?? false
  }
}
