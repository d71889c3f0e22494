import EaselBase
import Foundation
import GroupCore
import SecureTransports

/// Everything that a run needs for the call of all runs of its user on this machine. It needs no
/// configuration and saves nothing: the run's identity ends with the run.
public struct LocalCall: Sendable {
  /// This run's member number on the wire.
  public let member: MemberID
  /// Transports that are not started yet.
  public let transports: [any Transport]
  /// The seal of messages from members to the call.
  public let seal: any Seal

  /// Prepares the call; opens no link until the transports are started.
  ///
  /// - Parameters:
  ///   - name: the person's name, as the neighbours that this run connects to receive it.
  ///   - runtimeFolder: the folder where the user's runs meet, as for ``LocalMeetingPlace``.
  public init(
    called name: String,
    runtimeFolder: String? = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
  ) {
    let membership = Membership.passing(called: name)
    let place = LocalMeetingPlace(runtimeFolder: runtimeFolder)
    member = membership.member
    transports = [SecureTransport(LocalTransport(at: place, for: membership), for: membership)]
    seal = membership
  }
}
