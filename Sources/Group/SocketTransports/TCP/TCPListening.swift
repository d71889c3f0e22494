import EaselPlatform
import GroupCore
import NIOCore

extension ListeningSocket {
  /// Listens at the first possible address of a host. Looks a name up, and the network may take
  /// some time for this.
  init(_ tcpAddress: TCPAddress) throws(TransportFault) {
    var fault = TransportFault(tcpAddress.address, .unknownHost)
    for name in SocketName.all(of: tcpAddress) {
      do {
        let descriptor = try name.listen(tcpAddress.address)
        self.init(
          descriptor: descriptor, addresses: name.dialled(as: tcpAddress, bound: descriptor))
        options = TCPTransport.options
        return
      } catch {
        fault = error
      }
    }
    throw fault
  }
}

extension TCPTransport {
  /// Returns an address where this machine can listen so that the machine at another address can
  /// reach it: this machine's own address on the route there, at any free port. Looks a name up.
  ///
  /// - Returns: nil if no route is known.
  public static func nearEnd(towards address: String) -> String? {
    guard let tcpAddress = try? TCPAddress(address),
      let host = SocketName.all(of: tcpAddress).lazy.compactMap(\.nearHost).first
    else { return nil }
    return TCPAddress(host: host, port: 0).address
  }
}

/// An address in the system's form.
struct SocketName: Sendable {
  let bytes: [UInt8]
  let family: Int32

  init(bytes: [UInt8], family: Int32) { (self.bytes, self.family) = (bytes, family) }

  /// Reads the address of the near end of a socket; nil for a socket of another family.
  init?(near descriptor: Int32) {
    let near = Self.near(descriptor) { name in
      let family = Int32(name.pointee.sa_family)
      let bytes = UnsafeRawBufferPointer(start: name, count: MachineAddress.size(of: family))
      return SocketName(bytes: Array(bytes), family: family)
    }
    guard let near, !near.bytes.isEmpty else { return nil }
    self = near
  }

  /// Returns all addresses of a host name or number; none if the lookup fails.
  ///
  /// - Parameter family: the only family of addresses to look for; by default all families.
  static func all(of tcpAddress: TCPAddress, family: Int32 = AF_UNSPEC) -> [SocketName] {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_family = family
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(tcpAddress.host, String(tcpAddress.port), &hints, &list) == 0 else {
      return []
    }
    defer { freeaddrinfo(list) }
    return entries(from: list, \.ai_next).compactMap { next in
      guard let address = next.ai_addr else { return nil }
      let bytes = UnsafeRawBufferPointer(start: address, count: Int(next.ai_addrlen))
      return SocketName(bytes: Array(bytes), family: next.ai_family)
    }
  }

  /// The address alone, without port: four bytes or sixteen.
  var host: [UInt8] {
    switch family {
    case AF_INET: Array(bytes.dropFirst(4).prefix(4))
    case AF_INET6: Array(bytes.dropFirst(8).prefix(16))
    default: []
    }
  }

  /// The address as NIO dials it; nil for an address of another family.
  var socketAddress: SocketAddress? {
    bytes.withUnsafeBytes { raw in
      switch family {
      case AF_INET: SocketAddress(raw.loadUnaligned(as: sockaddr_in.self))
      case AF_INET6: SocketAddress(raw.loadUnaligned(as: sockaddr_in6.self))
      default: nil
      }
    }
  }

