import NIOCore
import Sharing
import Synchronization
import Wire

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
    var isDrainDue = false
  }

  private let state = Mutex(State())

  /// A buffer that has this much is not filled further.
  private static let bufferBytes = 64 * 1_024

  init(_ id: LinkID, address: String?) {
    self.id = id
    self.address = address
  }

  var isOpen: Bool {
    state.withLock { if case .open = $0.phase { true } else { false } }
  }

  var channel: (any Channel)? {
    state.withLock { if case .open(let channel) = $0.phase { channel } else { nil } }
  }

  /// Returns false where it was closed before it was made, or is made already.
  func open(_ channel: any Channel) -> Bool {
    state.withLock { state in
      guard case .connecting = state.phase else { return false }
      state.phase = .open(channel)
      return true
    }
  }

  /// Returns false where it was over already.
  func end() -> Bool {
    state.withLock { state in
      if case .over = state.phase { return false }
      state.phase = .over
      state.queue = []
      return true
    }
  }

  // MARK: Sending

  func send(_ message: [UInt8]) -> Bool {
    guard message.count <= TransportLimits.messageBytesMax else { return false }
    return state.withLock { state in
      guard case .open(let channel) = state.phase else { return false }
      let frame = Frame.encoded(message)
      guard state.waiting + frame.count <= TransportLimits.waitingBytesMax else { return false }
      state.waiting += frame.count
      if let last = state.queue.indices.last, state.queue[last].readableBytes < Self.bufferBytes {
        state.queue[last].writeBytes(frame)
      } else {
        state.queue.append(ByteBuffer(bytes: frame))
      }
      // Within the lock, so that nothing is asked of a loop that `close` has let end.
      if !state.isDrainDue {
        state.isDrainDue = true
        channel.eventLoop.execute { self.drain(into: channel) }
      }
      return true
    }
  }

  private func drain(into channel: any Channel) {
    let queue = state.withLock { state in
      state.isDrainDue = false
      defer { state.queue = [] }
      return state.queue
    }
    write(queue, to: channel)
  }

  private func write(_ queue: [ByteBuffer], to channel: any Channel) {
    for buffer in queue {
      let count = buffer.readableBytes
      channel.write(buffer).whenComplete { _ in self.state.withLock { $0.waiting -= count } }
    }
    channel.flush()
  }

  /// Nothing is taken any more; the connection ends once all that was taken is sent and the other
  /// side has seen so, or a while after it took nothing any more.
  ///
  /// It is read until then, since a socket that is closed with bytes unread makes the system throw
  /// away what it was still to send.
  func close() {
    state.withLock { state in
      guard case .open(let channel) = state.phase else {
        state.phase = .over
        return
      }
      state.phase = .over
      let rest = state.queue
      state.queue = []
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
