/// Which participants a group waits for before it plays, and where the group stands after a pause.
package struct PlaybackWaitPolicy: Hashable, Sendable {
  /// A participant that is suspended for one of these reasons is waited for.
  package var reasonsToWaitFor: Set<String> = [stall, interruption, userAction]
  /// The most participants of a group that waits for a reason; no limit for other reasons.
  package var participantLimits: [String: Int] = [:]
  /// Whether all go to the moment of the participant that paused. Otherwise small differences stay.
  package var pauseSnaps = false

  package init() {}

  /// The reason of a participant that has to load before it can go on, or does not answer.
  package static let stall = "stallRecovery"
  package static let interruption = "audioSessionInterrupted"
  package static let userAction = "userActionRequired"
}
