import Dispatch
import EaselBase
import GroupBase
import Synchronization

/// Passes the messages of one session to the subscriptions for their kind.
struct MessageDispatcher {
  struct Key: Hashable {
    let mode: DeliveryMode
    let name: String
  }

  private var subscriptions: [Key: [GroupSystemCore.Weak<MessageSubscription>]] = [:]
  /// Messages of kinds without a subscription, which wait for the first subscription.
  private var unclaimed: [Key: Pile] = [:]
  private var unclaimedBytes = 0
  /// The kinds of which a message was dropped and no message was accepted since.
  private var overfull: Set<Key> = []

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

  /// Adds a subscription, which gets all later messages of this kind. The first subscription also
  /// gets the waiting messages.
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

  /// The size of the message for limits: its bytes, and a little for the objects around them.
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
  /// Calls its argument when the handler may be woken.
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

  /// Schedules one call of the handler for all messages that arrive before the call runs. The call
  /// goes straight to the main queue: a waiting task that a thread of the pool resumes would cost
  /// twice as much.
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
