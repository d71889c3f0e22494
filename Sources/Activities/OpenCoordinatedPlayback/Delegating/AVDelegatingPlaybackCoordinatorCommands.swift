import Foundation

/// A command of a coordinator to the player.
///
/// The delegate compares ``expectedCurrentItemIdentifier`` with what it plays, ignores a command for
/// another item, and calls the completion handler in each case.
public class AVDelegatingPlaybackCoordinatorPlaybackControlCommand: @unchecked Sendable {
  // Unchecked: the subclasses, all in this file, have constants only.

  /// The participant that changed what the group plays; nil if it was this one, or if an earlier state
  /// is applied again.
  public let originator: AVCoordinatedPlaybackParticipant?
  /// The item for which the command is meant.
  public let expectedCurrentItemIdentifier: String

  package init(originator: AVCoordinatedPlaybackParticipant?, item: String) {
    self.originator = originator
    expectedCurrentItemIdentifier = item
  }
}

/// Play from a moment on.
public final class AVDelegatingPlaybackCoordinatorPlayCommand:
  AVDelegatingPlaybackCoordinatorPlaybackControlCommand, @unchecked Sendable
{
  /// The rate, never 0.
  public let rate: Float
  /// The time of the item at ``hostClockTime``.
  public let itemTime: CMTime
  /// The moment of `CMClockGetHostTimeClock()` at which the item stands at ``itemTime``; it may be
  /// past.
  public let hostClockTime: CMTime

  package init(
    originator: AVCoordinatedPlaybackParticipant?, item: String, rate: Float, itemTime: CMTime,
    hostClockTime: CMTime
  ) {
    (self.rate, self.itemTime, self.hostClockTime) = (rate, itemTime, hostClockTime)
    super.init(originator: originator, item: item)
  }
}

/// Stop where the item stands.
public final class AVDelegatingPlaybackCoordinatorPauseCommand:
  AVDelegatingPlaybackCoordinatorPlaybackControlCommand, @unchecked Sendable
{
  /// Whether the group will play again soon; then the handler is called when the player is ready.
  public let shouldBufferInAnticipationOfPlayback: Bool
  /// The rate at which the group will play.
  public let anticipatedPlaybackRate: Float

  package init(
    originator: AVCoordinatedPlaybackParticipant?, item: String, anticipatedRate: Float
  ) {
    shouldBufferInAnticipationOfPlayback = anticipatedRate != 0
    anticipatedPlaybackRate = anticipatedRate
    super.init(originator: originator, item: item)
  }
}

/// Go to a time and stay there.
public final class AVDelegatingPlaybackCoordinatorSeekCommand:
  AVDelegatingPlaybackCoordinatorPlaybackControlCommand, @unchecked Sendable
{
  /// The time of the item.
  public let itemTime: CMTime
  /// Whether the group will play soon; then the handler is called when the player is ready.
  public let shouldBufferInAnticipationOfPlayback: Bool
  /// The rate at which the group will play.
  public let anticipatedPlaybackRate: Float
  /// The moment until which the others wait; nil if no one waits.
  public let completionDueDate: Date?

  package init(
    originator: AVCoordinatedPlaybackParticipant?, item: String, itemTime: CMTime,
    anticipatedRate: Float, dueDate: Date?
  ) {
    self.itemTime = itemTime
    shouldBufferInAnticipationOfPlayback = anticipatedRate != 0
    anticipatedPlaybackRate = anticipatedRate
    completionDueDate = dueDate
    super.init(originator: originator, item: item)
  }
}

/// Load what is needed to play, and show that the group waits. The command may come although the player
/// is ready.
public final class AVDelegatingPlaybackCoordinatorBufferingCommand:
  AVDelegatingPlaybackCoordinatorPlaybackControlCommand, @unchecked Sendable
{
  /// The rate at which the group will play.
  public let anticipatedPlaybackRate: Float
  /// The moment until which the others wait; nil if no one waits.
  public let completionDueDate: Date?

  package init(
    originator: AVCoordinatedPlaybackParticipant?, item: String, anticipatedRate: Float,
    dueDate: Date?
  ) {
    anticipatedPlaybackRate = anticipatedRate
    completionDueDate = dueDate
    super.init(originator: originator, item: item)
  }
}
