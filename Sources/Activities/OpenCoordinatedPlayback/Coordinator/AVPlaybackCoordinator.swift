import Foundation
import OpenGroupActivities

/// Keeps a player in step with the players of the other participants of a session.
///
/// Everybody who plays the same item shares its time and its rate, and nobody owns them: of two changes at
/// one time, the same one wins everywhere. Without a session, the coordinator has one participant.
///
/// Any thread may call a coordinator. A value that a call sets can be read at once; commands and notifications
/// come on the main actor.
public class AVPlaybackCoordinator: @unchecked Sendable {
  // Unchecked, since the class is not final: the subclasses, all in this module, have constants only.

  let runner: PlaybackRunner

  init(_ runner: PlaybackRunner) {
    self.runner = runner
    runner.attach(self)
  }

  /// Posted on the main actor after ``otherParticipants`` changed; the object is the coordinator.
  public static let otherParticipantsDidChangeNotification =
    Notification.Name("AVPlaybackCoordinatorOtherParticipantsDidChangeNotification")
  /// Posted on the main actor after ``suspensionReasons`` changed; the object is the coordinator.
  public static let suspensionReasonsDidChangeNotification =
    Notification.Name("AVPlaybackCoordinatorSuspensionReasonsDidChangeNotification")
  /// Posted on the main actor after ``nextRate`` changed; the object is the coordinator.
  package static let nextRateDidChangeNotification =
    Notification.Name("OpenPlaybackCoordinatorNextRateDidChangeNotification")

  /// Joins the players of a session, before or after this program joins the session itself. Another
  /// session takes the place of the one before. When the session is over, the player goes on alone.
  public func coordinateWithSession<T>(_ session: GroupSession<T>) where T: GroupActivity {
    runner.coordinate(with: session)
  }

  // MARK: Participants

  /// The other participants of the session.
  public var otherParticipants: [AVCoordinatedPlaybackParticipant] { runner.otherParticipants }

  /// Which participants may play, pause and seek; everybody if it is not set. A participant that may not
  /// follows only, and no one waits for it. It is asked when the participants change, and must not call
  /// the coordinator.
  package var mayCommand: @Sendable (Participant) -> Bool {
    get { runner.mayCommand }
    set { runner.mayCommand = newValue }
  }

  /// Asks ``mayCommand`` again for all participants.
  package func updateCommanders() { runner.updateCommanders() }

  // MARK: Suspensions

  /// Why this participant does not follow the group now; empty if it follows.
  public var suspensionReasons: [AVCoordinatedPlaybackSuspension.Reason] {
    runner.suspensionReasons
  }

  /// Steps out of the group: from now on the player neither gets commands nor gives them, until all
  /// suspensions have ended. The others learn the reason.
  public func beginSuspension(
    for suspensionReason: AVCoordinatedPlaybackSuspension.Reason
  ) -> AVCoordinatedPlaybackSuspension {
    runner.beginSuspension(for: suspensionReason)
  }

  /// The reasons for which this participant waits before the group starts to play, if another
  /// participant is suspended.
  public var suspensionReasonsThatTriggerWaiting: [AVCoordinatedPlaybackSuspension.Reason] {
    get { runner.settings.waitingReasons }
    set { runner.update { $0.waitingReasons = newValue } }
  }

  /// Limits the waiting for a reason to groups with at most this number of participants.
  public func setParticipantLimit(
    _ participantLimit: Int,
    forWaitingOutSuspensionsWithReason reason: AVCoordinatedPlaybackSuspension.Reason
  ) {
    runner.update { $0.limits[reason] = participantLimit }
  }

  /// Returns the limit for a reason; `Int.max` if it is not set.
  public func participantLimitForWaitingOutSuspensions(
    withReason reason: AVCoordinatedPlaybackSuspension.Reason
  ) -> Int {
    runner.settings.limits[reason] ?? .max
  }

  // MARK: Time

  /// Whether everybody goes to the time of the participant who pauses. Otherwise each player stops where
  /// it stands, some hundredths of a second apart.
  public var pauseSnapsToMediaTimeOfOriginator: Bool {
    get { runner.settings.pauseSnaps }
    set { runner.update { $0.pauseSnaps = newValue } }
  }

  /// The rate at which the group plays next, while it stands; nil if nobody has chosen one.
  package var nextRate: Float? { runner.nextRate }

  /// Returns the time of the item that the group plays at a moment of `CMClockGetHostTimeClock()`, also
  /// while this participant is suspended; an invalid time if there is no item.
  public func expectedItemTime(atHostTime hostClockTime: CMTime) -> CMTime {
    runner.expectedItemTime(atHostTime: hostClockTime)
  }
}
