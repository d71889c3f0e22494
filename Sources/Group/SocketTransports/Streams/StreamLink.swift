import DequeModule
import EaselBase
import GroupBase
import GroupCore
import NIOCore
import Synchronization

/// One link over a stream, and the data that waits for its neighbour.
final class StreamLink: Sendable {
  let id: LinkID
  /// The dialled address; nil if the other side dialled.
  let address: String?

  private enum Phase {
    case connecting
    case open(any Channel)
    /// The link sends the rest of its data and delivers no message any more.
    case closing(any Channel)
    /// The link is over: it sends and delivers no message any more.
    case over
  }

  private struct State {
    var phase = Phase.connecting
    /// Data that the channel has not received yet.
    var queue = FrameQueue()
    /// Data that the channel has received and the system has not taken yet.
    var written = Deque<FrameQueue.Chunk>()
    var passed: UInt64 = 0
    var isDrainDue = false
    var limit = Limit(bytes: TransportLimits.messageBytesMax, lastWords: nil)

    var waiting: Int { queue.count + written.reduce(0) { $0 + $1.buffer.readableBytes } }
    /// The memory that this link alone holds.
    var ownBytes: Int { queue.ownBytes + written.reduce(0) { $0 + $1.ownBytes } }

    /// Moves the next data from the queue to the channel's data.
    mutating func nextToWrite() -> ByteBuffer? {
      guard let chunk = queue.removeFirst() else { return nil }
      written.append(chunk)
      return chunk.buffer
    }

    /// Drops all data.
    ///
    /// - Returns: the memory that only this link held.
    mutating func drop() -> Int {
      let bytes = ownBytes
      (queue, written) = (FrameQueue(), [])
      return bytes
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
  private let flushes: PendingFlushes
  private let held: HeldBytes

  init(
    _ id: LinkID, address: String?, in flushes: PendingFlushes, held: HeldBytes = HeldBytes()
  ) {
    self.id = id
    self.address = address
    (self.flushes, self.held) = (flushes, held)
  }

  deinit { held.remove(state.withLock { $0.drop() }) }

  var isOpen: Bool {
    state.withLock { if case .open = $0.phase { true } else { false } }
  }

  var channel: (any Channel)? {
    state.withLock { if case .open(let channel) = $0.phase { channel } else { nil } }
  }

  /// Opens the link over a channel, on the channel's thread. Returns false if the link was already
  /// closed or already open.
  func open(_ channel: any Channel) -> Bool {
    state.withLock { state in
      guard case .connecting = state.phase else { return false }
      state.phase = .open(channel)
      return true
    }
  }

  /// Ends the link, whose channel is closed. Returns false if it was over already.
  func end() -> Bool {
    let (wasOver, bytes) = state.withLock { state in
      let wasOver =
        switch state.phase {
        case .connecting, .open: false
        case .closing, .over: true
        }
      state.phase = .over
      return (wasOver, state.drop())
    }
    held.remove(bytes)
    return !wasOver
  }

  // MARK: Sending

  /// Queues a message; the channel's thread writes it at the end of its present work. Returns false
  /// if the message is too large, if too many bytes wait, or if the link is not open.
  ///
  /// - Parameter body: the rest of the message, which other links send as well.
  func send(_ head: [UInt8], _ body: SharedBuffer? = nil) -> Bool {
    let count = head.count + (body?.buffer.readableBytes ?? 0)
    guard count <= TransportLimits.messageBytesMax else { return false }
    return state.withLock { state in
      guard case .open(let channel) = state.phase,
        state.waiting + count + 3 <= TransportLimits.waitingBytesMax
      else { return false }
      held.add(state.queue.append(head, body))
      // This runs within the lock. Otherwise another thread could close the link meanwhile, and the
      // event loop could have ended before the task reaches it.
      if !state.isDrainDue {
        state.isDrainDue = true
        flushes.add(self, over: channel)
      }
      return true
    }
  }

  /// Writes the data that the channel can take, on the channel's thread. The rest stays in the
  /// queue, where small messages share a buffer, until the channel can take more.
  func drain(into channel: any Channel) {
    state.withLock { $0.isDrainDue = false }
    write(to: channel) { channel.isWritable }
  }

  private func write(to channel: any Channel, while mayWrite: () -> Bool) {
    var hasWritten = false
    while mayWrite(), let buffer = state.withLock({ $0.nextToWrite() }) {
      hasWritten = true
      channel.write(buffer).whenComplete { _ in self.wrote() }
    }
    if hasWritten { channel.flush() }
  }

  /// Handles the end of the oldest write. A link that was cut has dropped the data already.
  private func wrote() {
    let bytes = state.withLock { state in
      guard let chunk = state.written.popFirst() else { return 0 }
      state.passed += UInt64(chunk.buffer.readableBytes)
      return chunk.ownBytes
    }
    held.remove(bytes)
  }

  var backlog: Backlog {
    state.withLock { Backlog(waiting: $0.waiting, passed: $0.passed) }
  }

  // MARK: Closing

  /// Stops accepting messages. The connection ends once all accepted bytes are sent and the other
  /// side has closed its end too. It also ends if the other side reads nothing for
  /// `TransportLimits.lingerMax`, or not all of it in `TransportLimits.closingMax`.
  ///
  /// Until then this side still reads from the socket: if a socket is closed with unread bytes, the
  /// system discards the bytes that it still has to send.
  func close() {
    state.withLock { state in
      guard case .open(let channel) = state.phase else {
        if case .connecting = state.phase { state.phase = .over }
        return
      }
      state.phase = .closing(channel)
      channel.eventLoop.execute {
        self.write(to: channel) { true }
        channel.close(mode: .output, promise: nil)
        self.linger(over: channel, since: .now, with: .max)
      }
    }
  }

  /// Ends the connection at once; all data that waits is lost.
  func cut() {
    let bytes = state.withLock { state in
      switch state.phase {
      case .open(let channel), .closing(let channel):
        channel.eventLoop.execute { channel.close(promise: nil) }
      case .connecting, .over: break
      }
      state.phase = .over
      return state.drop()
    }
    held.remove(bytes)
  }

  /// Waits while the neighbour reads; closes the channel if it read nothing for
  /// `TransportLimits.lingerMax`.
  ///
  /// - Parameter before: the number of bytes that waited at the previous check.
  private func linger(
    over channel: any Channel, since began: ContinuousClock.Instant, with before: Int
  ) {
    let waiting = backlog.waiting
    guard waiting < before, .now - began < TransportLimits.closingMax else {
      return channel.close(promise: nil)
    }
    let next = channel.eventLoop.scheduleTask(
      in: .milliseconds(TransportLimits.lingerMax.milliseconds)
    ) {
      self.linger(over: channel, since: began, with: waiting)
    }
    channel.closeFuture.whenComplete { _ in next.cancel() }
  }
}
