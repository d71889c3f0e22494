import EaselBase
import Foundation
import GroupBase

/// Sends messages to the participants of a session and receives their messages.
///
/// Messages are values of any `Codable` type, or bytes. A receiver finds messages by their delivery
/// mode and by the type's name with its enclosing types, as in `Chat.Message`, but without its
/// module, so that different programs understand each other. See ``CustomMessageIdentifiable`` for
/// custom names.
///
/// Make one messenger for each delivery mode, before or after joining, and keep it while the
/// session lives. Messages flow while the session is joined; a message sent during joining goes out
/// once the session is joined. A reliable message that is sent to all within two seconds after
/// joining also reaches participants who joined at the same moment.
public final class GroupSessionMessenger: Sendable {
  /// How reliably a message arrives.
  public enum DeliveryMode: Hashable, Sendable {
    /// The message arrives once, in the order sent, and is sent again until it arrives.
    case reliable
    /// The message arrives at once or is lost; it may arrive twice or out of order. Other members
    /// accept at most 60 of these messages a second from a member that only watches, and drop the
    /// rest.
    case unreliable
  }

  /// The mode in which this messenger sends; it receives only messages that were sent in the same
  /// mode.
  public final let deliveryMode: DeliveryMode
  let system: GroupSystem
  let participation: SessionParticipation

  /// Creates a reliable messenger.
  public convenience init<Activity>(session: GroupSession<Activity>) where Activity: GroupActivity {
    self.init(session: session, deliveryMode: .reliable)
  }

  /// Creates a messenger with a delivery mode.
  public init<Activity>(session: GroupSession<Activity>, deliveryMode: DeliveryMode)
  where Activity: GroupActivity {
    self.deliveryMode = deliveryMode
    (system, participation) = (session.system, session.participation)
  }

  // MARK: Sending

  /// Sends bytes; returns when they are on their way.
  ///
  /// Messages that one actor sends go out in that order, since each is queued before this method
  /// first suspends. While too much data is on its way, this method waits for room.
  ///
  /// - Throws: ``GroupSessionError/notJoined``, ``GroupSessionError/tooLarge(bytes:limit:)``, or
  ///   `CancellationError` if the task is cancelled while this waits for room.
  public final nonisolated(nonsending) func send(
    _ value: Data, to participants: Participants = .all
  ) async throws {
    try await send(bytes: Array(value), to: participants)
  }

  /// Sends bytes without a copy of them; see ``send(_:to:)-(Data,_)``.
  public final nonisolated(nonsending) func send(
    bytes: [UInt8], to participants: Participants = .all
  ) async throws {
    try await send(bytes, named: MessageName.ofData, to: participants)
  }

  /// Sends a value; see ``send(_:to:)-(Data,_)``. Also throws the errors of encoding the value.
  public final nonisolated(nonsending) func send<Message>(
    _ value: Message, to participants: Participants = .all
  ) async throws where Message: Codable {
    try await send(
      Coding.message(value), named: MessageName.of(Message.self), to: participants)
  }

  /// Sends a value and waits until each recipient has confirmed it or can no longer confirm it.
  ///
  /// Queues the value as ``send(_:to:)-(Message,_)`` does. During joining, this method waits until
  /// the session is joined, since its participants are not known before.
  ///
  /// - Throws: what sending throws, and ``GroupSessionError/unconfirmed`` if this messenger is
  ///   unreliable.
  public final nonisolated(nonsending) func deliver<Message>(
    _ value: Message, to participants: Participants = .all
  ) async throws -> Delivery where Message: Codable {
    guard deliveryMode == .reliable else { throw GroupSessionError.unconfirmed }
    let waitID = system.nextWaitID()
    var message = outgoing(
      try Coding.message(value), MessageName.of(Message.self), participants)
    message.receipt = waitID
    try await send(message, waitID)
    return try await system.delivery(waitID)
  }

  /// Sends bytes. Calls the handler on the main actor: with nil when the bytes are on their way,
  /// else with the error.
  ///
  /// - Parameter completion: gets what ``send(_:to:)-(Data,_)`` throws, or
  ///   ``GroupSessionError/tooMuchWaiting(bytes:limit:)`` if more than 8 MiB wait for one reader.
  public final func send(
    _ value: Data, to participants: Participants = .all,
    completion: @escaping ((any Error)?) -> Void
  ) {
    send(
      Array(value), named: MessageName.ofData, to: participants, CompletionCall(handler: completion)
    )
  }

  /// Sends bytes without a copy of them. Calls the handler only if they cannot be sent: on the main
  /// actor, with the error that ``send(_:to:completion:)-(Data,_,_)`` would pass.
  public final func pass(
    _ bytes: [UInt8], to participants: Participants = .all,
    orFail failed: @escaping (any Error) -> Void
  ) {
    let completion = CompletionCall(isOfFailure: true) { if let error = $0 { failed(error) } }
    send(bytes, named: MessageName.ofData, to: participants, completion)
  }

  /// Sends a value. Calls the handler on the main actor: with nil when the value is on its way,
  /// else with the error.
  public final func send<Message>(
    _ value: Message, to participants: Participants = .all,
    completion: @escaping ((any Error)?) -> Void
  ) where Message: Codable {
    do {
      let bytes = try Coding.message(value)
      send(
        bytes, named: MessageName.of(Message.self), to: participants,
        CompletionCall(handler: completion))
    } catch { system.hand(completion, error) }
  }

