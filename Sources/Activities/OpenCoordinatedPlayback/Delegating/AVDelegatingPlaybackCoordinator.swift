import GroupPlayback

/// How a rate change is carried out.
public struct AVDelegatingPlaybackCoordinatorRateChangeOptions: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt
  /// Creates options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Play at once; do not wait for the others.
  public static let playImmediately = Self(rawValue: 1)
}

/// How a seek is carried out.
public struct AVDelegatingPlaybackCoordinatorSeekOptions: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt
  /// Creates options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Play on at once after the seek; do not wait for the others.
  public static let resumeImmediately = Self(rawValue: 1)
}

/// Coordinates any player with the players of the other participants.
///
/// The program's controls call ``coordinateRateChange(to:options:)`` and
/// ``coordinateSeek(to:options:)``. The coordinator then tells all players what to do, also this one, by
/// its delegate. It never begins a suspension by itself.
public final class AVDelegatingPlaybackCoordinator: AVPlaybackCoordinator, @unchecked Sendable {
  // Unchecked: see the superclass. This class has constants only.

  private let player: DelegatePlayer

  /// The player; the coordinator does not keep it alive.
  public var playbackControlDelegate: (any AVPlaybackCoordinatorPlaybackControlDelegate)? {
    player.delegate
  }

  /// Creates a coordinator for a player, without a session.
  public convenience init(
    playbackControlDelegate: any AVPlaybackCoordinatorPlaybackControlDelegate
  ) {
    self.init(playbackControlDelegate: playbackControlDelegate, clock: .host)
  }

  package init(
    playbackControlDelegate: any AVPlaybackCoordinatorPlaybackControlDelegate,
    clock: PlaybackClock, warn: @escaping @Sendable (String) -> Void = PlaybackRunner.logWarning
  ) {
    player = DelegatePlayer(playbackControlDelegate)
    super.init(PlaybackRunner(player, clock: clock, warn: warn))
    player.attach(self)
  }

  /// The item that is played; nil if there is none.
  public var currentItemIdentifier: String? { runner.currentItem }

  /// Changes the rate for everybody; 0 pauses. If the group does not play yet, it begins when all are
  /// ready. While this participant is suspended, only its own player changes.
  public func coordinateRateChange(
    to rate: Float, options: AVDelegatingPlaybackCoordinatorRateChangeOptions = []
  ) {
    runner.changeRate(to: rate, isImmediate: options.contains(.playImmediately))
  }

  /// Chooses the rate for everybody: at once if the group plays, and otherwise for the next start. Has
  /// no effect while this participant is suspended.
  package func coordinateRateChoice(of rate: Float) { runner.chooseRate(rate) }

  /// Goes to a time with everybody. If the group plays, it goes on when all are there. While this
  /// participant is suspended, only its own player seeks. A time that is not numeric has no effect.
  public func coordinateSeek(
    to time: CMTime, options: AVDelegatingPlaybackCoordinatorSeekOptions = []
  ) {
    guard let time = ItemTime(time) else { return }
    runner.seek(to: time, resumesImmediately: options.contains(.resumeImmediately))
  }

  /// Tells the coordinator what the player plays from now on. If the group plays this item already, its
  /// time and rate come as commands; else the group takes those of the timebase.
  ///
  /// - Parameters:
  ///   - itemIdentifier: the name of the item, the same for everybody who plays it; nil if the player
  ///     plays nothing.
  ///   - snapshotTimebase: the time and the rate of the player; it is read once. Nil if the player is
  ///     paused at 0.
  public func transitionToItem(
    withIdentifier itemIdentifier: String?,
    proposingInitialTimingBasedOn snapshotTimebase: CMTimebase?
  ) {
    runner.changeItem(to: itemIdentifier, proposing: snapshotTimebase?.timing)
  }

  /// Asks for commands that bring the player to the group's state again.
  public func reapplyCurrentItemStateToPlaybackControlDelegate() { runner.reapply() }
}
