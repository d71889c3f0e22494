import Foundation

/// An activity that people do together: its description, and the data needed to take part.
///
/// The value itself travels to everybody in the call. It must hold everything that the other
/// members need, and nothing that makes sense only in this program. Its encoded form has at most 32
/// KiB.
public protocol GroupActivity: Decodable, Encodable {
  /// Names the kind of activity. Programs that use the same identifier meet in one session.
  ///
  /// The default is the program's name (see ``GroupSystem/program``), a dot and the type's name
  /// with its enclosing types, without its module.
  static var activityIdentifier: String { get }

  /// The description of the activity for people.
  nonisolated(nonsending) var metadata: GroupActivityMetadata { get async }
}

extension GroupActivity {
  /// The sequence that ``sessions()`` returns.
  public typealias Sessions = GroupSession<Self>.Sessions

  /// The default: the program's name of ``GroupSystem/effective``, a dot and the type's name with
  /// its enclosing types, without its module.
  public static var activityIdentifier: String {
    "\(GroupSystem.effective.program).\(TypeName.of(Self.self))"
  }

  /// Returns the sessions of this activity, from any initiator, each once, in the order in which
  /// they can be joined here.
  ///
  /// The sequence ends only when the task that awaits it is cancelled. The first reader also gets
  /// the sessions that were offered before and are not over. Later changes arrive on the session's
  /// published properties. When a session is returned, the session that it replaces is already
  /// `.invalidated`.
  public static func sessions() -> GroupSession<Self>.Sessions {
    GroupSession<Self>.Sessions(system: .effective)
  }

  /// Asks whether to share the activity or to do it alone.
  ///
  /// - Returns: ``GroupActivityActivationResult/activationDisabled`` if no other person is in the
  ///   call; else the answer of the call's ``GroupSystem/preparation``, or
  ///   ``GroupActivityActivationResult/activationPreferred`` if there is no preparation.
  public nonisolated(nonsending) func prepareForActivation() async
    -> GroupActivityActivationResult
  {
    let system = GroupSystem.effective
    guard system.isEligible else { return .activationDisabled }
    guard let ask = system.preparation else { return .activationPreferred }
    return await ask(metadata)
  }

  /// Begins a session of this activity for everybody in the call. The new session replaces any
  /// other session of the same activity.
  ///
  /// - Returns: whether the session comes through ``sessions()`` here, as it does at the other members.
  ///   False if ``GroupSystem/receivesOwnSessions`` is false: the person takes part elsewhere.
  /// - Throws: ``GroupSessionError/notInCall`` outside any call,
  ///   ``GroupSessionError/tooLarge(bytes:limit:)``, or the errors of encoding the activity.
  public nonisolated(nonsending) func activate() async throws -> Bool {
    let policy = await metadata.lifetimePolicy
    let system = GroupSystem.effective
    try system.begin(self, isForAll: true, policy)
    return system.receivesOwnSessions
  }
}

/// The answer to the question whether to share an activity.
public enum GroupActivityActivationResult: Hashable, Sendable {
  /// Share the activity: the program may call `activate()`.
  case activationPreferred
  /// Do the activity alone: the call has no other person, or this person chose to do it alone.
  case activationDisabled
  /// Do nothing.
  case cancelled
}
