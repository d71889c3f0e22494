import Dispatch
import EaselBase
import EaselPlatform
import GroupBase
import GroupCore
import NIOCore
import NIOPosix
import Synchronization

/// Links over pipes: to a program that this process starts for an address, for example ssh, or,
/// over standard input and output, to the process that started this one.
///
/// A process with a link over standard input and output must write nothing else there.
/// A program that the transport started gets SIGTERM after a stop, and later SIGKILL, if it does not
/// end by itself.
public final class PipeTransport: StreamTransport {
  typealias Opener = @Sendable (String) throws(TransportFault) -> PipeEnds

  let links: StreamLinks
  private let isReached: @Sendable (String) -> Bool
  private let open: Opener
  /// The callback that runs when standard input and output are no longer a link.
  private let ended = Mutex<(@Sendable () -> Void)?>(nil)
  /// Pipes of links that this side did not dial, until the transport is started; nil afterwards.
  private let waiting = Mutex<[PipeEnds]?>([])

  /// Makes a transport that dials nothing.
  ///
  /// - Parameter hasPreambles: whether to send a preamble first, so that the other end can skip the
  ///   bytes before it. Both ends need the same value.
  public convenience init(hasPreambles: Bool = false) {
    self.init(hasPreambles: hasPreambles, reaching: { _ in false }) {
      address throws(TransportFault) in throw TransportFault(address, .malformed)
    }
  }

  /// Makes a transport that starts a program for each address that it dials.
  ///
  /// - Parameters:
  ///   - errors: the descriptor for the error messages of the programs; nil discards them. The
  ///     caller owns it and keeps it open as long as this transport dials.
  ///   - hasPreambles: whether to skip the bytes before the other end's preamble, for example a
  ///     shell's greeting. Both ends need the same value.
  ///   - command: returns the program for an address and its arguments, which no shell interprets;
  ///     nil for an address of another kind.
  public convenience init(
    errors: Int32? = nil, hasPreambles: Bool = false,
    command: @escaping @Sendable (String) -> [String]?
  ) {
    self.init(hasPreambles: hasPreambles, reaching: { command($0) != nil }) {
      address throws(TransportFault) in
      guard let words = command(address) else { throw TransportFault(address, .malformed) }
      return try ChildProcess.start(words, errors: errors, for: address)
    }
  }

  init(
    hasPreambles: Bool = false, reaching: @escaping @Sendable (String) -> Bool,
    open: @escaping Opener
  ) {
    links = StreamLinks(hasPreambles: hasPreambles)
    (isReached, self.open) = (reaching, open)
  }

  deinit { links.stop {} }

  /// Makes a link from this process's standard input and output. The link opens once the transport
  /// is started. From now on no other code of this process reads or writes them: an empty input and
  /// an output that discards everything replace them.
  ///
  /// - Parameter ended: called when a link of this transport closes, from either side.
  /// - Throws: `.terminal` if input or output is a terminal; otherwise the system's fault.
  public func openStandardStreams(
    ended: @escaping @Sendable () -> Void = {}
  ) throws(TransportFault) {
    self.ended.withLock { $0 = ended }
    adopt(try PipeEnds.standard())
  }

  /// Copies all bytes unchanged between standard input and output and a connected socket, until
  /// either side ends. Writes the preamble first. Blocks its thread until the end.
  ///
  /// - Parameter socket: closed on return, and left open if an error is thrown.
  /// - Throws: `.terminal` if input or output is a terminal; otherwise the system's fault.
  public static func joinStandardStreams(to socket: Int32) throws(TransportFault) {
    let ends = try PipeEnds.standard()
    defer {
      ends.close()
      EaselPlatform.close(socket)
    }
    guard pour(Preamble.bytes[...], into: ends.output) else { return }
    var waiting = [
      pollfd(fd: ends.input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
    ]
    var bytes = [UInt8](repeating: 0, count: 64 * 1_024)
    while true {
      guard poll(&waiting, 2, -1) > 0 || errno == EINTR else { return }
      for (from, to) in [(0, socket), (1, ends.output)] where waiting[from].revents != 0 {
        let count = read(waiting[from].fd, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { continue }
        guard count > 0, pour(bytes[..<count], into: to) else { return }
      }
    }
  }

  private static func pour(_ bytes: ArraySlice<UInt8>, into file: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      guard errno == EAGAIN || errno == EINTR else { return false }
      var full = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      _ = poll(&full, 1, -1)
    }
    return true
  }

  /// Adds a link that this side did not dial.
  func adopt(_ ends: PipeEnds) {
    let isStarted = waiting.withLock { waiting in
      waiting?.append(ends)
      return waiting == nil
    }
    if isStarted { join(ends) }
  }

  private func join(_ ends: PipeEnds) {
    links.adopt(unused: ends.close) { loop, initializer in piped(ends, on: loop, initializer) }
  }

  /// Opens the link over standard input and output, if there is one, and delivers events on one
  /// thread of its own.
  public func start(_ take: @escaping @Sendable (TransportEvent) -> Void) {
    links.start { [weak self] event in
      take(event)
      if case .closed = event { self?.ended.withLock { $0 }?() }
    }
    let early = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting ?? []
    }
    for ends in early { join(ends) }
  }

  /// The program at the other end of the pipes, such as ssh.
  public var medium: LinkMedium? { .program }

  /// Returns whether there is a program for an address.
  public func reaches(_ address: String) -> Bool { isReached(address) }
  /// Closes a link once its queued messages are sent, and calls the callback of
  /// `openStandardStreams` on another thread.
  public func close(_ link: LinkID) { close { links.close(link) } }
  /// Closes a link at once, and calls the callback as ``close(_:)`` does.
  public func cut(_ link: LinkID) { close { links.cut(link) } }

  private func close(_ close: () -> Void) {
    close()
    // No event follows for a link that this side closes. The callback runs later, because the
    // caller holds a lock.
    if let ended = ended.withLock({ $0 }) { DispatchQueue.global().async(execute: ended) }
  }
  /// The longest time for a dial, 30 seconds: the program may have to log in on another
  /// machine, perhaps through several machines.
  public var dialMax: Duration { .seconds(30) }
  /// Starts the program for an address. The link closes with `.malformed` if there is no program
  /// for the address, or with `.notStarted` if the program cannot be started.
  public func dial(_ address: String) -> LinkID {
    let open = open
    return links.dial(address) { loop, initializer in
      piped(try open(address), on: loop, initializer)
    }
  }
}

/// Makes a channel over pipes. The event loop then owns the descriptors.
private func piped(
  _ ends: PipeEnds, on loop: any EventLoop, _ initializer: @escaping StreamLinks.Initializer
) -> EventLoopFuture<any Channel> {
  let channel = NIOPipeBootstrap(group: loop)
    .channelInitializer { initializer($0, ends.child) }
    .takingOwnershipOfDescriptors(input: ends.input, output: ends.output)
  channel.whenFailure { _ in
    ends.close()
    ends.child?.awaitEnd { _ in }
  }
  return channel
}
