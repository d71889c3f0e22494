import EaselBase
import EaselPlatform
import GroupCore
import NIOCore
import NIOPosix
import Synchronization

/// Links over TCP: addresses are `tcp://HOST:PORT`, with a name, an IPv4 address or an IPv6 address
/// in brackets.
///
/// What is sent leaves at once, and a neighbour that acknowledged nothing of it for ten seconds is
/// lost.
public final class TCPTransport: Transport {
  private let links = StreamLinks()
  /// Whether the call is on this machine: somebody was dialled here, or may come from here.
  private let isHere = Atomic(false)

  /// How long what was sent may stay unacknowledged, milliseconds.
  static let silenceMax = 10_000
  /// Linux's number of TCP_USER_TIMEOUT, which its headers for programs do not all name.
  private static let userTimeout = NIOBSDSocket.Option(rawValue: 18)

  static let options: [(option: ChannelOptions.Types.SocketOption, value: Int)] = [
    (.init(level: .tcp, name: .tcp_nodelay), 1),
    (.init(level: .tcp, name: userTimeout), silenceMax),
  ]

  public init() {}

  deinit { links.stop {} }

  /// Listens at one more address, before or after the transport is started: port 0 is any that is
  /// free, `0.0.0.0` and `[::]` are all that this machine has. A name is looked up before it returns.
  ///
  /// - Returns: where it can be dialled, each with the port that was found.
  /// - Throws: what is in the way, as `.inUse` where somebody listens there.
  @discardableResult
  public func listen(at address: String) throws(TransportFault) -> [String] {
    let place = try TCPAddress(address)
    let listening = try ListeningSocket(place)
    if place.isOfThisMachine { isHere.store(true, ordering: .relaxed) }
    links.listen(listening)
    return listening.addresses
  }

  public func start(_ take: @escaping @Sendable (TransportEvent) -> Void) { links.start(take) }
  public func reaches(_ address: String) -> Bool { TCPAddress.isNamed(by: address) }
  /// Others' machines only, unless the call is on this one: nobody shall have this one's own services
  /// dialled.
  public func mayDialAnnounced(_ address: String) -> Bool {
    guard let place = try? TCPAddress(address) else { return false }
    return !place.isOfThisMachine || isHere.load(ordering: .relaxed)
  }
  public func send(_ bytes: [UInt8], over link: LinkID) -> Bool { links.send(bytes, over: link) }
  public func backlog(of link: LinkID) -> Backlog { links.backlog(of: link) }
  public func afterSending(_ act: @escaping @Sendable () -> Void) -> Bool {
    links.afterSending(act)
  }
  public func close(_ link: LinkID) { links.close(link) }
  public func source(of link: LinkID) -> String? { links.source(of: link) }
  public func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?) {
    links.limitMessages(over: link, to: bytes, lastWords: lastWords)
  }
  public func stop(_ done: @escaping @Sendable () -> Void) { links.stop(done) }

  public func dial(_ address: String) -> LinkID {
    if (try? TCPAddress(address))?.isOfThisMachine == true {
      isHere.store(true, ordering: .relaxed)
    }
    return links.dial(address) { loop, initializer in
      let place = try TCPAddress(address)
      guard place.port > 0 else { throw TransportFault(address, .malformed) }
      return Self.options
        .reduce(ClientBootstrap(group: loop)) { $0.channelOption($1.option, value: $1.value) }
        .channelInitializer { initializer($0, nil) }
        .connect(host: place.host, port: Int(place.port))
    }
  }
}
