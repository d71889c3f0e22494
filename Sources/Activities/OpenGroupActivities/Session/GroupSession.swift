import EaselBase
import Foundation
import GroupCore
import OpenCombine

/// One activity that people do together, as this program sees it.
///
/// A session begins `.waiting`. ``join()`` makes this program take part: once everybody knows, it
/// is `.joined`. It ends as `.invalidated` when this program leaves, when a participant ends it for
/// everyone, when a new session replaces it, when all participants have left, or with the call. A
/// session has no owner. A program that rejoins later gets another session object.
///
/// The published properties change on the main actor, and their publishers emit only there: the
/// current value on subscription, then each new value before the property has it.
public final class GroupSession<ActivityType: GroupActivity>: ObservableObject,
  CustomStringConvertible, @unchecked Sendable
{
  // Unchecked: the mutable parts are published properties, written on the main actor only and read
  // behind their own locks. The activity itself is a value that was decoded for this session alone.

  /// The shared activity. Setting it changes it for all participants; of two simultaneous changes,
  /// all participants end with the same one. If it is set on the main actor, it is published before
  /// the setter returns. Setting it before joining, after the end, or to a value of more than 32
  /// KiB encoded changes nothing, and ``CallNotice/activityRefused(session:_:)`` reports this.
  @Shared public final var activity: ActivityType
  /// The stage in the life of the session: first `.waiting`, last `.invalidated`.
  @PublishedState public final var state: State
  /// The participants that joined, including this one. Empty before this participant joined. All
  /// participants are also in the call.
  @Published public final private(set) var activeParticipants: Set<Participant> = []

  /// The identifier, which is the same for everybody in the session.
  public final let id: UUID
  /// This program's participant, known before joining.
  public final let localParticipant: Participant
  /// Whether this program began the session.
  public final let isLocallyInitiated: Bool
  /// The person who began the session.
  public final let initiator: GroupPerson
  /// Always nil: terminals have no scenes.
  public final var sceneSessionIdentifier: String? { nil }
  /// Always nil: a terminal arranges nobody in space.
  public final var systemCoordinator: SystemCoordinator? { get async { nil } }

  let system: GroupSystem
  let participation: SessionParticipation
  private let ending: SessionEnding
  /// The journal of this session, made when the program asks for one.
  let journal = SharedJournal()

  init(activity: ActivityType, offer: SessionOffer, system: GroupSystem) {
    _activity = Shared(wrappedValue: activity)
    id = UUID(offer.participation.session)
    localParticipant = Participant(offer.participation.participant, name: system.name)
    isLocallyInitiated = offer.isLocallyInitiated
    initiator = offer.initiator
    participation = offer.participation
    ending = offer.ending
    self.system = system
    // Creates the publishers here, so that later access writes nothing and any thread may use them.
    _ = ($activity, $state, $activeParticipants)
  }

  /// Joins the session. Messages sent from now on go out once the session is joined. Has no effect
  /// if it is joined already.
  ///
  /// If the session is over, or was offered again as another object, ``state`` is `.invalidated`
  /// when this returns, though the main actor may publish it later. A call on the main actor also
  /// publishes it.
  public final func join() {
    if system.join(participation) { return }
    if let end = ending.reason { _state.show(end) }
    system.publishIfMain()
  }

  /// Leaves the session; the others continue. Has no effect if the session is over.
  public final func leave() { system.leave(participation) }

  /// Ends the session for everyone. Has no effect if it is over.
  public final func end() { system.end(participation) }

  /// Asks the shell around this program to show it in the foreground, by a
  /// ``CallNotice/foregroundRequested(session:)``.
  public final func requestForegroundPresentation() {
    system.publish(.foregroundRequested(session: id))
  }

  /// Tells only this person what a participant did, by a ``CallNotice/notice(_:session:)``.
  public final func showNotice(_ event: GroupSessionEvent) {
    system.publish(.notice(event, session: id))
  }

  /// A text for logs: the activity's type, the identifier, the state and the number of
  /// participants.
  public final var description: String {
    "GroupSession<\(ActivityType.self)> \(id), \(state), \(activeParticipants.count) active"
  }
}

extension GroupSession: LiveSession {
  @MainActor func receive(_ change: GroupSessionUpdate) {
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
  /// Ends the session if its policy says so, since the initiator may have left without ending it.
  @MainActor private func initiatorLeft() {
    Task {
      if await activity.metadata.lifetimePolicy == .endsWhenInitiatorLeaves { end() }
    }
  }
}
