import OpenCombine
import Synchronization

/// Shows whether there are people to share with.
///
/// It observes the system that is ``GroupSystem/effective`` where it is made, and is correct from
/// then on. Like a session's properties, its properties change on the main actor, and the
/// publishers emit before the change.
public final class GroupStateObserver: ObservableObject, @unchecked Sendable {
  // Unchecked: published properties, written on the main actor only and read behind their own locks.

  /// True exactly while another person is in the call.
  @Published public private(set) var isEligibleForGroupSession: Bool
  /// The other people in the call.
  @Published public private(set) var people: [GroupPerson]
  /// The activity that begins as soon as another person joins the call.
  @Published public private(set) var stagedActivity: StagedActivity?

  /// The round trip to the farthest neighbour, in milliseconds; nil if there is no neighbour, or it
  /// was not measured yet.
  @Published public private(set) var roundTrip: Int64?
  /// The member without whom the others would not find each other again; nil if there is none.
  @Published public private(set) var hub: CallHub?

  /// Creates an observer of the system that is ``GroupSystem/effective`` now.
  public convenience init() { self.init(GroupSystem.effective) }

  /// Creates an observer of a system; the system does not keep it alive.
  public init(_ system: GroupSystem) {
    let view = system.view
    isEligibleForGroupSession = view.isEligible
    people = view.people
    stagedActivity = view.staged
    (roundTrip, hub) = (view.roundTrip, view.hub)
    _ = ($isEligibleForGroupSession, $people, $stagedActivity, $roundTrip, $hub)
    system.add(self)
  }

  @MainActor func apply(_ view: PublishedCall) {
    // The people come first, so that a reader of the eligibility finds out who is there.
    if view.people != people || view.people.map(\.name) != people.map(\.name) {
      people = view.people
    }
    if view.isEligible != isEligibleForGroupSession { isEligibleForGroupSession = view.isEligible }
    if view.staged != stagedActivity { stagedActivity = view.staged }
    if view.roundTrip != roundTrip { roundTrip = view.roundTrip }
    if view.hub != hub { hub = view.hub }
  }
}

/// The member that a call depends on.
public enum CallHub: Hashable, Sendable {
  /// This program's own member.
  case oneself
  /// Another member.
  case other(GroupPerson)
}

/// An activity that waits for another person to join the call.
public struct StagedActivity: Hashable, Sendable {
  /// The kind of the activity; see ``GroupActivity/activityIdentifier``.
  public let activityIdentifier: String
}
