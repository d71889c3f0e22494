import Dispatch
import EaselBase
import Synchronization

/// Gives the messages of one session to the subscriptions to their kind.
struct MessageDispatcher {
  struct Key: Hashable {
    let mode: DeliveryMode
    let name: String
  }

  private var subscriptions: [Key: [GroupSystemCore.Weak<MessageSubscription>]] = [:]
  /// Messages of kinds without a subscription, kept for the first subscription.
  private var unclaimed: [Key: Pile] = [:]
  private var unclaimedBytes = 0
  /// The kinds of which a message was dropped since a message was last kept.
  private var overfull: Set<Key> = []

  private struct Pile {
    var messages: [InboundMessage] = []
    var bytes = 0
  }

  /// The most bytes kept of one kind, and of all kinds of a session.
  static let pileBytesMax = 1 << 20
  static let unclaimedBytesMax = 4 << 20

  /// - Returns: whether the user must hear that messages of this kind are dropped: true once, until
  ///   there is room for them again.
  mutating func dispatch(_ messages: [InboundMessage], _ key: Key) -> Bool {
    let open = (subscriptions[key] ?? []).compactMap(\.value)
    let isKept =
      open.isEmpty
      ? messages.allSatisfy { keep($0, key) } : open.reduce(true) { $1.receive(messages) && $0 }
    if isKept {
      if !overfull.isEmpty { overfull.remove(key) }
      return false
    }
    return overfull.count < 1_000 && overfull.insert(key).inserted
  }

  private mutating func keep(_ message: InboundMessage, _ key: Key) -> Bool {
    guard unclaimed[key]?.bytes ?? 0 < Self.pileBytesMax,
      unclaimedBytes < Self.unclaimedBytesMax
    else { return false }
    unclaimed[key, default: Pile()].messages.append(message)
    unclaimed[key]?.bytes += message.weight
    unclaimedBytes += message.weight
    return true
  }

  /// Gives the subscription all later messages of that kind, and those kept for the first
  /// subscription.
  mutating func add(_ subscription: MessageSubscription, _ key: Key) {
    subscriptions[key, default: []].removeAll { $0.value == nil }
    subscriptions[key, default: []].append(.init(subscription))
    guard let pile = unclaimed.removeValue(forKey: key) else { return }
    unclaimedBytes -= pile.bytes
    subscription.receive(pile.messages)
  }

  func close() {
    for subscription in subscriptions.values.joined() { subscription.value?.close() }
  }
}

/// A message from another member.
struct InboundMessage: Sendable {
  let bytes: [UInt8]
  let source: Participant

  /// The bytes of the message, and a little for the objects around them.
  var weight: Int { bytes.count + 128 }
}

/// Messages of one kind that wait for their reader.
final class MessageSubscription: Sendable {
  /// The most bytes that may wait.
  static let weightMax = 32 << 20
  private let messages = AsyncQueue<InboundMessage>(weightMax: weightMax)
  /// Called with all messages that wait; nil where the reader calls `next`.
  private let handler: (@MainActor @Sendable ([InboundMessage]) -> Void)?
  private let isCalling = Atomic(false)
  private let isWanted: @Sendable ([UInt8]) -> Bool
  /// Calls its argument at the right time to wake the handler.
  private let after: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(
    _ handler: (@MainActor @Sendable ([InboundMessage]) -> Void)? = nil,
    where isWanted: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    after: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
  ) {
    (self.handler, self.isWanted, self.after) = (handler, isWanted, after)
  }

  /// - Returns: whether there was room for all wanted messages.
  @discardableResult
  func receive(_ some: [InboundMessage]) -> Bool {
    let wanted = some.filter { isWanted($0.bytes) }
    let kept = wanted.prefix { messages.enqueue($0, weight: $0.weight) }.count
    if kept > 0, handler != nil { call() }
    return kept == wanted.count
  }

  /// Calls the handler once for all messages that arrive until the call runs. The call goes
  /// straight to the main queue: resuming a waiting task by a thread of the pool would double the
  /// cost.
  private func call() {
    guard !isCalling.exchange(true, ordering: .acquiringAndReleasing) else { return }
    after { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.callHandler() } }
    }
  }

  @MainActor private func callHandler() {
    isCalling.store(false, ordering: .releasing)
    let all = messages.removeAll()
    if !all.isEmpty { handler?(all) }
  }

  func close() { messages.close() }

  func next(isolation: isolated (any Actor)? = #isolation) async -> InboundMessage? {
    await messages.next(isolation: isolation)
  }
}
