import EaselBase
import EaselPlatform
import GroupBase
import GroupCore
import NIOCore
import NIOPosix
import Synchronization

/// Links over TCP. Addresses have the form `tcp://HOST:PORT`, with a name, an IPv4 address or an
/// IPv6 address in brackets.
///
/// Data is sent without delay. A link is lost if the neighbour acknowledges none of the sent data
/// for ten seconds.
public final class TCPTransport: StreamTransport {
  let links = StreamLinks()
  let datagrams: DatagramSockets?
  /// The reaches that the user's own addresses have: this process dialled or listens there.
  private let reaches = CallReaches()

  /// The maximum time that sent data may stay unacknowledged, in milliseconds.
  static let silenceMax = 10_000
  /// The number of TCP_USER_TIMEOUT on Linux; not all of its user-space headers name it.
  private static let userTimeout = NIOBSDSocket.Option(rawValue: 18)

  static let options: [(option: ChannelOptions.Types.SocketOption, value: Int)] = [
    (.init(level: .tcp, name: .tcp_nodelay), 1),
    (.init(level: .tcp, name: userTimeout), silenceMax),
  ]

  /// Makes a transport that listens nowhere yet.
  ///
  /// - Parameter usesDatagrams: whether messages that may be lost can go as UDP datagrams to the ports
  ///   to which the links are connected.
  public init(usesDatagrams: Bool = true) {
    datagrams = usesDatagrams ? DatagramSockets(on: links.loop) : nil
  }

  deinit { stop {} }

  /// Listens at one more address, before or after the transport is started. Port 0 stands for any
  /// free port; `0.0.0.0` and `[::]` stand for all addresses of this machine. Looks a name up
  /// before it returns.
  ///
  /// - Returns: the addresses that others can dial, each with the actual port.
  /// - Throws: the fault that prevents it, for example `.inUse` if another process listens there.
  @discardableResult
  public func listen(at address: String) throws(TransportFault) -> [String] {
    let tcpAddress = try TCPAddress(address)
    let listening = try ListeningSocket(tcpAddress)
    if tcpAddress.isLoopback { reaches.add([.thisMachine]) }
    datagrams?.listen(beside: listening.descriptor)
    links.listen(listening)
    return listening.addresses
  }

  /// Returns whether an address begins with `tcp://`; checks no other part of it.
  public func reaches(_ address: String) -> Bool { TCPAddress.isNamed(by: address) }
  /// TCP.
  public var medium: LinkMedium? { .tcp }
  /// Returns false for an address that surely leads to this machine, unless the call is on this
  /// machine. ``dialAnnounced(_:)`` judges the addresses of a name.
  public func mayDialAnnounced(_ address: String) -> Bool {
    guard let tcpAddress = try? TCPAddress(address) else { return false }
    return !tcpAddress.isOfThisMachine || reaches.contains(.thisMachine)
  }
  /// Returns the neighbour's IPv4 address, or the first eight bytes of its IPv6 address in decimal;
  /// nil if the link does not exist. Call it while an event of the link is handled.
  public func source(of link: LinkID) -> String? { links.source(of: link) }
  /// Connects to an address, and looks a name up if needed. The link closes with `.malformed` for
  /// port 0 and for an address of another kind.
  public func dial(_ address: String) -> LinkID { dial(address, isAnnounced: false) }

  /// Connects to an address that another member announced. It is judged as it is resolved, at the
  /// moment of dialling: the link closes with `.onlyAnnounced` if the address leads to this machine
  /// or stays on its link, unless the user's own addresses do so as well. So no member can make this
  /// process dial the machine's own services.
  public func dialAnnounced(_ address: String) -> LinkID { dial(address, isAnnounced: true) }

  /// Closes every link and every socket.
  public func stop(_ done: @escaping @Sendable () -> Void) {
    datagrams?.stop()
    links.stop(done)
  }

  private func dial(_ address: String, isAnnounced: Bool) -> LinkID {
    links.dial(address) { [reaches] loop, initializer in
      let tcpAddress = try TCPAddress(address)
      guard tcpAddress.port > 0 else { throw TransportFault(address, .malformed) }
      let resolver = JudgingResolver(loop, reaches, isAnnounced: isAnnounced)
      return Self.options
        .reduce(ClientBootstrap(group: loop)) { $0.channelOption($1.option, value: $1.value) }
        .resolver(resolver)
        .channelInitializer { initializer($0, nil) }
        .connect(host: tcpAddress.host, port: Int(tcpAddress.port))
        .flatMapErrorThrowing { error in
          throw resolver.isRefusal ? TransportFault(address, .onlyAnnounced) : error
        }
    }
  }
}
