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
  /// An invitation that the program does not answer ends after this time.
  static let answerTime = Duration.seconds(600)

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
    var discovery: LocalDiscovery?
    var fault: TransportFault?
    do throws(TransportFault) {
      let unix = UnixTransport()
      let place = UserRendezvous(of: geteuid(), temporaryFolder: network.temporaryFolder)
      _ = try unix.listen(forService: type.name, in: place)
      links.append(serve(unix) { _ in true })
    } catch { fault = error }
    if network.reachesOthers {
      do throws(TransportFault) {
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
        discovery = Self.announce(type, at: port)
      } catch { fault = error }
    }
    if links.isEmpty, let fault { throw fault }
    (self.links, self.discovery) = (links, discovery)
  }

  private static func announce(_ type: ServiceType, at port: UInt16) -> LocalDiscovery {
    let discovery = LocalDiscovery { Uptime(milliseconds: SystemClock.uptime()) }
    let announcement = NearbyAnnouncement(
      ofPeers: type.name, instance: PeerNetwork.random(NearbyAnnouncement.instanceLength),
      port: port)
    // Without multicast, the programs of this machine still find the peer.
    discovery.announce({ announcement }) { _ in }
    return discovery
  }

  /// Offers the peer no more. Invitations that were accepted go on.
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
      case .descriptionRequest:
        link.send(answer)
        link.close()
      case .invitation(let invitation):
        guard link.countInvitation() else { return link.refuse(.full) }
        end(link, after: answerTime)
        invited(invitation, link)
      case .description, .come, nil: link.close()
      }
    }
  }

  /// Closes a link unless its invitation is accepted within a time. The time passes in steps, so that
  /// no memory is held for a link that has closed.
  private static func end(_ link: InvitationLink, after time: Duration) {
    guard link.isUnaccepted else { return }
    guard time > .zero else { return link.close() }
    SecureTransport.delayed(patience) { end(link, after: time - patience) }
  }
}
