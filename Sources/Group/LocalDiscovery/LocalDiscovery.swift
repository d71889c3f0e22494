import EaselBase
import EaselPlatform
import NIOCore
import NIOPosix
import Synchronization

/// Makes this run findable in its network, and finds other runs there: mDNS over IPv4, beside any
/// other program that does the same. Nothing is sent before `announce` or `browse`.
package final class LocalDiscovery: Sendable {
  package enum Event: Sendable {
    /// The runs that were found, whenever they change.
    case found([NearbyRun])
    /// No interface carries multicast.
    case noMulticast
  }

  private struct State {
    var channels: [any Channel] = []
    var question: RepeatedTask?
    var isStopped = false
  }

  private let loop: any EventLoop
  private let now: @Sendable () -> Uptime
  private let state = Mutex(State())

  /// The question is asked again in this time. It differs between runs of one machine, which get one
  /// answer a second together.
  private let period = TimeAmount.milliseconds(Int64.random(in: 1_700...2_600))

  /// - Parameter now: the time.
  package init(now: @escaping @Sendable () -> Uptime) {
    loop = NIOSingletons.posixEventLoopGroup.next()
    self.now = now
  }

  deinit { stop() }

  /// The interfaces of this machine that carry multicast over IPv4, by name.
  package static var interfaces: [(name: String, interface: NetworkInterface)] {
    devices.map { ($0.device.name, $0.interface) }
  }

  /// Sends no more answers and questions.
  package func stop() {
    let (channels, question) = state.withLock { state in
      state.isStopped = true
      defer { (state.channels, state.question) = ([], nil) }
      return (state.channels, state.question)
    }
    question?.cancel()
    for channel in channels { channel.close(promise: nil) }
  }

  // MARK: Announcing

  /// Answers the questions of other programs in the subnets of this machine.
  ///
  /// - Parameters:
  ///   - announcement: returns what is announced at the moment of a question.
  ///   - report: called if no interface carries multicast.
  package func announce(
    _ announcement: @escaping @Sendable () -> NearbyAnnouncement,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    let devices = Self.devices
    let answerer = Answerer(announcement, devices.map(\.interface), now)
    // A socket at the group's address gets multicast alone, so it takes no packet from another
    // program at this port.
    bootstrap(answerer)
      .bind(host: MulticastDNS.group, port: Int(MulticastDNS.port))
      .flatMap { channel -> EventLoopFuture<any Channel> in
        self.keep(channel)
        let joins = devices.compactMap { Self.join($0.device, channel) }
        return EventLoopFuture.whenAllComplete(joins, on: channel.eventLoop)
          .flatMapThrowing { results in
            guard results.contains(where: \.isSuccess) else { throw NoMulticast() }
            return channel
          }
      }
      .whenFailure { _ in report(.noMulticast) }
  }

  private struct NoMulticast: Error {}

  private static func join(
    _ device: NIONetworkDevice, _ channel: any Channel
  ) -> EventLoopFuture<Void>? {
    guard let channel = channel as? any MulticastChannel else { return nil }
    do {
      let group = try SocketAddress(
        ipAddress: MulticastDNS.group, port: Int(MulticastDNS.port))
      return channel.joinGroup(group, device: device)
    } catch { return channel.eventLoop.makeFailedFuture(error) }
  }

  // MARK: Browsing

  /// Asks for other runs, now and about every two seconds.
  ///
  /// - Parameter report: receives the events, on any thread.
  package func browse(
    _ browser: NearbyBrowser, _ report: @escaping @Sendable (Event) -> Void
  ) {
    let devices = Self.devices
    guard !devices.isEmpty else { return report(.noMulticast) }
    let listener = AnswerListener(browser, now, report)
    let opened = devices.map { device in
      bootstrap(listener.handler(on: device.interface))
        .bind(host: device.host, port: 0)
        .flatMap { channel in
          self.keep(channel)
          return Self.sendMulticast(of: channel, over: device.interface).map { channel }
        }
    }
    let question = browser.question
    EventLoopFuture.whenAllComplete(opened, on: loop).whenSuccess { [weak self] results in
      guard let self else { return }
      let channels = results.compactMap {
        if case .success(let channel) = $0 { channel } else { nil }
      }
      guard !channels.isEmpty else { return report(.noMulticast) }
      let task = loop.scheduleRepeatedTask(initialDelay: .zero, delay: period) { _ in
        Self.ask(question, over: channels) { report(.noMulticast) }
        listener.publish()
      }
      let isStopped = state.withLock { state in
        state.question = task
        return state.isStopped
      }
      if isStopped { task.cancel() }
    }
  }

  private static func sendMulticast(
    of channel: any Channel, over interface: NetworkInterface
  ) -> EventLoopFuture<Void> {
    guard let options = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeSucceededVoidFuture()
    }
    let address = interface.address.withUnsafeBytes { $0.loadUnaligned(as: in_addr.self) }
    return options.setIPMulticastIF(address)
  }

  private static func ask(
    _ question: [UInt8], over channels: [any Channel], failed: @escaping @Sendable () -> Void
  ) {
    do {
      let group = try SocketAddress(
        ipAddress: MulticastDNS.group, port: Int(MulticastDNS.port))
      let sent = channels.map { channel in
        channel.writeAndFlush(
          AddressedEnvelope(remoteAddress: group, data: ByteBuffer(bytes: question)))
      }
      guard let loop = channels.first?.eventLoop else { return }
      EventLoopFuture.whenAllComplete(sent, on: loop).whenSuccess { results in
        if !results.contains(where: \.isSuccess) { failed() }
      }
    } catch { failed() }
  }

  // MARK: Sockets

  private func bootstrap(_ handler: some ChannelInboundHandler & Sendable) -> DatagramBootstrap {
    DatagramBootstrap(group: loop)
      .channelOption(.socketOption(.so_reuseaddr), value: 1)
      .channelOption(.socketOption(.init(rawValue: SO_REUSEPORT)), value: 1)
      .channelInitializer { $0.pipeline.addHandler(handler) }
  }

  private func keep(_ channel: any Channel) {
    let isStopped = state.withLock { state in
      state.channels.append(channel)
      return state.isStopped
    }
    if isStopped { channel.close(promise: nil) }
  }

  private struct Device {
    let device: NIONetworkDevice
    let host: String
    let interface: NetworkInterface
  }

  private static var devices: [Device] {
    let all: [NIONetworkDevice]
    do { all = try System.enumerateDevices() } catch { return [] }
    return all.compactMap { device in
      guard device.multicastSupported, let host = device.address?.ipAddress,
        let address = device.address?.four, address.first != 127,
        let mask = device.netmask?.four
      else { return nil }
      return Device(
        device: device, host: host, interface: NetworkInterface(address: address, mask: mask))
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

extension SocketAddress {
  /// The bytes of an IPv4 address; nil for another one.
  fileprivate var four: [UInt8]? {
    guard case .v4(let address) = self else { return nil }
    return withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
  }
}

/// Answers the questions that arrive at the port of mDNS.
private final class Answerer: ChannelInboundHandler, Sendable {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>
  typealias OutboundOut = AddressedEnvelope<ByteBuffer>

  private let announcement: @Sendable () -> NearbyAnnouncement
  private let interfaces: [NetworkInterface]
  private let now: @Sendable () -> Uptime
  private let limiter = Mutex(AnswerLimiter())

  init(
    _ announcement: @escaping @Sendable () -> NearbyAnnouncement, _ interfaces: [NetworkInterface],
    _ now: @escaping @Sendable () -> Uptime
  ) {
    (self.announcement, self.interfaces, self.now) = (announcement, interfaces, now)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let envelope = unwrapInboundIn(data)
    guard let source = envelope.remoteAddress.four, let port = envelope.remoteAddress.port,
      interfaces.contains(where: { $0.contains(source) }),
      let answer = announcement().answer(
        to: Array(envelope.data.readableBytesView), from: UInt16(clamping: port)),
      limiter.withLock({ $0.admits(source, at: now()) })
    else { return }
    let reply = AddressedEnvelope(
      remoteAddress: envelope.remoteAddress, data: ByteBuffer(bytes: answer))
    context.writeAndFlush(wrapOutboundOut(reply), promise: nil)
  }

  /// A packet that cannot be read or sent changes nothing for the next one.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

/// Collects the answers that arrive over all interfaces.
private final class AnswerListener: Sendable {
  private struct State {
    var browser: NearbyBrowser
    var published: [NearbyRun] = []
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> Uptime
  private let report: @Sendable (LocalDiscovery.Event) -> Void

  init(
    _ browser: NearbyBrowser, _ now: @escaping @Sendable () -> Uptime,
    _ report: @escaping @Sendable (LocalDiscovery.Event) -> Void
  ) {
    state = Mutex(State(browser: browser))
    (self.now, self.report) = (now, report)
  }

  func handler(on interface: NetworkInterface) -> some ChannelInboundHandler & Sendable {
    Handler(listener: self, interface: interface)
  }

  /// Reports the runs if they have changed.
  func publish() {
    let runs = state.withLock { state -> [NearbyRun]? in
      let runs = state.browser.runs(at: now())
      guard runs != state.published else { return nil }
      state.published = runs
      return runs
    }
    if let runs { report(.found(runs)) }
  }

  private final class Handler: ChannelInboundHandler, Sendable {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    private let listener: AnswerListener
    private let interface: NetworkInterface

    init(listener: AnswerListener, interface: NetworkInterface) {
      (self.listener, self.interface) = (listener, interface)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let envelope = unwrapInboundIn(data)
      guard let source = envelope.remoteAddress.four else { return }
      listener.state.withLock {
        $0.browser.receive(
          Array(envelope.data.readableBytesView), from: source, over: interface,
          at: listener.now())
      }
      listener.publish()
    }

    /// A packet that cannot be read or sent changes nothing for the next one.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
  }
}
