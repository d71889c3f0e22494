import EaselBase
import GroupBase
import Testing

@testable import OpenGroupActivities

/// The limits on messages that wait to be sent or read: each at its bound and one beyond.
@Suite struct MessageLimitTests {
  private let ann = Participant(ParticipantID(MemberID(1), join: 1), name: "Ann")

  /// A message that weighs so much with what is round it.
  private func message(weighing weight: Int) -> InboundMessage {
    let rest = InboundMessage(bytes: [], source: ann).weight
    return InboundMessage(bytes: [UInt8](repeating: 1, count: weight - rest), source: ann)
  }

  private func key(_ name: String) -> MessageDispatcher.Key { .init(mode: .reliable, name: name) }

  /// The kept messages that a late subscriber of a type gets.
  private func unclaimed(_ name: String, in dispatcher: inout MessageDispatcher) async
    -> [InboundMessage]
  {
    let subscription = MessageSubscription()
    dispatcher.add(subscription, key(name))
    subscription.close()
    var messages: [InboundMessage] = []
    while let next = await subscription.next() { messages.append(next) }
    return messages
  }

  @Test("G12 · 1 MiB of a type without a reader is kept, and the next message is dropped")
  func pile() async {
    var dispatcher = MessageDispatcher()
    func isDropped(_ message: InboundMessage, _ name: String) -> Bool {
      dispatcher.dispatch([message], key(name))
    }
    let kept = [MessageDispatcher.pileBytesMax - 1_000, 999, 1_000_000].map {
      message(weighing: $0)
    }
    for message in kept { #expect(!isDropped(message, "wool")) }
    // Told once, until some was taken.
    #expect(isDropped(message(weighing: 128), "wool"))
    #expect(!isDropped(message(weighing: 128), "wool"))
    #expect(!isDropped(message(weighing: 128), "yarn"))
    #expect(await unclaimed("wool", in: &dispatcher).map(\.weight) == kept.map(\.weight))
    #expect(!isDropped(message(weighing: 128), "silk"))
  }

  @Test("G12 · 4 MiB of all types without a reader are kept, until one gets a reader")
  func unclaimed() async {
    var dispatcher = MessageDispatcher()
    func isDropped(_ message: InboundMessage, _ name: String) -> Bool {
      dispatcher.dispatch([message], key(name))
    }
    let count = MessageDispatcher.unclaimedBytesMax / MessageDispatcher.pileBytesMax
    for number in 0..<count {
      #expect(!isDropped(message(weighing: MessageDispatcher.pileBytesMax), "\(number)"))
    }
    #expect(isDropped(message(weighing: 128), "one more"))
    #expect(await unclaimed("0", in: &dispatcher).count == 1)
    #expect(!isDropped(message(weighing: MessageDispatcher.pileBytesMax), "one more"))
    #expect(isDropped(message(weighing: 128), "another"))
  }

  @Test("G12 · 32 MiB wait for a reader that does not read, and no more")
  func slowSubscription() async {
    let subscription = MessageSubscription()
    let piece = MessageSubscription.weightMax / 64
    for _ in 0..<63 { #expect(subscription.receive([message(weighing: piece)])) }
    #expect(
      subscription.receive([message(weighing: piece - 1)])
        && subscription.receive([message(weighing: 128)]))
    #expect(!subscription.receive([message(weighing: 128)]))
    _ = await subscription.next()
    #expect(subscription.receive([message(weighing: 128)]))
  }

  private let participation = SessionParticipation(
    session: SessionID(MemberID(1), activation: 1),
    participant: ParticipantID(MemberID(1), join: 1))

  private func send(_ count: Int, _ waiter: SendQueue.Waiter?) -> SendQueue.Send {
    .init(
      message: OutgoingMessage(
        participation: participation, name: "wool", bytes: [UInt8](repeating: 1, count: count),
        recipients: .all,
        mode: .reliable), waiter: waiter)
  }

  private func reader(_ number: UInt64) -> ParticipantID {
    ParticipantID(MemberID(number), join: 1)
  }

  @Test("G12 · 8 MiB of sends with a handler are queued, to the byte; tasks wait")
  func queue() throws {
    var queue = SendQueue()
    let (bob, most) = (reader(2), SendQueue.lineBytesMax)
    let waiter = SendQueue.Waiter.handler(CompletionCall { _ in })
    try queue.append(send(most - 128, waiter), for: [bob])
    try queue.append(send(128, waiter), for: [bob])
    // However small: each costs more than its bytes.
    #expect(throws: GroupSessionError.tooMuchWaiting(bytes: most + 128, limit: most)) {
      try queue.append(send(1, waiter), for: [bob])
    }
    try queue.append(send(1_000, .task(waitID: 1, nil)), for: [bob])
    let first = try #require(queue.next(besides: []))
    #expect(first.message.bytes.count == most - 128 && first.readers == [bob])
    #expect(queue.next(besides: [bob]) == nil)
    _ = queue.sent(first.number, to: [bob])
    try queue.append(send(most - 128, waiter), for: [bob])
    #expect(throws: GroupSessionError.tooMuchWaiting(bytes: most + 129, limit: most)) {
      try queue.append(send(129, waiter), for: [bob])
    }
    #expect(queue.remove(fitting: { $0.message.bytes.count == 128 }).count == 1)
    try queue.append(send(128, waiter), for: [bob])
    let rest = queue.remove { $0 == bob }
    #expect(rest.map(\.message.bytes.count) == [1_000, most - 128, 128])
    #expect(queue.isEmpty)
  }

  @Test("G12 · beyond 32 MiB for all together the reader with the longest line is named")
  func overdue() throws {
    var queue = SendQueue()
    let stuck = (10..<15).map { reader($0) }
    for (index, reader) in stuck.enumerated() {
      let count = SendQueue.bytesMax / 5 + (index == 3 ? SendQueue.bytesMax % 5 : 0)
      try queue.append(send(count, nil), for: [reader])
    }
    #expect(queue.overdue == nil)
    try queue.append(send(128, nil), for: [reader(400)])
    #expect(queue.overdue == stuck[3])
    _ = queue.remove { $0 == stuck[3] }
    #expect(queue.overdue == nil)
  }

  @Test("G12 · a cancelled task's message counts, and the reader with too long a line is named")
  func left() throws {
    var queue = SendQueue()
    let (bob, cyd) = (reader(2), reader(3))
    for waitID in 1...9 {
      try queue.append(send(1 << 20, .task(waitID: UInt64(waitID), nil)), for: [bob, cyd])
      #expect(queue.overdue == nil)
      let number = try #require(queue.next(besides: [cyd])).number
      #expect(queue.sent(number, to: [bob]) != nil)
      #expect((queue.overdue == cyd) == (waitID == 9))
    }
  }

  @Test("a message to several goes first to readers with nothing before it, and once to each")
  func several() throws {
    var queue = SendQueue()
    let (bob, cyd) = (reader(2), reader(3))
    try queue.append(send(1, .handler(CompletionCall { _ in })), for: [cyd])
    try queue.append(send(2, .handler(CompletionCall { _ in })), for: [bob, cyd])
    #expect(queue.awaited(by: [bob, cyd, reader(4)]) == [bob, cyd])
    let second = try #require(queue.next(besides: [cyd]))
    #expect(second.message.bytes.count == 2 && second.readers == [bob])
    #expect(queue.sent(second.number, to: [bob]) != nil)
    #expect(queue.next(besides: [cyd]) == nil && queue.awaited(by: [bob, cyd]) == [cyd])
    let first = try #require(queue.next(besides: []))
    #expect(first.message.bytes.count == 1 && queue.sent(first.number, to: [cyd]) != nil)
    let rest = try #require(queue.next(besides: []))
    #expect(rest.message.bytes.count == 2 && rest.readers == [cyd])
    #expect(queue.sent(rest.number, to: [cyd]) == nil && queue.isEmpty)
  }
}
