import EaselBase
import EaselPlatform
import GroupCore
import GroupWire
import NIOCore
import NIOPosix
import Synchronization

/// One link over a stream, and the data that waits for its neighbour.
final class StreamLink: Sendable {
  let id: LinkID
  /// The dialled address; nil if the other side dialled.
  let address: String?

  private enum Phase {
    case connecting
    case open(any Channel)
    /// The link accepts nothing any more, in either direction.
    case over
  }

  private struct State {
    var phase = Phase.connecting
    /// Frames that the event loop has not yet seen; one buffer holds several.
    var queue: [ByteBuffer] = []
    /// The number of accepted bytes that the system has not yet received.
    var waiting = 0
    /// The number of bytes that the system has accepted.
    var passed: UInt64 = 0
    var isDrainDue = false
    var limit = Limit(bytes: TransportLimits.messageBytesMax, lastWords: nil)
    /// A duplicate descriptor of the link's socket, which belongs to the link until it is over; −1
    /// if the link has no socket.
    var socket: Int32 = -1

    /// An empty buffer for reuse.
    private var spare = ByteBuffer()

    /// Adds bytes to the queue that the event loop has not yet seen.
    mutating func append(_ write: (inout ByteBuffer) -> Void) {
      if queue.last.map({ $0.readableBytes >= StreamLink.bufferBytes }) ?? true {
        queue.append(spare)
        spare = ByteBuffer()
      }
      let last = queue.count - 1
      let before = queue[last].readableBytes
      write(&queue[last])
      waiting += queue[last].readableBytes - before
    }

    /// Writes as much of the queue as the system accepts at once, if no earlier bytes wait in the
    /// channel. Sending through the channel would take twice as long.
    mutating func pass() {
      guard socket >= 0, waiting == queue.reduce(0, { $0 + $1.readableBytes }) else { return }
      while var first = queue.first {
        let sent = first.withUnsafeReadableBytes { StreamLink.pass($0, to: socket) }
        passed += UInt64(sent)
        waiting -= sent
        guard sent == first.readableBytes else { return queue[0].moveReaderIndex(forwardBy: sent) }
        queue.removeFirst()
        first.clear()
        if first.capacity <= StreamLink.spareBytesMax { spare = first }
      }
    }

    mutating func end() {
      phase = .over
      queue = []
      if socket >= 0 { EaselPlatform.close(socket) }
      socket = -1
    }
  }

  /// The maximum size of a message from the neighbour, in bytes, and the message that is sent to a
  /// neighbour that exceeds it.
  struct Limit {
    let bytes: Int
    let lastWords: [UInt8]?
  }

  var limit: Limit {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  private let state = Mutex(State())
  private let turn: LinkTurn

  /// A buffer of this size or more gets no further bytes.
  private static let bufferBytes = 64 * 1_024
  private static let spareBytesMax = 8 * 1_024

  init(_ id: LinkID, address: String?, in turn: LinkTurn) {
    self.id = id
    self.address = address
    self.turn = turn
  }

  var isOpen: Bool {
    state.withLock { if case .open = $0.phase { true } else { false } }
  }

  var channel: (any Channel)? {
    state.withLock { if case .open(let channel) = $0.phase { channel } else { nil } }
  }

  /// Opens the link over a channel, on the channel's thread. Returns false if the link was already
  /// closed or already open.
  func open(_ channel: any Channel) -> Bool {
    let socket =
      (try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
        of: NIOBSDSocket.Handle.self, { fcntl($0, F_DUPFD_CLOEXEC, 0) })) ?? -1
    return state.withLock { state in
      guard case .connecting = state.phase else {
        if socket >= 0 { EaselPlatform.close(socket) }
        return false
      }
      (state.phase, state.socket) = (.open(channel), socket)
      return true
    }
  }

  /// Ends the link. Returns false if it was over already.
  func end() -> Bool {
    state.withLock { state in
      if case .over = state.phase { return false }
      state.end()
      return true
    }
  }

  // MARK: Sending

  func send(_ message: [UInt8]) -> Bool {
    guard message.count <= TransportLimits.messageBytesMax else { return false }
    return state.withLock { state in
      guard case .open(let channel) = state.phase else { return false }
      guard state.waiting + message.count + 3 <= TransportLimits.waitingBytesMax else {
        return false
      }
      if state.waiting == 0, state.socket >= 0, MultiThreadedEventLoopGroup.currentEventLoop == nil
      {
        let frame = WireFrame.encoded(message)
        let sent = frame.withUnsafeBytes { Self.pass($0, to: state.socket) }
        state.passed += UInt64(sent)
        guard sent < frame.count else { return true }
        state.append { $0.writeBytes(frame[sent...]) }
      } else {
        state.append { buffer in
          WireFrame.head(of: message) { buffer.writeInteger($0) }
          buffer.writeBytes(message)
        }
      }
      // Within the lock, so that no task reaches an event loop that may have ended after `close`.
      if !state.isDrainDue {
        state.isDrainDue = true
        turn.add(self, over: channel)
      }
      return true
    }
  }

  /// Sends bytes at once. The caller uses this on a thread that is not an event loop's, while
  /// nothing waits: waking the loop's thread would take longer. On a loop's thread, frames for many
  /// neighbours go together at the end of the turn.
  ///
  /// - Returns: the number of bytes that the system accepted.
  private static func pass(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    // The event loop finds any error of the socket.
    return max(EaselPlatform.send(socket, bytes.baseAddress, bytes.count, flags), 0)
  }

  /// Writes the queue to the channel, on the channel's thread.
  func drain(into channel: any Channel) {
    let queue = state.withLock { state -> [ByteBuffer] in
      state.isDrainDue = false
      state.pass()
      // Usually nothing is left, and the queue keeps its memory.
      guard !state.queue.isEmpty else { return [] }
      defer { state.queue = [] }
      return state.queue
    }
    if !queue.isEmpty { write(queue, to: channel) }
  }

  private func write(_ queue: [ByteBuffer], to channel: any Channel) {
    for buffer in queue {
      let count = buffer.readableBytes
      channel.write(buffer).whenComplete { _ in
        self.state.withLock { state in
          state.waiting -= count
          state.passed += UInt64(count)
        }
      }
    }
    channel.flush()
  }

  var backlog: Backlog { state.withLock { Backlog(waiting: $0.waiting, passed: $0.passed) } }

  /// Accepts nothing more. The connection ends once all accepted bytes are sent and the other side
  /// has seen the end, or some time after the other side stopped reading.
  ///
  /// The link is read until then: if a socket is closed with unread bytes, the system discards the
  /// bytes that it still has to send.
  func close() {
    state.withLock { state in
      let rest = state.queue
      guard case .open(let channel) = state.phase else { return state.end() }
      state.end()
      channel.eventLoop.execute {
        self.write(rest, to: channel)
        channel.close(mode: .output, promise: nil)
        self.linger(over: channel, with: .max)
      }
    }
  }

  /// Waits while the neighbour reads; closes the channel if it read nothing for
  /// `TransportLimits.lingerMax`.
  ///
  /// - Parameter before: the number of bytes that waited at the previous check.
  private func linger(over channel: any Channel, with before: Int) {
    let waiting = state.withLock { $0.waiting }
    guard waiting < before else { return channel.close(promise: nil) }
    let next = channel.eventLoop.scheduleTask(in: .milliseconds(TransportLimits.lingerMax)) {
      self.linger(over: channel, with: waiting)
    }
    channel.closeFuture.whenComplete { _ in next.cancel() }
  }
}