  /// Sends a value. Calls the handler only if it cannot be sent: on the main actor, with the error.
  package final func pass<Message>(
    _ value: Message, to participants: Participants = .all,
    orFail failed: @escaping (any Error) -> Void
  ) where Message: Codable {
    do {
      let completion = CompletionCall(isOfFailure: true) { if let error = $0 { failed(error) } }
      send(
        try Coding.message(value), named: MessageName.of(Message.self), to: participants, completion
      )
    } catch { system.hand({ if let error = $0 { failed(error) } }, error) }
  }

  // MARK: Receiving

  /// Returns the messages of bytes from now on. The first subscription also gets the messages that
  /// came before it.
  public final func messages(of type: Data.Type) -> Messages<Data> {
    Messages(subscription: open(MessageName.ofData), name: MessageName.ofData, system: system)
  }

  /// Calls a handler on the main actor with each message of bytes from now on. The first
  /// subscription also gets the messages that came before it. Meant for thousands of messages: no
  /// task is suspended and resumed between two messages, no message is copied, and the messages of
  /// a burst over all messengers need one turn of the main actor.
  ///
  /// - Parameter isWanted: called for each message when it arrives, on any thread; an unwanted
  ///   message does not wake the handler.
  /// - Returns: an object that ends the calls when it is released.
  public final func onMessage(
    where isWanted: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    _ receive: @escaping @MainActor @Sendable ([UInt8], MessageContext) -> Void
  ) -> Reception {
    Reception(
      subscription: open(MessageName.ofData, where: isWanted) { messages in
        for message in messages { receive(message.bytes, .init(source: message.source)) }
      })
  }

  /// Calls a handler on the main actor with each message of one type from now on. Unlike the tasks
  /// that read several sequences, several handlers get their messages in the order in which these
  /// arrived. The first subscription also gets the messages that came before it.
  ///
  /// - Returns: an object that ends the calls when it is released.
  package final func onMessage<Message: Codable & Sendable>(
    of type: Message.Type,
    _ receive: @escaping @MainActor @Sendable (Message, MessageContext) -> Void
  ) -> Reception {
    let name = MessageName.of(type)
    let system = system
    return Reception(
      subscription: open(name, where: { _ in true }) { messages in
        for message in messages {
          do {
            let value = try Coding.message(Message.self, of: message.bytes)
            receive(value, .init(source: message.source))
          } catch {
            system.publish(.unreadableMessage(name: name, from: message.source, "\(error)"))
          }
        }
      })
  }

  /// Drops the messages of one type as they come. Without any subscription they would wait for the
  /// first one.
  ///
  /// - Returns: an object that ends this when it is released.
  package final func ignore<Message: Codable>(_ type: Message.Type) -> Reception {
    Reception(subscription: open(MessageName.of(type), where: { _ in false }) { _ in })
  }

  /// Returns the messages of one type from now on. The first subscription also gets the messages
  /// that came before it (up to 1 MiB of each type). Each call returns a sequence of all messages,
  /// which ends with the session.
  public final func messages<Message>(of type: Message.Type) -> Messages<Message>
  where Message: Codable {
    let name = MessageName.of(type)
    return Messages(subscription: open(name), name: name, system: system)
  }
}

extension GroupSessionMessenger {
  private var mode: GroupBase.DeliveryMode { deliveryMode == .reliable ? .reliable : .unreliable }

  private func outgoing(_ bytes: [UInt8], _ name: String, _ participants: Participants)
    -> OutgoingMessage
  {
    OutgoingMessage(
      participation: participation, name: name, bytes: bytes, recipients: participants.recipients,
      mode: mode)
  }

  nonisolated(nonsending) func send(
    _ bytes: [UInt8], named name: String, to participants: Participants
  ) async throws {
    try await send(outgoing(bytes, name, participants), system.nextWaitID())
  }

  private nonisolated(nonsending) func send(_ message: OutgoingMessage, _ waitID: UInt64)
    async throws
  {
    // Nothing may suspend before this line, or messages would overtake each other.
    let isReceived = try system.perform {
      try $0.send(message, .task(waitID: waitID, nil), at: $1)
    }
    if !isReceived { try await system.wait(waitID) }
  }

  func send(
    _ bytes: [UInt8], named name: String, to participants: Participants,
    _ completion: CompletionCall
  ) {
    let message = outgoing(bytes, name, participants)
    system.perform { core, now in
      do {
        let isReceived = try core.send(message, .handler(completion), at: now)
        if isReceived, !completion.isOfFailure {
          core.publisher.publish(.completion(completion, nil))
        }
      } catch { core.publisher.publish(.completion(completion, error)) }
    }
  }

  func open(
    _ name: String, where isWanted: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    _ handler: (@MainActor @Sendable ([InboundMessage]) -> Void)? = nil
  ) -> MessageSubscription {
    system.perform { core, _ in
      let reader = handler.map { MessageSubscription.Reader.handler(core.publisher, $0) }
      let subscription =
        reader.map { MessageSubscription($0, where: isWanted) }
        ?? MessageSubscription(where: isWanted)
      if core.open[participation] == nil { subscription.close() }
      core.open[participation]?.dispatcher.add(subscription, .init(mode: mode, name: name))
      return subscription
    }
  }
}
