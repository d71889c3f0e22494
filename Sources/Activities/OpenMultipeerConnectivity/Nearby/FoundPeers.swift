/// The peers that a browser knows, and the addresses at which they answered.
struct FoundPeers {
  enum Change: Hashable {
    case found(MCPeerID, [String: String])
    case lost(MCPeerID)
  }

  private let own: MCPeerID
  private var peers: [String: MCPeerID] = [:]

  /// The maximum number of addresses.
  static let addressesMax = 64

  init(besides own: MCPeerID) { self.own = own }

  var addresses: Set<String> { Set(peers.keys) }

  /// Returns the addresses of a peer, those of this machine first.
  func addresses(of peer: MCPeerID) -> [String] {
    peers.filter { $0.value == peer }.keys.sorted { (one, other) in
      let isLocal = (one.hasPrefix("unix://"), other.hasPrefix("unix://"))
      return isLocal.0 == isLocal.1 ? one < other : isLocal.0
    }
  }

  /// Notes the answer of a peer at an address.
  mutating func note(
    _ peer: MCPeerID, _ info: [String: String], at address: String
  ) -> [Change] {
    guard peer != own else { return forget(address) }
    guard peers[address] != peer else { return [] }
    let lost = forget(address)
    guard peers.count < Self.addressesMax else { return lost }
    let isKnown = peers.values.contains(peer)
    peers[address] = peer
    return lost + (isKnown ? [] : [.found(peer, info)])
  }

  /// Notes that no peer answers at an address any more.
  mutating func forget(_ address: String) -> [Change] {
    guard let peer = peers.removeValue(forKey: address), !peers.values.contains(peer) else {
      return []
    }
    return [.lost(peer)]
  }
}
