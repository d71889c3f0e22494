import OpenCombine
import Synchronization

/// Whether there is anybody to share with.
///
/// It looks at ``GroupSystem/effective`` where it is made and is right from then on. Like a
/// session's, its properties change on the main actor, and publishers emit before they do.
public final class GroupStateObserver: ObservableObject, @unchecked Sendable {
  // Unchecked: published properties, written on the main actor only and read behind their own locks.

  /// True exactly while another person is in the call.
  @Published public private(set) var isEligibleForGroupSession: Bool
  /// Everybody else who is in the call.
  @Published public private(set) var people: [GroupPerson]
  /// The activity that begins as soon as another person comes.
  @Published public private(set) var stagedActivity: StagedActivity?

  /// Milliseconds to the farthest of those one is linked with, and back; nil where there is nobody, or
  /// it was not measured yet.
  @Published public private(set) var roundTrip: Int64?
  /// Without whom the others would not find each other again; nil where they would.
  @Published public private(set) var hub: CallHub?

  public convenience init() { self.init(GroupSystem.effective) }

  /// Looks at that system.
  public init(_ system: GroupSystem) {
    let view = system.view
    isEligibleForGroupSession = view.isEligible
    people = view.people
    stagedActivity = view.staged
    (roundTrip, hub) = (view.roundTrip, view.hub)
    _ = ($isEligibleForGroupSession, $people, $stagedActivity, $roundTrip, $hub)
    system.add(self)
  }

  @MainActor func apply(_ view: CallView) {
    // First, so that whoever hears that somebody is there finds out who.
    if view.people != people || view.people.map(\.name) != people.map(\.name) {
      people = view.people
    }
    if view.isEligible != isEligibleForGroupSession { isEligibleForGroupSession = view.isEligible }
    if view.staged != stagedActivity { stagedActivity = view.staged }
    if view.roundTrip != roundTrip { roundTrip = view.roundTrip }
    if view.hub != hub { hub = view.hub }
  }
}

/// Whom a call hangs on.
public enum CallHub: Hashable, Sendable {
  case oneself
  case other(GroupPerson)
}

/// An activity that waits for somebody to come.
public struct StagedActivity: Hashable, Sendable {
  public let activityIdentifier: String
}
