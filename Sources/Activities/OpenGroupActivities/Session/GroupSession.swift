import EaselBase
import Foundation
import GroupCore
import OpenCombine

/// People doing one activity together, as this program sees it.
///
/// A session begins `.waiting`. ``join()`` makes this program take part: once everybody knows, it is
/// `.joined`. It ends as `.invalidated` when this program leaves, when somebody ends it for everyone,
/// when a new session takes its place, when nobody is in it any more, or with the call. Nobody owns
/// it. Coming back later is another session object.
///
/// The published properties change on the main actor, and there alone their publishers emit: the
/// current value on subscription, then each new one before the property has it.
public final class GroupSession<ActivityType: GroupActivity>: ObservableObject,
  CustomStringConvertible, @unchecked Sendable
{
  // Unchecked: what changes is published properties, written on the main actor only and read behind
  // their own locks. The activity itself is a value that was decoded for this session alone.

  /// What is done together. Setting it changes it for everyone who is in the session; of two changes
  /// at once the same one stands everywhere. Set on the main actor, it is published before that
  /// returns. Before joining and after the end, and for one of more
  /// than 32 KiB encoded, nothing changes, which ``GroupHappening/activityRefused(session:_:)`` tells.
  @Shared public final var activity: ActivityType
  @PublishedState public final var state: State
  /// Those who joined, this participant included: empty before it joined, as nobody else is in the
  /// session who is not in the call.
  @Published public final private(set) var activeParticipants: Set<Participant> = []

  /// The same for everybody in the session.
  public final let id: UUID
  /// This program's seat, known before it is taken.
  public final let localParticipant: Participant
  /// Whether the session was begun here.
  public final let isLocallyInitiated: Bool
  /// Who began it.
  public final let initiator: GroupPerson
  /// Terminals have no scenes: nil.
  public final var sceneSessionIdentifier: String? { nil }

  let system: GroupSystem
  let place: SessionPlace
  private let ending: SessionEnding

  init(activity: ActivityType, offer: SessionOffer, system: GroupSystem) {
    _activity = Shared(wrappedValue: activity)
    id = UUID(offer.place.session)
    localParticipant = Participant(offer.place.participant, name: system.name)
    isLocallyInitiated = offer.isLocallyInitiated
    initiator = offer.initiator
    place = offer.place
    ending = offer.ending
    self.system = system
    // From here on the publishers are there, and looking for them writes nothing: any thread may.
    _ = ($activity, $state, $activeParticipants)
  }

  /// Takes part. What is sent from now on goes out once the session is joined. Nothing happens where
  /// it is joined already.
  ///
  /// Where it is over, or was offered anew as another object, ``state`` is `.invalidated` when this
  /// returns, though the main actor may not have published that yet. A call on the main actor
  /// publishes it, too.
  public final func join() {
    if system.join(place) { return }
    if let end = ending.reason { _state.show(end) }
    system.publishIfMain()
  }

  /// Takes part no longer; the others go on. Nothing happens where the session is over.
  public final func leave() { system.leave(place) }

  /// Ends the session for everyone. Nothing happens where it is over.
  public final func end() { system.end(place) }

  /// Asks whoever shows this program to bring it before the person's eyes, by a
  /// ``GroupHappening/foregroundRequested(session:)``.
  public final func requestForegroundPresentation() {
    system.publish(.foregroundRequested(session: id))
  }

  /// Lets this person, and nobody else, know what somebody did, by a
  /// ``GroupHappening/notice(_:session:)``.
  public final func showNotice(_ event: GroupSessionEvent) {
    system.publish(.notice(event, session: id))
  }

  public final var description: String {
    "GroupSession<\(ActivityType.self)> \(id), \(state), \(activeParticipants.count) active"
  }
}

extension GroupSession: LiveSession {
  @MainActor func take(_ change: LiveChange) {
    switch change {
    case .joined: publish(.joined)
    case .participants(let participants):
      let wasLed = activeParticipants.contains { $0.person == initiator }
      activeParticipants = participants
      if wasLed, !participants.contains(where: { $0.person == initiator }) { initiatorLeft() }
    case .activity(let bytes):
      do {
        let activity = try Coding.value(ActivityType.self, of: bytes)
        objectWillChange.send()
        _activity.publish(activity)
      } catch { system.publish(.unreadableActivity(session: id, "\(error)")) }
    case .over(let end): publish(.invalidated(reason: end))
    }
  }

  @MainActor private func publish(_ state: State) {
    objectWillChange.send()
    _state.publish(state)
  }
}

extension GroupSession {
  /// It may have had no chance to say so.
  @MainActor private func initiatorLeft() {
    Task {
      if await activity.metadata.lifetimePolicy == .endsWhenInitiatorLeaves { end() }
    }
  }
}
