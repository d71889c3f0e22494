import EaselBase
import Foundation
import GroupBase
import GroupCore
import SecureTransports

/// Everything that a process needs to enter the call that all processes of its user on this machine
/// share. It needs no configuration and stores nothing: the identity ends with the process.
public struct LocalCall: Sendable {
  /// This process's member number on the wire.
  public let member: MemberID
  /// Transports that are not started yet.
  public let transports: [any Transport]
  /// The seal of messages from members to the call.
  public let seal: any Seal

  /// Prepares the call; opens no link until the transports are started.
  ///
  /// - Parameters:
  ///   - name: the person's name, which this process sends to the neighbours that it connects to.
  ///   - runtimeFolder: the folder where the user's processes meet, as for ``LocalMeetingPlace``.
  public init(
    called name: String,
    runtimeFolder: String? = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
  ) {
    let membership = Membership.passing(called: name)
    let meetingPlace = LocalMeetingPlace(runtimeFolder: runtimeFolder)
    member = membership.member
    transports = [
      SecureTransport(LocalTransport(at: meetingPlace, for: membership), for: membership)
    ]
    seal = membership
  }
}
