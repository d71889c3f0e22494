import EaselPlatform
import NIOCore
import NIOPosix
import Synchronization

/// The machines to which a network address leads, judged by its bytes and not by its spelling.
enum AddressReach: Hashable, Sendable {
  /// The machine that dials: a loopback address, an address of one of its interfaces, or the address
  /// that stands for any.
  case thisMachine
  /// Machines on the same link, without a router between.
  case linkLocal
  case elsewhere

  /// - Parameters:
  ///   - address: the four bytes of an IPv4 address or the sixteen bytes of an IPv6 address. An IPv6
  ///     address that stands for an IPv4 address counts as that IPv4 address.
  ///   - own: the addresses of this machine's interfaces, in the same form.
  init(of address: [UInt8], own: Set<[UInt8]>) {
    let address = Self.plain(address)
    let isSix = address.count == 16
    let isLoopback = isSix ? address == Self.six(1) : address.first == 127
    if isLoopback || address.allSatisfy({ $0 == 0 })
      || own.contains(where: { Self.plain($0) == address })
    {
      self = .thisMachine
    } else if isSix ? address[0] == 0xFE && address[1] & 0xC0 == 0x80 : address[..<2] == [169, 254]
    {
      self = .linkLocal
    } else {
      self = .elsewhere
    }
  }

  private static func six(_ last: UInt8) -> [UInt8] { Array(repeating: 0, count: 15) + [last] }

  /// Returns the IPv4 address that an IPv6 address stands for, in one of its two forms; other
  /// addresses unchanged.
  private static func plain(_ address: [UInt8]) -> [UInt8] {
    guard address.count == 16, address.prefix(10).allSatisfy({ $0 == 0 }) else { return address }
    let isMapped = address[10...11] == [255, 255]
    let isCompatible = address[10...11] == [0, 0] && address[12] != 0
    return isMapped || isCompatible ? Array(address[12...]) : address
  }
}

/// The reaches that a call uses. Addresses elsewhere belong to each call. A call is on this machine,
/// or on one link, only if the user said so: no other member can make this process dial this
/// machine's own services.
final class CallReaches: Sendable {
  private let used = Mutex<Set<AddressReach>>([.elsewhere])

  func add(_ reaches: Set<AddressReach>) { used.withLock { $0.formUnion(reaches) } }
  func contains(_ reach: AddressReach) -> Bool { used.withLock { $0.contains(reach) } }
}

/// Looks up a host that is about to be dialled, and judges each address that it finds.
final class JudgingResolver: Resolver, Sendable {
  private let loop: any EventLoop
  private let reaches: CallReaches
  private let isAnnounced: Bool
  private let hasRefused = Atomic(false)

  /// - Parameter isAnnounced: whether only another member named the host. Addresses beyond the
  ///   call's reaches are then left out. The addresses of a host that the user named extend them.
  init(_ loop: any EventLoop, _ reaches: CallReaches, isAnnounced: Bool) {
    (self.loop, self.reaches, self.isAnnounced) = (loop, reaches, isAnnounced)
  }

  /// Whether an address was left out.
  var isRefusal: Bool { hasRefused.load(ordering: .relaxed) }

  func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
    lookUp(host, port, AF_INET)
  }

  func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
    lookUp(host, port, AF_INET6)
  }

  func cancelQueries() {}

  private func lookUp(
    _ host: String, _ port: Int, _ family: Int32
  ) -> EventLoopFuture<[SocketAddress]> {
    let promise = loop.makePromise(of: [SocketAddress].self)
    // The system may wait for the network, so another thread asks it.
    NIOSingletons.posixBlockingThreadPool.submit { _ in
      let tcpAddress = TCPAddress(host: host, port: UInt16(clamping: port))
      promise.succeed(self.judged(SocketName.all(of: tcpAddress, family: family)))
    }
    return promise.futureResult
  }

  private func judged(_ names: [SocketName]) -> [SocketAddress] {
    let own = MachineAddress.own
    let found = names.map { ($0, AddressReach(of: $0.host, own: own)) }
    guard isAnnounced else {
      reaches.add(Set(found.map(\.1)))
      return names.compactMap(\.socketAddress)
    }
    let admitted = found.filter { reaches.contains($0.1) }.map(\.0)
    if admitted.count < names.count { hasRefused.store(true, ordering: .relaxed) }
    return admitted.compactMap(\.socketAddress)
  }
}