  /// This machine's own address on the route to this address, as a host. Sends nothing.
  var nearHost: String? {
    let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let isConnected = bytes.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: sockaddr.self) { names in
        names.baseAddress.map { connect(descriptor, $0, socklen_t(raw.count)) == 0 } ?? false
      }
    }
    return isConnected ? Self.near(descriptor) { MachineAddress.text($0, family) } : nil
  }

  func listen(_ address: String) throws(TransportFault) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw systemFault(address) }
    var yes: Int32 = 1
    // The port is free again as soon as no process listens there, even while old links are closing.
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let isBound = bytes.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: sockaddr.self) { names in
        names.baseAddress.map { bind(descriptor, $0, socklen_t(raw.count)) == 0 } ?? false
      }
    }
    guard isBound, EaselPlatform.listen(descriptor, ListeningSocket.backlog) == 0 else {
      let fault = systemFault(address)
      close(descriptor)
      throw fault
    }
    return descriptor
  }

  /// Returns the addresses that others can dial, with the actual port: the named host, or all
  /// addresses of this machine if the host stands for any address.
  func dialled(as tcpAddress: TCPAddress, bound descriptor: Int32) -> [String] {
    let port = Self.port(of: descriptor) ?? tcpAddress.port
    let hosts = isAny ? MachineAddress.all(family: family) : [tcpAddress.host]
    return hosts.map { TCPAddress(host: $0, port: port).address }
  }

  private var isAny: Bool { !host.isEmpty && host.allSatisfy { $0 == 0 } }

  /// Returns the port; both address families have it in the same place, with the high byte first.
  private static func port(of descriptor: Int32) -> UInt16? {
    near(descriptor) { name in
      let bytes = UnsafeRawBufferPointer(start: name, count: 4)
      return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    }
  }

  /// Reads a value from the address of the socket's near end.
  private static func near<Value>(
    _ descriptor: Int32, _ read: (UnsafeMutablePointer<sockaddr>) -> Value?
  ) -> Value? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        getsockname(descriptor, name, &size) == 0 ? read(name) : nil
      }
    }
  }
}

/// The addresses by which other machines may know this one.
enum MachineAddress {
  /// The addresses of all interfaces of this machine: four bytes or sixteen each.
  static var own: Set<[UInt8]> {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    return Set(
      entries(from: list, \.ifa_next).compactMap { entry -> [UInt8]? in
        guard let name = entry.ifa_addr else { return nil }
        let family = Int32(name.pointee.sa_family)
        let size = size(of: family)
        guard size > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: name, count: size)
        return SocketName(bytes: Array(bytes), family: family).host
      })
  }

  fileprivate static func size(of family: Int32) -> Int {
    switch family {
    case AF_INET: MemoryLayout<sockaddr_in>.size
    case AF_INET6: MemoryLayout<sockaddr_in6>.size
    default: 0
    }
  }

  /// Returns the addresses that lead to other machines; if there are none, the loopback addresses.
  /// A socket for IPv6 also accepts IPv4.
  static func all(family: Int32) -> [String] {
    let families = family == AF_INET ? [AF_INET] : [AF_INET, AF_INET6]
    let found = interfaces().filter { families.contains($0.family) }
    let outward = found.filter { !$0.isLoopback }
    return (outward.isEmpty ? found : outward).map(\.host)
  }

  private static func interfaces() -> [(family: Int32, host: String, isLoopback: Bool)] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    return entries(from: list, \.ifa_next).compactMap { entry in
      guard let name = entry.ifa_addr,
        entry.ifa_flags & UInt32(IFF_UP) != 0
      else { return nil }
      let family = Int32(name.pointee.sa_family)
      guard let host = text(name, family), !host.hasPrefix("fe80:") else { return nil }
      return (family, host, entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0)
    }
  }

  static func text(_ name: UnsafeMutablePointer<sockaddr>, _ family: Int32) -> String? {
    let size = size(of: family)
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard size > 0,
      getnameinfo(
        name, socklen_t(size), &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    return String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Returns the entries of a linked list of the system, in order.
private func entries<Entry>(
  from first: UnsafeMutablePointer<Entry>?,
  _ next: KeyPath<Entry, UnsafeMutablePointer<Entry>?>
) -> [Entry] {
  var entries: [Entry] = []
  var pointer = first
  while let entry = pointer?.pointee {
    entries.append(entry)
    pointer = entry[keyPath: next]
  }
  return entries
}
