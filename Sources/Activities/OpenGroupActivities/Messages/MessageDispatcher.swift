import Dispatch
import EaselBase
import Synchronization

/// What came in one session, sorted by how it was sent and what it is called.
struct MessageDispatcher {
  struct Key: Hashable {
    let mode: DeliveryMode
    let name: String
  }

  private var boxes: [Key: [GroupSystemCore.Weak<MessageSubscription>]] = [:]
  /// What nobody has asked for yet, kept for the first who does.
  private var unclaimed: [Key: Pile] = [:]
  private var unclaimedBytes = 0
  /// Where something was dropped since something was last kept.
  private var overfull: Set<Key> = []

  private struct Pile {
    var letters: [InboundMessage] = []
    var bytes = 0
  }

  /// Of one kind, and of all in a session.
  static let pileBytesMax = 1 << 20
  static let unclaimedBytesMax = 4 << 20

  /// - Returns: whether to tell that messages of this kind are being dropped: said once, until there
  ///   is room for them again.
  mutating func dispatch(_ letters: [InboundMessage], _ key: Key) -> Bool {
    let open = (boxes[key] ?? []).compactMap(\.value)
    let isKept =
      open.isEmpty
      ? letters.allSatisfy { keep($0, key) } : open.reduce(true) { $1.receive(letters) && $0 }
    if isKept {
      if !overfull.isEmpty { overfull.remove(key) }
      return false
    }
    return overfull.count < 1_000 && overfull.insert(key).inserted
  }

  private mutating func keep(_ letter: InboundMessage, _ key: Key) -> Bool {
    guard unclaimed[key]?.bytes ?? 0 < Self.pileBytesMax,
      unclaimedBytes < Self.unclaimedBytesMax
    else { return false }
    unclaimed[key, default: Pile()].letters.append(letter)
    unclaimed[key]?.bytes += letter.weight
    unclaimedBytes += letter.weight
    return true
  }

  /// From now on everything of that kind is put into the box, and what was not claimed before.
  mutating func add(_ box: MessageSubscription, _ key: Key) {
    boxes[key, default: []].removeAll { $0.value == nil }
    boxes[key, default: []].append(.init(box))
    guard let pile = unclaimed.removeValue(forKey: key) else { return }
    unclaimedBytes -= pile.bytes
    box.receive(pile.letters)
  }

  func close() {
    for box in boxes.values.joined() { box.value?.close() }
  }
}

/// A message as it came.
struct InboundMessage: Sendable {
  let bytes: [UInt8]
  let source: Participant

  /// Bytes, and a little for what is round them.
  var weight: Int { bytes.count + 128 }
}

/// Where messages wait for one who takes them.
final class MessageSubscription: Sendable {
  /// Bytes.
  static let weightMax = 32 << 20
  private let letters = AsyncQueue<InboundMessage>(weightMax: weightMax)
  /// Called with all that waits, where nobody comes for it.
  private let handler: (@MainActor @Sendable ([InboundMessage]) -> Void)?
  private let isCalling = Atomic(false)
  private let isWanted: @Sendable ([UInt8]) -> Bool
  /// When to wake whoever is called.
  private let after: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(
    _ handler: (@MainActor @Sendable ([InboundMessage]) -> Void)? = nil,
    where isWanted: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    after: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
  ) {
    (self.handler, self.isWanted, self.after) = (handler, isWanted, after)
  }

  /// - Returns: whether there was room for all that are wanted.
  @discardableResult
  func receive(_ some: [InboundMessage]) -> Bool {
    let wanted = some.filter { isWanted($0.bytes) }
    let kept = wanted.prefix { letters.enqueue($0, weight: $0.weight) }.count
    if kept > 0, handler != nil { call() }
    return kept == wanted.count
  }

  /// One call for all that comes until it is made. Straight to the main queue: a task that waits is
  /// resumed by way of a thread of the pool, which costs as much again.
  private func call() {
    guard !isCalling.exchange(true, ordering: .acquiringAndReleasing) else { return }
    after { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.handOver() } }
    }
  }

  @MainActor private func handOver() {
    isCalling.store(false, ordering: .releasing)
    let all = letters.takeAll()
    if !all.isEmpty { handler?(all) }
  }

  func close() { letters.close() }

  func next(isolation: isolated (any Actor)? = #isolation) async -> InboundMessage? {
    await letters.next(isolation: isolation)
  }
}
