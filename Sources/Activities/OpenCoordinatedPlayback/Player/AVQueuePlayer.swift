import Synchronization

/// A player that plays items one after another. An item of unknown length plays until the program
/// calls ``advanceToNextItem()``.
///
/// The queue is this program's own: the coordinator keeps only the current items of the participants in
/// step.
public final class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  // Unchecked: see the superclass. The queue has a lock.

  /// The items after the current one.
  private let next = Mutex<[AVPlayerItem]>([])

  /// Creates a player that plays these items.
  public convenience init(items: [AVPlayerItem]) {
    self.init()
    for item in items { insert(item, after: nil) }
  }

  override var defaultActionAtItemEnd: ActionAtItemEnd { .advance }

  /// The current item and those after it.
  public func items() -> [AVPlayerItem] {
    let next = next.withLock { $0 }
    return (currentItem.map { [$0] } ?? []) + next
  }

  /// Plays the next item. Without one the player has no item.
  public func advanceToNextItem() {
    let item = next.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    replaceCurrentItem(with: item)
  }

  /// Returns whether an item can be inserted: it is not in the queue yet, and the item before it is.
  ///
  /// - Parameter afterItem: nil for the end of the queue.
  public func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    let items = items()
    return !items.contains(item) && afterItem.map(items.contains) ?? true
  }

  /// Inserts an item, which becomes the current one if there is none. Has no effect if
  /// ``canInsert(_:after:)`` returns false.
  public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    guard canInsert(item, after: afterItem) else { return }
    guard let current = currentItem else { return replaceCurrentItem(with: item) }
    next.withLock { next in
      let index = afterItem.map { $0 == current ? 0 : (next.firstIndex(of: $0) ?? next.count) + 1 }
      next.insert(item, at: min(index ?? next.count, next.count))
    }
  }

  /// Removes an item. If it is the current one, the next one follows.
  public func remove(_ item: AVPlayerItem) {
    if item == currentItem { return advanceToNextItem() }
    next.withLock { $0.removeAll { $0 == item } }
  }

  /// Removes all items, also the current one.
  public func removeAllItems() {
    next.withLock { $0 = [] }
    replaceCurrentItem(with: nil)
  }

  override func reachedEnd(of item: AVPlayerItem) {
    super.reachedEnd(of: item)
    if actionAtItemEnd == .advance, item == currentItem { advanceToNextItem() }
  }
}
