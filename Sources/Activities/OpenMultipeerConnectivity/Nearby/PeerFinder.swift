import EaselBase
import GroupCore
import LocalDiscovery
import SecureTransports
import SocketTransports
import Synchronization
import SystemFiles

/// Looks for peers of one service: at the sockets of this machine, and in the network by mDNS. Asks
/// each program that it finds for its peer.
final class PeerFinder: Sendable {
  private struct State {
    var found: FoundPeers
    /// The addresses of programs that have not answered yet.
    var asked: Set<String> = []
    /// The addresses of the network's last report.
    var network: Set<String> = []
    var isStopped = false
  }

  private let type: ServiceType
  private let network: PeerNetwork
  private let local: InvitationLinks
  private let remote: InvitationLinks
  private let discovery: LocalDiscovery?
  private let report: @Sendable (FoundPeers.Change) -> Void
  private let state: Mutex<State>

  /// The sockets of this machine, and the network's addresses without a known peer, are asked again in
  /// this time.
  static let period = Duration.seconds(1)
  /// The maximum number of addresses that are asked at a time.
  static let askedMax = 64

  /// Begins to look.
  ///
  /// - Parameter report: receives the events in order, on any thread. It must not call this object.
  init(
    for type: ServiceType, besides own: MCPeerID, in network: PeerNetwork,
    _ report: @escaping @Sendable (FoundPeers.Change) -> Void
  ) {
    (self.type, self.network, self.report) = (type, network, report)
    state = Mutex(State(found: FoundPeers(besides: own)))
    local = InvitationLinks(over: UnixTransport()) { _ in nil }
    remote = InvitationLinks(over: TCPTransport(usesDatagrams: false)) { _ in nil }
    discovery =
      network.reachesOthers
      ? LocalDiscovery { Uptime(milliseconds: SystemClock.uptime()) } : nil
    let browser = NearbyBrowser(
      UInt16.random(in: .min ... .max), own: [], for: .peers(type.name))
    discovery?.browse(browser) { [weak self] event in
      if case .found(let runs) = event { self?.foundInNetwork(Set(runs.map(\.address))) }
    }
    askPeriodically()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    discovery?.stop()
    local.stop()
    remote.stop()
  }

  /// Connects to a peer that was found. The link stays open when this object stops.
  ///
  /// - Returns: nil if the peer is not known any more.
  func dial(
    _ peer: MCPeerID,
    _ handler: @escaping @Sendable (InvitationLink, InvitationLink.Event) -> Void
  ) -> InvitationLink? {
    guard let address = state.withLock({ $0.found.addresses(of: peer).first }) else { return nil }
    return links(to: address).dial(address, keeps: true, handler)
  }

  private func links(to address: String) -> InvitationLinks {
    address.hasPrefix("unix://") ? local : remote
  }

  private func askPeriodically() {
    guard !state.withLock({ $0.isStopped }) else { return }
    let addresses = Set(
      UserRendezvous.addresses(
        ofService: type.name, temporaryFolder: network.temporaryFolder))
    change { state in
      state.found.addresses.filter { $0.hasPrefix("unix://") }.subtracting(addresses).sorted()
        .flatMap { state.found.forget($0) }
    }
    let unknown = state.withLock { $0.network.subtracting($0.found.addresses) }
    ask(addresses.union(unknown))
    SecureTransport.delayed(Self.period) { [weak self] in self?.askPeriodically() }
  }

  private func foundInNetwork(_ addresses: Set<String>) {
    let new = state.withLock { state in
      defer { state.network = addresses }
      return addresses.subtracting(state.network)
    }
    change { state in
      state.found.addresses.filter { !$0.hasPrefix("unix://") }.subtracting(addresses).sorted()
        .flatMap { state.found.forget($0) }
    }
    ask(new)
  }

  /// Asks the programs at these addresses for their peers. If there are too many addresses, chance
  /// chooses.
  private func ask(_ addresses: Set<String>) {
    for address in addresses.shuffled().prefix(Self.askedMax) { ask(address) }
  }

  /// Asks the program at an address for its peer.
  private func ask(_ address: String) {
    let isNew = state.withLock {
      !$0.isStopped && $0.asked.count < Self.askedMax && $0.asked.insert(address).inserted
    }
    guard isNew else { return }
    let link = links(to: address).dial(address) { [weak self] link, event in
      switch event {
      case .opened: link.send(.descriptionRequest)
      case .received(let bytes):
        link.close()
        self?.answered(address, InvitationMessage(bytes))
      case .closed: self?.answered(address, nil)
      }
    }
    SecureTransport.delayed(PeerAdvertiser.patience) { [weak self] in
      guard let self, state.withLock({ $0.asked.contains(address) }) else { return }
      link?.close()
      answered(address, nil)
    }
  }

  private func answered(_ address: String, _ message: InvitationMessage?) {
    change { state in
      guard state.asked.remove(address) != nil, !state.isStopped else { return [] }
      guard case .description(let peer, let info) = message else {
        return state.found.forget(address)
      }
      return state.found.note(peer, info, at: address)
    }
  }

  /// Changes the state, and reports the events before another change.
  private func change(_ change: (inout State) -> [FoundPeers.Change]) {
    state.withLock { state in
      for event in change(&state) { report(event) }
    }
  }
}
