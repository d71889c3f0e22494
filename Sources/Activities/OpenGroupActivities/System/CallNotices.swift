/// Events of a call outside its sessions; the first 256 unread events are kept. The sequence ends
/// when the task is cancelled.
public struct CallNotices: AsyncSequence, Sendable {
  /// An event of the call.
  public typealias Element = CallNotice
  private let listener = CallNoticeListener()

  init(system: GroupSystem) { system.add(listener) }

  /// Creates an iterator; it shares the events with all other iterators of this value.
  public func makeAsyncIterator() -> Iterator { Iterator(listener: listener) }

  /// Reads the events of a ``CallNotices`` value.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let listener: CallNoticeListener

    /// Returns the next event, or nil only when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> CallNotice? {
      await listener.mailbox.next(isolation: actor)
    }

    /// Returns the next event, or nil only when the task is cancelled.
    public mutating func next() async -> CallNotice? { await next(isolation: #isolation) }
  }
}

final class CallNoticeListener: Sendable {
  let mailbox = AsyncQueue<CallNotice>(weightMax: 256)

  func receive(_ notice: CallNotice) { mailbox.enqueue(notice) }
}
