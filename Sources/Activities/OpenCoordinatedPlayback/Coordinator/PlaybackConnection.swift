import EaselBase
import Foundation
import GroupPlayback
import OpenCombine
import OpenGroupActivities
import Synchronization

/// A session as a coordinator uses it: its participants, and two messengers for the messages of the
/// machine.
final class PlaybackConnection: Sendable {
  private struct State {
    /// The participants that joined, by the bytes of their ids.
    var participants: [Bytes16: Participant] = [:]
    var isOver = false
  }

  /// An event of the session, on the main actor.
  enum Event: Sendable {
    case participants([Participant])
    case message(PlaybackMessage, from: Bytes16)
    case over
  }

  /// This participant.
  let me: Bytes16
  private let reliable: GroupSessionMessenger
  private let unreliable: GroupSessionMessenger
  private let state = Mutex(State())
  private let subscriptions = Subscriptions()

  /// Ends with the connection.
  private final class Subscriptions: @unchecked Sendable {
    // Unchecked: it is filled once, before another thread knows the connection.
    var receptions: [GroupSessionMessenger.Reception] = []
    var sinks: Set<AnyCancellable> = []
  }

  init<T>(_ session: GroupSession<T>) {
    me = Bytes16(session.localParticipant.id)
    reliable = GroupSessionMessenger(session: session, deliveryMode: .reliable)
    unreliable = GroupSessionMessenger(session: session, deliveryMode: .unreliable)
  }

  /// The participants that joined.
  var participants: [Participant] { state.withLock { Array($0.participants.values) } }
  /// Whether this participant joined the session, and the session is not over.
  var isJoined: Bool { state.withLock { !$0.isOver && $0.participants[me] != nil } }

  /// Passes on the events of the session from now on.
  func listen<T>(
    to session: GroupSession<T>,
    _ handle: @escaping @Sendable (PlaybackConnection, Event) -> Void
  ) {
    for messenger in [reliable, unreliable] {
      for content in PlaybackMessage.contents { listen(to: content, with: messenger, handle) }
    }
    session.$activeParticipants.sink { [weak self] participants in
      guard let self else { return }
      state.withLock { state in
        state.participants = Dictionary(
          uniqueKeysWithValues: participants.map { (Bytes16($0.id), $0) })
      }
      handle(self, .participants(Array(participants)))
    }.store(in: &subscriptions.sinks)
    session.$state.sink { [weak self] state in
      guard let self, case .invalidated = state else { return }
      self.state.withLock { $0.isOver = true }
      handle(self, .over)
    }.store(in: &subscriptions.sinks)
  }

  private func listen<Content: PlaybackMessageContent>(
    to content: Content.Type, with messenger: GroupSessionMessenger,
    _ handle: @escaping @Sendable (PlaybackConnection, Event) -> Void
  ) {
    let reception = messenger.onMessage(of: content) { [weak self] content, context in
      guard let self else { return }
      handle(self, .message(content.message, from: Bytes16(context.source.id)))
    }
    subscriptions.receptions.append(reception)
  }

  /// Sends a message. A message that cannot be sent is dropped: the
  /// machine repeats what counts.
  func send(
    _ message: PlaybackMessage, to recipients: PlaybackRecipients, isReliable: Bool,
    orFail failed: @escaping @Sendable (any Error) -> Void
  ) {
    send(
      message.content, with: isReliable ? reliable : unreliable, to: participants(recipients),
      failed)
  }

  private func participants(_ recipients: PlaybackRecipients) -> Participants {
    switch recipients {
    case .everyone: .all
    case .only(let chosen):
      state.withLock { state in .only(Set(chosen.compactMap { state.participants[$0] })) }
    }
  }

  private func send(
    _ content: some PlaybackMessageContent, with messenger: GroupSessionMessenger,
    to recipients: Participants, _ failed: @escaping @Sendable (any Error) -> Void
  ) {
    messenger.pass(content, to: recipients) { error in
      // The session is over, or is not joined yet.
      if case GroupSessionError.notJoined = error { return }
      failed(error)
    }
  }
}

// The names of the messages of the machine, as the messenger reads them.
extension PlaybackCommandContent: CustomMessageIdentifiable {
  package static var messageIdentifier: String { name }
}
extension PlaybackReadiness: CustomMessageIdentifiable {
  package static var messageIdentifier: String { name }
}
extension PlaybackStatus: CustomMessageIdentifiable {
  package static var messageIdentifier: String { name }
}
extension PlaybackBeat: CustomMessageIdentifiable {
  package static var messageIdentifier: String { name }
}

extension Bytes16 {
  /// The bytes of an id.
  init(_ id: UUID) {
    let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
    self.init(
      high: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) },
      low: bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
  }
}

extension UUID {
  /// The id with these bytes.
  init(_ bytes: Bytes16) {
    self = bytes.bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
