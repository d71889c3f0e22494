import EaselPlatform
import GroupCore
import GroupSecurity
import SecureTransports
import SocketTransports

/// The sockets at which a member of a session listens for the others.
struct PeerSockets: Sendable {
  private(set) var transports: [any Transport] = []
  private var local: [String] = []
  private var remote: [String] = []

  /// Listens on this machine and, unless only local peers are wanted, in its network.
  ///
  /// - Throws: the fault of this machine's sockets if no kind of them works.
  init(in network: PeerNetwork) throws(TransportFault) {
    var fault: TransportFault?
    do throws(TransportFault) {
      let unix = UnixTransport()
      let random = PeerNetwork.random(8).map { String($0, radix: 16) }.joined()
      local = [
        try unix.listen(
          forService: UserRendezvous.memberService(random),
          in: UserRendezvous(of: geteuid(), temporaryFolder: network.temporaryFolder))
      ]
      transports = [unix]
    } catch { fault = error }
    if network.reachesOthers {
      do throws(TransportFault) {
        let tcp = TCPTransport()
        remote = try tcp.listen(at: "tcp://0.0.0.0:0")
        transports.append(tcp)
      } catch { fault = error }
    }
    if transports.isEmpty, let fault { throw fault }
  }

  /// Returns the addresses for a ticket that goes over a link.
  func addresses(for link: InvitationLink) -> [String] {
    Array((link.host == nil ? local : remote).prefix(Ticket.addressesMax))
  }

  /// Returns the addresses of a ticket that came over a link. A ticket leads only to the machine from
  /// which it came, and there only to a session of the same kind: otherwise another program could make
  /// this one connect anywhere.
  static func addresses(of ticket: Ticket, over link: InvitationLink) -> [String] {
    guard let host = link.host else { return ticket.addresses.filter(UserRendezvous.isService) }
    let ports = ticket.addresses.filter { $0.hasPrefix("tcp://") }
      .compactMap { $0.split(separator: ":").last.flatMap { UInt16($0) } }
    return Set(ports).sorted().map { "tcp://\(host):\($0)" }
  }
}
