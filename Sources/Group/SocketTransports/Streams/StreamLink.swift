import EaselBase
import GroupBase
import GroupCore
import GroupWire
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
    /// The link is over: it sends and delivers no message any more.
    case over
  }

  private struct State {
    var phase = Phase.connecting
    /// Frames that the channel has not received yet; one buffer holds several.
    var queue: [ByteBuffer] = []
    var backlog = Backlog()
    var isDrainDue = false
    var limit = Limit(bytes: TransportLimits.messageBytesMax, lastWords: nil)

    /// Adds a message to the queue.
    mutating func append(_ message: [UInt8]) {
      if queue.last.map({ $0.readableBytes >= StreamLink.bufferBytes }) ?? true {
        queue.append(ByteBuffer())
      }
      let last = queue.count - 1
      let before = queue[last].readableBytes
      WireFrame.head(of: message) { queue[last].writeInteger($0) }
      queue[last].writeBytes(message)
      backlog.waiting += queue[last].readableBytes - before
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

  /// A buffer of this size or more gets no further bytes.
  private static let bufferBytes = 64 * 1_024

  init(_ id: LinkID, address: String?, in flushes: PendingFlushes) {
    self.id = id
    self.address = address
    self.flushes = flushes
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
    state.withLock { state in
      guard case .connecting = state.phase else { return false }
      state.phase = .open(channel)
      return true
    }
  }

  /// Ends the link. Returns false if it was over already.
  func end() -> Bool {
    state.withLock { state in
      if case .over = state.phase { return false }
      (state.phase, state.queue) = (.over, [])
      return true
    }
  }

  // MARK: Sending

  /// Queues a message; the channel's thread writes it at the end of its present work. Returns false
  /// if the message is too large, if too many bytes wait, or if the link is not open.
  func send(_ message: [UInt8]) -> Bool {
    guard message.count <= TransportLimits.messageBytesMax else { return false }
    return state.withLock { state in
      guard case .open(let channel) = state.phase,
        state.backlog.waiting + message.count + 3 <= TransportLimits.waitingBytesMax
      else { return false }
      state.append(message)
      // This runs within the lock. Otherwise another thread could close the link meanwhile, and the
      // event loop could have ended before the task reaches it.
      if !state.isDrainDue {
        state.isDrainDue = true
        flushes.add(self, over: channel)
      }
      return true
    }
  }

  /// Writes the queue to the channel, on the channel's thread.
  func drain(into channel: any Channel) {
    let queue = state.withLock { state in
      defer { (state.queue, state.isDrainDue) = ([], false) }
      return state.queue
    }
    if !queue.isEmpty { write(queue, to: channel) }
  }

  private func write(_ queue: [ByteBuffer], to channel: any Channel) {
    for buffer in queue {
      let count = buffer.readableBytes
      channel.write(buffer).whenComplete { _ in
        self.state.withLock { state in
          state.backlog.waiting -= count
          state.backlog.passed += UInt64(count)
        }
      }
    }
    channel.flush()
  }

  var backlog: Backlog { state.withLock { $0.backlog } }

  /// Stops accepting messages. The connection ends once all accepted bytes are sent and the other
  /// side has closed its end too, or if the other side reads nothing for
  /// `TransportLimits.lingerMax`.
  ///
  /// Until then this side still reads from the socket: if a socket is closed with unread bytes, the
  /// system discards the bytes that it still has to send.
  func close() {
    state.withLock { state in
      let (phase, rest) = (state.phase, state.queue)
      (state.phase, state.queue) = (.over, [])
      guard case .open(let channel) = phase else { return }
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
    let waiting = backlog.waiting
    guard waiting < before else { return channel.close(promise: nil) }
    let next = channel.eventLoop.scheduleTask(
      in: .milliseconds(TransportLimits.lingerMax.milliseconds)
    ) {
      self.linger(over: channel, with: waiting)
    }
    channel.closeFuture.whenComplete { _ in next.cancel() }
  }
}
