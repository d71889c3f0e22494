import EaselBase
import Foundation

/// Sends messages to the participants of a session and receives theirs.
///
/// Messages are values of any `Codable` type, or bytes. A receiver finds them by the mode in which
/// they were sent and by the type's name without its module, so that different programs understand
/// each other; see ``CustomMessageIdentifiable`` for names of one's own.
///
/// Make one for each mode that is needed, before or after joining, and keep it while the session
/// lives. Messages flow while it is joined; those sent while it is being joined go out once it is.
/// Reliable ones that are sent to all within two seconds after joining also reach participants who
/// joined at the same moment.
public final class GroupSessionMessenger: Sendable {
  /// How much is done for a message to arrive.
  public enum DeliveryMode: Hashable, Sendable {
    /// It arrives once, in the order sent, and is sent again until it does.
    case reliable
    /// It arrives at once or not at all; perhaps twice, perhaps out of order. Of a member
    /// that only watches the others drop what is beyond 60 messages a second.
    case unreliable
  }

  public final let deliveryMode: DeliveryMode
  let system: GroupSystem
  let place: SessionPlace

  /// Reliable.
  public convenience init<Activity>(session: GroupSession<Activity>) where Activity: GroupActivity {
    self.init(session: session, deliveryMode: .reliable)
  }

  public init<Activity>(session: GroupSession<Activity>, deliveryMode: DeliveryMode)
  where Activity: GroupActivity {
    self.deliveryMode = deliveryMode
    (system, place) = (session.system, session.place)
  }

  // MARK: Sending

  /// Sends bytes; returns when they are on their way.
  ///
  /// What is sent from one actor goes out in that order, for it is put in line before this first
  /// suspends. While too much is on its way it waits for room.
  ///
  /// - Throws: ``GroupSessionError/notJoined``, ``GroupSessionError/tooLarge(bytes:limit:)``, or
  ///   `CancellationError` where the task is cancelled while this waits for room.
  public final nonisolated(nonsending) func send(
    _ value: Data, to participants: Participants = .all
  ) async throws {
    try await send(Array(value), named: MessageName.ofData, to: participants)
  }

  /// Sends a value; see ``send(_:to:)-(Data,_)``. What encoding it throws is thrown on.
  public final nonisolated(nonsending) func send<Message>(
    _ value: Message, to participants: Participants = .all
  ) async throws where Message: Codable {
    try await send(
      Coding.message(value), named: MessageName.of(Message.self), to: participants)
  }

  /// Sends a value and waits until everybody whom it is for has confirmed it, or will not.
  ///
  /// It is put in line as ``send(_:to:)-(Message,_)`` does. A session that is being joined is waited
  /// for, since before it is not known who is in it.
  ///
  /// - Throws: what sending throws, and ``GroupSessionError/unconfirmed`` where this messenger is
  ///   unreliable.
  public final nonisolated(nonsending) func deliver<Message>(
    _ value: Message, to participants: Participants = .all
  ) async throws -> Delivery where Message: Codable {
    guard deliveryMode == .reliable else { throw GroupSessionError.unconfirmed }
    let ticket = system.ticket()
    var letter = outgoing(
      try Coding.message(value), MessageName.of(Message.self), participants)
    letter.receipt = ticket
    try await send(letter, ticket)
    return try await system.delivery(ticket)
  }

  /// Sends bytes; the handler is called on the main actor, with nil when they are on their way.
  ///
  /// - Parameter completion: gets what ``send(_:to:)-(Data,_)`` throws, or
  ///   ``GroupSessionError/tooMuchWaiting(bytes:limit:)`` where more than 8 MiB wait for one reader.
  public final func send(
    _ value: Data, to participants: Participants = .all,
    completion: @escaping ((any Error)?) -> Void
  ) {
    send(
      Array(value), named: MessageName.ofData, to: participants, CompletionCall(handler: completion)
    )
  }

  /// Sends bytes; the handler is called on the main actor where they cannot be sent, with what
  /// ``send(_:to:completion:)-(Data,_,_)`` would say, and else never.
  public final func pass(
    _ value: Data, to participants: Participants = .all,
    orFail failed: @escaping (any Error) -> Void
  ) {
    let turn = CompletionCall(isOfFailure: true) { if let error = $0 { failed(error) } }
    send(Array(value), named: MessageName.ofData, to: participants, turn)
  }

  /// Sends a value; the handler is called on the main actor, with nil when it is on its way.
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

  // MARK: Receiving

  /// The messages of bytes, from now on, with those that came before anybody asked.
  public final func messages(of type: Data.Type) -> Messages<Data> {
    Messages(box: open(MessageName.ofData), name: MessageName.ofData, system: system)
  }

  /// Calls a handler on the main actor with each message of bytes, from now on, and with those that
  /// came before anybody asked. For messages that come by the thousand: between two of them no task
  /// is put aside and resumed.
  ///
  /// - Parameter isWanted: asked about each message where it comes in, on any thread; what is not
  ///   wanted wakes nobody.
  /// - Returns: what ends it when it is let go of.
  public final func onMessage(
    where isWanted: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    _ take: @escaping @MainActor @Sendable (Data, MessageContext) -> Void
  ) -> Reception {
    Reception(
      box: open(MessageName.ofData, where: isWanted) { letters in
        for letter in letters { take(Data(letter.bytes), .init(source: letter.source)) }
      })
  }

  /// The messages of one type, from now on, with those that came before anybody asked (up to 1 MiB
  /// of each). Every call gives all of them; they end with the session.
  public final func messages<Message>(of type: Message.Type) -> Messages<Message>
  where Message: Codable {
    let name = MessageName.of(type)
    return Messages(box: open(name), name: name, system: system)
  }
}

extension GroupSessionMessenger {
  private var mode: EaselBase.DeliveryMode { deliveryMode == .reliable ? .reliable : .unreliable }

  private func outgoing(_ bytes: [UInt8], _ name: String, _ participants: Participants) -> Outgoing
  {
    Outgoing(
      place: place, name: name, bytes: bytes, recipients: participants.recipients, mode: mode)
  }

  private nonisolated(nonsending) func send(
    _ bytes: [UInt8], named name: String, to participants: Participants
  ) async throws {
    try await send(outgoing(bytes, name, participants), system.ticket())
  }

  private nonisolated(nonsending) func send(_ letter: Outgoing, _ ticket: UInt64) async throws {
    // Up to here nothing may suspend, or messages would overtake each other.
    let isTaken = try system.perform {
      try $0.send(letter, .task(ticket: ticket, nil), at: $1)
    }
    if !isTaken { try await system.wait(ticket) }
  }

  private func send(
    _ bytes: [UInt8], named name: String, to participants: Participants, _ turn: CompletionCall
  ) {
    let letter = outgoing(bytes, name, participants)
    system.perform { core, now in
      do {
        let isTaken = try core.send(letter, .handler(turn), at: now)
        if isTaken, !turn.isOfFailure { core.post.post(.turn(turn, nil)) }
      } catch { core.post.post(.turn(turn, error)) }
    }
  }

  private func open(
    _ name: String, where isWanted: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    _ handler: (@MainActor @Sendable ([InboundMessage]) -> Void)? = nil
  ) -> MessageSubscription {
    let box = MessageSubscription(handler, where: isWanted) { [weak system] in
      system?.afterSending($0)
    }
    system.perform { core, _ in
      if core.rooms[place] == nil { box.close() }
      core.rooms[place]?.add(box, .init(mode: mode, name: name))
    }
    return box
  }
}
