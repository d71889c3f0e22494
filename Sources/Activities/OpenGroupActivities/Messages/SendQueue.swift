import EaselBase

/// Messages that wait for room, in order for each reader: who takes nothing keeps only its own waiting.
struct SendQueue {
  private var letters: [UInt64: QueuedMessage] = [:]
  private var lines: [ParticipantID: Line] = [:]
  private var lastNumber: UInt64 = 0
  /// Of the letters that nobody waits with.
  private var keptBytes = 0
  /// What came of messages before their senders waited for it.
  private var early: [UInt64: (any Error)?] = [:]

  /// What may wait for one reader without a sender that waits with it.
  static let lineBytesMax = 8 << 20
  /// … and for all together: beyond this, for whom most waits is given up.
  static let bytesMax = 32 << 20
  /// A letter counts for at least so many bytes.
  static let letterBytesMin = 128

  struct Send {
    let letter: Outgoing
    var waiter: Waiter?
  }

  /// Who wants to know what came of it.
  enum Waiter {
    /// A task that waits, or is about to.
    case task(ticket: UInt64, CheckedContinuation<Void, any Error>?)
    case handler(CompletionCall)
  }

  private struct QueuedMessage {
    var send: Send
    /// Who has not been sent it.
    var readers: Set<ParticipantID>
    /// Nothing while a task waits with it, which costs its sender.
    var keptBytes: Int
  }

  private struct Line {
    var numbers: ArraySlice<UInt64> = []
    var keptBytes = 0
  }

  var isEmpty: Bool { letters.isEmpty }

  /// Those of these readers for whom something waits.
  func awaited(by readers: Set<ParticipantID>) -> Set<ParticipantID> {
    isEmpty ? [] : readers.filter { lines[$0] != nil }
  }

  /// The earliest message that comes next for some readers, and not only for full ones.
  func next(besides full: Set<ParticipantID>) -> (
    number: UInt64, letter: Outgoing, readers: Set<ParticipantID>
  )? {
    var fronts: [UInt64: Set<ParticipantID>] = [:]
    for (reader, line) in lines {
      if let number = line.numbers.first { fronts[number, default: []].insert(reader) }
    }
    for number in fronts.keys.sorted() {
      guard let letter = letters[number], let readers = fronts[number],
        readers == letter.readers || letter.send.letter.mayBeSplit, !readers.isSubset(of: full)
      else { continue }
      return (number, letter.send.letter, readers)
    }
    return nil
  }

  /// For whom most waits, where that is too much, or too much for all.
  var overdue: ParticipantID? {
    guard keptBytes > Self.lineBytesMax,
      let most = lines.max(by: { ($0.value.keptBytes, $0.key) < ($1.value.keptBytes, $1.key) })
    else { return nil }
    let isTooMuch = most.value.keptBytes > Self.lineBytesMax || keptBytes > Self.bytesMax
    return isTooMuch ? most.key : nil
  }

  // MARK: Waiting

  /// Puts a message behind all that waits for the same readers.
  mutating func append(
    _ send: Send, for readers: Set<ParticipantID>
  ) throws(GroupSessionError) {
    let bytes = Self.keptBytes(of: send)
    // Where several are to have it, those for whom too much waits are given up instead.
    if bytes > 0, readers.count == 1, let reader = readers.first {
      let sum = (lines[reader]?.keptBytes ?? 0) + bytes
      guard sum <= Self.lineBytesMax else {
        throw .tooMuchWaiting(bytes: sum, limit: Self.lineBytesMax)
      }
    }
    lastNumber += 1
    letters[lastNumber] = QueuedMessage(send: send, readers: readers, keptBytes: bytes)
    keptBytes += bytes
    for reader in readers {
      lines[reader, default: Line()].numbers.append(lastNumber)
      lines[reader]?.keptBytes += bytes
    }
  }

  private static func keptBytes(of send: Send) -> Int {
    if case .task = send.waiter { return 0 }
    return max(send.letter.bytes.count, letterBytesMin)
  }

  /// It was sent to these. Nobody waits with it for the others.
  ///
  /// - Returns: who is to hear of it, the first time.
  mutating func sent(_ number: UInt64, to readers: Set<ParticipantID>) -> Waiter? {
    let waiter = letters[number]?.send.waiter
    letters[number]?.send.waiter = nil
    for reader in readers { remove(number, of: reader) }
    guard var letter = letters[number] else { return waiter }
    let more = Self.keptBytes(of: letter.send) - letter.keptBytes
    letter.keptBytes += more
    keptBytes += more
    for reader in letter.readers { lines[reader]?.keptBytes += more }
    letters[number] = letter
    return waiter
  }

  /// All that waits for such readers is taken out.
  ///
  /// - Returns: the messages that wait for nobody else, in order.
  mutating func remove(where isGone: (ParticipantID) -> Bool) -> [Send] {
    var rest: [UInt64: Send] = [:]
    for (reader, line) in lines where isGone(reader) {
      for number in line.numbers {
        let letter = letters[number]
        remove(number, of: reader)
        if letters[number] == nil { rest[number] = letter?.send }
      }
    }
    return rest.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The messages that fit are taken out.
  mutating func remove(fitting fits: (Send) -> Bool) -> [Send] {
    let gone = letters.filter { fits($0.value.send) }.sorted { $0.key < $1.key }
    for (number, letter) in gone {
      for reader in letter.readers { remove(number, of: reader) }
    }
    return gone.map(\.value.send)
  }

  private mutating func remove(_ number: UInt64, of reader: ParticipantID) {
    guard let letter = letters[number], letter.readers.contains(reader) else { return }
    if lines[reader]?.numbers.first == number {
      lines[reader]?.numbers.removeFirst()
    } else {
      lines[reader]?.numbers.removeAll { $0 == number }
    }
    lines[reader]?.keptBytes -= letter.keptBytes
    if lines[reader]?.numbers.isEmpty ?? false { lines[reader] = nil }
    letters[number]?.readers.remove(reader)
    if letter.readers.count == 1 {
      letters[number] = nil
      keptBytes -= letter.keptBytes
    }
  }

  // MARK: Tasks that wait

  /// The task waits from now on, unless it is known already what came of its message.
  mutating func wait(_ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>) {
    if let outcome = early.removeValue(forKey: ticket) {
      return continuation.resume(with: outcome.map { .failure($0) } ?? .success(()))
    }
    for (number, letter) in letters {
      if case .task(ticket, _) = letter.send.waiter {
        letters[number]?.send.waiter = .task(ticket: ticket, continuation)
      }
    }
  }

  /// Said once of each that waits.
  mutating func came(_ error: (any Error)?, of ticket: UInt64) {
    early[ticket] = .some(error)
  }
}

/// A message on its way out.
struct Outgoing: Sendable {
  let place: SessionPlace
  let name: String
  let bytes: [UInt8]
  var recipients: Recipients
  let mode: DeliveryMode
  /// By which its sender waits to hear that it arrived.
  var receipt: UInt64?

  /// To some sooner than to others: not where it is heard as one when it arrived.
  var mayBeSplit: Bool { receipt == nil }

  func to(_ readers: Set<ParticipantID>) -> Outgoing {
    var letter = self
    letter.recipients = .only(readers)
    return letter
  }
}
