import EaselBase
import GroupBase
import GroupJournal
import Synchronization

/// Passes the messages of one session to the subscriptions for their kind.
struct MessageDispatcher {
  struct Key: Hashable {
    let mode: DeliveryMode
    let name: String
  }

  private typealias Subscriptions = [GroupSystemCore.Weak<MessageSubscription>]

  /// The subscriptions for bytes. Bytes have no name, so they are passed on without a look-up.
  private var reliableBytes: Subscriptions = []
  private var unreliableBytes: Subscriptions = []
  /// The subscriptions for named types, which are all but bytes.
  private var named: [Key: Subscriptions] = [:]
  /// Messages of kinds without a subscription, which wait for the first subscription.
  private var unclaimed: [Key: Pile] = [:]
  private(set) var unclaimedBytes = 0
  /// The kinds of which a message was dropped and no message was accepted since.
  private var overfull: Set<Key> = []

  private static let journal = Key(mode: .reliable, name: JournalMessage.wireName)

  private struct Pile {
    var messages: [InboundMessage] = []
    var bytes = 0
  }

  /// The most bytes that wait for a first subscription, of one kind.
  static let pileBytesMax = 1 << 20
  static let unclaimedBytesMax = 4 << 20

  /// - Returns: whether to report that messages of this kind are dropped. After true, it is false
  ///   until there was room again.
  mutating func dispatch(_ messages: [InboundMessage], _ key: Key) -> Bool {
    var (isOpen, isKept) = (false, true)
    for case let subscription? in subscriptions(key).lazy.map(\.value) {
      isOpen = true
      isKept = subscription.receive(messages) && isKept
    }
    if !isOpen { isKept = messages.allSatisfy { keep($0, key) } }
    if isKept {
      if !overfull.isEmpty { overfull.remove(key) }
      return false
    }
    return overfull.count < 1_000 && overfull.insert(key).inserted
  }

  private func subscriptions(_ key: Key) -> Subscriptions {
    guard key.name.isEmpty else { return named[key] ?? [] }
    return key.mode == .reliable ? reliableBytes : unreliableBytes
  }

  private mutating func keep(_ message: InboundMessage, _ key: Key) -> Bool {
    // A program that makes no journal keeps nothing of one. A journal that is made later asks anew.
    if key == Self.journal { return true }
    guard unclaimed[key]?.bytes ?? 0 < Self.pileBytesMax,
      unclaimedBytes < Self.unclaimedBytesMax
    else { return false }
    unclaimed[key, default: Pile()].messages.append(message)
    unclaimed[key]?.bytes += message.weight
    unclaimedBytes += message.weight
    return true
  }

  /// Adds a subscription, which gets all later messages of this kind. The first subscription also
  /// gets the waiting messages.
  mutating func add(_ subscription: MessageSubscription, _ key: Key) {
    let all = subscriptions(key).filter { $0.value != nil } + [.init(subscription)]
    switch (key.name.isEmpty, key.mode) {
    case (false, _): named[key] = all
    case (true, .reliable): reliableBytes = all
    case (true, .unreliable): unreliableBytes = all
    }
    guard let pile = unclaimed.removeValue(forKey: key) else { return }
    unclaimedBytes -= pile.bytes
    subscription.receive(pile.messages)
  }

  func close() {
    for subscription in reliableBytes + unreliableBytes + named.values.joined() {
      subscription.value?.close()
    }
  }
}

/// A message from another member.
struct InboundMessage: Sendable {
  let bytes: [UInt8]
  let source: Participant

  /// The size of the message for limits: its bytes, and a little for the objects around them.
  var weight: Int { bytes.count + 128 }
}

/// A reader of the messages of one kind.
final class MessageSubscription: Sendable {
  enum Reader: Sendable {
    /// A task, which calls `next` for each message.
    case task(AsyncQueue<InboundMessage>)
    /// A handler, which the publisher calls with all messages of a burst.
    case handler(MainActorPublisher, @MainActor @Sendable ([InboundMessage]) -> Void)
  }

  /// The most bytes that may wait.
  static let weightMax = 32 << 20
  private let reader: Reader
  private let isWanted: @Sendable ([UInt8]) -> Bool
  /// The weight of the messages that wait for the handler.
  private let weight = Atomic(0)

  init(
    _ reader: Reader = .task(AsyncQueue(weightMax: weightMax)),
    where isWanted: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
  ) {
    (self.reader, self.isWanted) = (reader, isWanted)
  }

  /// - Returns: whether there was room for all wanted messages.
  @discardableResult
  func receive(_ some: [InboundMessage]) -> Bool {
    let wanted = some.filter { isWanted($0.bytes) }
    switch reader {
    case .task(let queue): return wanted.allSatisfy { queue.enqueue($0, weight: $0.weight) }
    case .handler(let publisher, _):
      let kept = wanted.prefix(while: makesRoom)
      if !kept.isEmpty { publisher.deliver(kept, to: self) }
      return kept.count == wanted.count
    }
  }

  private func makesRoom(for message: InboundMessage) -> Bool {
    guard weight.load(ordering: .relaxed) < Self.weightMax else { return false }
    weight.add(message.weight, ordering: .relaxed)
    return true
  }

  /// Calls the handler with messages that have waited for it.
  @MainActor func handle(_ messages: [InboundMessage]) {
    guard case .handler(_, let handler) = reader else { return }
    weight.subtract(messages.reduce(0) { $0 + $1.weight }, ordering: .relaxed)
    handler(messages)
  }

  func close() {
    if case .task(let queue) = reader { queue.close() }
  }

  func next(isolation: isolated (any Actor)? = #isolation) async -> InboundMessage? {
    guard case .task(let queue) = reader else { return nil }
    return await queue.next(isolation: isolation)
  }
}
