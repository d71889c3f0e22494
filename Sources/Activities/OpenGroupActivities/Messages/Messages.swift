import Foundation

extension GroupSessionMessenger {
  /// Messages of one type with where each came from, in the order in which each participant sent
  /// them. They end with the session, or when the task is cancelled.
  ///
  /// Several iterators of one value share its messages. Up to 32 MiB wait for one who takes them;
  /// what comes beyond that is dropped, which ``GroupHappening/overflow(name:session:)`` tells.
  public struct Messages<Message: Codable>: AsyncSequence, Sendable {
    public typealias Element = (Message, MessageContext)

    let box: MessageSubscription
    let name: String
    let system: GroupSystem

    public func makeAsyncIterator() -> Iterator { Iterator(messages: self) }

    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let messages: Messages

      /// The next message that can be read; nil when there will be none.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        while let letter = await messages.box.next(isolation: actor) {
          if let message = messages.read(letter) {
            return (message, MessageContext(source: letter.source))
          }
        }
        return nil
      }

      public mutating func next() async -> Element? { await next(isolation: #isolation) }
    }

    fileprivate func read(_ letter: InboundMessage) -> Message? {
      do { return try Coding.message(Message.self, of: letter.bytes) } catch {
        system.publish(.unreadableMessage(name: name, from: letter.source, "\(error)"))
        return nil
      }
    }
  }

  /// What ``onMessage(_:)`` began. It ends when this is let go of, or with the session.
  public final class Reception: Sendable {
    private let box: MessageSubscription
    init(box: MessageSubscription) { self.box = box }
    deinit { box.close() }
  }

  /// What is known of a message besides itself.
  public struct MessageContext: Sendable {
    /// Who sent it.
    public var source: Participant
  }
}
