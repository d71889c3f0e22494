import DequeModule
import EaselBase
import GroupBase

/// Messages that wait for room, in order for each reader: a slow reader delays only its own
/// messages.
struct SendQueue {
  private var messages: [UInt64: QueuedMessage] = [:]
  private var lines: [ParticipantID: Line] = [:]
  private var lastNumber: UInt64 = 0
  /// The bytes of the messages without a waiting task.
  private var keptBytes = 0
  /// Outcomes that were known before the sending task began to wait.
  private var early: [UInt64: (any Error)?] = [:]

  /// The most bytes that may wait for one reader without a waiting task.
  static let lineBytesMax = 8 << 20
  /// The most bytes for all readers together. Above this, the reader with the most bytes is cut
  /// off.
  static let bytesMax = 32 << 20
  /// Each message counts for at least this many bytes.
  static let messageBytesMin = 128

  struct Send {
    let message: OutgoingMessage
    var waiter: Waiter?
  }

  /// The sender that gets the outcome of a message.
  enum Waiter {
    /// A task that waits, or is about to wait.
    case task(waitID: UInt64, CheckedContinuation<Void, any Error>?)
    case handler(CompletionCall)
  }

  private struct QueuedMessage {
    var send: Send
    /// The readers to which it was not sent yet.
    var readers: Set<ParticipantID>
    /// The bytes that count for the limits. 0 while a task waits with the message, since the wait
    /// already slows the sender down.
    var keptBytes: Int
  }

  private struct Line {
    var numbers: Deque<UInt64> = []
    var keptBytes = 0
  }

  var isEmpty: Bool { messages.isEmpty }

  /// Returns the readers in this set for whom messages wait.
  func awaited(by readers: Set<ParticipantID>) -> Set<ParticipantID> {
    isEmpty ? [] : readers.filter { lines[$0] != nil }
  }

  /// Returns the earliest message that is next for some readers, with these readers. At least one
  /// of them is not in `full`.
  func next(besides full: Set<ParticipantID>) -> (
    number: UInt64, message: OutgoingMessage, readers: Set<ParticipantID>
  )? {
    var fronts: [UInt64: Set<ParticipantID>] = [:]
    for (reader, line) in lines {
      if let number = line.numbers.first { fronts[number, default: []].insert(reader) }
    }
    for number in fronts.keys.sorted() {
      guard let message = messages[number], let readers = fronts[number],
        readers == message.readers || message.send.message.mayBeSplit, !readers.isSubset(of: full)
      else { continue }
      return (number, message.send.message, readers)
    }
    return nil
  }

  /// The reader with the most waiting bytes, if these exceed the limit for one reader or all
  /// waiting bytes exceed the limit for all readers.
  var overdue: ParticipantID? {
    guard keptBytes > Self.lineBytesMax,
      let most = lines.max(by: { ($0.value.keptBytes, $0.key) < ($1.value.keptBytes, $1.key) })
    else { return nil }
    let isTooMuch = most.value.keptBytes > Self.lineBytesMax || keptBytes > Self.bytesMax
    return isTooMuch ? most.key : nil
  }

  // MARK: Waiting

  /// Queues a message behind all messages that wait for the same readers.
  mutating func append(
    _ send: Send, for readers: Set<ParticipantID>
  ) throws(GroupSessionError) {
    let bytes = Self.keptBytes(of: send)
    // A message to several readers is always accepted; readers above the limit are cut off instead.
    if bytes > 0, readers.count == 1, let reader = readers.first {
      let sum = (lines[reader]?.keptBytes ?? 0) + bytes
      guard sum <= Self.lineBytesMax else {
        throw .tooMuchWaiting(bytes: sum, limit: Self.lineBytesMax)
      }
    }
    lastNumber += 1
    messages[lastNumber] = QueuedMessage(send: send, readers: readers, keptBytes: bytes)
    keptBytes += bytes
    for reader in readers {
      lines[reader, default: Line()].numbers.append(lastNumber)
      lines[reader]?.keptBytes += bytes
    }
  }

  private static func keptBytes(of send: Send) -> Int {
    if case .task = send.waiter { return 0 }
    return max(send.message.bytes.count, messageBytesMin)
  }

  /// Records that a message was sent to these readers. From now on, no task waits with the message
  /// for the remaining readers.
  ///
  /// - Returns: the waiter that must get the outcome, at the first call for this message.
  mutating func sent(_ number: UInt64, to readers: Set<ParticipantID>) -> Waiter? {
    let waiter = messages[number]?.send.waiter
    messages[number]?.send.waiter = nil
    for reader in readers { remove(number, of: reader) }
    guard var message = messages[number] else { return waiter }
    let more = Self.keptBytes(of: message.send) - message.keptBytes
    message.keptBytes += more
    keptBytes += more
    for reader in message.readers { lines[reader]?.keptBytes += more }
    messages[number] = message
    return waiter
  }

  /// Removes these readers and the messages that wait for them.
  ///
  /// - Returns: the messages that wait for no other reader, in order.
  mutating func remove(where isGone: (ParticipantID) -> Bool) -> [Send] {
    var rest: [UInt64: Send] = [:]
    for (reader, line) in lines where isGone(reader) {
      for number in line.numbers {
        let message = messages[number]
        remove(number, of: reader)
        if messages[number] == nil { rest[number] = message?.send }
      }
    }
    return rest.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Removes and returns the messages that fit.
  mutating func remove(fitting fits: (Send) -> Bool) -> [Send] {
    let gone = messages.filter { fits($0.value.send) }.sorted { $0.key < $1.key }
    for (number, message) in gone {
      for reader in message.readers { remove(number, of: reader) }
    }
    return gone.map(\.value.send)
  }

  private mutating func remove(_ number: UInt64, of reader: ParticipantID) {
    guard let message = messages[number], message.readers.contains(reader) else { return }
    if lines[reader]?.numbers.first == number {
      lines[reader]?.numbers.removeFirst()
    } else {
      lines[reader]?.numbers.removeAll { $0 == number }
    }
    lines[reader]?.keptBytes -= message.keptBytes
    if lines[reader]?.numbers.isEmpty ?? false { lines[reader] = nil }
    messages[number]?.readers.remove(reader)
    if message.readers.count == 1 {
      messages[number] = nil
      keptBytes -= message.keptBytes
    }
  }

  // MARK: Tasks that wait

  /// Makes the task wait, unless the outcome of its message is already known.
  mutating func wait(_ waitID: UInt64, _ continuation: CheckedContinuation<Void, any Error>) {
    if let outcome = early.removeValue(forKey: waitID) {
      return continuation.resume(with: outcome.map { .failure($0) } ?? .success(()))
    }
    for (number, message) in messages {
      if case .task(waitID, _) = message.send.waiter {
        messages[number]?.send.waiter = .task(waitID: waitID, continuation)
      }
    }
  }

  /// Records the outcome of a message whose task does not wait yet. Called once for each message.
  mutating func came(_ error: (any Error)?, of waitID: UInt64) {
    early[waitID] = .some(error)
  }
}

/// A message to send.
struct OutgoingMessage: Sendable {
  let participation: SessionParticipation
  let name: String
  let bytes: [UInt8]
  var recipients: Recipients
  let mode: DeliveryMode
  /// The number by which the sender waits for confirmations.
  var receipt: UInt64?

  /// Whether some readers may get it sooner than others: false if its sender waits for
  /// confirmations.
  var mayBeSplit: Bool { receipt == nil }

  func to(_ readers: Set<ParticipantID>) -> OutgoingMessage {
    var message = self
    message.recipients = .only(readers)
    return message
  }
}
