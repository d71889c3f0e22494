import EaselBase
import EaselPlatform
import GroupCore
import NIOCore
import NIOPosix
import Synchronization

/// Links among processes of one machine, over Unix sockets: addresses are `unix:///PATH`, of at most
/// 107 bytes of path.
public final class UnixTransport: Transport {
  private let links = StreamLinks()
  private let connect: @Sendable (String) throws(TransportFault) -> Int32
  private let reach: Reach
  /// Whether it dialled or listened anywhere.
  private let isUsed = Atomic(false)

  /// What is dialled.
  private enum Reach: Equatable {
    case everything, nothing
    case door(String)
  }

  public init() {
    reach = .everything
    connect = { address throws(TransportFault) in try UnixSocket(address: address).connect() }
  }

  private init(
    _ reach: Reach, connect: @escaping @Sendable (String) throws(TransportFault) -> Int32
  ) {
    (self.reach, self.connect) = (reach, connect)
  }

  /// One that lets others knock, see ``open(_:)``, and dials nowhere.
  public static func door() -> UnixTransport {
    UnixTransport(.nothing) { address throws(TransportFault) in
      throw TransportFault(address, .malformed)
    }
  }

  /// One that dials nowhere but at a user's door.
  public init(at place: UserRendezvous) {
    reach = .door(place.address)
    connect = { address throws(TransportFault) in
      guard address == place.address else { throw TransportFault(address, .malformed) }
      return try place.connect()
    }
  }

  /// Opens this user's door for others, who have to know where it is: those who are in the call already
  /// would be asked about again there.
  ///
  /// - Throws: what is in the way, as `.inUse` where another process of the user opened it.
  public func open(_ place: UserRendezvous) throws(TransportFault) {
    try place.prepare()
    var socket = try socket(at: place.address, admitting: .anyone)
    socket.addresses = []
    isUsed.store(true, ordering: .relaxed)
    links.listen(socket)
  }

  /// Listens beside this user's door for members of the call, so that those who came by a door find
  /// each other again, whoever of them goes or is out of reach for a while.
  ///
  /// - Returns: where it can be dialled.
  /// - Throws: what is in the way, as `.inUse` where this process does so already.
  @discardableResult
  public func listen(beside place: UserRendezvous) throws(TransportFault) -> [String] {
    try place.prepare()
    place.sweep()
    return try listen(at: place.address(of: getpid()))
  }

  deinit { links.stop {} }

  /// Who may connect to a socket.
  public enum Admission: Sendable {
    /// Processes of this user: nobody else may open the file, and the kernel is asked as well.
    case ownUser
    /// Whoever may enter the folder; who they are is left to what is said over the link.
    case anyone

    var mode: mode_t { self == .ownUser ? 0o600 : 0o666 }
  }

  /// Listens at one more address, before or after the transport is started. A socket that nobody
  /// listens at any more is replaced.
  ///
  /// - Returns: where it can be dialled.
  /// - Throws: what is in the way, as `.inUse` where somebody listens there.
  @discardableResult
  public func listen(
    at address: String, admitting admission: Admission = .anyone
  ) throws(TransportFault) -> [String] {
    let socket = try socket(at: address, admitting: admission)
    isUsed.store(true, ordering: .relaxed)
    links.listen(socket)
    return socket.addresses
  }

  private func socket(
    at address: String, admitting admission: Admission
  ) throws(TransportFault) -> ListeningSocket {
    switch try SocketFile.find(try UnixSocket(address: address), mode: admission.mode) {
    case .neighbour(let descriptor):
      EaselPlatform.close(descriptor)
      throw TransportFault(address, .inUse)
    case .nobody(let listening): return listening
    }
  }

  /// Who is at the other end of a link, as the kernel knows; nil where it does not say.
  public func user(of link: LinkID) -> uid_t? { links.peer(of: link)?.user }

  public func start(_ take: @escaping @Sendable (TransportEvent) -> Void) { links.start(take) }
  public func reaches(_ address: String) -> Bool {
    switch reach {
    case .everything: UnixSocket.isNamed(by: address)
    case .door(let door): address == door
    case .nothing: false
    }
  }
  /// Only where a link led by a socket before: nobody shall wake this machine's services.
  public func mayDialAnnounced(_ address: String) -> Bool {
    reaches(address) && isUsed.load(ordering: .relaxed)
  }
  public func mayRedial(_ address: String) -> Bool { reach == .everything }
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
    isUsed.store(true, ordering: .relaxed)
    return links.dial(address) { [connect] loop, initializer in
      connected(try connect(address), on: loop, initializer)
    }
  }
}

/// Over a socket that is connected already, which becomes the loop's.
func connected(
  _ descriptor: Int32, on loop: any EventLoop, _ initializer: @escaping StreamLinks.Initializer
) -> EventLoopFuture<any Channel> {
  ClientBootstrap(group: loop)
    .channelInitializer { initializer($0, nil) }
    .withConnectedSocket(descriptor)
}
