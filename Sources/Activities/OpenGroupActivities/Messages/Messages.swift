import Foundation

extension GroupSessionMessenger {
  /// Messages of one type, each with its source, in the order in which each participant sent them.
  /// They end with the session, or when the task is cancelled.
  ///
  /// Several iterators of one value share its messages. Up to 32 MiB wait for the reader; later
  /// messages are dropped, and ``CallNotice/overflow(name:session:)`` reports this.
  public struct Messages<Message: Codable>: AsyncSequence, Sendable {
    /// A message, and the facts about it.
    public typealias Element = (Message, MessageContext)

    let subscription: MessageSubscription
    let name: String
    let system: GroupSystem

    /// Creates an iterator; it shares the messages with all other iterators of this value.
    public func makeAsyncIterator() -> Iterator { Iterator(messages: self) }

    /// Reads the messages of a ``GroupSessionMessenger/Messages`` value.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let messages: Messages

      /// Returns the next message that can be read, or nil when no more will come.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        while let inbound = await messages.subscription.next(isolation: actor) {
          if let message = messages.read(inbound) {
            return (message, MessageContext(source: inbound.source))
          }
        }
        return nil
      }

      /// Returns the next message that can be read, or nil when no more will come.
      public mutating func next() async -> Element? { await next(isolation: #isolation) }
    }

    fileprivate func read(_ inbound: InboundMessage) -> Message? {
      do { return try Coding.message(Message.self, of: inbound.bytes) } catch {
        system.publish(.unreadableMessage(name: name, from: inbound.source, "\(error)"))
        return nil
      }
    }
  }

  /// A subscription made by ``GroupSessionMessenger/onMessage(where:_:)``. It ends when this object
  /// is released, or with the session.
  public final class Reception: Sendable {
    private let subscription: MessageSubscription
    init(subscription: MessageSubscription) { self.subscription = subscription }
    deinit { subscription.close() }
  }

  /// The facts about a message besides its content.
  public struct MessageContext: Sendable {
    /// The participant that sent the message.
    public var source: Participant
  }
}
