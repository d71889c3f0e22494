import Foundation

/// Something that people do together: what it is, and what is needed to take part.
///
/// The value itself travels to everybody in the call, so it holds what the others need to know, in at
/// most 32 KiB once encoded, and nothing that only makes sense here.
public protocol GroupActivity: Decodable, Encodable {
  /// Names the kind of activity. Programs that use the same identifier meet in one session.
  ///
  /// By default the program's name (see ``GroupSystem/program``), a dot and the type's name without
  /// its module.
  static var activityIdentifier: String { get }

  /// How the activity is described to people.
  nonisolated(nonsending) var metadata: GroupActivityMetadata { get async }
}

extension GroupActivity {
  public typealias Sessions = GroupSession<Self>.Sessions

  public static var activityIdentifier: String {
    "\(GroupSystem.effective.program).\(String(describing: Self.self))"
  }

  /// The sessions of this activity, whoever began them, each once: in the order in which they can be
  /// joined here.
  ///
  /// It never finishes by itself, only when the task that awaits it is cancelled. Sessions that were
  /// offered before are kept for the first that asks, as long as they live. Later changes arrive on
  /// the session's published properties. By the time a session is handed over, the one that it
  /// replaces is `.invalidated`.
  public static func sessions() -> GroupSession<Self>.Sessions {
    GroupSession<Self>.Sessions(system: .effective)
  }

  /// Asks whether to share the activity or to do it alone.
  ///
  /// - Returns: ``GroupActivityActivationResult/activationDisabled`` where nobody else is in the
  ///   call; else what the call's ``GroupSystem/preparation`` answers, and without one
  ///   ``GroupActivityActivationResult/activationPreferred``.
  public nonisolated(nonsending) func prepareForActivation() async
    -> GroupActivityActivationResult
  {
    let system = GroupSystem.effective
    guard system.isEligible else { return .activationDisabled }
    guard let ask = system.preparation else { return .activationPreferred }
    return await ask(metadata)
  }

  /// Begins a session of this activity for everybody in the call, in place of any other of the same
  /// activity.
  ///
  /// - Returns: true; the session comes through ``sessions()``, here as elsewhere.
  /// - Throws: ``GroupSessionError/notInCall`` outside any call,
  ///   ``GroupSessionError/tooLarge(bytes:limit:)``, or what encoding the activity throws.
  public nonisolated(nonsending) func activate() async throws -> Bool {
    let policy = await metadata.lifetimePolicy
    try GroupSystem.effective.begin(self, isForAll: true, policy)
    return true
  }
}

/// What came of asking whether to share.
public enum GroupActivityActivationResult: Hashable, Sendable {
  /// Share it: `activate()` may follow.
  case activationPreferred
  /// Do it alone: there is nobody to share with, or that was the choice.
  case activationDisabled
  /// Do nothing.
  case cancelled
}
