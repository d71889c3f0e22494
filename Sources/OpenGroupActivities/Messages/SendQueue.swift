import Sharing

/// Messages that wait for room, in order.
struct SendQueue {
  private var waiting: ArraySlice<Send> = []
  /// Of those whose senders go on meanwhile.
  private var handledBytes = 0

  static let handledBytesMax = 8 << 20

  struct Send {
    let letter: Outgoing
    let waiter: Waiter
  }

  /// Who wants to know what came of it.
  enum Waiter {
    case task(CheckedContinuation<Void, any Error>, ticket: UInt64)
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
}
