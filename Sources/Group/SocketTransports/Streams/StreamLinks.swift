import Dispatch
import EaselBase
import EaselPlatform
import GroupBase
import GroupCore
import NIOCore
import NIOPosix
import Synchronization

/// The links of one transport over streams. One thread reads them all and hands their events on.
final class StreamLinks: Sendable {
  typealias Handler = @Sendable (TransportEvent) -> Void
  /// Prepares a channel. Also receives the program at the other end if this process started it.
  typealias Initializer = @Sendable (any Channel, ChildProcess?) -> EventLoopFuture<Void>
  /// Makes a connection; the new channel passes through the initializer first.
  typealias Connector =
    @Sendable (any EventLoop, @escaping Initializer) throws -> EventLoopFuture<any Channel>

  private struct State {
    var handler: Handler?
    var last: UInt64 = 0
    var links: [LinkID: StreamLink] = [:]
    var sockets: [ListeningSocket] = []
    var listening: [any Channel] = []
    var isStopped = false
    /// The closed links whose data still goes out, in the order in which they were closed.
    var closing: [StreamLink] = []
    /// The shared bytes that were sent last, and their form for channels.
    weak var lastShared: SharedBytes?
    weak var lastBuffer: SharedBuffer?

    mutating func link(
      _ address: String?, in flushes: PendingFlushes, held: HeldBytes
    ) -> StreamLink {
      last += 1
      let link = StreamLink(LinkID(last), address: address, in: flushes, held: held)
      // A stopped transport hands on no events.
      if isStopped { link.close() } else { links[link.id] = link }
      return link
    }

    mutating func buffer(of body: SharedBytes, in held: HeldBytes) -> SharedBuffer {
      if lastShared === body, let lastBuffer { return lastBuffer }
      let buffer = SharedBuffer(body.bytes, in: held)
      (lastShared, lastBuffer) = (body, buffer)
      return buffer
    }

    /// Records a closed link.
    ///
    /// - Returns: the links to cut, because too much data of closed links still goes out.
    mutating func closed(_ link: StreamLink) -> [StreamLink] {
      if link.backlog.waiting > 0 { closing.append(link) }
      var waiting = closing.reduce(0) { $0 + $1.backlog.waiting }
      var surplus: [StreamLink] = []
      while waiting > TransportLimits.closingBytesMax, !closing.isEmpty {
        let oldest = closing.removeFirst()
        waiting -= oldest.backlog.waiting
        surplus.append(oldest)
      }
      return surplus
    }
  }

  private let state = Mutex(State())
  private let busy = Mutex(BusyLinks())
  private let flushes = PendingFlushes()
  private let heldBytes = HeldBytes()
  private let group: MultiThreadedEventLoopGroup
  var loop: any EventLoop { group.next() }

  /// Whether the dialled side sends a preamble, and the dialling side skips all bytes before it.
  let hasPreambles: Bool

  init(hasPreambles: Bool = false) {
    self.hasPreambles = hasPreambles
    ignoresBrokenPipes
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  }

  func hand(_ event: TransportEvent) {
    let handler = state.withLock { $0.handler }
    handler?(event)
  }

