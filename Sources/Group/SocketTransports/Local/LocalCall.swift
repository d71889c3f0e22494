import EaselBase
import Foundation
import GroupCore
import SecureTransports

/// What a run needs to be in the call of all runs of its user on this machine, with nothing configured
/// and nothing kept: who it is ends with it.
public struct LocalCall: Sendable {
  /// Of this run on the wire.
  public let member: MemberID
  /// Not started yet.
  public let transports: [any Transport]
  /// Of what members say to the call.
  public let seal: any Seal

  /// - Parameters:
  ///   - name: what the person goes by, as those hear it whom this run connects to.
  ///   - runtimeFolder: where the user's runs meet, as ``LocalMeetingPlace`` takes it.
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
