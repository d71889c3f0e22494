import Sharing

/// A member's links, whichever transport carries them: each has one name here.
struct Ports {
  /// A link as its transport names it.
  struct Port: Hashable {
    let transport: Int
    let link: LinkID
  }

  private let transports: [any Transport]
  private var addresses: [[String]]
  private var ports: [LinkID: Port] = [:]
  private var links: [Port: LinkID] = [:]
  private var last: UInt64 = 0

  init(_ transports: [any Transport]) {
    self.transports = transports
    addresses = transports.map { _ in [] }
  }

  /// The link's name, given where it has none.
  mutating func link(_ port: Port) -> LinkID {
    if let link = links[port] { return link }
    last += 1
    let link = LinkID(last)
    (links[port], ports[link]) = (link, port)
    return link
  }

  mutating func forget(_ port: Port) -> LinkID? {
    let link = links.removeValue(forKey: port)
    if let link { ports[link] = nil }
    return link
  }

  /// Nil where no transport reaches the address.
  mutating func dial(_ address: String) -> LinkID? {
    guard let index = transports.firstIndex(where: { $0.reaches(address) }) else { return nil }
    return link(Port(transport: index, link: transports[index].dial(address)))
  }

  /// Returns whether it was taken.
  func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    guard let port = ports[link] else { return false }
    return transports[port.transport].send(bytes, over: port.link)
  }

  mutating func close(_ link: LinkID) {
    guard let port = ports[link] else { return }
    _ = forget(port)
    transports[port.transport].close(port.link)
  }

  mutating func stop() {
    for transport in transports { transport.stop() }
    (ports, links) = ([:], [:])
  }

  /// Where this process can be dialled, over all transports.
  mutating func listens(_ list: [String], over transport: Int) -> [String] {
    addresses[transport] = list
    return Array(addresses.joined().prefix(Seat.addressesMax))
  }
}