  /// Runs the closure after the writes that end the thread's present work. Returns false and does
  /// nothing if the caller is not on the thread of the links, or after a stop.
  func afterSending(_ act: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isStopped, loop.inEventLoop else { return false }
      loop.execute(act)
      return true
    }
  }

  // MARK: Busy links

  func spoke(_ link: LinkID, at now: ContinuousClock.Instant) {
    busy.withLock { $0.spoke(link, at: now) }
  }

  func keepsUp(_ link: LinkID, _ keepsUp: Bool) { busy.withLock { $0.keepsUp(link, keepsUp) } }

  /// Returns whether other links need the time that this link would use; see `BusyLinks`.
  func needTime(of link: LinkID, at now: ContinuousClock.Instant) -> Bool {
    busy.withLock { $0.needTime(of: link, at: now) }
  }

  // MARK: Links

  /// - Parameter unused: called if the transport was already stopped, so no connection is made.
  func dial(
    _ address: String, unused: () -> Void = {}, _ connect: @escaping Connector
  ) -> LinkID {
    state.withLock { state in
      let link = state.link(address, in: flushes, held: heldBytes)
      guard !state.isStopped else {
        unused()
        return link.id
      }
      loop.execute { self.connect(link, connect) }
      return link.id
    }
  }

  private func connect(_ link: StreamLink, _ connect: Connector) {
    do {
      try connect(loop, { self.prepare($0, as: link, to: $1) })
        .whenFailure { self.ended(link, TransportFault.Cause($0)) }
    } catch {
      ended(link, TransportFault.Cause(error))
    }
  }

  /// Adds a link that the other side asked for, over an existing connection.
  func adopt(unused: () -> Void, _ connect: @escaping Connector) {
    state.withLock { state in
      guard !state.isStopped else { return unused() }
      let link = state.link(nil, in: flushes, held: heldBytes)
      loop.execute { self.connect(link, connect) }
    }
  }

  private func prepare(
    _ channel: any Channel, as link: StreamLink, to child: ChildProcess? = nil
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      try closeOnExec(channel)
      try channel.syncOptions?.setOption(.writeBufferWaterMark, value: BusyLinks.waterMark)
      try channel.pipeline.syncOperations.addHandler(LinkHandler(link, of: self, to: child))
    }
  }

  /// Returns the process at the other end of a link. Call this on the thread that reads the link,
  /// for example while one of its events is handled.
  func peer(of link: LinkID) -> PeerCredentials? {
    state.withLock { $0.links[link] }?.channel.flatMap { PeerCredentials(of: $0) }
  }

  func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?) {
    let link = state.withLock { $0.links[link] }
    link?.limit = .init(bytes: bytes, lastWords: lastWords)
  }

  /// Closes a link after a last message that tells the neighbour that it sent too much.
  func refuse(_ link: StreamLink, saying words: [UInt8]) {
    _ = link.send(words)
    close(link.id)
    hand(.closed(link.id, TransportFault(link.address, .unreadable)))
  }

  /// Returns the source of a link. Call this on the thread that reads the link.
  func source(of link: LinkID) -> String? {
    let channel = state.withLock { $0.links[link] }?.channel
    return channel.flatMap { LinkSource(of: $0)?.name }
  }

  func stream(of link: LinkID) -> StreamLink? { state.withLock { $0.links[link] } }

  var isEmpty: Bool { state.withLock { $0.links.isEmpty } }

  func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    state.withLock { $0.links[link] }?.send(bytes) ?? false
  }

  func send(_ frame: LinkFrame, over link: LinkID) -> Bool {
    let (target, body) = state.withLock { state in
      (state.links[link], frame.body.map { state.buffer(of: $0, in: heldBytes) })
    }
    return target?.send(frame.head, body) ?? false
  }

  var held: Int { heldBytes.count }

  func backlog(of link: LinkID) -> Backlog {
    state.withLock { $0.links[link] }?.backlog ?? Backlog()
  }

  func close(_ link: LinkID) {
    keepsUp(link, true)
    guard let link = state.withLock({ $0.links.removeValue(forKey: link) }) else { return }
    link.close()
    for surplus in state.withLock({ $0.closed(link) }) { surplus.cut() }
  }

  func cut(_ link: LinkID) {
    keepsUp(link, true)
    state.withLock { $0.links.removeValue(forKey: link) }?.cut()
  }

  /// Wakes a link whose channel can take data again, on the channel's thread.
  func drain(_ link: StreamLink, into channel: any Channel) { flushes.add(link, over: channel) }

  /// Calls ``ended(_:_:)`` on the thread of the links; does nothing after a stop. Any thread may
  /// call it.
  func endedElsewhere(_ link: StreamLink, _ cause: TransportFault.Cause?) {
    state.withLock { state in
      if !state.isStopped { loop.execute { self.ended(link, cause) } }
    }
  }

  func ended(_ link: StreamLink, _ cause: TransportFault.Cause?) {
    keepsUp(link.id, true)
    state.withLock { state in
      state.links[link.id] = nil
      state.closing.removeAll { $0 === link }
    }
    guard link.end() else { return }
    hand(.closed(link.id, cause.map { TransportFault(link.address, $0) }))
  }

  /// Runs the closure after this many milliseconds, on the thread of the links.
  func after(_ pause: Int64, _ act: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if !state.isStopped { loop.scheduleTask(in: .milliseconds(pause), act) }
    }
  }

  // MARK: Listening

  func start(_ handler: @escaping Handler) {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.handler = handler
      for socket in state.sockets { loop.execute { self.accept(from: socket) } }
      if !state.sockets.isEmpty { loop.execute { self.announce() } }
    }
  }

  func listen(_ socket: ListeningSocket) {
    let isTaken = state.withLock { state in
      guard !state.isStopped else { return false }
      state.sockets.append(socket)
      if state.handler != nil {
        loop.execute {
          self.accept(from: socket)
          self.announce()
        }
      }
      return true
    }
    if !isTaken { socket.discard() }
  }

  /// Returns the pause before the next connection is accepted: if the process or the system has no
  /// free descriptor, the waiting connection would otherwise be tried again at once, without end.
  static func pauseOfAccepting(after error: IOError) -> TimeAmount? {
    [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) ? .milliseconds(100) : nil
  }

  private func announce() {
    hand(.listens(state.withLock { $0.sockets.flatMap(\.addresses) }))
  }

  private func accept(from socket: ListeningSocket) {
    let bootstrap = socket.options.reduce(ServerBootstrap(group: group)) {
      $0.childChannelOption($1.option, value: $1.value)
    }
    bootstrap
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            AcceptBackoffHandler(backoffProvider: Self.pauseOfAccepting))
        }
      }
      // Links that neighbours dialled are read in small pieces, so that the thread can serve other
      // links in between.
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator,
        value: FixedSizeRecvByteBufferAllocator(capacity: ReadingBudget.biteBytes)
      )
      .childChannelInitializer { channel in
        guard socket.admits(channel) else {
          return channel.eventLoop.makeFailedFuture(TransportFault(nil, .stranger))
        }
        let link = self.state.withLock { $0.link(nil, in: self.flushes, held: self.heldBytes) }
        return self.prepare(channel, as: link)
      }
      .withBoundSocket(socket.descriptor)
      .whenSuccess { channel in
        let isTaken = self.state.withLock { state -> Bool in
          if !state.isStopped { state.listening.append(channel) }
          return !state.isStopped
        }
        if !isTaken { channel.close(promise: nil) }
      }
  }

  // MARK: Stopping

  /// Closes all links and returns at once; the thread ends when the last link has ended.
  ///
  /// - Parameter done: called when the last link has ended.
  func stop(_ done: @escaping @Sendable () -> Void) {
    let stopped = state.withLock { state in
      let before = state
      state = State()
      state.isStopped = true
      return before
    }
    guard !stopped.isStopped else { return done() }
    for socket in stopped.sockets { socket.remove() }
    // Sockets that never accepted a connection have no channel, so they are closed here.
    if stopped.handler == nil { for socket in stopped.sockets { socket.discard() } }
    for channel in stopped.listening { channel.close(promise: nil) }
    let ends = stopped.links.values.compactMap(\.channel?.closeFuture)
    for link in stopped.links.values { link.close() }
    let group = group
    EventLoopFuture.andAllComplete(ends, on: loop).whenComplete { _ in
      done()
      group.shutdownGracefully { _ in }
    }
  }
}

/// Ignores SIGPIPE for the whole process, once: a write to a pipe without a reader then returns an
/// error and does not end the process.
private let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

/// Sets the close-on-exec flag, so that no program that this process starts inherits a link. The
/// sockets and pipes that this project makes have the flag from the start; the sockets and pipes
/// that NIO makes do not.
func closeOnExec(_ channel: any Channel) throws {
  let mark: (NIOBSDSocket.Handle) -> Void = { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
  try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
    of: NIOBSDSocket.Handle.self, mark)
}
