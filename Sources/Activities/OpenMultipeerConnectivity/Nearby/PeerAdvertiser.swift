import EaselBase
import EaselPlatform
import GroupCore
import LocalDiscovery
import SecureTransports
import SocketTransports
import SystemFiles

/// Offers one peer to the programs of this machine and, over TCP, to those of the network. Answers
/// what it is asked, and passes invitations on.
final class PeerAdvertiser: Sendable {
  typealias InvitationHandler = @Sendable (PeerInvitation, InvitationLink) -> Void

  private let links: [InvitationLinks]
  private let discovery: LocalDiscovery?

  /// A program that connects and says nothing is closed after this time.
  static let patience = Duration.seconds(5)

  /// Begins to offer the peer.
  ///
  /// - Throws: the fault of this machine's sockets if the peer cannot be offered anywhere.
  init(
    _ peer: MCPeerID, _ info: [String: String], of type: ServiceType, in network: PeerNetwork,
    _ invited: @escaping InvitationHandler
  ) throws(TransportFault) {
    let answer = InvitationMessage.description(peer, info)
    func serve(_ transport: any Transport, isNear: @escaping @Sendable (String?) -> Bool)
      -> InvitationLinks
    {
      InvitationLinks(over: transport) { link in
        isNear(link.host) ? Self.handler(of: link, answer, invited) : nil
      }
    }
    var links: [InvitationLinks] = []
    var fault: TransportFault?
    let unix = UnixTransport()
    do throws(TransportFault) {
      let place = UserRendezvous(of: geteuid(), temporaryFolder: network.temporaryFolder)
      _ = try unix.listen(forService: type.name, in: place)
      links.append(serve(unix) { _ in true })
    } catch {
      // If the network works, the programs of this machine find the peer there.
      fault = error
    }
    guard network.reachesOthers else {
      if let fault { throw fault }
      (self.links, discovery) = (links, nil)
      return
    }
    let tcp = TCPTransport(usesDatagrams: false)
    // The discovery knows IPv4 addresses only.
    let address = try tcp.listen(at: "tcp://0.0.0.0:0").first
    guard let port = address?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw TransportFault(address, .unreachable)
    }
    links.append(
      serve(tcp) { host in
        LocalDiscovery.interfaces.contains { $0.interface.contains(host ?? "") }
      })
    let discovery = LocalDiscovery { Uptime(milliseconds: SystemClock.uptime()) }
    let announcement = NearbyAnnouncement(
      ofPeers: type.name, instance: PeerNetwork.random(NearbyAnnouncement.instanceLength),
      port: port)
    // Without multicast, the programs of this machine still find the peer.
    discovery.announce({ announcement }) { _ in }
    (self.links, self.discovery) = (links, discovery)
  }

  func stop() {
    discovery?.stop()
    for links in links { links.stop() }
  }

  private static func handler(
    of link: InvitationLink, _ answer: InvitationMessage, _ invited: @escaping InvitationHandler
  ) -> InvitationLinks.Handler {
    let hasSpoken = OnceFlag()
    SecureTransport.delayed(patience) { if hasSpoken.set() { link.close() } }
    return { event in
      guard case .received(let bytes) = event else { return }
      guard hasSpoken.set() else { return link.close() }
      switch InvitationMessage(bytes) {
      case .question: link.send(answer)
      case .invitation(let invitation): invited(invitation, link)
      case .description, .come, nil: link.close()
      }
    }
  }
}
