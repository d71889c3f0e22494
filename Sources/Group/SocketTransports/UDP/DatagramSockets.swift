import EaselPlatform
import GroupBase
import GroupCore
import NIOCore
import NIOPosix
import Synchronization

/// The UDP sockets of one transport: one beside each listening socket, at the same port, and one for
/// each link that this process dialled. Their thread is that of the links.
final class DatagramSockets: Sendable {
  private struct State {
    var receive: (@Sendable ([UInt8], DatagramAddress) -> Void)?
    /// The sockets at which this process listens, and their addresses.
    var listening: [(address: DatagramAddress, channel: any Channel)] = []
    /// The socket of each link.
    var links: [LinkID: any Channel] = [:]
    /// The limits on reading from each link.
    var readers: [LinkID: Reader] = [:]
    /// The links whose sockets are being made.
    var waiting: Set<LinkID> = []
    var isStopped = false
  }

  /// The limit on reading the datagrams of one link, beside that of its stream.
  private struct Reader {
    var speech = MessageRateMeter(at: .now)
    /// Nil for a link that this process dialled.
    var budget: ReadingBudget?
  }

  private let state = Mutex(State())
  private let loop: any EventLoop

  init(on loop: any EventLoop) { self.loop = loop }

  func receive(_ receive: @escaping @Sendable ([UInt8], DatagramAddress) -> Void) {
    state.withLock { $0.receive = receive }
  }

  // MARK: Sockets

  /// Listens at the address at which a TCP socket listens. If another program has the port, this side
  /// offers no datagrams.
  func listen(beside descriptor: Int32) {
    guard let address = SocketName(near: descriptor)?.socketAddress else { return }
    bind(to: address) { state, channel in
      guard let address = channel.localAddress.flatMap(DatagramAddress.init) else { return false }
      state.listening.append((address, channel))
      return true
    }
  }

  /// - Parameter near: this side's end of the TCP link.
  /// - Returns: whether this process receives datagrams there.
  func listens(at near: DatagramAddress, for link: LinkID) -> Bool {
    state.withLock { state in
      state.links[link] = state.listening.first { $0.address.includes(near) }?.channel
      guard state.links[link] != nil else { return false }
      state.readers[link] = Reader(budget: ReadingBudget(at: .now))
      return true
    }
  }

  /// Makes a socket for the datagrams of one dialled link. Datagrams that are sent before it is there
  /// are lost.
  func open(for link: LinkID, to remote: DatagramAddress) {
    state.withLock { state in
      state.waiting.insert(link)
      state.readers[link] = Reader()
    }
    let any = DatagramAddress(host: remote.host.map { _ in 0 }, port: 0)
    guard let address = any.socketAddress else { return }
    bind(to: address) { state, channel in
      guard state.waiting.remove(link) != nil else { return false }
      state.links[link] = channel
      return true
    }
  }

  /// Makes a socket. Closes it at once if its link or this transport has ended.
  private func bind(
    to address: SocketAddress, _ keep: @escaping @Sendable (inout State, any Channel) -> Bool
  ) {
    let bootstrap = DatagramBootstrap(group: loop).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try closeOnExec(channel)
        try channel.pipeline.syncOperations.addHandler(
          DatagramHandler { [weak self] in self?.state.withLock { $0.receive }?($0, $1) })
      }
    }
    bootstrap.bind(to: address).whenSuccess { channel in
      let isKept = self.state.withLock { !$0.isStopped && keep(&$0, channel) }
      if !isKept { channel.close(promise: nil) }
    }
  }

  func close(_ link: LinkID) {
    let channel = state.withLock { state -> (any Channel)? in
      state.waiting.remove(link)
      state.readers[link] = nil
      guard let channel = state.links.removeValue(forKey: link) else { return nil }
      // The socket beside a listening one serves other links as well.
      return state.listening.contains { $0.channel === channel } ? nil : channel
    }
    channel?.close(promise: nil)
  }

  func stop() {
    let channels = state.withLock { state in
      defer {
        state = State()
        state.isStopped = true
      }
      return state.listening.map(\.channel) + state.links.values
    }
    for channel in channels { channel.close(promise: nil) }
  }

  // MARK: Datagrams

  /// Reads a datagram of a link, or drops it if the neighbour has used up its time and other links
  /// need the time.
  ///
  /// - Parameter read: returns whether the datagram holds a new message.
  func read(_ link: LinkID, within links: StreamLinks, _ read: () -> Bool) {
    let now = ContinuousClock.now
    let mayRead = state.withLock { state in
      let wait = state.readers[link]?.budget?.wait(
        at: now, isShared: links.needTime(of: link, at: now))
      return (wait ?? .zero) == .zero
    }
    guard mayRead else { return }
    let before = ReadingBudget.threadTime
    let isNew = read()
    let spent = ReadingBudget.threadTime - before
    let speaks = state.withLock { state in
      state.readers[link]?.budget?.spend(spent)
      return isNew && state.readers[link]?.speech.heard(at: now) == true
    }
    if speaks { links.spoke(link, at: now) }
  }

  func send(_ bytes: [UInt8], to address: DatagramAddress, for link: LinkID) {
    guard let channel = state.withLock({ $0.links[link] }), channel.isWritable,
      let remote = address.socketAddress
    else { return }
    let buffer = ByteBuffer(bytes: bytes)
    channel.writeAndFlush(AddressedEnvelope(remoteAddress: remote, data: buffer), promise: nil)
  }
}

/// Hands on the datagrams of one socket. An error of the network loses one datagram.
private final class DatagramHandler: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>

  private let receive: ([UInt8], DatagramAddress) -> Void

  init(_ receive: @escaping ([UInt8], DatagramAddress) -> Void) { self.receive = receive }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let datagram = unwrapInboundIn(data)
    guard let source = DatagramAddress(datagram.remoteAddress) else { return }
    receive(Array(datagram.data.readableBytesView), source)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

extension DatagramAddress {
  /// Whether a socket at this address receives what is sent to the other address.
  fileprivate func includes(_ other: DatagramAddress) -> Bool {
    port == other.port && host.count == other.host.count
      && (host == other.host || host.allSatisfy { $0 == 0 })
  }

  /// Reads an address of the system; nil for an address of another family.
  init?(_ address: SocketAddress) {
    switch address {
    case .v4(let four):
      self.init(
        host: withUnsafeBytes(of: four.address.sin_addr) { Array($0) },
        port: UInt16(bigEndian: four.address.sin_port))
    case .v6(let six):
      self.init(
        host: withUnsafeBytes(of: six.address.sin6_addr) { Array($0) },
        port: UInt16(bigEndian: six.address.sin6_port), scope: six.address.sin6_scope_id)
    case .unixDomainSocket: return nil
    }
  }

  /// The address as NIO sends to it; nil for a host of a wrong length.
  var socketAddress: SocketAddress? {
    switch host.count {
    case 4:
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &name.sin_addr) { $0.copyBytes(from: host) }
      return SocketAddress(name)
    case 16:
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_port = port.bigEndian
      name.sin6_scope_id = scope
      withUnsafeMutableBytes(of: &name.sin6_addr) { $0.copyBytes(from: host) }
      return SocketAddress(name)
    default: return nil
    }
  }
}
