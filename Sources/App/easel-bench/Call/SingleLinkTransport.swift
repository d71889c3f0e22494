import EaselBase
import EaselPlatform
import GroupBase
import GroupCore
import GroupWire

/// One member's connection, as a transport with a single link.
final class SingleLinkTransport: Transport, @unchecked Sendable {
  private let reactor: Reactor
  private(set) var socket: Int32 = -1
  private var take: (@Sendable (TransportEvent) -> Void)?
  /// Gets every message first. If it returns true, the handler does not get the message.
  var skim: (([UInt8]) -> Bool)?
  private var decoder = FrameDecoder()
  private var waiting: [UInt8] = []
  private var isMarked = false
  private(set) var isOpen = false
  private(set) var bytesRead = 0

  private static let link = LinkID(1)
  private static let chunkBytes = 256 * 1_024
  nonisolated(unsafe) private static let chunk = UnsafeMutableRawBufferPointer.allocate(
    byteCount: chunkBytes, alignment: 16)

  init(_ reactor: Reactor) {
    self.reactor = reactor
    decoder.limit = TransportLimits.messageBytesMax
  }

  func start(_ take: @escaping @Sendable (TransportEvent) -> Void) { self.take = take }
  func reaches(_ address: String) -> Bool { Address(address) != nil }
  func close(_ link: LinkID) { end() }

  func stop(_ done: @escaping @Sendable () -> Void) {
    _ = write()
    end()
    done()
  }

  func dial(_ address: String) -> LinkID {
    let connected = Address(address)?.connect()
    reactor.soon { [self] in
      guard let connected else { return take?(.closed(Self.link, nil)) ?? () }
      (socket, isOpen) = (connected, true)
      reactor.add(self)
      take?(.opened(Self.link, isDialled: true))
    }
    return Self.link
  }

  func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    guard isOpen else { return false }
    waiting += WireFrame.encoded(bytes)
    if !isMarked {
      isMarked = true
      reactor.mark(self)
    }
    return true
  }

  /// The bytes that the socket has not accepted yet.
  var bytesWaiting: Int { waiting.count }

  /// Stops reading, as a program that hangs does.
  func hang() { reactor.pause(self) }

  // MARK: The socket

  func read() {
    let count = EaselPlatform.read(socket, Self.chunk.baseAddress, Self.chunkBytes)
    guard count > 0 else {
      guard count == 0 || errno != EAGAIN else { return }
      end()
      return take?(.closed(Self.link, nil)) ?? ()
    }
    bytesRead += count
    decoder.append(UnsafeRawBufferPointer(rebasing: Self.chunk[..<count]))
    do {
      while isOpen, let message = try decoder.next() {
        if skim?(message) == true { continue }
        take?(.received(message, over: Self.link))
      }
    } catch {
      end()
      take?(.closed(Self.link, nil))
    }
  }

  /// - Returns: whether no bytes are left to send.
  func write() -> Bool {
    guard isOpen, !waiting.isEmpty else {
      isMarked = false
      return true
    }
    let count = waiting.withUnsafeBytes { EaselPlatform.send(socket, $0.baseAddress, $0.count, 0) }
    if count > 0 { waiting.removeFirst(count) }
    isMarked = !waiting.isEmpty
    return !isMarked
  }

  private func end() {
    guard isOpen else { return }
    isOpen = false
    reactor.remove(self)
    EaselPlatform.close(socket)
  }
}

/// An address: `tcp://ADDRESS:PORT` with a numeric IPv4 address, or `unix:///PATH`.
private enum Address {
  case tcp(sockaddr_in)
  case unix(sockaddr_un)

  init?(_ text: String) {
    if text.hasPrefix("unix://") {
      var name = sockaddr_un()
      name.sun_family = sa_family_t(AF_UNIX)
      let path = text.dropFirst("unix://".count).utf8
      guard path.count < MemoryLayout.size(ofValue: name.sun_path) else { return nil }
      withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
      self = .unix(name)
    } else {
      let parts = text.dropFirst("tcp://".count).split(separator: ":")
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      guard text.hasPrefix("tcp://"), parts.count == 2, let port = UInt16(parts[1]),
        inet_pton(AF_INET, String(parts[0]), &name.sin_addr) == 1
      else { return nil }
      name.sin_port = port.bigEndian
      self = .tcp(name)
    }
  }

  /// Returns a connected, non-blocking descriptor, or nil if connecting fails.
  func connect() -> Int32? {
    let family: Int32
    switch self {
    case .tcp: family = AF_INET
    case .unix: family = AF_UNIX
    }
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    let isConnected =
      switch self {
      case .tcp(var name): Self.connect(descriptor, &name)
      case .unix(var name): Self.connect(descriptor, &name)
      }
    guard isConnected else {
      EaselPlatform.close(descriptor)
      return nil
    }
    var one: Int32 = 1
    if family == AF_INET {
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  private static func connect<Name>(_ descriptor: Int32, _ name: inout Name) -> Bool {
    withUnsafeBytes(of: &name) { bytes in
      guard let address = bytes.bindMemory(to: sockaddr.self).baseAddress else { return false }
      return EaselPlatform.connect(descriptor, address, socklen_t(bytes.count)) == 0
    }
  }
}
