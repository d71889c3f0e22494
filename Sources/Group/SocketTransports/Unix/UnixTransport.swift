import EaselBase
import EaselPlatform
import GroupBase
import GroupCore
import NIOCore
import NIOPosix
import Synchronization

/// Links among processes of one machine, over Unix sockets. Addresses have the form `unix:///PATH`,
/// with a path of at most 107 bytes.
public final class UnixTransport: StreamTransport {
  let links = StreamLinks()
  private let connect: @Sendable (String) throws(TransportFault) -> Int32
  private let reach: Reach
  /// Whether this transport has dialled or listened anywhere.
  private let isUsed = Atomic(false)

  /// The addresses that this transport dials.
  private enum Reach: Equatable {
    case everything, nothing
    case door(String)
  }

  /// Makes a transport that dials every `unix://` address.
  public init() {
    reach = .everything
    connect = { address throws(TransportFault) in
      if let place = UserRendezvous(ofSocketAt: address) { return try place.connect(to: address) }
      return try UnixSocket(address: address).connect()
    }
  }

  private init(
    _ reach: Reach, connect: @escaping @Sendable (String) throws(TransportFault) -> Int32
  ) {
    (self.reach, self.connect) = (reach, connect)
  }

  /// Makes a transport that accepts admission requests from other users, see ``open(_:)``, and
  /// dials nothing.
  public static func door() -> UnixTransport {
    UnixTransport(.nothing) { address throws(TransportFault) in
      throw TransportFault(address, .malformed)
    }
  }

  /// Makes a transport that dials only the address where a user accepts admission requests.
  public init(at rendezvous: UserRendezvous) {
    reach = .door(rendezvous.address)
    connect = { address throws(TransportFault) in
      guard address == rendezvous.address else { throw TransportFault(address, .malformed) }
      return try rendezvous.connect()
    }
  }

  /// Listens for admission requests from other users. The address is not announced, so the other
  /// users have to know it already. If it were announced, members of the call would dial it, and
  /// this user would have to answer for them again.
  ///
  /// - Throws: the fault that prevents it, for example `.inUse` if another process of the user
  ///   listens there.
  public func open(_ rendezvous: UserRendezvous) throws(TransportFault) {
    try open(rendezvous, takesRings: true)
  }

  /// Listens as ``open(_:)`` does.
  ///
  /// - Parameter takesRings: whether other users see in the mode of the socket's file that this user
  ///   takes rings.
  package func open(
    _ rendezvous: UserRendezvous, takesRings: Bool
  ) throws(TransportFault) {
    try rendezvous.prepare()
    rendezvous.sweep()
    let mode: mode_t = takesRings ? Admission.anyone.mode : 0o622
    var socket = try socket(at: rendezvous.address, mode: mode)
    socket.addresses = []
    isUsed.store(true, ordering: .relaxed)
    links.listen(socket)
  }

  /// Listens for members of the call, in the folder where this user accepts admission requests.
  /// Members that were admitted there can then reconnect directly when one of them leaves or is out
  /// of reach for a while.
  ///
  /// - Returns: the addresses that others can dial.
  /// - Throws: the fault that prevents it, for example `.inUse` if this process listens there
  ///   already.
  @discardableResult
  public func listen(beside rendezvous: UserRendezvous) throws(TransportFault) -> [String] {
    try rendezvous.prepare()
    rendezvous.sweep()
    return try listen(at: rendezvous.address(of: getpid()))
  }

  deinit { links.stop {} }

  /// The users that may connect to a socket.
  public enum Admission: Sendable {
    /// Only processes of this user: no other user may open the file, and the kernel confirms the
    /// user.
    case ownUser
    /// All users that may enter the folder. They have to prove their identity with messages over
    /// the link.
    case anyone

    var mode: mode_t { self == .ownUser ? 0o600 : 0o666 }
  }

  /// Listens at one more address, before or after the transport is started. Replaces a socket at
  /// which no process listens any more.
  ///
  /// - Returns: the addresses that others can dial.
  /// - Throws: the fault that prevents it, for example `.inUse` if another process listens there.
  @discardableResult
  public func listen(
    at address: String, admitting admission: Admission = .anyone
  ) throws(TransportFault) -> [String] {
    let socket = try socket(at: address, mode: admission.mode)
    isUsed.store(true, ordering: .relaxed)
    links.listen(socket)
    return socket.addresses
  }

  private func socket(
    at address: String, mode: mode_t
  ) throws(TransportFault) -> ListeningSocket {
    switch try SocketFile.find(try UnixSocket(address: address), mode: mode) {
    case .neighbour(let descriptor):
      EaselPlatform.close(descriptor)
      throw TransportFault(address, .inUse)
    case .nobody(let listening): return listening
    }
  }

  /// Returns the user at the other end of a link, as the kernel knows it; nil if the kernel does
  /// not. Call it while an event of the link is handled.
  public func user(of link: LinkID) -> uid_t? { links.peer(of: link)?.user }

  /// The door for admission requests of other users, otherwise a Unix socket. A socket that ssh
  /// forwards looks the same.
  public var medium: LinkMedium? { reach == .everything ? .unixSocket : .door }

  /// Returns whether this transport dials an address; see the initialisers.
  public func reaches(_ address: String) -> Bool {
    switch reach {
    case .everything: UnixSocket.isNamed(by: address)
    case .door(let door): address == door
    case .nothing: false
    }
  }
  /// Returns true only if this transport has dialled or listened before, or if the address lies
  /// beside a user's door, where only that user's own processes are connected to. So no member can
  /// make an unused transport dial this machine's own services.
  public func mayDialAnnounced(_ address: String) -> Bool {
    reaches(address)
      && (isUsed.load(ordering: .relaxed) || UserRendezvous(ofSocketAt: address) != nil)
  }
  /// Returns false for the transports of a rendezvous, because each dial there asks a user.
  public func mayRedial(_ address: String) -> Bool { reach == .everything }
  /// Returns the user at the other end, as `user NUMBER`; nil if the kernel does not know it. Call
  /// it while an event of the link is handled.
  public func source(of link: LinkID) -> String? { links.source(of: link) }
  /// Connects at once, or closes the link. It does not wait for a process whose queue of
  /// connections is full.
  public func dial(_ address: String) -> LinkID {
    isUsed.store(true, ordering: .relaxed)
    return links.dial(address) { [connect] loop, initializer in
      connected(try connect(address), on: loop, initializer)
    }
  }
}

/// Makes a channel over a connected socket. The event loop then owns the socket.
func connected(
  _ descriptor: Int32, on loop: any EventLoop, _ initializer: @escaping StreamLinks.Initializer
) -> EventLoopFuture<any Channel> {
  ClientBootstrap(group: loop)
    .channelInitializer { initializer($0, nil) }
    .withConnectedSocket(descriptor)
}
