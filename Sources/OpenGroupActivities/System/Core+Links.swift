import Sharing
import Wire

// What comes over links, and what goes.
extension Core {
  mutating func take(_ event: TransportEvent, from transport: Int, at now: Uptime) {
    switch event {
    case .listens(let addresses):
      guard var seat = call?.seat else { return }
      seat.addresses = ports.listens(addresses, over: transport)
      tell(at: now) { $0.take(seat, at: now) }
    case .opened(let link, let isDialled):
      let link = ports.link(.init(transport: transport, link: link))
      tell(at: now) { $0.opened(link, isDialled: isDialled, at: now) }
    case .received(let bytes, let link):
      received(bytes, over: ports.link(.init(transport: transport, link: link)), at: now)
    case .closed(let link):
      guard let link = ports.forget(.init(transport: transport, link: link)) else { return }
      tell(at: now) { $0.closed(link, at: now) }
    }
  }

  /// Who sends what cannot be read is no neighbour.
  private mutating func received(_ bytes: [UInt8], over link: LinkID, at now: Uptime) {
    do {
      guard let message = try LinkMessage(decoding: bytes) else { return }
      tell(at: now) { $0.received(message, over: link, at: now) }
    } catch {
      ports.close(link)
      tell(at: now) { $0.closed(link, at: now) }
    }
  }

  /// An envelope that a neighbour has no room for is one lost on the way, which the protocol mends;
  /// without what keeps the tree in order the link is of no use.
  mutating func transmit(_ message: LinkMessage, over link: LinkID) {
    if ports.send(message.encoded(), over: link) { return }
    if case .envelope = message { return }
    ports.close(link)
    broken.append(link)
  }

  mutating func dial(_ address: String) { _ = ports.dial(address) }
}
