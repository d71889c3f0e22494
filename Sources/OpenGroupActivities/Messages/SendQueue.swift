import Sharing

/// Messages that wait for room, in order.
struct SendQueue {
  private var waiting: ArraySlice<Send> = []
  /// Of those whose senders go on meanwhile.
  private var handledBytes = 0
  /// What came of messages before their senders waited for it.
  private var early: [UInt64: (any Error)?] = [:]

  static let handledBytesMax = 8 << 20

  struct Send {
    let letter: Outgoing
    var waiter: Waiter
  }

  /// Who wants to know what came of it.
  enum Waiter {
    /// A task that waits, or is about to.
    case task(ticket: UInt64, CheckedContinuation<Void, any Error>?)
    case handler(Turn)
  }

  var isEmpty: Bool { waiting.isEmpty }
  var first: Outgoing? { waiting.first?.letter }

  mutating func append(_ send: Send) throws(GroupSessionError) {
    if case .handler = send.waiter {
      let bytes = handledBytes + send.letter.bytes.count
      guard bytes <= Self.handledBytesMax else {
        throw .tooMuchWaiting(bytes: bytes, limit: Self.handledBytesMax)
      }
      handledBytes = bytes
    }
    waiting.append(send)
  }

  mutating func removeFirst() -> Send? {
    let send = waiting.popFirst()
    if let send { forget(send) }
    return send
  }

  /// Those that fit.
  mutating func remove(where fits: (Send) -> Bool) -> [Send] {
    let gone = waiting.filter(fits)
    guard !gone.isEmpty else { return [] }
    waiting.removeAll(where: fits)
    for send in gone { forget(send) }
    return Array(gone)
  }

  // MARK: Tasks that wait

  /// The task waits from now on, unless it is known already what came of its message.
  mutating func wait(_ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>) {
    if let outcome = early.removeValue(forKey: ticket) {
      return continuation.resume(with: outcome.map { .failure($0) } ?? .success(()))
    }
    for index in waiting.indices {
      if case .task(ticket, _) = waiting[index].waiter {
        waiting[index].waiter = .task(ticket: ticket, continuation)
      }
    }
  }

  /// Said once of each that waits.
  mutating func came(_ error: (any Error)?, of ticket: UInt64) {
    early[ticket] = .some(error)
  }

  private mutating func forget(_ send: Send) {
    if case .handler = send.waiter { handledBytes -= send.letter.bytes.count }
  }
}

/// A message on its way out.
struct Outgoing: Sendable {
  let place: SessionPlace
  let name: String
  let bytes: [UInt8]
  let recipients: Recipients
  let mode: DeliveryMode
  /// By which its sender waits to hear that it arrived.
  var receipt: UInt64?
}
