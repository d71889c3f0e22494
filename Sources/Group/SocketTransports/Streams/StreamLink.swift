import EaselBase
import EaselPlatform
import GroupCore
import GroupWire
import NIOCore
import NIOPosix
import Synchronization

/// One link over a stream, and what waits for its neighbour.
final class StreamLink: Sendable {
  let id: LinkID
  /// What was dialled; nil where others dialled.
  let address: String?

  private enum Phase {
    case connecting
    case open(any Channel)
    /// Nothing is taken any more, in either direction.
    case over
  }

  private struct State {
    var phase = Phase.connecting
    /// Frames, several to a buffer, that the loop has not yet seen.
    var queue: [ByteBuffer] = []
    /// Bytes that were taken and not yet given to the system.
    var waiting = 0
    /// Bytes that the system took.
    var passed: UInt64 = 0
    var isDrainDue = false
    var limit = Limit(bytes: TransportLimits.messageBytesMax, lastWords: nil)
    /// The link's socket under a number of its own, which stays the link's until it is over; −1 where
    /// it has none.
    var socket: Int32 = -1

    /// One that was emptied, to be filled again.
    private var spare = ByteBuffer()

    /// Adds to what the loop has not yet seen.
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

    /// Gives the system what it takes at once, where nothing waits that was said before: by way of the
    /// channel it would take twice as long.
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

  /// What is taken from the neighbour, and what it is told that sends more.
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

  /// A buffer that has this much is not filled further.
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

  /// Returns false where it was closed before it was made, or is made already. On the channel's thread.
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

  /// Returns false where it was over already.
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
      // Within the lock, so that nothing is asked of a loop that `close` has let end.
      if !state.isDrainDue {
        state.isDrainDue = true
        turn.add(self, over: channel)
      }
      return true
    }
  }

  /// What one who is on no loop's thread says while nothing waits goes at once: waking a thread would
  /// take longer. What is said on such a one, as to many, goes together at the end of its turn.
  ///
  /// - Returns: how much of it the system took.
  private static func pass(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    // What is wrong with the socket the loop finds out.
    return max(EaselPlatform.send(socket, bytes.baseAddress, bytes.count, flags), 0)
  }

  /// On the channel's thread.
  func drain(into channel: any Channel) {
    let queue = state.withLock { state -> [ByteBuffer] in
      state.isDrainDue = false
      state.pass()
      // Most often all is gone, and the room for it serves again.
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

  /// Nothing is taken any more; the connection ends once all that was taken is sent and the other
  /// side has seen so, or a while after it took nothing any more.
  ///
  /// It is read until then, since a socket that is closed with bytes unread makes the system throw
  /// away what it was still to send.
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

  /// One that reads is waited for; one that took nothing for a while is not.
  ///
  /// - Parameter before: what was still to be sent a while ago.
  private func linger(over channel: any Channel, with before: Int) {
    let waiting = state.withLock { $0.waiting }
    guard waiting < before else { return channel.close(promise: nil) }
    let next = channel.eventLoop.scheduleTask(in: .milliseconds(TransportLimits.lingerMax)) {
      self.linger(over: channel, with: waiting)
    }
    channel.closeFuture.whenComplete { _ in next.cancel() }
  }
}
