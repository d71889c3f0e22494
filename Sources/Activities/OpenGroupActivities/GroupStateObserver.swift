import OpenCombine
import Synchronization

/// Shows whether there are people to share with.
///
/// By default, it observes the system that is ``GroupSystem/effective`` when it is created, and
/// shows the current state from then on. Its properties change on the main actor, as a session's
/// properties do. Each publisher emits before its property changes.
public final class GroupStateObserver: ObservableObject, @unchecked Sendable {
  // Unchecked: the mutable parts are published properties, written on the main actor only and read
  // behind their own locks.

  /// True exactly while another person is in the call.
  @Published public private(set) var isEligibleForGroupSession: Bool
  /// The other people in the call.
  @Published public private(set) var people: [GroupPerson]
  /// The displays in the call, such as a screen on a wall. Each has the name of the person who opened
  /// it. Displays make nobody eligible.
  @Published public private(set) var displays: [GroupPerson]
  /// Whether no other member is known in the call, not even a relay.
  @Published public private(set) var isAlone: Bool
  /// The activity that begins as soon as another person joins the call.
  @Published public private(set) var stagedActivity: StagedActivity?

  /// The round trip to the farthest neighbour, in milliseconds; nil if there is no neighbour or no
  /// measurement yet.
  @Published public private(set) var roundTrip: Int64?
  /// The only member of the call that can be dialled. If it leaves, the other members cannot find
  /// each other again. Nil if there is no such member.
  @Published public private(set) var hub: CallHub?

  /// Creates an observer of the system that is ``GroupSystem/effective`` now.
  public convenience init() { self.init(GroupSystem.effective) }

  /// Creates an observer of a system; the system does not keep it alive.
  public init(_ system: GroupSystem) {
    let view = system.view
    isEligibleForGroupSession = view.isEligible
    (people, displays, isAlone) = (view.people, view.displays, view.isAlone)
    stagedActivity = view.staged
    (roundTrip, hub) = (view.roundTrip, view.hub)
    _ = ($isEligibleForGroupSession, $people, $displays, $isAlone, $stagedActivity)
    _ = ($roundTrip, $hub)
    system.add(self)
  }

  @MainActor func apply(_ view: CallSnapshot) {
    // The people are published first, so that code that observes the eligibility can read them.
    if view.people != people || view.people.map(\.name) != people.map(\.name) {
      people = view.people
    }
    if view.displays != displays || view.displays.map(\.name) != displays.map(\.name) {
      displays = view.displays
    }
    if view.isAlone != isAlone { isAlone = view.isAlone }
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
