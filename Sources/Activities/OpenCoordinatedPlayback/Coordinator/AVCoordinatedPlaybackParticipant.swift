import Foundation

/// Another participant, as it was when this object was made: the coordinator makes a new object at each
/// change.
public final class AVCoordinatedPlaybackParticipant: Hashable, CustomStringConvertible, Sendable {
  /// The participant's identifier in the session: the `id` of its `Participant`.
  public let identifier: UUID
  /// Whether the participant can start to play at once.
  public let isReadyToPlay: Bool
  /// Why the participant does not follow the group now; empty if it follows.
  public let suspensionReasons: [AVCoordinatedPlaybackSuspension.Reason]

  package init(
    identifier: UUID, isReadyToPlay: Bool,
    suspensionReasons: [AVCoordinatedPlaybackSuspension.Reason]
  ) {
    self.identifier = identifier
    self.isReadyToPlay = isReadyToPlay
    self.suspensionReasons = suspensionReasons
  }

  /// A text for logs.
  public var description: String {
    let reasons = suspensionReasons.map(\.rawValue).joined(separator: ", ")
    return
      "\(identifier)\(isReadyToPlay ? "" : " not ready")\(reasons.isEmpty ? "" : " \(reasons)")"
  }

  /// Compares the identifiers.
  public static func == (
    left: AVCoordinatedPlaybackParticipant, right: AVCoordinatedPlaybackParticipant
  ) -> Bool { left.identifier == right.identifier }
  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
