import Sharing
import Wire

/// A member's links, whichever transport carries them: each has one name here.
struct Ports {
  /// A link as its transport names it.
  struct Port: Hashable {
    let transport: Int
    let link: LinkID
  }

  /// One that is open, or being dialled.
  private struct Open {
    let port: Port
    var encoder = LinkEncoder()
    var decoder = LinkDecoder()
  }

  private let transports: [any Transport]
  private var addresses: [[String]]
  private var open: [LinkID: Open] = [:]
  private var links: [Port: LinkID] = [:]
  private var last: UInt64 = 0
  /// Which transport each link is of, those included that closed during this event.
  private var homes: [LinkID: Int] = [:]

  init(_ transports: [any Transport]) {
    self.transports = transports
    addresses = transports.map { _ in [] }
  }

  /// The link's name, given where it has none.
  mutating func link(_ port: Port) -> LinkID {
    if let link = links[port] { return link }
    last += 1
    let link = LinkID(last)
    (links[port], open[link], homes[link]) = (link, Open(port: port), port.transport)
    return link
  }

  /// Nil for one that was closed here.
  func known(_ port: Port) -> LinkID? { links[port] }

  mutating func forget(_ port: Port) -> LinkID? {
    let link = links.removeValue(forKey: port)
    if let link { open[link] = nil }
    return link
  }

  func transport(of link: LinkID) -> Int? { homes[link] }

  /// The last step of every event.
  mutating func settle() {
    if homes.count > open.count { homes = homes.filter { open[$0.key] != nil } }
  }

  /// Which transport reaches an address; nil where none does.
  func transport(reaching address: String) -> Int? {
    transports.firstIndex { $0.reaches(address) }
  }

  func reaching(_ transport: Int) -> (String) -> Bool { transports[transport].reaches }

  mutating func dial(_ address: String, over transport: Int) -> LinkID {
    link(Port(transport: transport, link: transports[transport].dial(address)))
  }

  /// Returns whether it was taken.
  mutating func send(_ message: LinkMessage, over link: LinkID) -> Bool {
    guard let end = open[link] else { return false }
    let bytes = end.encoder.encoded(message)
    guard transports[end.port.transport].send(bytes, over: end.port.link) else { return false }
    open[link]?.encoder.sent(message)
    return true
  }

  /// Nil for what need not be understood.
  mutating func read(_ bytes: [UInt8], from link: LinkID) throws(WireError) -> LinkMessage? {
    try open[link]?.decoder.decode(bytes)
  }

  mutating func close(_ link: LinkID) {
    guard let port = open[link]?.port else { return }
    _ = forget(port)
    transports[port.transport].close(port.link)
  }

  mutating func stop() {
    for transport in transports { transport.stop() }
    (open, links, homes) = ([:], [:], [:])
  }

  /// Where this process can be dialled, over all transports.
  mutating func listens(_ list: [String], over transport: Int) -> [String] {
    addresses[transport] = list
    return Array(addresses.joined().prefix(Seat.addressesMax))
  }
}
